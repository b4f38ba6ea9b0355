"use strict";
/* The card of a word: all that is said of it, from the narrowest mark to the widest, each with who decided it and why. */
let SAID = null, CARDS = {}, opened = null;
const both = (zh, en) => `<span class="zh">${esc(zh)}</span><span class="en" lang="en">${esc(en)}</span>`;
const old = words => `<span lang="lzh">${esc(words)}</span>`;
const term = (kind, key) => { const names = SAID?.terms[kind]?.[key]; return names ? both(names[0], names[1]) : old(key); };
const shared = () => SAID ? Promise.resolve() : wanted(DATA.shared).then(told => { SAID = told; }, () => {});
const cards = () => wanted("cards.js").then(told => { CARDS = told ?? {}; }, () => {});
const place = id => { const ps = $(id)?.closest("section.ps"); return ps ? ps.id : ""; };
/* A name that has no card has no page: a year of the 左傳 is no concept that is shown. */
const conceptLink = name => Object.hasOwn(CARDS, name) ? `<a href="${esc(conceptHref(name))}" data-page lang="lzh">${esc(name)}</a>` : old(name);

/* How it was decided: by whom or by which rule, for what reason, and how sure. */
function decided(how, sure, because) {
  const [rule, by] = MARKS.hows[how], way = wayOf(how), whose = both(...SITE.ways[way]), reason = SAID?.rules[rule];
  const told = [`<b class="way ${way}">${whose}</b>`, by ? both("讀者 " + by, "reader " + by) : "", sure >= 0 ? both("可信 " + sure + "%", sure + "% sure") : ""];
  return `<p class="decided">${told.filter(Boolean).join(" · ")}<br><code>${esc(rule)}</code>${reason ? ` <span lang="en">${esc(reason)}</span>` : ""}
    ${because ? `<br>${both("所重：", "what weighed most:")} ${esc(because.join(" "))}` : ""}</p>`;
}
/* The place of a mark in its source, which corrections are told by. */
function inSource(id, from, length) {
  const [first, ...runs] = MARKS.segments[id].o, place = n => { let at = first + n; for (let i = 0; i < runs.length && runs[i] <= n; i += 2) at += runs[i + 1]; return at; };
  const text = [...WORDS.get(id)], edition = MARKS.editions[MARKS.segments[id].e ?? 0];
  return {source: edition[2], start: place(from), end: place(from + length - 1) + 1, text: text.slice(from, from + length).join(""),
    before: text.slice(Math.max(0, from - 8), from).join(""), after: text.slice(from + length, from + length + 8).join(""), segment: id};
}
const right = (id, mark, says) => typeof rightButton === "function" ? rightButton({...inSource(id, mark.from, mark.length), ...says}) : "";
const words = (id, mark) => WORDS.get(id).slice(mark.start, mark.end);
/* Where the citations of a segment stand among all that cite the same book. */
const amongAll = id => SITE.files.includes("citations.html") ? `<p><a href="citations.html#${esc(encodeURIComponent(id))}" data-page>${both("引書", "citations here, book by book")}</a></p>` : "";
/* A link to words that something is about: lit up where they stand. */
function about(to, text) {
  if (!to || !to[0]) return "";
  const shown = text || ($(to[0]) && to[1] >= 0 ? WORDS.get(to[0]).slice(counter(WORDS.get(to[0]))(to[1]), counter(WORDS.get(to[0]))(to[1] + to[2])) : to[0]);
  return `<a href="${esc($(to[0]) ? "#" + to[0] : readHref(to[0]))}" class="to" data-to="${esc(JSON.stringify(to))}" lang="lzh">${esc(shown)}</a>`;
}

/* Glosses and readings by the words that they are about: made once, when the first card is opened. */
let onWords = null;
function saidOf(id, mark) {
  if (!onWords) {
    onWords = new Map();
    for (const [segment, row] of Object.entries(MARKS.segments)) for (const [kind, rows] of [["gloss", row.g], ["reading", row.r]])
      for (const r of rows ?? []) if (r[5]) (onWords.get(r[5]) ?? onWords.set(r[5], []).get(r[5])).push({segment, kind, row: r});
  }
  const here = [];
  for (const p of $(id).closest("section.ps")?.querySelectorAll(".sg") ?? [])
    for (const said of onWords.get(p.id) ?? []) {
      const [, s, l] = said.row.slice(5, 8), same = p.id === id && s < mark.from + mark.length && mark.from < s + l;
      if ((same || said.row[9] === words(id, mark)) && (shownUnsure() || wayOf(said.row[3]) !== "unsure")) here.push(said);
    }
  return here;
}
const sourceOf = said => `<a href="#${esc(said.segment)}" class="ref">${esc(said.segment)}</a>`;
const saidLine = said => `<li>${wayMark(wayOf(said.row[3]))} ${old(said.row[2] || "—")}：${said.kind === "gloss" ? old(said.row[9] + " " + said.row[10]) : `${term("traditions", said.row[11])} ${old(said.row[9] || "∅")} → ${old(said.row[10] || "∅")}`} ${sourceOf(said)}</li>`;

const TELL = {
  mention(id, mark) {
    const [, , sense, how, sure, concept, because] = mark.row, [, name, role] = MARKS.senses[sense], card = CARDS[name] ?? {}, type = SITE.types.find(t => t[0] === (card.type ?? typeOf(mark)));
    const here = saidOf(id, mark), elsewhere = (card.says ?? []).filter(s => !here.some(h => h.segment === s[3]));
    return `<h3>${conceptLink(name)} <small>${esc(card.pinyin ?? "")}</small></h3>
      <p><span class="tag soft">${type ? both(type[2], type[3]) : ""}</span> ${card.en ? `<span lang="en">${esc(card.en)}</span>` : ""}</p>
      ${card.gloss ? `<p>${esc(card.gloss)}</p>` : ""}${role ? `<p>${both("此禮之", "in this rite")} ${old(role)}</p>` : ""}
      ${here.length ? `<h4>${both("此節之訓", "said of it here")}</h4><ul>${here.map(saidLine).join("")}</ul>` : ""}
      ${elsewhere.length ? `<h4>${both("他處之訓", "said of it elsewhere")}</h4><ul>${elsewhere.map(s => `<li>${old(`${s[0]}（${s[1]}）：${s[2]}`)} <a class="ref" href="${esc(readHref(s[3]))}">${esc(s[3])}</a></li>`).join("")}</ul>` : ""}
      ${card.total ? `<p class="pale">${both(`凡 ${card.total} 見`, `${card.total} times in this build`)}</p>` : ""}
      ${decided(how, sure, because >= 0 ? MARKS.because[because] : null)}${concept >= 0 ? `<p class="pale">${both(`所指可信 ${concept}%`, `${concept}% sure what it names`)}</p>` : ""}
      ${right(id, mark, {kind: "mention", type: typeOf(mark), concept: name})}`;
  },
  citation(id, mark) {
    const [, , target, form, , inferred, how, sure, sureTarget, quotes] = mark.row;
    return `<h3>${both("引", "cites")} ${conceptLink(target)}</h3><p><span class="tag soft">${term("forms", form)}</span>${inferred ? ` ${both("篇名由引文推得：", "the division is inferred:")} ${old(inferred)}` : ""}</p>
      ${quotes.filter(q => q[6] || shownUnsure()).map(q => quoted(id, q)).join("")}${decided(how, sure)}
      ${sureTarget >= 0 ? `<p class="pale">${both(`所引篇可信 ${sureTarget}%`, `${sureTarget}% sure of the division`)}</p>` : ""}${right(id, mark, {kind: "citation", target})}${amongAll(id)}`;
  },
  quote(id, mark) {
    const [quote, citation] = mark.row;
    return `<h3>${both("引文，出", "quoted from")} ${conceptLink(citation[2])}</h3>${quoted(id, quote)}${decided(citation[6], quote[5])}${right(id, mark, {kind: "verdict", verdict: quote[2], target: citation[2]})}${amongAll(id)}`;
  },
  points(id, mark) {
    const [, , form, work, to, , , reason] = mark.row;
    return `<h3>${mark.to ? both("所指", "takes up") : both("省稱", "refers to")}</h3><p>${mark.to ? about(mark.to) : old(work)} ${term("forms", form)}${!mark.to && reason ? `<br><span lang="en" class="pale">${esc(reason)}</span>` : ""} ${mark.to ? `<span class="ref">${esc(to)}</span>` : ""}</p>`;
  },
  gloss(id, mark) {
    const [, , speaker, how, sure, , , , reason, term_, definition, formula, quotes, example] = mark.row;
    return `<h3>${both("訓釋", "gloss")}</h3><p>${old(speaker || "—")}：${mark.to ? about(mark.to, term_) : old(term_)} = <b>${old(definition)}</b></p>
      <p>${term("formulas", formula)}${quotes ? ` · ${both("引", "quoting")} ${old(quotes)}` : ""}${example ? ` · ${both("如", "as in")} ${old(example)}` : ""}${reason ? ` <span lang="en" class="pale">${esc(reason)}</span>` : ""}</p>${decided(how, sure)}${right(id, mark, {kind: "gloss", term: term_, definition, formula})}`;
  },
  reading(id, mark) {
    const [, , speaker, how, sure, , , , reason, base, variant, tradition, decision, ground, own] = mark.row;
    return `<h3>${both("異文", "reading")}</h3><p>${old(speaker || "—")}：${term("traditions", tradition)} ${mark.to ? about(mark.to, base || "∅") : old(base || "∅")} → <b>${old(variant || "∅")}</b></p>
      <p>${term("decisions", decision)}${ground ? ` · ${old(ground)}` : ""}${own ? ` · ${both("經用", "the text follows")} ${term("traditions", own)}` : ""}${reason ? ` <span lang="en" class="pale">${esc(reason)}</span>` : ""}</p>${decided(how, sure)}${right(id, mark, {kind: "reading", base, variant, tradition})}`;
  },
  claim(id, mark) {
    const [, , speaker, how, sure, on, holder, stance, ground] = mark.row;
    return `<h3>${both("論說", "claim")}</h3><p>${old(holder || speaker || "—")}：${term("stances", stance)} ${on ? both("於", "on") + " " + `<a class="ref" href="${esc($(on) ? "#" + on : readHref(on) || "#" + on)}">${esc(on)}</a>` : ""}</p>${ground ? `<p>${both("其故", "because")}：${old(ground)}</p>` : ""}${decided(how, sure)}${right(id, mark, {kind: "claim", holder, stance})}`;
  },
  norm(id, mark) {
    const [, , speaker, how, sure, rank, aspect, value] = mark.row;
    return `<h3>${both("等差", "by rank")}</h3><p>${old(rank)}${aspect ? ` · ${old(aspect)}` : ""}：<b>${old(value)}</b> <small>${old(speaker)}</small></p>${decided(how, sure)}${right(id, mark, {kind: "norm", rank, aspect, value})}`;
  },
};
/* A quotation with its verdict, and how its words differ from the book's. */
function quoted(id, q) {
  const [start, length, verdict, alike, reference, sure, certain, differs] = q;
  const text = [...WORDS.get(id)].slice(start, start + length).join("");
  const parts = differs.map(([tag, here, there]) => tag === "e" ? esc(here) : `${here ? `<del>${esc(here)}</del>` : ""}${there ? `<ins>${esc(there)}</ins>` : ""}`).join("");
  return `<div class="quotation ${certain ? "" : "unsure"}"><p lang="lzh">${parts || esc(text)}</p><p><span class="tag soft">${term("verdicts", verdict)}</span> ${alike >= 0 ? alike + "%" : ""} <span class="ref">${esc(reference)}</span></p></div>`;
}

function fill() {
  const {id, marks} = opened;
  $("card").innerHTML = `<button type="button" class="close">× ${both("合", "close")}</button>` + marks.map(mark => `<section class="${mark.kind}"><p class="words" lang="lzh">${esc(mark.end - mark.start > 60 ? words(id, mark).slice(0, 60) + "…" : words(id, mark))}</p>${TELL[mark.kind](id, mark)}</section>`).join("");
  $("card").hidden = false; $("card").scrollTop = 0;
}
/* On a narrow page the card lies over the text: the word that it is about is brought above it. */
function uncover(element) {
  if (getComputedStyle($("card")).position !== "fixed") return;
  const box = element.getClientRects()[0], room = $("card").getBoundingClientRect().top - 12;
  if (box && box.bottom > room) scrollBy(0, box.bottom - room);
}
function openCard(element) {
  const id = element.closest(".sg").id, marks = marksAt(element);
  TEXT.querySelector(".m.open")?.classList.remove("open"); element.classList.add("open");
  opened = {id, marks, element};
  light(marks.map(m => m.to).filter(Boolean), true);
  fill(); $("card").focus({preventScroll: true}); uncover(element);
  Promise.all([shared(), cards()]).then(() => { if (opened?.element === element) { fill(); uncover(element); } });
}
function closeCard() {
  if (!opened) return;
  const {element, id, marks} = opened;
  opened = null; pinned = []; light([]); $("card").hidden = true; element.classList.remove("open");
  (element.isConnected ? element : [...$(id).querySelectorAll(".m")].find(m => m.dataset.i.split(" ").includes(String(marks[0].n))))?.focus();
}
$("card").addEventListener("click", ev => {
  if (ev.target.closest(".close")) closeCard();
});
function pointed(ev) { const to = ev.target.closest?.("[data-to]"); if (to) light([JSON.parse(to.dataset.to)]); }
$("card").addEventListener("mouseover", pointed); $("card").addEventListener("focusin", pointed);
document.addEventListener("keydown", ev => { if (ev.key === "Escape" && !document.querySelector("dialog[open]")) closeCard(); });
