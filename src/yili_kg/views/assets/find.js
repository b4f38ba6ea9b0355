"use strict";
/* The field at the head of every page: what is found stands below it as one types. */
const FINDING = {load: wanted};
document.addEventListener("DOMContentLoaded", () => {
  const field = $("find");
  if (!field) return;
  const form = field.form, panel = document.createElement("div"), status = document.createElement("p");
  panel.id = "found"; panel.hidden = true; panel.setAttribute("role", "listbox"); panel.tabIndex = -1;
  status.className = "sr"; status.setAttribute("role", "status");
  for (const [key, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-controls", "found"], ["aria-autocomplete", "list"], ["aria-haspopup", "listbox"]])
    field.setAttribute(key, value);
  form.append(panel, status);
  const options = () => [...panel.querySelectorAll("[role=option]")];
  let turn = 0, on = -1;
  const searchAddress = () => Search.addressed(ROOT + "search.html", {q: field.value.trim()});
  const engine = async () => { if (typeof Search === "undefined") await FINDING.load("search.js"); return Search.readySearch(); };
  function close() { panel.hidden = true; on = -1; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); }
  function open() { panel.hidden = false; field.setAttribute("aria-expanded", "true"); }
  function choose(n) {
    const all = options();
    if (!all.length) return;
    on = (n + all.length) % all.length;
    all.forEach((option, k) => option.setAttribute("aria-selected", k === on));
    all[on].scrollIntoView({block: "nearest"}); field.setAttribute("aria-activedescendant", all[on].id);
  }
  const group = (zh, en, rows) => rows.length ? `<div role="group" aria-label="${esc(t(zh, en))}"><p class="kind" aria-hidden="true">${esc(t(zh, en))}</p>${rows.join("")}</div>` : "";
  const option = (href, words) => href ? `<a role="option" aria-selected="false" tabindex="-1" href="${esc(href)}">${words}</a>` : `<span role="option" aria-selected="false" aria-disabled="true">${words}</span>`;
  const concept = row => option(Search.addressed(conceptHref(row.name)), `<span class="dot type-${row.type}"></span><b lang="lzh">${esc(row.zh)}</b> <span class="pinyin">${esc(row.pinyin)}</span> <span lang="en">${esc(row.en)}</span> <small>${row.total || ""}</small>`);
  function place(found, typed) {
    const told = Search.around(found, 12), chapter = SITE.chapters.find(c => c.chapter === found.made.chapter);
    return option(Search.placeHref(told.id, typed), `<small>${esc(chapter?.zh ?? "")} ${esc(layerMark(told.layer))}</small> <span lang="lzh">${esc(told.before)}<mark>${esc(told.words)}</mark>${esc(told.after)}</span>`);
  }
  /* The first place of each layer, the base text first. */
  function firsts(places) {
    const first = new Map();
    for (const found of places) if (!first.has(found.layer)) first.set(found.layer, found);
    return [...first.values()].sort((a, b) => layerOrder(a.layer) - layerOrder(b.layer));
  }
  function draw(concepts, places, near, typed) {
    const all = places?.length ?? 0, count = all.toLocaleString("en");
    const words = places === null ? "" : all ? group(`文中 ${count} 處`, `${count} place${all === 1 ? "" : "s"} in the text`, firsts(places).slice(0, 6).map(p => place(p, typed))) : "";
    const none = places !== null && !all && !concepts.length;
    /* What was chosen stays chosen when the places of the text come in behind it. */
    const chosen = on >= 0 ? options()[on].getAttribute("href") : null;
    panel.innerHTML = group("名物", "concepts", concepts.map(concept)) + words
      + (none ? `<p class="none">${esc(t("無所得。", "Nothing found."))}</p>` + group("或尋", "perhaps", near.map(word => option(Search.addressed(ROOT + "search.html", {q: word}), `<b>${esc(word)}</b>`))) : "")
      + (places === null || none ? "" : option(searchAddress(), `<b>${esc(t("盡覽所得", "all results"))} ›</b>`));
    options().forEach((each, n) => { each.id = `found-${n}`; });
    on = -1; open();
    const again = chosen ? options().findIndex(each => each.getAttribute("href") === chosen) : -1;
    if (again >= 0) choose(again);
    status.textContent = places === null ? "" : none ? t("無所得", "Nothing found") : t(`名物 ${concepts.length}，文中 ${count} 處`, `${concepts.length} concepts, ${count} places in the text`);
  }
  async function look() {
    const typed = field.value.trim(), mine = ++turn;
    if (!typed) { close(); return; }
    on = -1;
    await engine();
    if (mine !== turn) return;
    const concepts = Search.conceptsFor(typed, 7);
    draw(concepts, null, [], typed);
    const places = await Search.inText(typed, Search.FIND.chapters, () => mine === turn);
    if (places === null || mine !== turn) return;
    const near = places.length || concepts.length ? [] : await Search.nearTo(typed);
    if (mine === turn) draw(concepts, places, near, typed);
  }
  field.addEventListener("focus", () => { engine(); if (field.value.trim() && panel.hidden) look(); });
  field.addEventListener("input", ev => { if (!ev.isComposing) look(); });
  field.addEventListener("compositionend", look);
  field.addEventListener("keydown", ev => {
    if (ev.isComposing) return;
    if (ev.key === "ArrowDown" || ev.key === "ArrowUp") { ev.preventDefault(); if (panel.hidden) look(); else choose(on < 0 && ev.key === "ArrowUp" ? -1 : on + (ev.key === "ArrowDown" ? 1 : -1)); }
    else if (ev.key === "Escape" && !panel.hidden) { ev.preventDefault(); close(); }
    else if (ev.key === "Enter" && on >= 0) { ev.preventDefault(); options()[on].click(); }
  });
  form.addEventListener("submit", ev => { ev.preventDefault(); if (field.value.trim()) engine().then(() => location.assign(searchAddress())); });
  document.addEventListener("click", ev => { if (!form.contains(ev.target)) close(); });
  form.addEventListener("focusout", ev => { if (ev.relatedTarget && !form.contains(ev.relatedTarget)) close(); });
  document.addEventListener("keydown", ev => { if (ev.key === "/" && !ev.defaultPrevented && !ev.ctrlKey && !ev.metaKey && !ev.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) { ev.preventDefault(); field.focus(); } });
});
