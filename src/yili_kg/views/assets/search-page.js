"use strict";
/* The page of all results: concepts, a table of how many where, then the places themselves by 篇 and layer. */
{
const {FIND, conceptsFor, inText, nearTo, around, addressed, placeHref, whenReady} = Search, FIRST = 3, MORE = 40;
let typed = "", places = [], concepts = [], near = [], turn = 0, off = new Set(), layersThere = [], took = 0;
const chapterName = chapter => { const row = SITE.chapters.find(c => c.chapter === chapter); return row ? t(row.zh, row.zh + " " + row.en) : chapter; };
async function look() {
  const mine = ++turn;
  typed = $("q").value.trim();
  keep();
  if (!typed) { places = concepts = near = []; draw(); return; }
  const begun = performance.now(), chapter = $("chapter").value;
  concepts = conceptsFor(typed, 60); near = [];
  const found = await inText(typed, chapter ? [chapter] : FIND.chapters, () => mine === turn);
  if (found === null || mine !== turn) return;
  places = found; took = performance.now() - begun;
  if (!found.length && !concepts.length) near = await nearTo(typed);
  if (mine === turn) draw();
}
/* What is looked for stands in the address, so that it can be sent and come back to. */
function keep() {
  const here = new URL(location.href);
  for (const [name, value] of [["q", typed], ["chapter", $("chapter").value], ["without", [...off].join(" ")]]) if (value) here.searchParams.set(name, value); else here.searchParams.delete(name);
  try { history.replaceState(history.state, "", here); } catch { /* a browser may forbid it for files */ }
}
function draw() {
  const wanted = places.filter(found => !off.has(found.layer));
  document.documentElement.dataset.found = `${wanted.length} ${Math.round(took)}`;
  $("status").textContent = !typed ? "" : !wanted.length && !concepts.length ? t(`「${typed}」：無所得。`, `Nothing found for “${typed}”.`)
    : t(`「${typed}」：名物 ${concepts.length}，文中 ${wanted.length.toLocaleString("en")} 處`, `“${typed}”: ${concepts.length} concept${concepts.length === 1 ? "" : "s"}, ${wanted.length.toLocaleString("en")} place${wanted.length === 1 ? "" : "s"} in the text`);
  if (near.length && !wanted.length) $("status").insertAdjacentHTML("beforeend", ` ${esc(t("或尋", "Perhaps"))} ` + near.map(word => `<a href="${esc(addressed("search.html", {q: word}))}">${esc(word)}</a>`).join(t("、", ", ")));
  drawConcepts(); drawCounts(wanted); drawPlaces(wanted);
}
function drawConcepts() {
  $("concepts").hidden = !concepts.length;
  const row = c => `<li><a href="${esc(addressed(conceptHref(c.name)))}"><span class="dot type-${c.type}"></span><b lang="lzh">${esc(c.zh)}</b> <span class="pinyin">${esc(c.pinyin)}</span> <span class="means" lang="en">${esc(c.en)}</span> <small>${c.total || ""}</small></a></li>`;
  $("concepts").innerHTML = `<h2>${esc(t("名物", "Concepts"))}</h2><ol class="found">${concepts.slice(0, 12).map(row).join("")}</ol>`
    + (concepts.length > 12 ? `<details><summary>${esc(t(`餘 ${concepts.length - 12}`, `${concepts.length - 12} more`))}</summary><ol class="found">${concepts.slice(12).map(row).join("")}</ol></details>` : "");
}
const grouped = (rows, key) => { const all = new Map(); for (const row of rows) { const k = key(row); if (!all.has(k)) all.set(k, []); all.get(k).push(row); } return all; };
const byLayer = rows => new Map([...grouped(rows, f => f.layer)].sort((a, b) => layerOrder(a[0]) - layerOrder(b[0])));
function drawCounts(wanted) {
  $("counts").hidden = !wanted.length;
  const chapters = grouped(wanted, f => f.made.chapter), layers = [...byLayer(wanted).keys()];
  const cell = (chapter, layer, rows) => { const n = rows.filter(f => f.layer === layer).length; return `<td>${n ? `<a href="#${esc(anchor(chapter, layer))}">${n}</a>` : ""}</td>`; };
  $("counts").innerHTML = `<details${innerWidth > 820 && chapters.size < 8 ? " open" : ""}><summary>${esc(t("各篇各層之數", "How many where"))}</summary><div class="wide"><table><thead><tr><th scope="col">${esc(t("篇", "chapter"))}</th>${layers.map(l => `<th scope="col">${esc(layerMark(l))}</th>`).join("")}<th scope="col">${esc(t("計", "all"))}</th></tr></thead><tbody>`
    + [...chapters].map(([chapter, rows]) => `<tr><th scope="row">${esc(chapterName(chapter))}</th>${layers.map(l => cell(chapter, l, rows)).join("")}<td>${rows.length}</td></tr>`).join("") + "</tbody></table></div></details>";
}
const anchor = (chapter, layer) => `in-${chapter}-${SITE.layers.findIndex(([l]) => l === layer)}`;
const line = found => {
  const told = around(found), place = placeOf(told.id), name = place?.passage || told.id.slice(0, 2), href = placeHref(told.id, typed);
  return `<li>${href ? `<a class="at" href="${esc(href)}">${esc(name)}</a>` : `<span class="at">${esc(name)}</span>`} <span lang="lzh">${esc(told.before)}<mark>${esc(told.words)}</mark>${esc(told.after)}</span></li>`;
};
function drawPlaces(wanted) {
  $("places").replaceChildren();
  for (const [chapter, rows] of grouped(wanted, f => f.made.chapter)) {
    const part = document.createElement("section");
    part.innerHTML = `<h2>${esc(chapterName(chapter))} <small>${rows.length.toLocaleString("en")}</small></h2>`;
    for (const [layer, found] of byLayer(rows)) part.append(layerPart(chapter, layer, found));
    $("places").append(part);
  }
}
function layerPart(chapter, layer, found) {
  const part = document.createElement("div"), list = document.createElement("ol");
  part.className = "layer"; part.id = anchor(chapter, layer);
  part.innerHTML = `<h3>${esc(layerName(layer))} <small>${found.length.toLocaleString("en")}</small></h3>`;
  list.className = "places"; list.innerHTML = found.slice(0, FIRST).map(line).join("");
  part.append(list);
  let told = Math.min(FIRST, found.length);
  if (found.length > told) {
    const button = document.createElement("button"), name = () => { button.textContent = t(`再列（餘 ${found.length - told}）`, `more (${found.length - told} left)`); };
    button.type = "button"; name();
    button.addEventListener("click", () => {
      const first = told;
      list.insertAdjacentHTML("beforeend", found.slice(told, told + MORE).map(line).join("")); told = Math.min(found.length, told + MORE);
      list.children[first]?.querySelector("a")?.focus();
      if (told < found.length) name(); else button.remove();
    });
    part.append(button);
  }
  return part;
}
function drawChoices() {
  const chosen = $("chapter").value || new URLSearchParams(location.search).get("chapter") || "";
  $("chapter").innerHTML = `<option value="">${esc(t("全", "all"))}</option>` + FIND.chapters.map(c => `<option value="${esc(c)}">${esc(chapterName(c))}</option>`).join("");
  $("chapter").value = FIND.chapters.includes(chosen) ? chosen : "";
  for (const box of $("layers").querySelectorAll("label")) box.remove();
  for (const [layer] of SITE.layers) {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox"; box.value = layer; box.checked = !off.has(layer); label.title = layerName(layer);
    box.addEventListener("change", () => { if (box.checked) off.delete(layer); else off.add(layer); keep(); draw(); });
    label.append(box, " " + layerMark(layer)); $("layers").append(label);
  }
}
whenReady(() => {
  const asked = new URLSearchParams(location.search);
  $("q").value = asked.get("q") ?? ""; off = new Set((asked.get("without") ?? "").split(" ").filter(Boolean));
  whenSpoken(() => { drawChoices(); draw(); }); drawChoices();
  $("chapter").addEventListener("change", look);
  let soon = 0;
  $("q").addEventListener("input", ev => { if (ev.isComposing) return; clearTimeout(soon); soon = setTimeout(look, 150); });
  $("q").addEventListener("compositionend", look);
  $("ask").addEventListener("submit", ev => { ev.preventDefault(); clearTimeout(soon); look(); });
  if (!$("q").value) $("q").focus();
  look();
});
}
