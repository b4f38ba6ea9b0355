"use strict";
/* The list of all concepts: chosen by type and by what is typed, in the order that is asked for. */
{
const {FIND, conceptsFor, whenReady} = Search, AT_ONCE = 300;
let rows = [], listed = [], shown = 0;
const chosen = () => new Set([...document.querySelectorAll("input[name=type]:checked")].map(box => +box.value));
const places = {pinyin: ["zh-Hant-u-co-pinyin"], stroke: ["zh-Hant-u-co-stroke"]};
function inOrder(found, order) {
  const compare = places[order] ? new Intl.Collator(places[order]).compare : null;
  return found.sort((a, b) => compare ? compare(a.zh, b.zh) || b.total - a.total : b.total - a.total || (a.name < b.name ? -1 : 1));
}
function choose() {
  const types = chosen(), order = $("order").value, typed = $("q").value.trim();
  const found = typed ? conceptsFor(typed, Infinity) : inOrder([...rows], order);
  listed = found.filter(row => types.has(row.type));
  if (typed && order !== "count") inOrder(listed, order);
  $("list").replaceChildren(); shown = 0; more();
  $("count").textContent = t(`${listed.length.toLocaleString("en")} 條`, `${listed.length.toLocaleString("en")} concept${listed.length === 1 ? "" : "s"}`);
}
function more() {
  const end = Math.min(listed.length, shown + AT_ONCE);
  $("list").insertAdjacentHTML("beforeend", listed.slice(shown, end).map(row => `<li><a href="${esc(conceptHref(row.name))}" data-page><span class="dot type-${row.type}"></span><b lang="lzh">${esc(row.zh)}</b> <span class="pinyin" lang="lzh-Latn-pinyin">${esc(row.pinyin)}</span> <span class="means" lang="en">${esc(row.en)}</span> <small>${row.total || ""}</small></a></li>`).join(""));
  shown = end; carryOn();
  $("more").hidden = shown >= listed.length;
  $("more").textContent = t(`再列（餘 ${listed.length - shown}）`, `more (${listed.length - shown} left)`);
}
const carryOn = () => { if (new URLSearchParams(location.search).get("lang")) carry(); };
whenReady(() => {
  rows = FIND.concepts;
  for (const at of document.querySelectorAll("[data-count]")) at.textContent = rows.filter(row => row.type === +at.dataset.count).length;
  SITE.types.forEach(([type], n) => document.documentElement.style.setProperty(`--type-of-${n}`, `var(--type-${type})`));
  $("q").value = new URLSearchParams(location.search).get("q") ?? "";
  for (const part of $("choose").querySelectorAll("input, select")) part.addEventListener("input", choose);
  $("choose").addEventListener("submit", ev => { ev.preventDefault(); document.querySelector("#list a")?.click(); });
  $("more").addEventListener("click", () => { const at = shown; more(); $("list").children[at]?.querySelector("a").focus(); });
  whenSpoken(choose); choose();
});
}
