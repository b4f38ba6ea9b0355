"use strict";
/* Who cites what: books against chapters; the quotations of a number, of a place, with verdict and difference. */
(() => {
const {rows, names, verdicts, chapters: columns, sources} = DATA;
/* What has a card has a page; of the years of the 左傳 and of some chapters the site has none. */
const cards = SITE.files.includes("concepts.html") ? wanted("cards.js").catch(() => ({})) : Promise.resolve({});
let known = {};
const linked = (href, words) => href ? `<a href="${esc(href)}">${esc(words)}</a>` : esc(words);
const placeLink = (id, words) => linked(readHref(id), words);
const workLink = (name, words) => linked(Object.hasOwn(known, name) ? conceptHref(name) : "", words);
const open = new Set();
const chapterName = c => names[c] ? t(...names[c]) : t("其他", "other"), ownName = v => verdicts[v] ? t(...verdicts[v]) : v;
let open_list = null, asked = new Set();
function chosen(r) {
  const layer = $("layer").value, verdict = $("verdict").value, word = $("search").value.trim();
  if (layer && r.l !== layer) return false;
  if (verdict && !r.q.some(q => q[1] === verdict)) return false;
  return !word || r.t.includes(word) || r.n.includes(word) || r.q.some(q => q[0].includes(word));
}
function draw() {
  const shown = rows.filter(chosen);
  const books = new Map();
  for (const r of shown) {
    if (!books.has(r.w)) books.set(r.w, { all: [], parts: new Map() });
    const book = books.get(r.w); book.all.push(r);
    if (!book.parts.has(r.t)) book.parts.set(r.t, []);
    book.parts.get(r.t).push(r);
  }
  $("status").textContent = `${shown.length} / ${rows.length}`;
  $("head").innerHTML = "<tr><th></th>" + columns.map(c => `<th>${esc(chapterName(c))}</th>`).join("") + "</tr>";
  const top = Math.max(1, ...shown.length ? [...books.values()].flatMap(b => columns.map(c => b.all.filter(r => r.c === c).length)) : [1]);
  const line = (label, list, part, work) => {
    const tr = document.createElement("tr"); if (part) tr.className = "part";
    const th = document.createElement("th"), b = document.createElement("button");
    b.textContent = `${part ? "" : (open.has(work) ? "▾ " : "▸ ")}${label} ${list.length}`;
    b.onclick = () => { if (part) { show(label, list); } else { open.has(work) ? open.delete(work) : open.add(work); draw(); } };
    th.append(b); tr.append(th);
    for (const c of columns) {
      const td = document.createElement("td"), here = list.filter(r => r.c === c);
      if (here.length) {
        const n = document.createElement("button"), depth = Math.sqrt(here.length / top);
        n.textContent = here.length; 
        /* Dark words up to a middling ground, light ones on a deep one: both can be read. */
        n.style.setProperty("--depth", Math.round(depth > .55 ? 80 + 20 * depth : 8 + 60 * depth)); if (depth > .55) n.className = "deep";
        n.setAttribute("aria-label", `${label} ← ${chapterName(c)}: ${here.length}`);
        n.onclick = () => show(`${label} ← ${chapterName(c)}`, here); if (here.some(r => asked.has(r))) { n.classList.add("placed"); td.className = "placed"; } td.append(n);
      }
      tr.append(td);
    }
    return tr;
  };
  const body = $("body"); body.replaceChildren();
  for (const [work, book] of [...books].sort((a, b) => b[1].all.length - a[1].all.length || (a[0] < b[0] ? -1 : 1))) {
    body.append(line(work, book.all, false, work));
    if (open.has(work)) for (const [name, list] of [...book.parts].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))) body.append(line(name, list, true, work));
  }
}
/* What is wanted of a citation when it is shown lies in files beside the page, so many citations in each. */
async function detailed(list) {
  if (DATA.part) await Promise.all([...new Set(list.map(r => Math.floor(r.number / DATA.part)))].map(k => wanted(`citations-${k}.js`)));
  for (const r of list) if (!r.more) {
    const [inferred, start, end, quotes] = r.more = DATA.part ? GIVEN[`citations-${Math.floor(r.number / DATA.part)}.js`][r.number % DATA.part] : DATA.details[r.number];
    r.i = inferred; r.b = [start, end];
    r.q.forEach((q, n) => q.push(...quotes[n]));
  }
}
rows.forEach((r, n) => { r.number = n; });
function words(q) {
  if (!q[4].length) return esc(q[0]);
  return q[4].map(([op, here, there]) => op === "=" ? esc(here) : op === "replace" ? `<span class="ch">${esc(here)}</span><ins>${esc(there)}</ins>` : op === "insert" ? `<ins>${esc(there)}</ins>` : `<del>${esc(here)}</del>`).join("");
}
let lastShown = 0;
async function show(title, list, heading) {
  open_list = () => show(title, list, heading);
  const turn = ++lastShown;
  [known] = await Promise.all([cards, detailed(list.slice(0, 400))]);
  if (turn !== lastShown) return;
  const verdict = $("verdict").value;
  $("list").innerHTML = `<h2 tabindex="-1">${heading ?? esc(title)} · ${list.length}</h2>` + list.slice(0, 400).map(article).join("") + (list.length > 400 ? `<p>… ${list.length - 400}</p>` : "");
  $("list").scrollTop = 0;
  function article(r) {
    const source = sources[r.d], quotes = r.q.filter(q => !verdict || q[1] === verdict).map(q =>
      `<div class="words" lang="lzh"><span class="verdict" style="background:var(--verdict-${esc(q[1])})">${esc(ownName(q[1]))}${q[2] === null || q[1] === "verbatim" ? "" : " " + q[2]}</span>「${words(q)}」${rightButton({kind: "verdict", source, start: q[5], end: q[6], text: q[0], verdict: q[1]})}</div>${q[3] ? `<div class="ref">${esc(q[3])}</div>` : ""}`);
    return `<article>${quotes.join("") || `<div class="words">${t("（無引文）", "(nothing quoted)")}</div>`}
    <div class="ref">${wayMark(r.h ? "by-hand" : "by-rule")} ${esc(r.n)} → ${workLink(r.w, r.t)}${r.i ? " ⇠ " + esc(r.i) : ""}${rightButton({kind: "citation", source, start: r.b[0], end: r.b[1], text: r.n, target: r.t})} · ${esc(layerMark(r.l))} · ${placeLink(r.s, r.s)}${r.u ? " · " + r.u.toFixed(2) : ""}</div></article>`;
  }
}
/* The citations of a place, by its name behind the #. */
function openPlace(place) {
  const at = place.segment || place.passage || place.chapter, here = id => id === at || id.startsWith(at + ".");
  const found = rows.filter(r => here(r.s) || r.p.some(here) || (!place.passage && !place.segment && r.c === at));
  asked = new Set(found);
  show(at, found, `${placeLink(at, at)} <small>${esc(chapterName(place.chapter))}</small>`);
  draw();
  $("list").scrollIntoView({block: "nearest"});
}
for (const id of ["layer", "verdict", "search"]) $(id).addEventListener("input", draw);
whenSpoken(() => { draw(); if (open_list) open_list(); });
whenPlaced(openPlace);
})();
