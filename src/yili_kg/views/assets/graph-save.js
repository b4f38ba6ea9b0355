"use strict";
/* What the graph shows, as files: a picture of the canvas, a drawing from its positions, and nodes and edges as GEXF. */
function saveAs(name, parts, type) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(parts instanceof Blob ? parts : new Blob([parts], {type}));
  a.download = name; a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
function savePng(canvas, ground, name) {
  const copy = document.createElement("canvas"), pen = copy.getContext("2d");
  copy.width = canvas.width; copy.height = canvas.height;
  pen.fillStyle = ground; pen.fillRect(0, 0, copy.width, copy.height); pen.drawImage(canvas, 0, 0);
  copy.toBlob(blob => saveAs(name, blob), "image/png");
}
/* `nodes`: id, label, size, x, y, colour. `edges`: from, to, label, width, colour, directed. */
function drawnAsSvg({nodes, edges, ink, ground, title}) {
  const at = new Map(nodes.map(n => [n.id, n])), pad = 70;
  const xs = nodes.map(n => n.x), ys = nodes.map(n => n.y), left = Math.min(...xs) - pad, top = Math.min(...ys) - pad;
  const width = Math.max(...xs) + pad - left, height = Math.max(...ys) + pad - top, r = v => v.toFixed(1);
  const lines = edges.map(e => {
    const a = at.get(e.from), b = at.get(e.to), dx = b.x - a.x, dy = b.y - a.y, d = Math.hypot(dx, dy) || 1;
    if (a === b) return `<path d="M${r(a.x - 6)} ${r(a.y - a.size)}c-26 -46 38 -46 12 0" fill="none" stroke="${e.colour}" stroke-width="${r(e.width)}"/><text x="${r(a.x)}" y="${r(a.y - a.size - 38)}" class="e">${esc(e.label)}</text>`;
    const bend = e.directed ? .15 : 0, cx = (a.x + b.x) / 2 + dy * bend, cy = (a.y + b.y) / 2 - dx * bend;
    const ex = b.x - cx, ey = b.y - cy, l = Math.hypot(ex, ey) || 1, gap = b.size + (e.directed ? 7 : 0);
    return `<path d="M${r(a.x)} ${r(a.y)}Q${r(cx)} ${r(cy)} ${r(b.x - ex / l * gap)} ${r(b.y - ey / l * gap)}" fill="none" stroke="${e.colour}" stroke-width="${r(e.width)}"${e.directed ? ` marker-end="url(#to)"` : ""}/>`
      + (e.label ? `<text x="${r((a.x + 2 * cx + b.x) / 4)}" y="${r((a.y + 2 * cy + b.y) / 4)}" class="e">${esc(e.label)}</text>` : "");
  });
  const dots = nodes.map(n => `<circle cx="${r(n.x)}" cy="${r(n.y)}" r="${r(n.size)}" fill="${n.colour}"/><text x="${r(n.x)}" y="${r(n.y + n.size + 24)}" class="n">${esc(n.label)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${r(left)} ${r(top)} ${r(width)} ${r(height)}" width="${r(width)}" height="${r(height)}"><title>${esc(title)}</title>`
    + `<style>text{font-family:"Noto Serif CJK TC","Songti TC",serif;text-anchor:middle;fill:${ink};paint-order:stroke;stroke:${ground};stroke-width:4px}.n{font-size:24px}.e{font-size:15px}</style>`
    + `<defs><marker id="to" viewBox="0 0 10 10" refX="2" refY="5" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11" orient="auto"><path d="M0 0 10 5 0 10z" fill="context-stroke"/></marker></defs>`
    + `<rect x="${r(left)}" y="${r(top)}" width="${r(width)}" height="${r(height)}" fill="${ground}"/>${lines.join("")}${dots.join("")}</svg>\n`;
}
/* `edges`: from, to, kind, verb, count. What XML cannot hold is left out. */
function asGexf({nodes, edges, title}) {
  const x = s => esc(String(s).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ""));
  const values = pairs => `<attvalues>${pairs.map(([key, value]) => `<attvalue for="${key}" value="${x(value)}"/>`).join("")}</attvalues>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3"><meta><description>${x(title)}</description></meta><graph defaultedgetype="directed">`
    + `<attributes class="node"><attribute id="kind" title="kind" type="string"/><attribute id="en" title="en" type="string"/></attributes><attributes class="edge"><attribute id="kind" title="kind" type="string"/><attribute id="verb" title="verb" type="string"/></attributes>`
    + `<nodes>${nodes.map(n => `<node id="${x(n.id)}" label="${x(n.label)}">${values([["kind", n.kind], ["en", n.en ?? ""]])}<viz:position x="${n.x.toFixed(1)}" y="${(-n.y).toFixed(1)}" z="0"/></node>`).join("\n")}</nodes>`
    + `<edges>${edges.map((e, i) => `<edge id="${i}" source="${x(e.from)}" target="${x(e.to)}" label="${x(e.verb)}" weight="${e.count}"${e.kind === "together" ? ' type="undirected"' : ""}>${values([["kind", e.kind], ["verb", e.verb]])}</edge>`).join("\n")}</edges></graph></gexf>\n`;
}
