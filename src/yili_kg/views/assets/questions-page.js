"use strict";
/* Questions: named ones with their fields, and SPARQL of one's own; asked of the server where one answers, else here. */
const byName = new Map(DATA.questions.map(q => [q.name, q])), CONCEPTS = new Set(DATA.suggest.concept.map(row => row[0]));
const FIRST = "occurrences", MOST_ROWS = 2000, LARGE = 900000;
const asking = {question: null, engine: null, has: new Set(), endpoint: null, answer: null, agreed: false, run: 0};
let editor = null;
const text = () => editor ? editor.getValue() : $("plain").value;
const write = value => { if (editor) editor.setValue(value); else $("plain").value = value; };
const size = bytes => (bytes / 1e6).toFixed(1) + " MB";

/* The list of questions. */
function list() {
  const word = $("seek").value.trim().toLowerCase();
  const fits = q => [q.name, ...q.title, q.tells].join(" ").toLowerCase().includes(word);
  $("list").replaceChildren(...DATA.questions.filter(fits).map(q => {
    const li = document.createElement("li"), b = document.createElement("button"), small = document.createElement("small");
    b.type = "button"; b.dataset.ask = q.name; b.textContent = t(...q.title); small.textContent = q.tells; small.lang = "en"; b.append(small);
    b.setAttribute("aria-current", String(q === asking.question)); li.append(b); return li;
  }));
}
function heading() {
  const q = asking.question;
  $("title").textContent = q ? t(...q.title) : t("自問", "Your own query"); $("tells").textContent = q ? q.tells : ""; $("tells").lang = "en";
}
function fields(values = {}) {
  $("params").replaceChildren(...(asking.question?.params ?? []).map(([name, what, preset]) => {
    const label = document.createElement("label"), input = document.createElement("input"), small = document.createElement("small");
    label.append(name + " ", input, small); small.textContent = what; small.lang = "en";
    /* The edition that a question names for a start may be none of this build. */
    const known = name !== "edition" || DATA.suggest.edition.some(row => row[0] === preset);
    input.name = name; input.value = values[name] ?? (known ? preset : DATA.suggest.edition[0]?.[0] ?? preset); input.autocomplete = "off";
    if (DATA.suggest[name]) input.setAttribute("list", "for-" + name);
    input.addEventListener("input", () => write(filledQuery(asking.question, params())));
    return label;
  }));
}
const params = () => Object.fromEntries([...$("params").querySelectorAll("input")].map(i => [i.name, i.value]));
for (const [name, rows] of Object.entries(DATA.suggest)) {
  const made = document.createElement("datalist"); made.id = "for-" + name;
  made.append(...rows.map(([value, ...more]) => { const o = document.createElement("option"); o.value = value; o.textContent = more.filter(Boolean).join(" "); return o; }));
  document.body.append(made);
}
function choose(name, values = {}, then = true) {
  asking.question = byName.get(name); fields(values); write(filledQuery(asking.question, params())); heading(); list(); offer();
  if (innerWidth < 1500) $("sparql").open = false;
  if (then) run();
}

/* Where it is asked: `/sparql` beside the page where a server has it, else the engine in the page. */
async function endpoint() {
  if (asking.endpoint !== null) return asking.endpoint;
  asking.endpoint = "";
  if (location.protocol.startsWith("http")) {
    try {
      const there = new URL(ROOT + "sparql", location.href), got = await fetch(there, {headers: {Accept: "text/turtle"}});
      if (got.ok && /turtle/.test(got.headers.get("content-type") ?? "")) asking.endpoint = there.href;
    } catch { /* no server but one of files */ }
  }
  offer();
  return asking.endpoint;
}
const files = () => DATA.graph.slice(0, $("everything").checked || asking.question?.single ? 2 : 1).filter(([, quads]) => quads);
function offer() {
  const [, single] = DATA.graph;
  $("everything-label").hidden = asking.endpoint !== "" || !single?.[1];
  $("more").textContent = single ? `(+${single[1].toLocaleString()}, ${size(single[2])})` : "";
  if (asking.question) $("everything").checked = asking.question.single || asking.has.has(single?.[0]);
  const [, bytes] = DATA.engine, [, quads, told] = DATA.graph[0];
  $("engine").textContent = asking.endpoint ? t(`所問：${asking.endpoint}。`, `Asked of ${asking.endpoint}.`) : t(`在此頁中答之：引擎 ${size(bytes)}，圖 ${quads.toLocaleString()} 條（${size(told)}），首問時載入。`, `Answered in this page: the engine (${size(bytes)}) and ${quads.toLocaleString()} statements (${size(told)}) are loaded with the first question.`);
}
const say = (words, bad = false) => { $("message").textContent = words; $("message").classList.toggle("bad", bad); };
async function ready() {
  const want = files(), missing = want.filter(([file]) => !asking.has.has(file)), quads = missing.reduce((n, f) => n + f[1], 0);
  if (quads > LARGE && !asking.agreed) {
    $("consent").hidden = false;
    $("consent").querySelector("p").textContent = t(`此圖甚大：${quads.toLocaleString()} 條，讀取 ${size(missing.reduce((n, f) => n + f[2], 0))}，約佔記憶體 ${size(quads * 730)}，或須一二分鐘。仍載入否？`, `This graph is large: ${quads.toLocaleString()} statements, ${size(missing.reduce((n, f) => n + f[2], 0))} to read, about ${size(quads * 730)} of memory; it may take a minute or two. Load it?`);
    return false;
  }
  $("consent").hidden = true;
  if (!asking.engine) { say(t("引擎載入中…", "the engine is loaded…")); asking.engine = await engineBegun(DATA.engine[0]); $("stop").hidden = !asking.engine.end; }
  for (const [file] of missing) {
    await loadedInto(asking.engine, file, (done, all) => say(t(`圖載入中… ${Math.round(100 * done / all)}%`, `the graph is loaded… ${Math.round(100 * done / all)}%`)));
    asking.has.add(file);
  }
  return true;
}
async function answered(query, kind) {
  if (await endpoint()) {
    const got = await fetch(asking.endpoint, {method: "POST", headers: {"Content-Type": "application/sparql-query", Accept: kind.gives === "graph" ? "text/turtle" : "application/sparql-results+json"}, body: query});
    const body = await got.text();
    if (!got.ok) throw new Error(body);
    return body;
  }
  if (!await ready()) return null;
  say(t("問之…", "asking…")); await breath();
  const made = preparedQuery(query);
  try { return await asking.engine.ask({query: made.text, union: kind.union, gives: kind.gives}); } catch (error) { throw new Error(asTyped(error.message ?? String(error), made.head)); }
}
async function run() {
  const query = text(), kind = kindOf(query), number = ++asking.run;
  $("csv").disabled = true; $("answer").replaceChildren(); $("perhaps").replaceChildren(); asking.answer = null; remembered();
  if (kind.service) return say(t("此處不問他處之伺服器（SERVICE）。", "SERVICE is not available: no other server is asked."), true);
  if (!kind.gives) return say(t("此非問句：須有 SELECT、ASK、CONSTRUCT 或 DESCRIBE。", "no query: it wants SELECT, ASK, CONSTRUCT or DESCRIBE."), true);
  say("…");
  try {
    $("stop").hidden = !asking.engine?.end;
    await endpoint();
    if (!asking.endpoint && !await ready()) return say("");
    const begin = performance.now(), body = await answered(query, kind);
    if (number !== asking.run || body === null) return;
    tell(body, kind, ((performance.now() - begin) / 1000).toFixed(2) + " s");
  } catch (error) { if (number === asking.run) say(error.message === "stopped" ? t("已止。", "stopped.") : t("未能答：", "no answer: ") + (error.message ?? error), true); }
  finally { $("stop").hidden = true; }
}
function tell(body, kind, took) {
  if (kind.gives === "graph") { const pre = document.createElement("pre"); pre.textContent = body; $("answer").replaceChildren(pre); asking.answer = {turtle: body}; $("csv").disabled = true; return say(took); }
  const data = JSON.parse(body);
  if ("boolean" in data) { asking.answer = {names: ["answer"], rows: [[{value: String(data.boolean)}]]}; say(took); }
  else { asking.answer = {names: data.head.vars, rows: data.results.bindings.map(row => data.head.vars.map(v => row[v]))}; say(t(`${data.results.bindings.length} 行`, `${data.results.bindings.length} rows`) + (data.results.bindings.length > MOST_ROWS ? t(`，列前 ${MOST_ROWS} 行`, `, the first ${MOST_ROWS} shown`) : "") + " · " + took); }
  $("csv").disabled = false; table(); perhaps();
}
/* Nothing found, and a field holds what is no name here: it is said, and what may be meant is asked by a click. */
async function perhaps() {
  if (asking.answer.rows.length || !asking.question) return;
  const number = asking.run, fold = await foldedAsSearched();
  for (const [name, , preset] of asking.question.params) {
    const rows = DATA.suggest[name], value = params()[name];
    if (number !== asking.run || !rows || value === undefined || (!value && !preset) || rows.some(row => row[0] === value)) continue;
    const p = document.createElement("p"), near = nearNames(value, rows, fold);
    p.append(!value.trim() ? t(`此欄無字（${name}）。`, `${name}: nothing stands there.`) : t(`此圖${rows.length < DATA.most ? "" : "常見者中"}無「${value}」之名（${name}）。`, `${name}: “${value}” is no name ${rows.length < DATA.most ? "that this graph has" : "among the most frequent of this graph"}.`), near.length ? t(" 或謂：", " Did you mean ") : "");
    for (const row of near) {
      const b = document.createElement("button");
      b.type = "button"; b.dataset.meant = name; b.textContent = [...new Set(row)].filter(Boolean).join(" ");
      b.addEventListener("click", () => choose(asking.question.name, {...params(), [name]: row[0]}));
      p.append(b, " ");
    }
    $("perhaps").append(p);
  }
}
/* A cell: what has a page leads to it. */
function cell(term) {
  const td = document.createElement("td"), words = shownTerm(term), href = term ? addressOf(term) : "";
  if (term?.["xml:lang"]) td.lang = term["xml:lang"];
  if (!href) { td.textContent = words; return td; }
  const a = document.createElement("a"); a.href = href; a.textContent = words; a.rel = "noreferrer"; td.append(a);
  return td;
}
function addressOf(term) {
  const {value} = term, has = SITE.files.includes("concepts.html");
  if (term.type !== "uri") return /^\d\d\.\d{3}(\.\S+)?$/.test(value) ? readHref(value) : has && CONCEPTS.has(value) ? conceptHref(value) : "";
  if (!value.startsWith(DATA.base)) return /^https?:/.test(value) ? value : "";
  const [, kind, name] = /^([a-z]+)\/(.+)$/.exec(value.slice(DATA.base.length)) ?? [];
  const page = kind === "seg" ? readHref(name) : kind === "concept" && has && CONCEPTS.has(name.replaceAll(".", "·")) ? conceptHref(name) : "";
  return page || (asking.endpoint ? "/" + value.slice(DATA.base.length).split("/").map(encodeURIComponent).join("/").replace("%23", "#") : "");
}
function table() {
  const {names, rows} = asking.answer, made = document.createElement("table"), head = made.createTHead().insertRow(), body = made.createTBody();
  for (const [i, name] of names.entries()) { const th = document.createElement("th"), b = document.createElement("button"); th.scope = "col"; b.type = "button"; b.textContent = name; b.addEventListener("click", () => sort(i)); th.append(b); head.append(th); }
  body.append(...rows.slice(0, MOST_ROWS).map(row => { const tr = document.createElement("tr"); tr.append(...row.map(cell)); return tr; }));
  $("answer").replaceChildren(made);
}
/* By a column, and the other way round at the second time. */
function sort(column) {
  const {answer} = asking, key = row => shownTerm(row[column]), down = answer.by === column && !answer.down;
  answer.rows.sort((a, b) => { const x = key(a), y = key(b), n = x - y; return (Number.isNaN(n) || x === "" || y === "" ? (x < y ? -1 : x > y ? 1 : 0) : n) * (down ? -1 : 1); });
  Object.assign(answer, {by: column, down}); table();
}

/* The address keeps the question and what stands in its fields, or the query. */
function remembered() {
  const here = new URL(location.href), q = asking.question, kept = ["lang", "graphs"].map(key => [key, here.searchParams.get(key)]).filter(([, value]) => value);
  here.search = new URLSearchParams(kept); here.hash = "";
  if (q && filledQuery(q, params()) === text()) { here.searchParams.set("ask", q.name); for (const [name, value] of Object.entries(params())) here.searchParams.set(name, value); }
  else { asking.question = null; heading(); $("params").replaceChildren(); list(); here.hash = "query=" + encodeURIComponent(text()); }
  try { history.replaceState(history.state, "", here); } catch { /* a browser may forbid it for files */ }
  return here.href;
}
function edit() {
  if (typeof Yasqe !== "function") return;
  const concepts = DATA.suggest.concept.map(row => "c:" + row[0].replaceAll("·", "."));
  Yasqe.registerAutocompleter({
    name: "terms", bulk: false, autoShow: true, persistenceId: null, onInitialize() {},
    isValidCompletionPosition: y => /^[A-Za-z]*:?[^\s<>"{}|^`\\]*$/.test(y.getCompleteToken().string) && /^[A-Za-z]+:/.test(y.getCompleteToken().string),
    get: (y, token) => [...DATA.terms, ...concepts].filter(name => name.toLowerCase().startsWith(token.string.toLowerCase())).slice(0, 60),
  }, false);
  /* The prefixes of the project are known to its grammar without being declared. */
  Yasqe.extendMode("sparql11", {startState(...given) { const state = this._startState(...given); state.prefixes = {...state.prefixes, ...Object.fromEntries(DATA.prefixes)}; return state; }});
  editor = new Yasqe($("editor"), {
    value: $("plain").value || " ", persistenceId: null, showQueryButton: false, resizeable: false, consumeShareLink: null, createShareableLink: null, createShortLink: undefined, prefixCcApi: null,
    autocompleters: ["variables", "terms"], collapsePrefixesOnLoad: false, editorHeight: "auto", viewportMargin: Infinity, pluginButtons: undefined, inputStyle: "textarea",
    extraKeys: {"Ctrl-Enter": () => run(), "Cmd-Enter": () => run(), "Ctrl-Space": y => y.autocomplete(), "Ctrl-/": y => y.commentLines(), "Shift-Ctrl-F": y => y.autoformat(), Tab: false, "Shift-Tab": false},
  });
  editor.getInputField().setAttribute("aria-label", t("問句", "query"));
  $("plain").hidden = true; document.querySelector("label[for=plain]").hidden = true;
}
$("sparql").addEventListener("toggle", () => editor?.refresh());
$("plain").addEventListener("keydown", ev => { if (ev.key === "Enter" && (ev.ctrlKey || ev.metaKey)) run(); });
$("seek").addEventListener("input", list);
$("list").addEventListener("click", ev => { const b = ev.target.closest("[data-ask]"); if (b) choose(b.dataset.ask); });
$("params").addEventListener("submit", ev => { ev.preventDefault(); run(); });
$("params").addEventListener("keydown", ev => { if (ev.key === "Enter") { ev.preventDefault(); run(); } });
$("run").addEventListener("click", () => run());
$("load").addEventListener("click", () => { asking.agreed = true; run(); });
$("stop").addEventListener("click", () => { asking.engine?.end?.(); asking.engine = null; asking.has.clear(); });
$("link").addEventListener("click", async () => { const href = remembered(); try { await navigator.clipboard.writeText(href); say(t("已取其址。", "the link is copied.")); } catch { say(href); } });
$("csv").addEventListener("click", () => {
  const {names, rows} = asking.answer, a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([csvLine(names) + rows.map(row => csvLine(row.map(shownTerm))).join("")], {type: "text/csv;charset=utf-8"}));
  a.download = (asking.question?.name ?? "answer") + ".csv"; a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 10000);
});
$("prefixes").textContent = [...PREFIXES.keys()].map(p => p + ":").join(" ");
edit();
whenSpoken(() => { heading(); list(); offer(); });
/* What the address asks for is asked; without it a question stands ready and nothing is loaded. */
function askedFirst() {
  const asked = new URLSearchParams(location.search), own = /^#query=(.*)$/s.exec(location.hash);
  let query = "";
  try { query = own ? decodeURIComponent(own[1]) : ""; } catch { query = own[1]; }
  if (query) { write(query); heading(); list(); offer(); run(); }
  else if (byName.has(asked.get("ask"))) choose(asked.get("ask"), Object.fromEntries(asked));
  else if (asked.get("concept")) choose(FIRST, {concept: asked.get("concept")});
  else choose(FIRST, {}, false);
}
askedFirst();
whenPlaced(place => { if (byName.has("passage") && place.passage) choose("passage", {passage: place.passage}); });
goToPlace();
endpoint();
window.yili = {asking, run, choose, filledQuery, preparedQuery, kindOf};
