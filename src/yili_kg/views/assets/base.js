"use strict";
/* What all pages share: both languages, the colours of the stylesheet, the names of layers. */
const $ = id => document.getElementById(id);
const LAYERS = new Map(SITE.layers.map(([l, zh, en], n) => [l, {zh, en, n}]));
let english = false;
const t = (zh, en) => english ? en : zh;
/* A layer as it stands beside its words, and its name in the language of the reader. */
const layerMark = l => LAYERS.get(l)?.zh ?? l;
const layerName = l => { const row = LAYERS.get(l); return !row ? l : t(row.zh === l ? l : `${row.zh}（${l}）`, `${row.zh} ${row.en}`); };
/* How a statement was decided (by-hand, by-rule, unsure), as on every page: its name, and its mark, which the stylesheet sets. */
const wayName = how => t(...SITE.ways[how]);
const wayMark = how => `<span class="way mark ${how}" role="img" title="${wayName(how)}" aria-label="${wayName(how)}"></span>`;
const layerOrder = l => LAYERS.get(l)?.n ?? LAYERS.size;
const colour = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const esc = s => String(s).replace(/[&<>"']/g, c => "&#" + c.charCodeAt(0) + ";");
/* What a page does when the language is chosen: it is told once at the beginning, then at each choice. */
const listeners = [];
const whenSpoken = listener => listeners.push(listener);
function speak(en) {
  english = en; document.documentElement.lang = en ? "en" : "zh-Hant";
  for (const node of document.querySelectorAll("[data-zh]")) node.textContent = t(node.dataset.zh, node.dataset.en);
  for (const [key, attribute] of [["Label", "aria-label"], ["Title", "title"], ["Placeholder", "placeholder"]])
    for (const node of document.querySelectorAll(`[data-zh-${key.toLowerCase()}]`)) node.setAttribute(attribute, node.dataset[t("zh", "en") + key]);
  for (const node of document.querySelectorAll("[data-layer]")) node.textContent = layerName(node.value || node.dataset.layer);
  $("tongue").textContent = t("English", "中文"); $("tongue").lang = t("en", "zh-Hant");
  for (const listener of listeners) listener();
}
/* The choice goes with the reader: in the browser's memory, in the address of this page and in those of the others. */
function remember() {
  try { localStorage.setItem("yili-tongue", t("zh", "en")); } catch { /* a browser may forbid it for files */ }
  const here = new URL(location.href); here.searchParams.set("lang", t("zh", "en"));
  try { history.replaceState(history.state, "", here); } catch { /* as above */ }
  carry();
}
function carry() {
  for (const a of document.querySelectorAll("a[data-page]")) {
    const [path, hash] = a.getAttribute("href").split("#");
    a.setAttribute("href", path.replace(/\?.*$/, "") + "?lang=" + t("zh", "en") + (hash ? "#" + hash : ""));
  }
}
function begin() {
  const asked = new URLSearchParams(location.search).get("lang");
  let kept = null;
  try { kept = localStorage.getItem("yili-tongue"); } catch { /* as above */ }
  speak(/^(zh|en)$/.test(asked) ? asked === "en" : kept ? kept === "en" : !/^zh/i.test(navigator.language));
  if (asked || kept) carry();
  $("tongue").addEventListener("click", () => { speak(!english); remember(); });
  document.querySelector(".skip").addEventListener("click", ev => { ev.preventDefault(); $("main").tabIndex = -1; $("main").focus(); });
  const menus = [...document.querySelectorAll(".menu")];
  document.addEventListener("click", ev => { for (const m of menus) if (!m.contains(ev.target)) m.open = false; });
  document.addEventListener("keydown", ev => { if (ev.key === "Escape") for (const m of menus) if (m.open) { m.open = false; m.querySelector("summary").focus(); } });
}

/* What a page is given to show, if it is given anything. */
const DATA = $("data") ? JSON.parse($("data").textContent) : null;

/* Addresses. A place is a 篇 (`04`), a passage (`04.013`), a segment (`04.013.zhushu.jing.1`); it is written the same way
   behind the # of every page. */
function placeOf(hash) {
  let name = hash.replace(/^#/, "");
  try { name = decodeURIComponent(name); } catch { /* as it stands */ }
  const found = /^(\d\d)(?:\.(\d{3})(\..+)?)?$/.exec(name) ?? /^(\d\d)(\..+)$/.exec(name);
  if (!found) return null;
  const passage = /^\d{3}$/.test(found[2] ?? "") ? found[1] + "." + found[2] : "";
  return {id: name, chapter: found[1], passage, segment: name !== passage && name !== found[1] ? name : ""};
}
/* The page on which a place is read, with the place behind it; empty where it is on none. */
function readHref(id) {
  const place = placeOf(id), chapter = place && SITE.chapters.find(c => c.chapter === place.chapter);
  if (!chapter || !chapter.parts.length) return "";
  const passage = place.passage || chapter.parts[0], at = chapter.parts.findLastIndex(first => first <= passage);
  return `${ROOT}read-${chapter.chapter}${at > 0 ? "-" + (at + 1) : ""}.html#${encodeURIComponent(place.id)}`;
}
const ROOT = document.querySelector("a.brand")?.getAttribute("href").startsWith("/") ? "/" : "";
/* The page of a concept by its name (`觶`): as the end of its IRI is written, a character that no IRI has as its number. */
const NOT_IN_IRI = /[\x00-\x20<>"{}|\\^`%/?#[\]\x7f-\x9f\ue000-\uf8ff\ufdd0-\ufdef\ufff0-\uffff\u{f0000}-\u{10ffff}]/gu;
const numbered = c => "u" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
const conceptHref = name => `${ROOT}concept-${encodeURIComponent(name.normalize("NFC").replaceAll("·", ".").replace(NOT_IN_IRI, numbered))}.html`;
/* What a page does when it is asked for a place, at the beginning and whenever the address changes. */
const placed = [];
const whenPlaced = listener => placed.push(listener);
function goToPlace() { const place = placeOf(location.hash); if (place) for (const listener of placed) listener(place); }
/* A file of the site with data or code, loaded when it is first wanted: it calls `given(name, value)`. */
const GIVEN = {}, loading = {};
function given(name, value) { GIVEN[name] = value; }
function wanted(file) {
  return loading[file] ??= new Promise((done, failed) => {
    const element = document.createElement("script");
    element.src = ROOT + file; element.onload = () => done(GIVEN[file]); element.onerror = () => failed(new Error(file));
    document.head.append(element);
  });
}
addEventListener("hashchange", goToPlace);
document.addEventListener("DOMContentLoaded", () => { begin(); goToPlace(); });
