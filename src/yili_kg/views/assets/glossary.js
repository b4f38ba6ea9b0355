"use strict";
/* The dictionary: glosses and readings by word; norms by rank; claims; what is said of one passage. */
(() => {
const data = DATA;
const h = (tag, set = {}, ...kids) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(set)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null) node.setAttribute(key, value);
  }
  node.append(...kids.flat(9).filter(k => k !== null && k !== undefined && k !== ""));
  return node;
};
const count = n => n.toLocaleString("en");

/* What the statements are: [word number, kind, statement, meaning]; passages are [segment, layer, 篇, title, cut before, cut behind, words, source]. */
const withConcepts = SITE.files.includes("concepts.html");
const passageOf = segment => /^\d\d\.\d{3}/.exec(segment)?.[0] || "";
const placeLink = (id, words) => { const href = readHref(id); return href ? h("a", { href }, words) : words; };
const conceptLink = (name, words) => withConcepts ? h("a", { href: conceptHref(name), lang: "lzh" }, words) : words;
const decided = how => h("span", { class: "way mark " + how, role: "img", title: wayName(how), "aria-label": wayName(how) });
const words = data.words, folds = new Map(), byWord = new Map(), meantBy = new Map(), variantOf = new Map();
{ const g = Array.from(data.folds); for (let i = 0; i < g.length; i += 2) folds.set(g[i], g[i + 1]); }
const fold = text => Array.from(text.normalize("NFC"), g => folds.get(g) || g).join("");
const add = (map, key, value) => { const list = map.get(key); if (!list) map.set(key, [value]); else if (!list.includes(value)) list.push(value); };
words.forEach((e, i) => {
  byWord.set(e.w, i);
  e.all = [...e.s.flatMap(([m, list]) => list.map(s => ({ s, m, w: e.w, kind: "gloss" }))), ...e.r.map(s => ({ s, m: s.vt || "", kind: "reading" }))];
  for (const [m] of e.s) add(meantBy, m, i);
  for (const r of e.r) if (r.vt) add(variantOf, r.vt, i);
  e.en = e.x.map(x => x[2].toLowerCase()).join(" · ");
});
const where = s => data.passages[s.a[0]];
const chapterName = c => { const row = data.chapters[c]; return row ? t(row[0], row[1]) : t("篇未詳", "chapter unknown"); };
const said = (kind, key) => { const row = data.terms[kind][key]; return row ? t(row[0], row[1]) : key; };

/* The choices of the filters, with how many statements each has. */
const tally = of => { const n = new Map(); for (const e of words) for (const x of e.all) for (const key of [of(x)].flat()) if (key) n.set(key, (n.get(key) || 0) + 1); return n; };
const how = x => x.kind === "gloss" ? "g:" + x.s.h : ["r:" + x.s.h, "d:" + x.s.d];
const tallies = { kind: tally(x => x.kind), how: tally(how), speaker: tally(x => x.s.k), layer: tally(x => where(x.s)[1]), chapter: tally(x => where(x.s)[2]) };
const many = (a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
function choices(id, list) {
  const select = $(id), kept = select.value;
  select.replaceChildren(...list.map(([label, value]) => Array.isArray(value)
    ? h("optgroup", { label }, value.map(([l, v]) => h("option", { value: v }, l))) : h("option", { value }, label)));
  select.value = kept; if (select.selectedIndex < 0) select.selectedIndex = 0;
}
function label() {
  const all = [t("全部", "all"), ""], numbered = (map, name = k => k) => [...map].sort(many).map(([k, n]) => [`${name(k)} ${count(n)}`, k]);
  choices("scope", [[t("皆尋", "everywhere"), ""], [t("詞目", "words"), "w"], [t("訓義", "meanings"), "m"]]);
  choices("kind", [all, ...numbered(tallies.kind, k => k === "gloss" ? t("訓詁", "glosses") : t("異文", "readings"))]);
  const group = (name, prefix, kind) => { const list = [...tallies.how].filter(([k]) => k.startsWith(prefix)).sort(many); return list.length ? [[name, list.map(([k, n]) => { const key = k.slice(2); return [kind === "decision" || !english ? `${said(kind, key)} ${count(n)}` : `${key} – ${said(kind, key)} ${count(n)}`, k]; })]] : []; };
  choices("how", [all, ...group(t("訓詁術語", "formulas of glosses"), "g:", "formula"), ...group(t("異文所出", "traditions of readings"), "r:", "tradition"), ...group(t("取捨", "decisions on readings"), "d:", "decision")]);
  choices("speaker", [all, ...numbered(tallies.speaker)]);
  choices("layer", [all, ...[...tallies.layer].sort((a, b) => layerOrder(a[0]) - layerOrder(b[0])).map(([k, n]) => [`${layerName(k)} ${count(n)}`, k])]);
  choices("chapter", [all, ...[...tallies.chapter].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([k, n]) => [`${k} ${chapterName(k)} ${count(n)}`, k])]);
  choices("parted", [all, [t("一字異訓", "more than one meaning"), "any"], [t("因篇而異", "differ by chapter"), "1"], [t("因人而異", "differ by speaker"), "2"]]);
  choices("order", [[t("條數", "how much is said"), ""], [t("拼音", "pinyin"), "pinyin"], [t("筆畫", "strokes"), "stroke"], [t("字碼", "code points"), "code"]]);
  $("q").placeholder = t("詞、訓義、拼音、英文 …", "word, meaning, pinyin, English …");
  $("q").setAttribute("aria-label", t("檢索", "search"));
  $("scope").setAttribute("aria-label", t("檢索範圍", "where to search"));
}

/* Orders: by pinyin and strokes as the browser knows them; the letters are those of the lexicon, else of today's reading. */
const orders = { "": words.map((_, i) => i) };
const place = { pinyin: ["zh-Hant-u-co-pinyin"], stroke: ["zh-Hant-u-co-stroke"] };
function ordered(name) {
  if (!orders[name]) {
    const compare = place[name] ? new Intl.Collator(place[name]).compare : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    orders[name] = words.map((_, i) => i).sort((a, b) => compare(words[a].w, words[b].w) || a - b);
  }
  return orders[name];
}
const letters = "ABCDEFGHJKLMNOPQRSTWXYZ";
const letter = e => ((e.x.length && e.x[0][0] === e.w ? e.x[0][3] : e.y[0]) || "#")[0].toUpperCase();
let chosen = "";

/* Searching. */
const HAN = /[\u2e80-\u9fff\uf900-\ufaff\ue000-\uf8ff\u{20000}-\u{32fff}]/u;
function rank(e, q, latin, scope) {
  if (!q) return 0;
  if (latin) {
    if (scope === "m") return -1;
    const sounds = latin ? [...e.x.map(x => x[3]), ...e.y] : [];
    if (sounds.includes(latin)) return 0;
    if (sounds.some(y => y.startsWith(latin))) return 1;
    const at = e.en.indexOf(q);
    return at < 0 ? -1 : at === 0 || !/[a-z]/.test(e.en[at - 1]) ? 3 : 9;
  }
  if (scope !== "m") {
    if (e.w === q) return 0;
    if (e.w.startsWith(q)) return 1;
    if (e.w.includes(q)) return 2;
    if (!scope && e.f.some(f => f.includes(q))) return 2;
  }
  if (scope === "w") return -1;
  let best = -1;
  for (const [m] of e.s) { if (m === q) return 3; if (m.includes(q)) best = 4; }
  if (best < 0 && e.r.some(r => r.vt === q)) best = 3;
  return best < 0 && e.r.some(r => (r.vt || "").includes(q)) ? 5 : best;
}
function filters() {
  const f = { kind: $("kind").value, how: $("how").value, speaker: $("speaker").value, layer: $("layer").value, chapter: $("chapter").value, placed: $("placed").checked };
  f.any = Object.values(f).some(Boolean);
  f.ok = x => (!f.kind || x.kind === f.kind) && (!f.how || [how(x)].flat().includes(f.how)) && (!f.speaker || x.s.k === f.speaker)
    && (!f.layer || where(x.s)[1] === f.layer) && (!f.chapter || where(x.s)[2] === f.chapter) && (!f.placed || Boolean(x.s.t));
  return f;
}
const manyMeanings = e => e.s.filter(([m]) => Array.from(m).length <= 4).length > 1;
let listed = [], shown = 0, query = "";
function search() {
  const typed = $("q").value.trim().toLowerCase(), scope = $("scope").value, parted = $("parted").value, f = filters();
  const han = HAN.test(typed);
  query = han ? fold(Array.from(typed).filter(g => HAN.test(g)).join("")) : typed;
  const latin = han ? "" : typed.normalize("NFD").replace(/[^a-z]/g, "").replace(/v/g, "u");
  const ranks = [[], [], [], [], [], [], [], [], [], []];
  chosen = $("order").value === "pinyin" ? chosen : "";
  let statements = 0;
  for (const i of ordered($("order").value)) {
    const e = words[i];
    if (parted && (parted === "any" ? !manyMeanings(e) : !(e.p & +parted))) continue;
    if (chosen && letter(e) !== chosen) continue;
    const r = rank(e, query, latin, scope);
    if (r < 0 || (typed && !query)) continue;
    const n = f.any ? e.all.reduce((sum, x) => sum + f.ok(x), 0) : e.all.length;
    if (!n) continue;
    statements += n; ranks[r].push([i, n]);
  }
  listed = ranks.flat();
  shown = 0; $("results").replaceChildren(); $("results").scrollTop = 0; more(80);
  $("status").textContent = t(`${count(listed.length)} 詞 · ${count(statements)} 條`, `${count(listed.length)} ${listed.length === 1 ? "word" : "words"} · ${count(statements)} ${statements === 1 ? "statement" : "statements"}`);
  const active = ["kind", "how", "speaker", "layer", "chapter", "parted"].filter(id => $(id).value).length + $("placed").checked;
  $("active").textContent = active ? `(${active})` : "";
  $("letters").hidden = $("order").value !== "pinyin";
}
const lit = (text, q) => { if (!q || !text.includes(q)) return [text]; const out = []; text.split(q).forEach((part, i) => { if (i) out.push(h("mark", {}, q)); out.push(part); }); return out; };
function more(n) {
  $("results").querySelector(".more")?.remove();
  const end = Math.min(listed.length, shown + n), part = document.createDocumentFragment(), latin = !HAN.test(query);
  for (; shown < end; shown++) {
    const [i, n] = listed[shown], e = words[i];
    let meanings = [...e.s.map(s => s[0]), ...e.r.map(r => r.v === e.w ? r.o : r.v).filter(v => v !== e.w).map(v => `${t("異文", "var.")} ${v || t("無", "none")}`)];
    if (query && !latin && !e.w.includes(query)) meanings = [...meanings.filter(m => m.includes(query)), ...meanings.filter(m => !m.includes(query))];
    const gloss = latin && query && e.en.includes(query) ? [e.x.map(x => x[2]).find(x => x.toLowerCase().includes(query)), " · "] : [];
    part.append(h("li", {}, h("a", { href: link(e.w), "aria-current": current === i ? "true" : false },
      h("span", { class: "w" }, lit(e.w, latin ? "" : query), e.x.length && e.x[0][0] === e.w ? h("small", {}, e.x[0][1]) : null),
      h("span", { class: "m" }, gloss, lit([...new Set(meanings)].slice(0, 6).join(t("；", "; ")), latin ? "" : query)), h("span", { class: "n", title: t("條數", "statements") }, n))));
  }
  if (shown < listed.length) part.append(h("li", { class: "more" }, h("button", { type: "button", onclick: () => { const at = shown; more(300); $("results").children[at]?.firstChild.focus(); } }, t(`再列（餘 ${count(listed.length - shown)}）`, `more (${count(listed.length - shown)} left)`))));
  if (!listed.length) part.append(h("li", { class: "more" }, t("無此詞。可減字，或清除篩選。", "Nothing found. Try fewer graphs, or clear the filters.")));
  $("results").append(part);
}

/* Those who explain a word at one passage, side by side: who is first is the measure. */
const NAMES = ["first", "agrees", "differs", "silent"];
const STANDS = { first: ["", "", ""], agrees: ["＝", "同", "agrees"], differs: ["≠", "異", "differs"], silent: ["—", "無說", "silent"] };
function beside(e) {
  const rows = e.c.map(([passage, cells]) => [passage, cells.map(([who, how, ...meanings]) => [data.speakers[who], NAMES[how], meanings.map(n => e.s[n][0])])]);
  const stands = rows.flatMap(r => r[1].map(c => c[1])).filter(how => how !== "first"), counts = ["agrees", "differs", "silent"].map(k => [k, stands.filter(s => s === k).length]).filter(([, n]) => n);
  return h("details", { class: "beside", open: rows.length <= 6 ? "" : false }, h("summary", {}, h("strong", {}, t("諸家並觀", "Side by side")), " ", h("small", {}, t(`${count(rows.length)} 處 · `, `${count(rows.length)} ${rows.length === 1 ? "passage" : "passages"} · `), counts.map(([k, n]) => `${STANDS[k][0]} ${t(STANDS[k][1], STANDS[k][2])} ${count(n)}`).join(" · "))),
    h("p", { class: "pale" }, t("一節之中先言者為準；其後者，有一義同字、或含其全文（二字以上）則為同，皆異則為異，注此節而不釋此詞則為無說。", "The first to explain the word at a passage is the measure: who comes after him agrees if he gives one of his meanings in the same graphs, or one that holds the whole of it (two graphs or more), differs if all are others, is silent if he comments on the passage and does not explain the word.")),
    h("div", { class: "wide", tabindex: "0", role: "group", "aria-label": t("諸家並觀", "side by side") }, h("table", {}, h("tbody", {}, rows.map(([passage, cells]) => h("tr", {}, h("th", { scope: "row" }, placeLink(passage, passage)),
      cells.map(([who, how, meanings]) => h("td", { class: how }, h("small", {}, who, " ", STANDS[how][0] ? h("b", { title: t(...STANDS[how].slice(1)) }, `${STANDS[how][0]} ${t(STANDS[how][1], STANDS[how][2])}`) : ""), h("br"), h("span", { lang: "lzh" }, meanings.join("；"))))))))));
}

/* All that is said of one passage, or of one segment. */
function open_place(place) {
  current = -1;
  const at = place.segment || place.passage || place.chapter, here = segment => segment === at || segment.startsWith(at + "."), node = h("div");
  const touches = s => [s.a, s.t, s.b === undefined ? null : [s.b]].some(a => a && a.length && a[0] >= 0 && here(data.passages[a[0]][0]));
  node.append(h("button", { type: "button", id: "back", onclick: () => { location.hash = ""; } }, t("← 詞目", "← words")), h("h2", { tabindex: "-1" }, placeLink(at, at), h("small", {}, " " + chapterName(place.chapter))));
  let total = 0;
  words.forEach((e, i) => {
    const found = e.all.filter(x => touches(x.s)), doubted = (e.d || []).filter(d => touches(d[2]));
    if (!found.length && !doubted.length) return;
    total += found.length;
    if (total <= 400) node.append(h("section", {}, h("h3", {}, h("span", { lang: "lzh" }, to(i)), h("small", { lang: "lzh" }, [...new Set(found.filter(x => x.kind === "gloss").map(x => x.m))].join("；"))), found.map(statement), doubted.map(([kind, m, s]) => statement({ s, m, kind, doubt: true }))));
  });
  const rows = [["claims", t("論說", "Claims")], ["norms", t("等差", "Norms by rank")]];
  for (const [tab, name] of rows) { const found = pages[tab].rows.filter(touches); total += found.length; if (found.length) node.append(h("h4", {}, `${name} ${found.length}`), ...found.slice(0, 200).map(r => pages[tab].draw(r, {}))); }
  node.children[1].after(h("p", {}, total ? t(`此處有 ${count(total)} 條。`, `${count(total)} ${total === 1 ? "statement" : "statements"} on it.`) : t("諸家於此無訓釋、異文、論說之記。", "No gloss, reading or claim on it is recorded.")));
  $("entry").replaceChildren(node); $("entry").scrollTop = 0;
  document.title = `${at} · ${$("entry").dataset.title}`;
}

/* One entry. */
const link = word => "#" + encodeURIComponent(word);
const to = i => h("a", { href: link(words[i].w) }, words[i].w);
let current = -1;
const AROUND = 60;
/* The words of passages lie in files beside the page, so many passages in each. */
const partOf = n => `glossary-${Math.floor(n / data.part)}.js`;
const texts = numbers => Promise.all(data.part ? [...new Set(numbers.map(partOf))].map(file => wanted(file).then(all => { const first = +/\d+/.exec(file)[0] * data.part; all.forEach((text, i) => { data.passages[first + i][6] = text; }); })) : []);
const allTexts = () => texts(data.passages.map((_, n) => n));
function passage(n, start, end, pale) {
  const row = data.passages[n], node = h("p", { class: pale ? "pale" : "words", lang: "lzh" });
  if (row[6] !== null) fill_passage(node, row, start, end);
  else { node.append("…"); texts([n]).then(() => { node.replaceChildren(); fill_passage(node, row, start, end); }).catch(() => node.replaceChildren(t("（未能載入）", "(could not be loaded)"))); }
  return node;
}
function fill_passage(node, row, start, end) {
  const graphs = Array.from(row[6]), here = start >= 0;
  const from = here ? Math.max(0, start - AROUND) : 0, until = Math.min(graphs.length, here ? end + AROUND : 160), part = (a, b) => graphs.slice(a, b).join("");
  node.append(...[h("b", { title: layerName(row[1]) }, layerMark(row[1])), from || row[4] ? "…" : "", ...(here ? [part(from, start), h("mark", {}, part(start, end)), part(end, until)] : [part(0, until)]), until < graphs.length || row[5] ? "…" : ""].filter(Boolean));
}
function place_of(s) { const row = where(s); return [layerMark(row[1]), " · ", placeLink(row[0], `${chapterName(row[2])} ${passageOf(row[0])}`)]; }
const right = markup => { const node = h("span"); node.innerHTML = markup; return node; };
function right_of(x) {
  const s = x.s, row = where(s);
  if (x.kind !== "gloss" || !s.z) return null;
  const [term, definition] = s.w ?? [x.w, x.m];
  return right(rightButton({ kind: "gloss", source: data.sources[row[7]], start: s.z[0], end: s.z[1], text: definition, term, definition, formula: s.h }));
}
function statement(x) {
  const s = x.s, row = where(s), gloss = x.kind === "gloss";
  return h("article", {}, h("div", { class: "who" },
      h("span", { class: gloss ? "tag" : "tag read", title: said(gloss ? "formula" : "tradition", s.h) }, s.h),
      gloss ? null : h("span", { class: "say", lang: "lzh" }, reading(s)),
      h("strong", {}, s.k || t("未名", "unnamed")), s.q ? h("span", {}, t("引 ", "quoting "), s.q) : null, h("span", {}, place_of(s)), decided(x.doubt ? "unsure" : s.rb ? "by-hand" : "by-rule"), right_of(x),
      english ? h("em", {}, said(gloss ? "formula" : "tradition", s.h)) : null),
    passage(...s.a), s.e ? h("p", { class: "pale" }, h("b", {}, t("例", "as in")), s.e) : null,
    gloss || s.d === "none" ? null : h("p", { class: "pale" }, h("b", {}, t("取捨", "choice")), h("span", { class: "tag soft" }, said("decision", s.d)), s.i ? ` ${t("據", "as told in")} ${s.i}` : ""),
    !gloss && s.g ? h("p", { class: "pale" }, h("b", {}, t("所據", "ground")), s.g) : null,
    s.t ? passage(...s.t, true) : h("p", { class: "pale" }, h("b", {}), t("此詞不見於所釋之文", "this word does not stand in the text explained")),
    s.b !== undefined ? passage(s.b, -1, -1, true) : null,
    h("div", { class: "ref" }, placeLink(row[0], `r:${gloss ? "gloss" : "var"}.${row[0]}.${s.n}`), s.u ? ` · ${s.u.toFixed(2)}` : "", data.titles.length > 1 && data.titles[row[3]] ? ` · ${data.titles[row[3]]}` : ""));
}
function reading(s) { return [s.o || t("（無）", "(none)"), " → ", s.v || t("（無）", "(none)")]; }
function chains(i) {
  const found = [], walk = (path, last) => {
    const next = words[last].s.map(([m]) => byWord.get(m)).filter(n => n !== undefined && !path.includes(n));
    if (path.length > 2 && (!next.length || path.length > 4)) { found.push(path); return; }
    for (const n of next) { if (found.length > 11) return; walk([...path, n], n); }
  };
  walk([i], i);
  return found;
}
function across(e, i) {
  const out = [], row = (zh, en, kids) => out.push(h("p", { class: "links" }, h("strong", {}, t(zh, en)), " ", kids));
  const by = (meantBy.get(e.w) || []).filter(n => n !== i), of = (variantOf.get(e.w) || []).filter(n => n !== i);
  const rings = by.filter(n => e.s.some(([m]) => m === words[n].w)), ways = chains(i);
  if (rings.length) row("互訓", "ring (each explains the other)", rings.map(n => h("a", { href: link(words[n].w) }, `${e.w} ⇄ ${words[n].w}`)));
  if (by.length) row("以此訓者", "words explained by this one", by.map(to));
  if (of.length) row("以此為異文者", "words of which this is a variant reading", of.map(to));
  if (ways.length) row("遞訓", "chains", ways.map(path => h("span", {}, path.flatMap((n, at) => at ? [" → ", to(n)] : [words[n].w]), h("br"))));
  const inside = words.filter(o => o !== e && o.w.includes(e.w)).slice(0, 24);
  if (inside.length) row("含此詞者", "words that hold this one", inside.map(o => to(byWord.get(o.w))));
  return out.length ? [h("h4", {}, t("參見", "See also")), ...out] : [];
}
function open_word(i, everything) {
  const e = words[i], f = filters(), ok = everything ? () => true : f.ok, all = e.all.length, kept = e.all.filter(ok).length, node = h("div");
  current = i;
  node.append(h("button", { type: "button", id: "back", onclick: () => { location.hash = ""; } }, t("← 詞目", "← words")),
    h("h2", { tabindex: "-1" }, e.w, e.f.length ? h("small", {}, ` ${t("亦作", "also written")} ${e.f.join(t("、", ", "))}`) : "", h("a", { href: link(e.w), title: t("此條鏈接", "link to this entry"), "aria-label": t("此條鏈接", "link to this entry") }, "¶")));
  for (const x of e.x) node.append(h("p", { class: "lex" }, conceptLink(x[0], x[0]), " ", h("i", {}, x[1]), ` ${x[2]}`));
  const marks = [];
  if (manyMeanings(e)) marks.push(t("一字異訓", "more than one meaning"));
  if (e.p & 1) marks.push(t("因篇而異", "meanings differ by chapter"));
  if (e.p & 2) marks.push(t("因人而異", "meanings differ by speaker"));
  node.append(h("p", {}, marks.map(m => [h("span", { class: "tag soft" }, m), " "]), h("small", {}, t(`${count(all)} 條`, `${count(all)} ${all === 1 ? "statement" : "statements"}`), kept < all ? [t(`，依篩選列 ${count(kept)} 條 `, `, ${count(kept)} shown by the filters `), h("button", { type: "button", onclick: () => open_word(i, true) }, t("全列", "show all"))] : "")));
  if (e.c) node.append(beside(e));
  const senses = e.s.map(([m, list]) => [m, list.map(s => ({ s, m, w: e.w, kind: "gloss" })).filter(ok)]).filter(([, list]) => list.length);
  senses.forEach(([m, list], n) => {
    const other = byWord.get(m), voices = [...new Set(list.map(x => x.s.k + (x.s.q ? t("引", " quoting ") + x.s.q : "")).filter(Boolean))], chapters = [...new Set(list.map(x => where(x.s)[2]).filter(Boolean))].sort();
    node.append(h("section", {}, h("h3", {}, senses.length > 1 ? h("small", {}, `${n + 1}`) : null, h("span", { lang: "lzh" }, other !== undefined && other !== i ? to(other) : m),
      list.length > 1 ? h("small", {}, `× ${list.length}`) : null, senses.length > 1 ? h("small", {}, voices.join(t("、", ", ")), chapters.length ? " · " : "", chapters.map(chapterName).join(t("、", ", "))) : null), list.map(statement)));
  });
  const readings = e.r.map(s => ({ s, kind: "reading" })).filter(ok);
  if (readings.length) node.append(h("h4", {}, t(`異文 ${readings.length}`, `Readings ${readings.length}`)), ...readings.map(statement));
  if (e.d?.length) node.append(h("section", { class: "in-doubt" }, h("h4", {}, t(`存疑 ${e.d.length}`, `Unsure ${e.d.length}`)), h("p", { class: "pale" }, t("下列多誤，不計於上。", "More often wrong than right, and not counted above.")), e.d.map(([kind, m, s]) => [kind === "gloss" ? h("p", { class: "say", lang: "lzh" }, m) : null, statement({ s, m, kind, doubt: true })])));
  node.append(...across(e, i));
  $("entry").replaceChildren(node); $("entry").scrollTop = 0;
  for (const a of $("results").querySelectorAll("a")) { if (a.getAttribute("href") === link(e.w)) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current"); }
  document.title = `${e.w} · ${$("entry").dataset.title}`;
}
function welcome(missing) {
  current = -1;
  $("entry").replaceChildren(h("div", {}, missing ? h("p", {}, h("strong", {}, t(`無「${missing}」條。`, `There is no entry ${missing}.`))) : null,
    h("p", {}, t("擇一詞，即見諸家之訓，依義相從，並其注文與所釋之經；異文則見今文、古文與去取。", "Choose a word to see what the commentators say it means, meaning by meaning, each with the note and the text it explains; then the readings of old-script and new-script texts and who followed which.")),
    h("p", {}, t("可以詞、訓義、繁體、簡體、不帶聲調之拼音、英文尋之。下為一字異訓之多者：", "Search by word or meaning, traditional or simplified, pinyin without tones or English where they are known. Words with the most meanings:")),
    h("p", { class: "links" }, words.map((e, i) => [e.s.filter(([m, list]) => Array.from(m).length <= 4 && list.some(s => s.t)).length, i]).filter(([n]) => n > 1).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 40).map(([n, i]) => h("a", { href: link(words[i].w) }, words[i].w, h("small", {}, ` ${n}`)))),
    h("p", { class: "ref" }, h("kbd", {}, "/"), t(" 檢索 · ", " search · "), h("kbd", {}, "↓"), " ", h("kbd", {}, "↑"), t(" 上下 · ", " along the list · "), h("kbd", {}, "Enter"), t(" 開", " open"))));
  document.title = $("entry").dataset.title;
}

/* Norms by rank and claims. */
function table_of(n, rank) {
  const on = r => r === rank ? "on" : false;
  return h("table", {}, h("tbody", {}, h("tr", {}, n.v.map(([r]) => h("th", { scope: "col", class: on(r) }, r))), h("tr", {}, n.v.map(([r, v]) => h("td", { class: on(r) }, v)))));
}
const words_of = n => { const row = data.passages[n[0]], graphs = Array.from(row[6] ?? ""); return n[1] < 0 ? row[6] : graphs.slice(n[1], n[2]).join(""); };
const pages = {
  norms: {
    rows: data.norms, text: r => fold(words_of(r.a) + r.v.map(v => v.join("")).join("")),
    filters: [["rank", "等", "Rank", r => r.v.map(v => v[0]), (a, b) => data.ranks.indexOf(a[0]) - data.ranks.indexOf(b[0])], ["chapter", "篇", "Chapter", r => where(r)[2], (a, b) => a[0] < b[0] ? -1 : 1]],
    intro: () => t("注疏言禮隨等而異者，一列為一條。", "What differs by rank, a row for each series of ranks in a text."),
    name: (id, v) => id === "chapter" ? chapterName(v) : v,
    draw: (r, f) => h("article", {}, h("div", { class: "who" }, r.c ? h("span", { class: "tag soft" }, r.c) : null, h("strong", {}, r.k || ""), h("span", {}, place_of(r))), table_of(r, f.rank), passage(...r.a), h("div", { class: "ref" }, placeLink(where(r)[0], where(r)[0]))),
  },
  claims: {
    rows: data.claims, text: r => fold(words_of(r.a) + (r.y || "")),
    filters: [["stance", "持論", "Stance", r => r.h, many], ["holder", "主之者", "Holder", r => r.y, many], ["chapter", "篇", "Chapter", r => where(r)[2], (a, b) => a[0] < b[0] ? -1 : 1]],
    intro: () => t("諸家於經注之說：然之、非之、疑之，或言文不具。", "What somebody holds about a passage: affirmed, rejected, in doubt, or left out by the text."),
    name: (id, v) => id === "chapter" ? chapterName(v) : id === "stance" ? said("stance", v) : v,
    draw: r => h("article", {}, h("div", { class: "who" }, h("span", { class: "tag" }, said("stance", r.h)), h("strong", {}, r.y || t("未名", "unnamed")), r.k && r.k !== r.y ? h("span", {}, t("見於 ", "told by "), r.k) : null, h("span", {}, place_of(r))), passage(...r.a), r.g ? h("p", { class: "pale" }, h("b", {}, t("所據", "ground")), r.g) : null, r.b !== undefined ? passage(r.b, -1, -1, true) : null, h("div", { class: "ref" }, placeLink(where(r)[0], where(r)[0]))),
  },
};
function show_rows(tab) {
  const page = pages[tab], set = Object.fromEntries(page.filters.map(f => [f[0], ""])), list = h("div"), status = h("span", { role: "status", "aria-live": "polite" });
  const q = h("input", { type: "search", id: "row-q", autocomplete: "off", oninput: () => allTexts().then(() => fill(60)) });
  const controls = page.filters.map(([id, zh, en, of, by]) => {
    const n = new Map(); for (const r of page.rows) for (const key of new Set([of(r)].flat())) if (key) n.set(key, (n.get(key) || 0) + 1);
    return h("label", {}, t(zh, en), " ", h("select", { id: `row-${id}`, onchange: ev => { set[id] = ev.target.value; fill(60); } }, h("option", { value: "" }, t("全部", "all")), [...n].sort(by).map(([k, c]) => h("option", { value: k }, `${page.name(id, k)} ${count(c)}`))));
  });
  function fill(most) {
    const word = fold(q.value.trim()), kept = page.rows.filter(r => page.filters.every(([id, , , of]) => !set[id] || [of(r)].flat().includes(set[id])) && (!word || page.text(r).includes(word)));
    status.textContent = t(`${count(kept.length)} 條`, `${count(kept.length)} ${kept.length === 1 ? "row" : "rows"}`);
    list.replaceChildren(...kept.slice(0, most).map(r => page.draw(r, set)), ...kept.length > most ? [h("p", {}, h("button", { type: "button", onclick: () => fill(most + 200) }, t(`再列（餘 ${count(kept.length - most)}）`, `more (${count(kept.length - most)} left)`)))] : []);
  }
  $("rows").replaceChildren(h("p", {}, page.intro()), h("form", { onsubmit: ev => ev.preventDefault() }, h("label", { class: "q" }, t("尋", "Search"), q), controls, status), list);
  fill(60);
}

/* The address says what is open: #觶 an entry, #norms and #claims the other lists. */
function go(focus) {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { /* a broken escape is taken as it stands */ }
  const tab = Object.hasOwn(pages, name) ? name : "";
  for (const a of document.querySelectorAll("[data-tab]")) { if (a.dataset.tab === tab) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current"); }
  for (const part of document.querySelectorAll("[data-part]")) part.hidden = tab !== "";
  $("rows").hidden = !tab;
  document.body.classList.toggle("opened", !tab && name !== "");
  if (tab) { show_rows(tab); document.title = $("entry").dataset.title; return; }
  const asked = placeOf(location.hash), i = byWord.get(name) ?? byWord.get(fold(name)) ?? variantOf.get(name)?.[0] ?? variantOf.get(fold(name))?.[0];
  if (asked) open_place(asked);
  else if (i === undefined) { welcome(name); return; }
  else open_word(i);
  if (focus) { window.scrollTo(0, 0); $("entry").querySelector("h2").focus(); }
}
async function save() {
  await allTexts();
  const f = filters(), clean = v => String(v ?? "").replace(/[\t\r\n]+/g, " "), lines = [["word", "kind", "meaning_or_variant", "formula_or_tradition", "decision", "speaker", "quoted", "layer", "chapter", "statement", "explained", "iri"].join("\t")];
  for (const [i] of listed) for (const x of words[i].all) if (f.ok(x)) lines.push([words[i].w, x.kind, x.kind === "gloss" ? x.m : x.s.v, x.s.h, x.s.d, x.s.k, x.s.q, where(x.s)[1], where(x.s)[2], words_of(x.s.a), x.s.t ? words_of(x.s.t) : "", `r:${x.kind === "gloss" ? "gloss" : "var"}.${where(x.s)[0]}.${x.s.n}`].map(clean).join("\t"));
  const a = h("a", { href: URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/tab-separated-values" })), download: "glossary.tsv" });
  a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
$("entry").dataset.title = document.title;
$("letters").replaceChildren(...Array.from(letters + "#", l => h("button", { type: "button", "aria-pressed": "false", onclick: ev => {
  chosen = chosen === l ? "" : l; for (const b of $("letters").children) b.setAttribute("aria-pressed", String(b.textContent === chosen)); search(); } }, l)));
for (const id of ["q", "scope", "kind", "how", "speaker", "layer", "chapter", "parted", "placed", "order"]) $(id).addEventListener("input", () => { search(); if (id !== "q" && id !== "order" && current >= 0) open_word(current); });
$("ask").addEventListener("submit", ev => { ev.preventDefault(); const first = $("results").querySelector("a"); if (first) { location.hash = first.getAttribute("href"); } });
$("clear").addEventListener("click", () => { $("ask").reset(); chosen = ""; search(); if (current >= 0) open_word(current); $("q").focus(); });
$("save").addEventListener("click", save);
document.addEventListener("keydown", ev => {
  if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(ev.target.tagName);
  if (ev.key === "/" && !typing && !$("side").hidden) { ev.preventDefault(); if (document.body.classList.contains("opened") && !$("side").offsetParent) location.hash = ""; $("q").focus(); $("q").select(); return; }
  const links = [...$("results").querySelectorAll("a")], at = links.indexOf(document.activeElement);
  if (ev.target === $("q") && ev.key === "ArrowDown" && links.length) { ev.preventDefault(); links[0].focus(); }
  else if (at >= 0 && ev.key === "ArrowDown") { ev.preventDefault(); (links[at + 1] || $("results").querySelector(".more button") || links[at]).focus(); }
  else if (at >= 0 && ev.key === "ArrowUp") { ev.preventDefault(); (links[at - 1] || $("q")).focus(); }
  else if (ev.key === "Escape" && !typing && !$("side").hidden) $("q").focus();
});
window.addEventListener("hashchange", () => go(true));
whenSpoken(() => { label(); search(); go(false); });
})();
