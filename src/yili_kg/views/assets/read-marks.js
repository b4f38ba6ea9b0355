"use strict";
/* Marks: what was found in the words of a segment, made into elements when the segment is first seen.
   A mark is {n, kind, start, end, row, way, to}: places in the string, `to` the words that it is about ([segment, start, length]). */
let MARKS = null;
const MADE = new Map();
const shownUnsure = () => $("unsure").checked;
const wayOf = how => { const [, by, sure] = MARKS.hows[how]; return !sure ? "unsure" : by ? "by-hand" : "by-rule"; };

/* Places come in code points; a string of JavaScript counts some of them as two. */
function counter(text) {
  if (!/[\ud800-\udbff]/.test(text)) return n => n;
  const at = [0];
  for (const sign of text) at.push(at[at.length - 1] + sign.length);
  return n => at[Math.min(n, at.length - 1)];
}
function marksOf(id) {
  const row = MARKS.segments[id] ?? {}, found = [], at = counter(WORDS.get(id) ?? "");
  const add = (kind, start, length, row, how, to = null) => {
    if (start < 0 || length < 1) return;
    const way = how < 0 ? "" : wayOf(how);
    found.push({kind, start: at(start), end: at(start + length), from: start, length, row, way, to: to && to[0] && to[1] >= 0 ? to : null});
  };
  const m = row.m ?? [];
  for (let i = 0; i < m.length; i += 7) add("mention", m[i], m[i + 1], m.slice(i, i + 7), m[i + 3]);
  for (const c of row.c ?? []) {
    add("citation", c[0], c[1], c, c[6]);
    for (const q of c[9]) add("quote", q[0], q[1], [q, c], q[6] ? c[6] : -2);
  }
  for (const l of [...row.l ?? [], ...row.p ?? []]) add("points", l[0], l[1], l, -1, l.slice(4, 7));
  for (const g of row.g ?? []) add("gloss", g[0], g[1], g, g[3], g.slice(5, 8));
  for (const r of row.r ?? []) add("reading", r[0], r[1], r, r[3], r.slice(5, 8));
  for (const k of row.k ?? []) add("claim", k[0], k[1], k, k[3]);
  for (const n of row.n ?? []) add("norm", n[0], n[1], n, n[3]);
  for (const mark of found) if (mark.kind === "quote" && !mark.row[0][6]) mark.way = "unsure";
  const told = shownUnsure() ? found : found.filter(mark => mark.way !== "unsure");
  return told.sort((a, b) => a.start - b.start || b.end - a.end).map((mark, n) => Object.assign(mark, {n}));
}
const typeOf = mark => SITE.types[MARKS.senses[mark.row[2]][0]]?.[0] ?? "";
const LOOK = {citation: "cited", quote: "quoted", points: "points", gloss: "says", reading: "says", claim: "says", norm: "says"};
const lookOf = mark => mark.kind === "mention" ? typeOf(mark) : LOOK[mark.kind];

/* The words of a segment cut where marks begin and end; a piece knows all marks on it, the narrowest first. */
function make(p) {
  const words = WORDS.get(p.id), marks = marksOf(p.id), pieces = document.createDocumentFragment();
  MADE.set(p.id, marks);
  const cuts = [...new Set([0, words.length, ...marks.flatMap(m => [m.start, m.end])])].sort((a, b) => a - b);
  let next = 0, on = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    while (next < marks.length && marks[next].start <= cuts[i]) on.push(marks[next++]);
    on = on.filter(m => m.end > cuts[i]);
    const text = words.slice(cuts[i], cuts[i + 1]);
    pieces.append(on.length ? piece(text, on) : text);
  }
  p.replaceChildren(pieces);
  p.querySelector(".m")?.setAttribute("tabindex", "0");
}
function piece(text, on) {
  const narrow = [...on].sort((a, b) => (a.end - a.start) - (b.end - b.start) || (a.kind === "mention" ? -1 : 1));
  const element = document.createElement("span");
  element.className = ["m", ...new Set(narrow.map(lookOf)), narrow[0].way].filter(Boolean).join(" ");
  element.dataset.i = narrow.map(m => m.n).join(" "); element.tabIndex = -1; element.setAttribute("role", "button"); element.textContent = text;
  return element;
}
const marksAt = element => { const made = MADE.get(element.closest(".sg").id); return element.dataset.i.split(" ").map(n => made[n]); };

/* Words that others are about: lit up, in the segment where they stand. */
function rangeOf(id, start, length) {
  const p = $(id);
  if (!p || !WORDS.has(id)) return null;
  const at = counter(WORDS.get(id)), range = document.createRange(), walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
  let [from, to, done] = [at(start), at(start + length), 0], begun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const end = done + node.length;
    if (!begun && from < end) { range.setStart(node, from - done); begun = true; }
    if (begun && to <= end) { range.setEnd(node, to - done); return range; }
    done = end;
  }
  return null;
}
document.body.classList.toggle("unlit", !window.CSS?.highlights); /* a browser that can light no words lights the segment */
let pinned = [];
function light(places, pin = false) {
  for (const p of TEXT.querySelectorAll(".lit")) p.classList.remove("lit");
  if (pin) pinned = places;
  const all = [...pinned, ...places], ranges = all.map(([id, s, l]) => rangeOf(id, s, l)).filter(Boolean);
  for (const [id] of all) $(id)?.classList.add("lit");
  if (window.CSS?.highlights) { if (ranges.length) CSS.highlights.set("lit", new Highlight(...ranges)); else CSS.highlights.delete("lit"); }
}

const seen = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) { seen.unobserve(entry.target); make(entry.target); }
}, {rootMargin: "400px"});
function again() { for (const id of MADE.keys()) { const p = $(id); if (p) make(p); } }
wanted(DATA.marks).then(marks => {
  MARKS = marks;
  for (const id of WORDS.keys()) { const p = $(id); if (p) seen.observe(p); }
  document.body.classList.add("marked");
}, () => { /* without the marks the text is read as it stands */ });
$("unsure").checked = kept.get("unsure", false) === true;
$("unsure").addEventListener("change", () => { kept.set("unsure", $("unsure").checked); if (MARKS) again(); });

TEXT.addEventListener("mouseover", ev => { const m = ev.target.closest(".m"); if (m) light(marksAt(m).map(x => x.to).filter(Boolean)); });
TEXT.addEventListener("mouseout", ev => { if (ev.target.closest(".m")) light([]); });
/* From word to word by arrows, within a segment; one of them is reached by Tab. */
TEXT.addEventListener("keydown", ev => {
  const here = ev.target.closest(".m");
  if (!here) return;
  if (ev.key === "Enter" || ev.key === " ") { ev.preventDefault(); openCard(here); return; }
  const by = {ArrowRight: 1, ArrowDown: upright() ? 1 : 0, ArrowLeft: upright() ? 0 : -1, ArrowUp: upright() ? -1 : 0}[ev.key];
  if (!by || (upright() && ev.key === "ArrowRight")) return;
  const all = [...here.closest(".sg").querySelectorAll(".m")], next = all[all.indexOf(here) + by];
  ev.preventDefault();
  if (next) { here.tabIndex = -1; next.tabIndex = 0; next.focus(); light(marksAt(next).map(x => x.to).filter(Boolean)); }
});
TEXT.addEventListener("click", ev => { const m = ev.target.closest(".m"); if (m && !String(getSelection())) openCard(m); });
