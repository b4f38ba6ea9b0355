"use strict";
/* The page of a concept: its Turtle to be copied, and a way to put a statement right where there is one. */
for (const button of document.querySelectorAll("button.copy"))
  button.addEventListener("click", async () => {
    const words = button.parentElement.querySelector("pre");
    try { await navigator.clipboard.writeText(words.textContent); } catch { /* a browser may forbid it: then it is marked, to be copied by hand */
      getSelection().selectAllChildren(words); if (!document.execCommand("copy")) return; }
    button.textContent = t("已複製", "copied");
  });
/* A place that the address names is marked where it is one of those told here; else it is read on its own page. */
whenPlaced(place => {
  for (const marked of document.querySelectorAll(".here")) marked.classList.remove("here");
  const there = [...document.querySelectorAll("ol.places .at, .voices .at")].filter(at => { const to = placeOf(at.hash ?? ""); return to && (to.id === place.id || (!place.segment && to.passage === place.passage)); });
  if (!there.length) { const href = readHref(place.id); if (href) location.replace(href); return; }
  for (const at of there) at.closest("li").classList.add("here");
  there[0].scrollIntoView({block: "center"});
});
document.addEventListener("DOMContentLoaded", () => {
  if (typeof rightButton !== "function") return;
  for (const item of document.querySelectorAll("[data-row]")) {
    const [source, start, end, kind] = item.dataset.row.split("|");
    const says = part => item.querySelector(part)?.textContent ?? "", row = {source, start: +start, end: +end};
    if (kind === "gloss") Object.assign(row, {kind, text: says(".says"), term: says(".says b"), formula: says(".formula"), definition: says(".def")});
    else Object.assign(row, {kind: "mention", text: says("mark"), type: kind, concept: document.querySelector("[data-concept]").dataset.concept});
    item.insertAdjacentHTML("beforeend", " " + rightButton(row));
  }
});
