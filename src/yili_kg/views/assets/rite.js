"use strict";
/* A rite on the plan of the house, step by step. */
(() => {
const {cast, plays, steps, text, why, labels, boxes, certainties, modes, token: R, floor: OUTSIDE} = DATA;
const NS = "http://www.w3.org/2000/svg";
const TURN = {"北":0,"東北":45,"東":90,"東南":135,"南":180,"西南":225,"西":270,"西北":315};
const calm = matchMedia("(prefers-reduced-motion: reduce)");
function make(tag, attributes, parent, words) {
  const node = document.createElementNS(NS, tag);
  for (const [k, v] of Object.entries(attributes || {})) node.setAttribute(k, v);
  if (words !== undefined) node.textContent = words;
  if (parent) parent.append(node);
  return node;
}
function el(tag, cls, words) { const n = document.createElement(tag); if (cls) n.className = cls; if (words !== undefined) n.textContent = words; return n; }

for (const [notes, frames] of Object.entries(plays)) if (typeof frames === "string") plays[notes] = plays[frames];

/* ---- states: what the frames say, summed up, so that one can jump */
const states = {};
for (const [mode, frames] of Object.entries(plays)) {
  let people = [], things = {};
  states[mode] = frames.map(f => {
    people = people.slice(); things = {...things};
    for (const [who, ...s] of f.p || []) people[who] = s;
    Object.assign(things, f.t || {});
    for (const key of f.g || []) delete things[key];
    return {people, things};
  });
}
let grown = 1, mode = modes.at(-1), now = 0, view = "auto", playing = 0, speed = 1, shown = "";
/* One count of steps: those of the list. What a step repeats (如初) are moments of that step, told as ↻ 2/5. */
const total = plays[mode].length;
const firstFrame = new Map(), moments = new Map();
plays[mode].forEach((f, n) => { if (!firstFrame.has(f.s)) firstFrame.set(f.s, n); moments.set(f.s, (moments.get(f.s) || 0) + 1); });
/* Pages that there are beside this one. */
const withConcepts = SITE.files.includes("concepts.html");
const readLink = (place, words) => { const href = readHref(place); if (!href) return document.createTextNode(words); const a = el("a", "", words); a.href = href; return a; };
/* How a step was decided, by shape, word and colour. */
const mark = how => { const node = el("span", "way mark " + how); node.title = wayName(how); node.setAttribute("role", "img"); node.setAttribute("aria-label", wayName(how)); return node; };
const SLOTS = {agent: ["行禮者", "who"], object: ["物", "what"], recipient: ["受者", "to whom"], at: ["處", "where"], origin: ["所自", "from"], to: ["所至", "whereto"], facing: ["所面", "facing"], posture: ["坐立", "posture"], vessel: ["器", "cup"], bows_to: ["所拜", "bows to"], repeats: ["如初", "repeats"], count: ["數", "how often"]};
const slotName = slot => SLOTS[slot] ? t(...SLOTS[slot]) : slot;

/* ---- labels: placed anew for the scale at hand, so that they keep their size and never touch */
function placeLabels(box) {
  const rect = $("plan").getBoundingClientRect(), scale = Math.min(rect.width / box[2], rect.height / box[3]) || 1;
  const group = $("labels"), taken = [];
  group.replaceChildren();
  grown = Math.max(1, Math.min(2, 8.5 / (R * scale)));
  $("scale").firstElementChild.style.width = 30 * scale + "px";
  const size = rect.width < 500 ? 11 : 13.5;
  for (const [words, x, y, rank, upright] of labels) {
    if (x < box[0] || x > box[0] + box[2] || y < box[1] || y > box[1] + box[3]) continue;
    const fs = size * (rank === 1 ? 1.12 : rank === 2 ? 1 : .88) / scale, n = [...words].length;
    const w = upright ? fs : fs * n, h = upright ? fs * n : fs;
    const b = [x - w / 2 - .2, y - h / 2 - .2, x + w / 2 + .2, y + h / 2 + .2];
    if (taken.some(t => b[0] < t[2] && t[0] < b[2] && b[1] < t[3] && t[1] < b[3])) continue;
    if (b[0] < box[0] || b[2] > box[0] + box[2]) continue;
    taken.push(b);
    const node = make("text", {class: "label rank" + rank, "font-size": fs, "stroke-width": 3 / scale}, group);
    if (upright) [...words].forEach((g, i) => make("tspan", {x, y: y + (i - (n - 1) / 2) * fs}, node, g));
    else { node.setAttribute("x", x); node.setAttribute("y", y); node.textContent = words; }
  }
}
function viewOf(frame) {
  if (view !== "auto") return view;
  const state = states[mode][frame], acting = plays[mode][frame].a, moved = (plays[mode][frame].m || []).map(m => m[0]);
  const ys = (acting.length ? acting : moved).map(w => state.people[w][4] === "圖外" ? OUTSIDE + 14 : state.people[w][1]);
  if (!ys.length) return shown || "hall";
  const fits = id => ys.every(y => y > boxes[id][1] + 2 && y < boxes[id][1] + boxes[id][3] - 2);
  if (shown && shown !== "all" && fits(shown) && !(shown === "court" && fits("hall"))) return shown;
  return ["hall", "gate", "court", "out"].find(id => boxes[id] && fits(id)) || "all";
}
function look(id) {
  if (id === shown) return;
  shown = id;
  $("plan").setAttribute("viewBox", boxes[id].join(" "));
  placeLabels(boxes[id]);
  document.querySelectorAll(".view").forEach(b => { b.classList.toggle("shown", b.dataset.view === id); b.setAttribute("aria-pressed", String(b.dataset.view === view)); });
}

/* ---- tokens */
const GUESS = new Set(["conventional", "open"]);
const people = cast.map(([name, en, side, helper, group]) => {
  const g = make("g", {class: "person" + (side === "東" ? " east" : "") + (helper ? " helper" : ""), "data-who": name}, $("people"));
  const node = {g, title: make("title", {}, g)};
  if (group) { make("circle", {class: "shade", r: R * .94, cx: 1.3, cy: 1.1}, g); make("circle", {class: "shade", r: R * .97, cx: .65, cy: .55}, g); }
  node.wedge = make("path", {class: "wedge", d: `M-1.9 ${-R * .9}L0 ${-R - 2.1}L1.9 ${-R * .9}Z`}, g);
  node.disc = make("rect", {class: "disc", x: -R, y: -R, width: 2 * R, height: 2 * R, rx: R}, g);
  const graphs = [...name], two = graphs.length > 2;
  const lines = two ? [graphs.slice(0, Math.ceil(graphs.length / 2)).join(""), graphs.slice(Math.ceil(graphs.length / 2)).join("")] : [name];
  lines.forEach((line, i) => make("text", {"font-size": graphs.length === 1 ? 4 : two ? (line.length > 2 ? 1.9 : 2.6) : 3.25, y: two ? (i - .5) * 2.75 : 0}, g, line));
  node.held = make("g", {class: "held"}, g);
  node.doubt = make("text", {class: "doubt", x: R * .95, y: -R * .95}, g, "?");
  return node;
});
/* ---- those who are not on the plan: in the box only while they are about to act, or have just done so */
const slots = new Map();
let acts = null;
function outside(state) {
  if (!acts) { acts = cast.map(() => []); plays[mode].forEach((f, n) => { for (const w of [...f.a, ...(f.m || []).map(m => m[0])]) acts[w].push(n); }); }
  const few = cast.length <= 10, near = w => few || acts[w].some(n => n >= now - 6 && n <= now + 14);
  state.people.forEach((s, w) => { if (s[4] !== "圖外" || !near(w)) slots.delete(w); });
  state.people.forEach((s, w) => {
    if (s[4] !== "圖外" || !near(w) || slots.has(w)) return;
    const taken = new Set(slots.values());
    let n = 0;
    while (taken.has(n)) n++;
    slots.set(w, n);
  });
}
const slotAt = n => [-54 + 12 * (n % 10), OUTSIDE + 10 + 7.4 * Math.floor(n / 10)];
const things = new Map();
function thing(key, t) {
  let node = things.get(key);
  if (!node) {
    const g = make("g", {class: "thing-mark", "data-thing": key}, $("things"));
    node = {g, title: make("title", {}, g)};
    if (t[0] === "席") { node.mat = make("rect", {class: "mat"}, g); node.name = make("text", {class: "mat-name"}, g); }
    else { const w = Math.max(2.7, 2.3 * [...t[0]].length + .5); make("rect", {class: "cup", x: -w / 2, y: -1.4, width: w, height: 2.8, rx: .6}, g); make("text", {}, g, t[0]); }
    things.set(key, node);
  }
  return node;
}
function draw() {
  const frame = plays[mode][now], state = states[mode][now], before = now ? states[mode][now - 1] : state;
  const acting = new Set(frame.a), from = new Map(slots);
  look(viewOf(now));
  outside(state);
  state.people.forEach((s, who) => {
    const [, , facing, posture, place, certainty, reason] = s, node = people[who];
    const [x, y] = place === "圖外" ? slots.has(who) ? slotAt(slots.get(who)) : s : s;
    node.g.style.display = place === "圖外" && !slots.has(who) ? "none" : "";
    node.g.setAttribute("transform", `translate(${x} ${y})`);
    node.g.style.transform = `translate(${x}px,${y}px) scale(${grown})`;
    node.g.classList.toggle("acting", acting.has(who));
    node.g.classList.toggle("guess", GUESS.has(certainty));
    node.doubt.style.display = GUESS.has(certainty) && place !== "圖外" ? "" : "none";
    node.wedge.style.display = facing in TURN ? "" : "none";
    if (facing in TURN) node.wedge.setAttribute("transform", `rotate(${TURN[facing]})`);
    node.disc.setAttribute("rx", posture === "坐" ? .7 : R);
    node.title.textContent = `${cast[who][0]} ${cast[who][1]} · ${place} ${facing ? facing + "面" : ""}${posture} · ${certainties[certainty] ? certainties[certainty][0] : "經無文"} · ${why[reason][0]} · ${why[reason][1]}`;
    node.held.replaceChildren();
    Object.values(state.things).filter(t => t[3] === who).slice(0, 2).forEach((t, i) => {
      const h = make("g", {class: t[4] ? "held full" : "held", transform: `translate(${-R * .8 + i * 4.2} ${R * 1.02})`}, node.held);
      const w = Math.max(3, 2.5 * [...t[0]].length + .5);
      make("rect", {x: -w / 2, y: -1.6, width: w, height: 3.2, rx: .7}, h); make("text", {}, h, t[0]);
    });
  });
  const here = new Set();
  for (const [key, t] of Object.entries(state.things)) {
    if (t[3] >= 0) continue;
    here.add(key);
    const node = thing(key, t), lies = t[5] === "東" || t[5] === "西";
    node.g.style.display = "";
    node.g.setAttribute("class", "thing-mark" + (t[4] ? " full" : "") + (GUESS.has(t[6]) ? " guess" : ""));
    node.g.style.transform = `translate(${t[1]}px,${t[2]}px)`;
    if (node.mat) { const [w, h] = lies ? [4.4, 8.6] : [8.6, 4.4]; for (const [k, v] of Object.entries({x: -w / 2, y: -h / 2, width: w, height: h, rx: .4})) node.mat.setAttribute(k, v); const graphs = [...key.slice(2, 6)]; if (graphs.length < 4) graphs.push("席"); node.name.replaceChildren(); if (lies) graphs.forEach((c, i) => make("tspan", {x: 0, y: (i - (graphs.length - 1) / 2) * 2.3}, node.name, c)); else node.name.textContent = graphs.join(""); }
    node.title.textContent = `${key} · ${why[t[7]][0]} · ${why[t[7]][1]}`;
  }
  for (const [key, node] of things) if (!here.has(key)) node.g.style.display = "none";
  $("trails").replaceChildren();
  for (const [who, how] of frame.m || []) {
    const at = (s, map) => s[4] === "圖外" ? slotAt(map.get(who) ?? 5) : s;
    const a = at(before.people[who], from), b = at(state.people[who], slots), d = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (d > R + 3) make("path", {class: "trail " + how, "marker-end": "url(#tip)", d: `M${a[0]} ${a[1]}L${b[0] - (b[0] - a[0]) / d * (R + 1)} ${b[1] - (b[1] - a[1]) / d * (R + 1)}`}, $("trails"));
  }
  tell(frame, state);
}

/* ---- words */
const APART = {conditional: ["若：不演", "conditional: not played"], negated: ["不", "negated"], record: ["記：言之而不演", "record: told, not played"]};
function tell(frame, state) {
  const s = steps[frame.s];
  const again = frame.r ? steps.find(x => x.i === frame.r) : null;
  $("where").replaceChildren(readLink(s.p, s.p), ` ${s.r ? "· " + s.r : ""}${APART[s.c] ? " · " + t(...APART[s.c]) : ""} · `, mark(s.h), " " + wayName(s.h), " ");
  if (s.b) $("where").insertAdjacentHTML("beforeend", rightButton({kind: "step", source: DATA.source, start: s.b[0], end: s.b[1], text: s.w[0], says: s.w[1]}));
  $("named").replaceChildren(...(s.t || []).flatMap(([words, concept]) => {
    if (!withConcepts) return [el("span", "", words), " "];
    const a = el("a", "", words); a.href = conceptHref(concept); a.lang = "lzh"; return [a, " "];
  }));
  $("named").hidden = !s.t;
  $("zh").textContent = again ? `${s.z}：${again.z}` : s.z;
  $("en").textContent = again ? `${s.e} — as before: ${again.e}` : s.e;
  const items = [];
  const HOW = {said: ["經言其行", "the text says that he goes"], noted: ["注疏言之", "a note says so"], inferred: ["推知其行", "inferred"]};
  const told = new Set();
  for (const [who, how, reason] of frame.m || []) { if (how === "said" && !GUESS.has(state.people[who][5]) && state.people[who][5] !== "derived") continue; told.add(who); items.push([cast[who][0], how === "inferred" ? "⇢ " : "→ ", `${HOW[how][0]}：${why[reason][0]}`, `${cast[who][1]}: ${how === "said" ? "" : HOW[how][1] + ": "}${why[reason][1]}`]); }
  for (const who of frame.a) { const p = state.people[who]; if (!told.has(who) && GUESS.has(p[5])) items.push([cast[who][0], "? ", why[p[6]][0], `${cast[who][1]}: ${why[p[6]][1]}`]); }
  for (const slot of s.d || []) items.push([slotName(slot), "△ ", ...SITE.ways.unsure]);
  for (const [slot, reason] of s.o || []) items.push([slotName(slot), "? ", reason, ""]);
  for (const [slot, value, layer] of s.n || []) items.push([layerMark(layer), "◇ ", `${slotName(slot)}：${value}${mode === modes[0] ? "（不計）" : ""}`, `${slotName(slot)}: ${value}${mode === modes[0] ? " (not counted: text only)" : ""}`]);
  $("why").replaceChildren(...items.slice(0, 8).map(([name, mark, zh, en]) => { const li = el("li"); li.append(mark, el("b", "", name), " ", t(zh, en || zh)); return li; }));
  const doubts = state.people.map((p, who) => [who, p]).filter(([, p]) => GUESS.has(p[5]) && p[4] !== "圖外");
  $("doubts").firstElementChild.textContent = t(`未詳之位 ${doubts.length}`, `uncertain places: ${doubts.length}`);
  $("doubts").lastElementChild.replaceChildren(...doubts.map(([who, p]) => el("li", "", t(`${cast[who][0]}：${p[4]}　${why[p[6]][0]}`, `${cast[who][0]} ${cast[who][1]}: ${p[4]} — ${why[p[6]][1]}`))));
  $("doubts").hidden = !doubts.length;
  const again_n = now - firstFrame.get(frame.s);
  $("seek").value = frame.s; $("count").textContent = `${frame.s + 1} / ${steps.length}${again_n ? ` ↻ ${again_n}/${moments.get(frame.s) - 1}` : ""}`;
  $("count").title = again_n ? t("其所如之節", "a step that this one repeats") : "";
  $("seek").setAttribute("aria-valuetext", `${s.p} ${s.z}`);
  document.querySelectorAll(".on").forEach(n => n.classList.remove("on"));
  document.querySelectorAll("#list [aria-current]").forEach(n => n.removeAttribute("aria-current"));
  const word = document.querySelector(`.verb[data-step="${frame.s}"]`), item = document.querySelector(`.steps button[data-step="${frame.s}"]`);
  if (word) word.classList.add("on");
  if (item) { item.classList.add("on"); item.setAttribute("aria-current", "step"); const box = item.closest(".passage"); box.classList.add("on"); const list = $("list"), top = item.getBoundingClientRect().top - list.getBoundingClientRect().top; if (top < 30 || top > list.clientHeight - 60) list.scrollTop += top - list.clientHeight / 3; }
  const jump = $("jump"); if (jump.value !== s.p) jump.value = s.p;
}
function fill() {
  const byPassage = new Map();
  steps.forEach((s, n) => { if (!byPassage.has(s.p)) byPassage.set(s.p, []); byPassage.get(s.p).push(n); });
  const words = new Map();
  for (const row of text) { if (!words.has(row.p)) words.set(row.p, []); words.get(row.p).push(row); }
  const order = [...new Set([...words.keys(), ...byPassage.keys()])];
  if (words.size && order.length !== words.size) order.sort();
  let rite = "";
  for (const p of order) {
    const mine = byPassage.get(p) || [];
    const r = mine.length ? steps[mine[0]].r : rite;
    if (r && r !== rite) { rite = r; $("list").append(el("h2", "", r)); }
    const box = el("div", "passage"); box.dataset.passage = p;
    box.id = p;
    const ref = el("span", "ref");
    ref.append(readLink(p, p), (words.get(p) || [{l: modes[0]}])[0].l === modes[0] ? "" : " " + layerMark(words.get(p)[0].l));
    box.append(ref);
    const para = el("p"); para.lang = "lzh";
    for (const row of words.get(p) || []) for (const [piece, step] of row.t) {
      if (step < 0) { para.append(piece); continue; }
      const v = el("span", "verb", piece); v.dataset.step = step; v.onclick = () => goStep(step); para.append(v);
    }
    const list = el("ol", "steps");
    for (const n of mine) { const li = el("li"), b = el("button", steps[n].c ? "cond" : "", steps[n].z); b.type = "button"; b.dataset.step = n; b.title = steps[n].e; b.onclick = () => goStep(n); b.prepend(el("span", "number", n + 1), mark(steps[n].h), steps[n].n ? el("span", "how noted", "◇") : "", steps[n].m ? el("span", "how again", "↻") : "", " "); li.append(b); list.append(li); }
    box.append(para, list); $("list").append(box);
  }
  for (const p of byPassage.keys()) { const o = el("option", "", p + " " + (steps[byPassage.get(p)[0]].r || "")); o.value = p; $("jump").append(o); }
}

/* ---- player */
let asked = false;
function go(n) { now = Math.max(0, Math.min(total - 1, n)); draw(); follow(); }
/* The address follows the step: whoever keeps it comes back to it. */
function follow() {
  if (!asked) return;
  const here = new URL(location.href); here.hash = steps[plays[mode][now].s].i;
  try { history.replaceState(history.state, "", here); } catch { /* a browser may forbid it for files */ }
}
/* A step by its id, else the first one of a segment or of a passage, else of the next passage that has any. */
function goPlace(place) {
  let n = steps.findIndex(s => s.i === place.id);
  if (n < 0 && place.segment) n = steps.findIndex(s => s.i.startsWith(place.id + "."));
  if (n < 0 && place.passage) n = steps.findIndex(s => s.p >= place.passage);
  if (n < 0) return;
  pause(); now = firstFrame.get(n) ?? 0; draw();
  document.querySelectorAll(".passage.placed").forEach(box => box.classList.remove("placed"));
  const box = document.querySelector(`.passage[data-passage="${CSS.escape(place.passage)}"]`);
  if (!box) return;
  box.classList.add("placed");
  $("list").scrollTo({top: box.offsetTop - $("list").clientHeight / 4, behavior: "instant"});
}
function goStep(n) { pause(); go(firstFrame.get(n) ?? 0); }
function sayPlay() { $("play").textContent = playing ? t("❚❚ 止", "❚❚ pause") : t("▶ 演", "▶ play"); $("play").setAttribute("aria-pressed", String(Boolean(playing))); }
function pause() { clearTimeout(playing); playing = 0; sayPlay(); }
function tick() { if (now >= total - 1) { pause(); return; } go(now + 1); playing = setTimeout(tick, 1600 / speed); }
function play() { if (playing) { pause(); return; } if (now >= total - 1) go(0); playing = setTimeout(tick, 1600 / speed); sayPlay(); }
function setSpeed(v) { speed = v; $("speed").value = String(v); document.body.style.setProperty("--speed", calm.matches ? "0ms" : Math.min(700, 900 / v) + "ms"); }
function byPassageStep(by) {
  const here = steps[plays[mode][now].s].p, all = [...new Set(steps.map(s => s.p))], next = all[all.indexOf(here) + by];
  if (next) goStep(steps.findIndex(s => s.p === next));
}
function setMode(m) { mode = m; acts = null; $("notes").value = m; draw(); }
$("first").onclick = () => { pause(); go(0); };
$("back").onclick = () => { pause(); go(now - 1); };
$("next").onclick = () => { pause(); go(now + 1); };
$("play").onclick = play;
$("seek").max = steps.length - 1;
$("seek").oninput = e => goStep(+e.target.value);
$("speed").onchange = e => setSpeed(+e.target.value);
$("jump").onchange = e => goStep(steps.findIndex(s => s.p === e.target.value));
$("notes").onchange = e => setMode(e.target.value);
document.querySelectorAll(".view").forEach(b => b.onclick = () => { view = b.dataset.view; const id = viewOf(now); shown = ""; look(id); draw(); });
document.addEventListener("keydown", e => {
  const at = e.target, typing = at instanceof HTMLSelectElement || (at instanceof HTMLInputElement && at.type === "range" && e.key !== " ");
  if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
  const speeds = [.5, 1, 2, 4], acts = {
    " ": () => play(), ArrowRight: () => { pause(); go(now + 1); }, ArrowLeft: () => { pause(); go(now - 1); },
    ArrowDown: () => byPassageStep(1), ArrowUp: () => byPassageStep(-1), Home: () => { pause(); go(0); }, End: () => { pause(); go(total - 1); },
    "+": () => setSpeed(speeds[Math.min(3, speeds.indexOf(speed) + 1)]), "-": () => setSpeed(speeds[Math.max(0, speeds.indexOf(speed) - 1)]),
    n: () => setMode(modes[(modes.indexOf(mode) + 1) % modes.length]),
    v: () => { const ids = ["auto", ...Object.keys(boxes).sort()]; view = ids[(ids.indexOf(view) + 1) % ids.length]; const id = viewOf(now); shown = ""; look(id); draw(); },
  };
  if (e.key === " " && at instanceof HTMLButtonElement && at.id !== "play" && !at.closest(".steps")) return;
  if (acts[e.key]) { e.preventDefault(); acts[e.key](); }
});
addEventListener("resize", () => { placeLabels(boxes[shown]); draw(); });
fill(); setSpeed(1); draw();
whenSpoken(() => { sayPlay(); draw(); for (const node of document.querySelectorAll("#list .way")) { const how = Object.keys(SITE.ways).find(h => node.classList.contains(h)); if (how) { node.title = wayName(how); node.setAttribute("aria-label", wayName(how)); } } });
/* Beside a passage in the reader the plan stands alone. */
document.body.classList.toggle("only-plan", new URLSearchParams(location.search).get("only") === "plan");
whenPlaced(goPlace);
document.addEventListener("DOMContentLoaded", () => { asked = true; });
window.yili = {go, goStep, states, get now() { return now; }, get mode() { return mode; }, get view() { return shown; }, cast, steps, plays};
})();
