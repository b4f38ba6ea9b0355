"use strict";
/* The graph of the rites. `told` is what views/relations/told.py gives; `state` is what the reader has chosen; `shown` is
   what comes of both: nodes, edges (each a kind, a verb and both ends, with the places that say so), lines (what is drawn:
   all edges of a kind from one node to another). */
const COLOURS = {whom: "accent", thing: "thing", place: "guest", gloss: "told", cites: "verdict-verbatim", quotes: "verdict-verbatim", together: "pale"};
const ACTS = new Set(["whom", "thing", "place"]), SLOTS = {at: ["于", "at"], from: ["自", "from"], to: ["至", "to"]};
const HOW = ["by-rule", "by-hand", "unsure"], HOW_SHOWN = ["by-hand", "by-rule", "unsure"], FEW = 12;
const state = {who: "", passage: "", picked: null};
let told, network, nodes, edges, byId, shown = {nodes: [], edges: [], lines: []};

const plain = s => s.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f\s]/g, "");
const chapterName = c => { const row = SITE.chapters.find(r => r.chapter === c); return row ? t(`${c} ${row.zh}`, `${c} ${row.en}`) : c; };
const nodeName = id => byId.get(id)?.label ?? id;
const typeOf = new Map(SITE.types.map(([type, folder]) => [folder, type]));
const nodeColour = kind => colour(typeOf.has(kind) ? "type-" + typeOf.get(kind) : "pale");
/* A verb as it is read: with what is denied, and how the place is meant (立 于). */
function verbOf(e) {
  if (!ACTS.has(e.kind)) return e.verb;
  const slot = SLOTS[e.slot], en = told.verbs[e.verb] ?? e.verb;
  return t((e.no ? "不" : "") + e.verb + (slot ? slot[0] : ""), e.verb + (slot ? " " + slot[1] : "") + (e.no ? " (not)" : "") + (en !== e.verb ? ` ${en}` : ""));
}
const shortVerb = e => (e.no ? "不" : "") + e.verb + (e.slot && e.slot !== "at" ? SLOTS[e.slot][0] : "");

/* What the statements say under the filters: edge → [how often, its places]. */
function counted(choice) {
  const found = new Map(), {said, sections, segments} = told;
  for (let i = 0; i < said.length; i += 4) {
    const edge = edges[said[i]];
    if (!choice.kinds.has(edge.kind)) continue;
    const [chapter, section, edition] = sections[said[i + 1]], how = said[i + 3];
    if (choice.chapter && chapter !== choice.chapter || choice.section && section !== choice.section) continue;
    if (how === 2 && !choice.doubt) continue;
    if (ACTS.has(edge.kind) ? edition !== (choice.edition ?? told.fullest[chapter]) : choice.edition !== null && edition !== choice.edition) continue;
    const segment = segments[said[i + 2]];
    if (choice.passage && segment !== choice.passage && !segment.startsWith(choice.passage + ".")) continue;
    let at = found.get(said[i]);
    if (!at) found.set(said[i], at = {edge, count: 0, places: new Map()});
    at.count++;
    at.places.set(segment, Math.max(how, at.places.get(segment) ?? 0));
  }
  return [...found.values()];
}
/* Concepts named together: how often is told of the whole only; a chapter keeps those that it names. */
function together(choice) {
  if (!choice.kinds.has("together") || choice.passage || choice.section) return [];
  const here = id => { const c = byId.get(id).counts; return !choice.chapter || c?.[choice.chapter] > 0; };
  return edges.filter(e => e.kind === "together" && here(e.from) && here(e.to)).map(edge => ({edge, count: edge.value, places: new Map()}));
}
function chosen() {
  const edition = $("edition").value;
  return {
    kinds: new Set([...document.querySelectorAll(".relation:checked")].map(b => b.value)), chapter: $("chapter").value,
    section: $("section").value, verb: $("verb").value, edition: edition === "" ? null : +edition, doubt: $("doubt").checked,
    types: new Set([...document.querySelectorAll(".kind:checked")].map(b => b.value)), most: +$("most").value, ...state,
  };
}
function filter(keep) {
  const choice = chosen();
  const all = [...counted(choice), ...together(choice)];
  offerVerbs(all);
  const fits = id => { const kind = byId.get(id).kind; return kind === "layer" || kind === "chapter" || choice.types.has(kind); };
  let kept = all.filter(f => (!choice.verb || f.edge.verb === $("verb").value) && fits(f.edge.from) && fits(f.edge.to));
  if (choice.who) kept = kept.filter(f => f.edge.from === choice.who || f.edge.to === choice.who);
  const weight = new Map();
  for (const f of kept) for (const id of [f.edge.from, f.edge.to]) weight.set(id, (weight.get(id) ?? 0) + f.count);
  const most = strongest(kept, weight, choice.most, choice.who);
  shown = {nodes: [...most], of: weight.size, weight, edges: kept.filter(f => most.has(f.edge.from) && most.has(f.edge.to))};
  shown.lines = linesOf(shown.edges);
  const number = shown.edges.reduce((n, f) => n + (f.edge.kind === "together" ? 0 : f.count), 0);
  $("status").textContent = t(`${shown.nodes.length} / ${told.nodes.length} 節點，${number} 事`, `${shown.nodes.length} of ${told.nodes.length} nodes, ${number} statements`);
  chips(choice);
  draw();
  if (!keep || state.picked && state.picked.node && !most.has(state.picked.node)) state.picked = choice.who && most.has(choice.who) ? {node: choice.who} : null;
  panel();
  remembered(choice);
}
/* The nodes of the strongest lines, so many of them: none of them stands alone. */
function strongest(kept, weight, number, who) {
  const most = new Set(who && weight.has(who) ? [who] : []), heavy = l => weight.get(l.from) + weight.get(l.to);
  for (const l of linesOf(kept).sort((a, b) => b.count - a.count || heavy(b) - heavy(a) || (a.id < b.id ? -1 : 1))) {
    const wanted = [l.from, l.to].filter(id => !most.has(id));
    if (most.size + new Set(wanted).size <= number) wanted.forEach(id => most.add(id));
  }
  return most;
}
/* One line for all verbs of a kind between two nodes, the most frequent verbs as its label. */
function linesOf(found) {
  const lines = new Map();
  for (const f of found) {
    const id = [f.edge.kind, f.edge.from, f.edge.to].join("\u001f");
    let line = lines.get(id);
    if (!line) lines.set(id, line = {id, kind: f.edge.kind, from: f.edge.from, to: f.edge.to, count: 0, edges: []});
    line.count += f.count; line.edges.push(f);
  }
  for (const line of lines.values()) line.edges.sort((a, b) => b.count - a.count || (shortVerb(a.edge) < shortVerb(b.edge) ? -1 : 1));
  return [...lines.values()].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}
function lineLabel(line, room) {
  if (line.kind === "together" || !room) return "";
  const told = line.edges.filter(f => f.edge.verb).slice(0, room).map(f => shortVerb(f.edge) + (f.count > 1 ? " " + f.count : ""));
  return told.join(" · ") + (line.edges.length > room && room > 1 ? " …" : "");
}

/* Where nodes stand: a small selection is laid out anew, always in the same way; the whole keeps the places it has. */
const SMALL = 90;
function arrange() {
  const ids = shown.nodes, n = ids.length;
  if (n > SMALL && ids.every(id => byId.get(id).x !== undefined)) return new Map(ids.map(id => { const p = byId.get(id); return [id, {x: p.x, y: p.y}]; }));
  const box = $("net").getBoundingClientRect(), wide = Math.min(2.2, Math.max(.7, box.width / Math.max(1, box.height)));
  const long = n <= 12 ? 190 : n <= 30 ? 185 : 150, turn = Math.PI * (3 - Math.sqrt(5));
  const at = ids.map((id, i) => ({x: Math.cos(i * turn) * long * Math.sqrt(i) * .6 * wide, y: Math.sin(i * turn) * long * Math.sqrt(i) * .6}));
  const number = new Map(ids.map((id, i) => [id, i])), pairs = shown.lines.filter(l => l.from !== l.to).map(l => [number.get(l.from), number.get(l.to)]);
  const degree = new Array(n).fill(1); for (const [i, j] of pairs) { degree[i]++; degree[j]++; }
  const rounds = n > 200 ? 80 : 260, far = 4 * long * long, gx = .05 / wide, gy = .05;
  for (let round = 0; round < rounds; round++) {
    const heat = long * .35 * (1 - round / rounds) + 1, force = at.map(p => ({x: -p.x * gx, y: -p.y * gy}));
    for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) {
      const dx = at[i].x - at[j].x || .01 * (i - j), dy = at[i].y - at[j].y || .01, d2 = Math.max(dx * dx + dy * dy, 25);
      if (d2 > far) continue;
      const push = long * long / d2 * .5 * Math.min(2.6, Math.sqrt(Math.min(degree[i], degree[j])));
      force[i].x += dx * push; force[i].y += dy * push; force[j].x -= dx * push; force[j].y -= dy * push;
    }
    for (const [i, j] of pairs) {
      const dx = at[i].x - at[j].x, dy = at[i].y - at[j].y, d = Math.hypot(dx, dy), pull = Math.min(d / long, 3) * .3 / Math.min(2.6, Math.sqrt(Math.min(degree[i], degree[j])));
      force[i].x -= dx * pull; force[i].y -= dy * pull; force[j].x += dx * pull; force[j].y += dy * pull;
    }
    for (let i = 0; i < n; i++) { const l = Math.hypot(force[i].x, force[i].y) || 1, go = Math.min(l, heat) / l; at[i].x += force[i].x * go; at[i].y += force[i].y * go; }
  }
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) {
      const room = 44 + 16 * (nodeName(ids[i]).length + nodeName(ids[j]).length), dx = at[i].x - at[j].x, dy = at[i].y - at[j].y;
      if (Math.abs(dx) >= room || Math.abs(dy) >= 92) continue;
      moved = true;
      const sx = (room - Math.abs(dx)) / 2, sy = (92 - Math.abs(dy)) / 2;
      if (sy < sx) { const way = dy < 0 ? -1 : 1; at[i].y += way * sy; at[j].y -= way * sy; } else { const way = dx < 0 ? -1 : 1; at[i].x += way * sx; at[j].x -= way * sx; }
    }
    if (!moved) break;
  }
  return new Map(ids.map((id, i) => [id, {x: Math.round(at[i].x * 10) / 10, y: Math.round(at[i].y * 10) / 10}]));
}
/* The lines that can have their words: the strongest first, none over a node, its name, or the words of another line. */
function withWords(at, number, room) {
  const taken = shown.nodes.map(id => { const {x, y} = at.get(id), half = Math.max(20, 15 * nodeName(id).length); return [x - half, y - 24, x + half, y + 62]; });
  const words = new Map(), turn = .575;
  for (const line of shown.lines) {
    if (words.size >= number) break;
    const label = lineLabel(line, room), from = at.get(line.from), to = at.get(line.to);
    if (!label || from === to) continue;
    const dx = to.x - from.x, dy = from.y - to.y, far = turn * Math.hypot(dx, dy), angle = Math.atan2(dy, dx) + turn * Math.PI;
    const x = (from.x + to.x) / 4 + (from.x + far * Math.sin(angle)) / 2, y = (from.y + to.y) / 4 + (from.y + far * Math.cos(angle)) / 2;
    const half = [...label].reduce((n, c) => n + (c > "\u2e7f" ? 11 : 6), 3), box = [x - half, y - 14, x + half, y + 14];
    if (taken.some(b => b[0] < box[2] && box[0] < b[2] && b[1] < box[3] && box[1] < b[3])) continue;
    taken.push(box); words.set(line.id, label);
  }
  return words;
}
function draw() {
  const at = arrange(), n = shown.nodes.length, ink = colour("ink"), paper = colour("paper"), accent = colour("accent");
  const top = Math.max(1, ...shown.nodes.map(id => shown.weight.get(id))), most = Math.max(1, ...shown.lines.map(l => l.count));
  const room = n <= 8 ? 3 : n <= 14 ? 2 : n <= 60 ? 1 : 0, words = withWords(at, n <= 14 ? 60 : n <= 30 ? 24 : 12, room);
  const face = "Noto Serif CJK TC, Source Han Serif TC, Songti TC, serif";
  shown.drawn = shown.nodes.map(id => { const node = byId.get(id), c = nodeColour(node.kind); return {id, label: node.label, shape: "dot", size: 9 + 17 * Math.sqrt(shown.weight.get(id) / top), ...at.get(id), color: {background: c, border: c, highlight: {background: c, border: accent}, hover: {background: c, border: accent}}, borderWidth: 1, font: {size: 30, face, color: ink, strokeWidth: 5, strokeColor: paper}}; });
  shown.arrows = shown.lines.map(l => { const c = colour(COLOURS[l.kind]); return {id: l.id, from: l.from, to: l.to, label: words.get(l.id) ?? "", width: 1 + 5 * Math.sqrt(l.count / most), arrows: l.kind === "together" ? "" : {to: {enabled: true, scaleFactor: .7}}, smooth: l.kind === "together" ? false : {enabled: true, type: "curvedCW", roundness: .15}, selfReference: {size: 22}, color: {color: c, opacity: .55, highlight: c, hover: c}, font: {size: 21, face, color: ink, strokeWidth: 5, strokeColor: paper, align: "horizontal"}}; });
  nodes.clear(); lines.clear(); nodes.add(shown.drawn); lines.add(shown.arrows);
  network.fit({animation: false});
  search(false);
}

/* The panel: what is shown, in words. */
const relation = kind => document.querySelector(`.relation[value="${kind}"]`).closest("label").textContent.trim() && t(...[".zh", ".en"].map(c => document.querySelector(`.relation[value="${kind}"]`).closest("label").querySelector(c).textContent));
const nodeButton = id => `<button type="button" class="link" data-node="${esc(id)}">${esc(nodeName(id))}</button>`;
function places(found) {
  const all = [...found.places].sort((a, b) => a[0] < b[0] ? -1 : 1), few = all.slice(0, FEW);
  return few.length ? `<span class="at">${few.map(([id, how]) => { const href = readHref(id), name = esc(placeName(id)), tip = ` title="${esc(id)}"`; return href ? `<a${tip} href="${esc(href)}">${name}</a>${wayMark(HOW[how])}` : `<span${tip}>${name}</span>${wayMark(HOW[how])}`; }).join(" ")}${all.length > few.length ? `<span>${t("又", "and ")}${all.length - few.length}${t("處", " more")}</span>` : ""}</span>` : "";
}
/* A segment by its passage, and its layer where that is no base text (04.013, 04.013 注). */
function placeName(id) {
  const [chapter, passage, , slug] = id.split("."), layer = told.slugs[slug];
  return `${chapter}.${passage}${layer && layer !== told.base ? " " + layerMark(layer) : ""}`;
}
const times = n => ` <span class="n">${n}</span>`;
/* By kind, then by verb, then by the other end. */
function byVerb(found, other) {
  const kinds = new Map();
  for (const f of found) {
    const verbs = kinds.get(f.edge.kind) ?? kinds.set(f.edge.kind, new Map()).get(f.edge.kind), verb = verbOf(f.edge);
    const row = verbs.get(verb) ?? verbs.set(verb, {count: 0, found: []}).get(verb);
    row.count += f.count; row.found.push(f);
  }
  const sorted = m => [...m].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1));
  return [...kinds].map(([kind, verbs]) => (kinds.size > 1 ? `<p class="hint">${esc(relation(kind))}</p>` : "") + "<ul>" + sorted(verbs).map(([verb, row]) => {
    const inner = row.found.sort((a, b) => b.count - a.count).map(f => `<li>${nodeButton(f.edge[other])}${times(f.count)}${places(f)}</li>`).join("");
    return verb ? `<li><details${sorted(verbs).length <= 2 ? " open" : ""}><summary>${esc(verb)}${times(row.count)} <small>${row.found.slice(0, 4).map(f => esc(nodeName(f.edge[other]))).join("、")}${row.found.length > 4 ? "…" : ""}</small></summary><ul>${inner}</ul></details></li>` : inner;
  }).join("") + "</ul>").join("");
}
function nodePanel(id) {
  const node = byId.get(id), out = shown.edges.filter(f => f.edge.from === id), back = shown.edges.filter(f => f.edge.to === id && f.edge.from !== id);
  const page = node.kind && typeOf.has(node.kind) && SITE.files.includes("concepts.html") ? ` <a href="${esc(conceptHref(id))}">${t("專頁", "its page")}</a>` : "";
  const part = (found, other, name) => found.length ? `<h3>${name}${times(found.reduce((n, f) => n + f.count, 0))}</h3>${byVerb(found, other)}` : "";
  return `<h2>${esc(node.label)} <small lang="zh-Latn">${esc(node.pinyin ?? "")}</small></h2><p class="gloss" lang="en">${esc(node.en ?? "")}</p>`
    + `<p>${state.who === id ? "" : `<button type="button" data-who="${esc(id)}">${t("獨示其關係", "only its relations")}</button>`}${page}</p>`
    + part(out, "to", t("所為", "what it does or says")) + part(back, "from", t("所受", "what is done to it or said of it"))
    + (out.length || back.length ? "" : `<p class="hint">${t("所擇之中無其關係。", "no relation of it under these filters.")}</p>`) + backLink();
}
function linePanel(id) {
  const line = shown.lines.find(l => l.id === id);
  return line ? `<h2>${esc(nodeName(line.from))} → ${esc(nodeName(line.to))}</h2><p class="hint">${esc(relation(line.kind))}${times(line.count)}</p><p>${nodeButton(line.from)} ${nodeButton(line.to)}</p><ul>${line.edges.map(f => `<li><strong>${esc(verbOf(f.edge))}</strong>${times(f.count)}${places(f)}</li>`).join("")}</ul>` + backLink() : "";
}
const backLink = () => `<p><button type="button" data-back>${t("返總目", "back to the list")}</button></p>`;
function listPanel() {
  const rows = shown.lines.slice(0, 80).map(l => `<li><button type="button" class="link" data-line="${esc(l.id)}">${esc(nodeName(l.from))} ${l.kind === "together" ? "–" : "→"} ${esc(nodeName(l.to))}</button> ${esc(lineLabel(l, 3))}${l.edges[0].edge.verb ? "" : times(l.count)}</li>`).join("");
  const nobody = shown.nodes.length ? "" : `<p>${t("所擇之中無關係。", "nothing is told under these filters.")}</p>`;
  return `<p class="hint">${t("點一節點或一線，以見其事與所出。線上之字為動詞，數為其次數。", "Choose a node or a line to see what is done, and where the text says so. Words on lines are verbs, with how often.")}</p>`
    + `<p class="hint">${HOW_SHOWN.map(how => `<span class="way ${how}">${wayName(how)}</span>`).join(" ")}</p>`
    + (shown.of > shown.nodes.length ? `<p class="hint">${t(`共 ${shown.of} 節點，示其最要之 ${shown.nodes.length}。`, `${shown.of} nodes fit; the ${shown.nodes.length} of which most is told are shown.`)}</p>` : "")
    + nobody + `<ul>${rows}</ul>` + (shown.lines.length > 80 ? `<p class="hint">${t(`又 ${shown.lines.length - 80} 線`, `and ${shown.lines.length - 80} more lines`)}</p>` : "");
}
function panel() {
  const {picked} = state;
  $("panel").innerHTML = picked?.hits ? hitsPanel(picked.hits) : picked?.node ? nodePanel(picked.node) : picked?.line ? linePanel(picked.line) || listPanel() : listPanel();
}
const hitsPanel = ids => `<p>${t("所尋見於", "found in")}</p><ul id="near">${ids.slice(0, 60).map(id => `<li>${nodeButton(id)} <small>${esc(byId.get(id).pinyin ?? "")} ${esc(byId.get(id).en ?? "")}</small>${shown.weight.has(id) ? "" : ` <small>${t("（不在所擇之中）", "(not under these filters)")}</small>`}</li>`).join("")}</ul>` + backLink();
function show(id) {
  if (!shown.weight.has(id) || !nodes.get(id)) { only(id); return; }
  state.picked = {node: id}; network.selectNodes([id]); panel();
}
/* Only the relations of one node: of all kinds where those that are chosen tell nothing of it. */
function only(id) {
  state.who = id;
  const had = () => counted(chosen()).some(f => f.edge.from === id || f.edge.to === id);
  if (!had()) for (const box of document.querySelectorAll(".relation")) box.checked = box.value !== "quotes" && box.value !== "together";
  if (!had()) { $("chapter").value = ""; sections(); $("verb").value = ""; state.passage = ""; }
  if (!had()) for (const box of document.querySelectorAll(".relation")) box.checked = true;
  state.picked = {node: id}; filter(true);
}
$("panel").addEventListener("click", ev => {
  const b = ev.target.closest("button");
  if (!b) return;
  if (b.dataset.node !== undefined) { $("search").value = ""; show(b.dataset.node); search(false); }
  else if (b.dataset.who !== undefined) only(b.dataset.who);
  else if (b.dataset.line !== undefined) { state.picked = {line: b.dataset.line}; network.selectEdges([b.dataset.line]); panel(); }
  else { state.picked = null; $("search").value = ""; network.unselectAll(); search(false); panel(); }
  $("panel").scrollTop = 0;
});

/* Finding a node by graphs (traditional, simplified, variant), by pinyin with or without tones, by English. */
function hits(word) {
  const wanted = plain(word);
  if (!wanted) return [];
  const all = told.nodes.filter(n => n.keys.includes(wanted)), exact = all.filter(n => n.names.includes(wanted));
  return (exact.length && /[^\x00-\x7f]/.test(wanted) ? exact : all).map(n => n.id)
    .sort((a, b) => byId.get(b).names.includes(wanted) - byId.get(a).names.includes(wanted) || (shown.weight.get(b) ?? 0) - (shown.weight.get(a) ?? 0) || (a < b ? -1 : 1));
}
function search(tell = true) {
  const word = $("search").value.trim(), found = hits(word), here = new Set(found);
  nodes.update(shown.nodes.map(id => ({id, opacity: word && !here.has(id) ? .18 : 1, borderWidth: word && here.has(id) ? 5 : 1})));
  if (!tell) return;
  if (!word) { state.picked = null; panel(); return; }
  if (found.length === 1) show(found[0]); else { state.picked = {hits: found}; panel(); }
}

/* Filters that hang on others, and the address that keeps what is chosen. */
function option(value, name) { const o = document.createElement("option"); o.value = value; o.textContent = name; return o; }
function refill(select, rows) {
  const had = select.value, first = select.options[0];
  select.replaceChildren(first, ...rows.map(([value, name]) => option(value, name)));
  select.value = rows.some(([value]) => value === had) ? had : "";
}
function sections() {
  const chapter = $("chapter").value;
  refill($("section"), chapter ? [...new Set(told.sections.filter(([c, s]) => c === chapter && s).map(([, s]) => s))].map(s => [s, s]) : []);
  $("section").disabled = !chapter;
}
function offerVerbs(all) {
  const counts = new Map();
  for (const {edge, count} of all) if (edge.verb) counts.set(edge.verb, (counts.get(edge.verb) ?? 0) + count);
  const had = $("verb").value;
  if (had && !counts.has(had)) counts.set(had, 0);
  refill($("verb"), [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 200).map(([v, n]) => [v, `${v} ${t("", told.verbs[v] && told.verbs[v] !== v ? told.verbs[v] + " " : "")}(${n})`]));
}
function chips(choice) {
  $("chips").innerHTML = [["who", choice.who && nodeName(choice.who)], ["passage", choice.passage]].filter(([, v]) => v).map(([key, v]) => `<button type="button" data-drop="${key}" aria-label="${esc(v)}: ${t("去此", "take this filter away")}">${esc(v)} ×</button>`).join("");
}
$("chips").addEventListener("click", ev => { const b = ev.target.closest("button"); if (b) { state[b.dataset.drop] = ""; if (b.dataset.drop === "passage") history.replaceState(null, "", location.pathname + location.search); filter(); } });
function remembered(choice) {
  const here = new URL(location.href), set = (key, value) => value ? here.searchParams.set(key, value) : here.searchParams.delete(key);
  set("concept", choice.who); set("chapter", choice.chapter); set("section", choice.section); set("verb", choice.verb); set("kinds", [...choice.kinds].join("."));
  const place = placeOf(here.hash);
  if (begun && place && place.id !== (choice.passage || choice.chapter)) here.hash = "";
  try { history.replaceState(history.state, "", here); } catch { /* a browser may forbid it for files */ }
}
function names() {
  for (const n of told.nodes) {
    n.names = [n.id, n.label, ...(n.find ?? "").split(" "), n.pinyin ?? ""].filter(Boolean).map(plain);
    n.keys = [...n.names, plain(n.en ?? "")].join(" ");
  }
  $("names").replaceChildren(...told.nodes.filter(n => n.pinyin).slice(0, 1500).map(n => option(n.label, `${n.pinyin} ${n.en ?? ""}`)));
}
function labels() {
  const had = $("chapter").value;
  refill($("chapter"), told.chapters.map(c => [c, chapterName(c)])); $("chapter").value = had;
  const edition = $("edition").value;
  refill($("edition"), told.editions.map(([name, title], i) => [String(i), title || name])); $("edition").value = edition;
}
/* At first: one chapter, that of which most steps are told; or what the address asks for. */
function atFirst() {
  const asked = new URLSearchParams(location.search), counts = new Map(), concept = asked.get("concept");
  for (let i = 0; i < told.said.length; i += 4) if (edges[told.said[i]].kind === "whom") { const c = told.sections[told.said[i + 1]][0]; counts.set(c, (counts.get(c) ?? 0) + 1); }
  const fullest = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "";
  $("chapter").value = asked.has("chapter") ? asked.get("chapter") : concept || asked.has("kinds") ? "" : fullest;
  if ($("chapter").selectedIndex < 0) $("chapter").value = "";
  sections();
  if (asked.get("section")) $("section").value = asked.get("section");
  if ($("section").selectedIndex < 0) $("section").value = "";
  if (asked.get("verb")) { $("verb").append(option(asked.get("verb"), asked.get("verb"))); $("verb").value = asked.get("verb"); }
  const kinds = asked.get("kinds")?.split(".") ?? (counts.size ? ["whom"] : ["together"]);
  for (const box of document.querySelectorAll(".relation")) box.checked = kinds.includes(box.value);
  const id = concept && (byId.has(concept) ? concept : hits(concept)[0]);
  if (id && !asked.has("kinds")) for (const box of document.querySelectorAll(".relation")) box.checked = box.value !== "quotes" && box.value !== "together";
  if (id && asked.has("kinds")) { state.who = id; state.picked = {node: id}; filter(true); } else if (id) only(id); else filter();
}
let lines, begun = false;
async function open() {
  told = DATA.nodes ? DATA : await wanted("relations.js");
  edges = told.edges.map(([from, to, kind, verb, value, slot, no]) => ({from: told.nodes[from].id, to: told.nodes[to].id, kind, verb, value, slot, no})); byId = new Map(told.nodes.map(n => [n.id, n]));
  names();
  nodes = new vis.DataSet(); lines = new vis.DataSet();
  network = new vis.Network($("net"), {nodes, edges: lines}, {physics: false, interaction: {hover: true, multiselect: false, keyboard: {enabled: true, bindToWindow: false}, navigationButtons: false}, edges: {smooth: false}, nodes: {shape: "dot"}});
  network.on("click", e => {
    if (e.nodes.length) { state.picked = {node: e.nodes[0]}; panel(); } else if (e.edges.length) { state.picked = {line: e.edges[0]}; panel(); } else { state.picked = null; panel(); }
  });
  network.on("doubleClick", e => { if (e.nodes.length) only(e.nodes[0]); });
  network.on("resize", () => network.fit());
  labels(); atFirst();
  for (const id of ["section", "edition", "most", "doubt"]) $(id).addEventListener("change", () => filter());
  $("verb").addEventListener("change", () => filter(true));
  $("chapter").addEventListener("change", () => { state.passage = ""; $("section").value = ""; sections(); filter(); });
  document.querySelectorAll(".relation, .kind").forEach(b => b.addEventListener("change", () => filter(true)));
  $("search").addEventListener("input", () => search());
  $("search").addEventListener("keydown", ev => { if (ev.key === "Enter") { const first = hits($("search").value.trim())[0]; if (first) show(first); } });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  const title = () => `${document.title} ${[$("chapter").value, $("section").value, $("verb").value, state.who, state.passage].filter(Boolean).join(" ")}`.trim();
  const drawing = () => ({nodes: shown.drawn.map(n => ({...byId.get(n.id), ...n, ...network.getPositions([n.id])[n.id], colour: n.color.background})), edges: shown.lines.map((l, i) => ({...l, label: shown.arrows[i].label, width: shown.arrows[i].width, colour: shown.arrows[i].color.color, directed: l.kind !== "together"})), ink: colour("ink"), ground: colour("paper"), title: title()});
  $("png").addEventListener("click", () => savePng($("net").querySelector("canvas"), colour("paper"), "graph.png"));
  $("svg").addEventListener("click", () => saveAs("graph.svg", drawnAsSvg(drawing()), "image/svg+xml"));
  $("gexf").addEventListener("click", () => saveAs("graph.gexf", asGexf({...drawing(), edges: shown.edges.map(f => ({...f.edge, verb: shortVerb(f.edge), count: f.count}))}), "application/xml"));
  whenSpoken(() => { labels(); filter(true); });
  whenPlaced(place => {
    if (!told.chapters.includes(place.chapter)) return;
    $("chapter").value = place.chapter; sections(); $("section").value = ""; $("verb").value = "";
    state.who = ""; state.passage = place.id === place.chapter ? "" : place.id; filter();
  });
  goToPlace(); begun = true;
  window.yili = {network, nodes, lines, show, only, filter, told, state, get shown() { return shown; }};
}
open();
