"use strict";
/* What stands to unfold beside a passage: its acts in sentences, and claims and norms on it. */
const actLine = (id, [start, length, zh, en, how, sure, doubtful = [], notes = []]) => `<li data-to="${esc(JSON.stringify([id, start, length]))}">${wayMark(wayOf(how))}
  <span class="zh" lang="lzh">${esc(zh)}</span><span class="en" lang="en">${esc(en)}</span>
  ${notes.map(([slot, value, segment]) => `<small lang="lzh">〔${esc(value)} <a class="ref" href="#${esc(segment)}">${esc(segment)}</a>〕</small>`).join("")}
  ${doubtful.length && shownUnsure() ? `<small class="way unsure">${both(SITE.ways.unsure[0] + "：", SITE.ways.unsure[1] + ":")} ${esc(doubtful.join(", "))}</small>` : ""}</li>`;
function fillActs(details) {
  offerPlan(details);
  const list = details.querySelector(".acts");
  list.innerHTML = (details.dataset.of ?? "").split(" ").filter(Boolean).map(id => (MARKS.segments[id]?.t ?? []).filter(act => shownUnsure() || wayOf(act[4]) !== "unsure").map(act => actLine(id, act)).join("")).join("");
}
/* The plan of the house at a passage, shown beside its acts when it is asked for: the page of the rite without its text. */
function offerPlan(details) {
  const link = details.querySelector("a[href^='rite-'], a[href^='/rite-']");
  if (!link || details.querySelector("button.plan")) return;
  const button = document.createElement("button"), [file, place] = link.getAttribute("href").split("#");
  button.type = "button"; button.className = "plan"; button.setAttribute("aria-expanded", "false");
  button.innerHTML = both("於此觀圖", "show the plan here");
  link.after(" ", button);
  button.addEventListener("click", () => {
    const there = details.querySelector("iframe.plan");
    button.setAttribute("aria-expanded", String(!there));
    if (there) { there.remove(); return; }
    const frame = document.createElement("iframe");
    frame.className = "plan"; frame.title = t("宮室圖", "plan of the house") + " " + decodeURIComponent(place ?? "");
    frame.src = `${file.replace(/\?.*$/, "")}?only=plan&lang=${t("zh", "en")}#${place ?? ""}`;
    button.after(frame);
  });
}
/* Claims and norms by the passage that they are on. */
let onPassage = null;
function saidOn(passage) {
  if (!onPassage) {
    onPassage = new Map();
    const put = (at, line) => { if (at) (onPassage.get(at) ?? onPassage.set(at, []).get(at)).push(line); };
    for (const [id, row] of Object.entries(MARKS.segments)) {
      for (const k of row.k ?? []) put(place(k[5]) || place(id), {id, row: k, kind: "claim"});
      for (const n of row.n ?? []) put(place(id), {id, row: n, kind: "norm"});
    }
  }
  return onPassage.get(passage) ?? [];
}
function fillSaid(details) {
  details.querySelector(".held").innerHTML = saidOn(details.closest("section.ps").id).filter(s => shownUnsure() || wayOf(s.row[3]) !== "unsure").map(({id, row, kind}) => {
    const said = kind === "claim" ? `${old(row[6] || row[2] || "—")}：${term("stances", row[7])} ${old(spanText(id, row))}` : `${old(row[5])}${row[6] ? " · " + old(row[6]) : ""}：${old(row[7])}`;
    return `<li data-to="${esc(JSON.stringify([id, row[0], row[1]]))}">${wayMark(wayOf(row[3]))} ${said} <a class="ref" href="#${esc(id)}">${esc(id)}</a></li>`;
  }).join("");
}
const spanText = (id, row) => [...WORDS.get(id)].slice(row[0], row[0] + row[1]).join("");
function unfold(details) {
  if (!details.open) return;
  Promise.all([wanted(DATA.marks), shared()]).then(() => { if (details.matches(".steps")) fillActs(details); else fillSaid(details); }, () => {});
}
TEXT.addEventListener("toggle", ev => { if (ev.target.matches?.(".steps, .said")) unfold(ev.target); }, true);
for (const kind of ["mouseover", "focusin"]) TEXT.addEventListener(kind, ev => { const line = ev.target.closest?.("li[data-to]"); if (line) light([JSON.parse(line.dataset.to)]); });
TEXT.addEventListener("mouseout", ev => { if (ev.target.closest?.("li[data-to]")) light([]); });
$("unsure").addEventListener("change", () => { for (const d of TEXT.querySelectorAll(".steps[open], .said[open]")) unfold(d); });
