"use strict";
/* The page on which a 篇 is read: what is open, how it is set, the way from passage to passage, places behind the #. */
const TEXT = $("text"), passages = [...TEXT.querySelectorAll("section.ps")];
/* The words of each segment as they came, before anything writes into them. */
const WORDS = new Map(Array.from(TEXT.getElementsByClassName("sg"), p => [p.id, p.textContent]));
/* What a reader chooses is kept in the browser, where it lets us. */
const kept = {
  get(name, otherwise) { try { return JSON.parse(localStorage.getItem("yili-read-" + name)) ?? otherwise; } catch { return otherwise; } },
  set(name, value) { try { localStorage.setItem("yili-read-" + name, JSON.stringify(value)); } catch { /* a browser may forbid it for files */ } },
};

/* Layers that are kept open, marks that are shown. */
function keepOpen(slug, open) { for (const d of TEXT.querySelectorAll(".ly-" + slug)) d.open = open; }
function boxes(id, name, change) {
  const wanted = new Map(Object.entries(kept.get(name, {})));
  for (const box of $(id)?.querySelectorAll("input") ?? []) {
    if (wanted.has(box.value)) box.checked = wanted.get(box.value) === true;
    change(box.value, box.checked, true);
    box.addEventListener("change", () => { wanted.set(box.value, box.checked); kept.set(name, Object.fromEntries(wanted)); change(box.value, box.checked); });
  }
}
boxes("open", "open", (slug, open, first) => { if (open || !first) keepOpen(slug, open); });
boxes("kinds", "kinds", (kind, shown) => document.body.classList.toggle("no-" + kind, !shown));

/* A button that is pressed or not; what it does stands in a class of the page. */
function pressed(id, changed = () => {}) {
  const button = $(id);
  const set = on => { button.setAttribute("aria-pressed", on); document.body.classList.toggle(id, on); changed(on); };
  set(kept.get(id, false) === true);
  button.addEventListener("click", () => { const on = button.getAttribute("aria-pressed") !== "true"; const at = current(); set(on); kept.set(id, on); if (at) settle(at); });
}
/* The bar stays at the head of the window: what is gone to stands beneath it, however high it is. */
new ResizeObserver(() => document.documentElement.style.setProperty("--bar", document.querySelector(".tools").offsetHeight + "px")).observe(document.querySelector(".tools"));
const upright = () => document.body.classList.contains("upright");
pressed("columns"); pressed("upright");
let size = Math.min(2, Math.max(.7, Number(kept.get("size", 1)) || 1));
function resize(by) { size = Math.min(2, Math.max(.7, Math.round((size + by) * 10) / 10)); TEXT.style.setProperty("--size", size); if (by) kept.set("size", size); }
$("smaller").addEventListener("click", () => resize(-.1)); $("larger").addEventListener("click", () => resize(.1)); resize(0);
if (innerWidth < 1000 && document.querySelector(".toc")) document.querySelector(".toc details").open = false;

/* The passage that is read: the first that ends behind the edge at which reading begins. */
function current() {
  const tools = document.querySelector(".tools"), fixed = getComputedStyle(tools).position === "sticky" ? tools.offsetHeight : 0;
  const edge = upright() ? TEXT.getBoundingClientRect().right - 24 : fixed + 24;
  return passages.find(p => { const box = p.getBoundingClientRect(); return upright() ? box.left < edge : box.bottom > edge; });
}
/* Brings an element to where reading begins; what was not yet laid out is measured while it comes, so it is brought again. */
function settle(element, times = 4) {
  element.scrollIntoView({block: "start", inline: "start"});
  if (times) requestAnimationFrame(() => settle(element, times - 1));
}
let marked = null;
function mark(element) {
  for (let d = element.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
  marked?.classList.remove("here"); marked = element; element.classList.add("here");
  settle(element);
}
function walk(by) {
  const at = marked?.closest("section.ps") ?? null, near = current();
  const seen = at && document.activeElement?.closest("section.ps") === at ? at : near;
  const next = passages[Math.min(passages.length - 1, Math.max(0, passages.indexOf(seen) + by))];
  if (!next) return;
  try { history.replaceState(history.state, "", "#" + next.id); } catch { /* as above */ }
  mark(next); next.focus({preventScroll: true});
}
$("up").addEventListener("click", () => walk(-1)); $("down").addEventListener("click", () => walk(1));
document.addEventListener("keydown", ev => {
  if (ev.ctrlKey || ev.metaKey || ev.altKey || ev.defaultPrevented || ev.target.closest("input, select, textarea, dialog, [contenteditable]")) return;
  if (ev.key === "j") walk(1); else if (ev.key === "k") walk(-1); else return;
  ev.preventDefault();
});

/* A place is here, or on another page, which is gone to. */
whenPlaced(place => {
  const found = place.segment ? $(place.segment) : place.passage ? $(place.passage) : place.chapter === DATA.file.slice(5, 7) ? $("main") : null;
  if (found) { if (found !== $("main")) mark(found); return; }
  const there = DATA.astray[place.id] ? ROOT + DATA.astray[place.id] + "#" + encodeURIComponent(place.id) : readHref(place.id);
  const file = there.split("#")[0].split("/").pop();
  if (file && file !== DATA.file) location.replace(there.replace("#", location.search + "#"));
  else if (place.passage && $(place.passage)) mark($(place.passage));
});
/* A link within the page opens what it leads to even where the address says it already. */
document.addEventListener("click", ev => {
  const link = ev.target.closest?.('a[href^="#"]'), place = link && placeOf(link.getAttribute("href"));
  if (place && location.hash === link.getAttribute("href")) goToPlace();
});
