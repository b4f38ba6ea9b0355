"use strict";
/* A query made ready as Python makes it ready (queries/ask.py, queries/guard.py), and the cells of its answer. */
const PREFIXES = new Map(DATA.prefixes);
/* A name as the last part of an IRI (graph/iris.py: local). */
const localName = value => value.normalize("NFC").replaceAll("·", ".").replace(/[\x00-\x20<>"{}|\\^`%/?#[\]\x7f-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufff0-\uffff\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]|[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{3fffe}\u{3ffff}]/gu, c => "u" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0"));
/* The SPARQL of a named question with its parameters put in. */
function filledQuery(question, params) {
  let text = question.text.replace(/^(?:# (?:title|tells|needs|param \w+): .*\n)+/, "");
  for (const [name, , preset] of question.params) {
    const value = localName(params[name] ?? preset);
    text = text.replace(new RegExp("\\b(\\w+):([^\\s{}]*)\\{" + name + "\\}", "g"), (m, p, head) => PREFIXES.has(p) ? "<" + PREFIXES.get(p) + head + value + ">" : m).replaceAll("{" + name + "}", () => value);
  }
  return text;
}
const PNAME = String.raw`[\p{L}](?:[\p{L}\p{N}_.\-]*[\p{L}\p{N}_\-])?`;
const TERMINAL = new RegExp(String.raw`(?<iri><(?:[^<>"{}|^\x60\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*>)|(?<string>"{3}(?:"{0,2}(?:[^"\\]|\\.))*"{3}|'{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')|(?<comment>#[^\n\r]*)|(?<variable>[?$][\p{L}\p{N}_]+)|(?<tag>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)|(?<prefix>(?:${PNAME})?:)(?<local>(?:[\p{L}\p{N}_:%\-]|\\.|(?<!:)\.(?=[\p{L}\p{N}_:%\-\\.]))*)|(?<blank>_:[\p{L}\p{N}_][\p{L}\p{N}_.\-]*)|(?<word>[A-Za-z_][\p{L}\p{N}_]*)`, "gsu");
/* What a query gives (`bindings`, `graph`, or empty: it is none), and whether it names the graphs to be asked. */
function kindOf(text) {
  const words = [...text.matchAll(TERMINAL)].filter(m => m.groups.word).map(m => m.groups.word.toUpperCase());
  const first = words.find(w => w !== "PREFIX" && w !== "BASE") ?? "";
  return {gives: /^(SELECT|ASK)$/.test(first) ? "bindings" : /^(CONSTRUCT|DESCRIBE)$/.test(first) ? "graph" : "", first, union: !words.includes("FROM"), service: words.includes("SERVICE")};
}
/* The query with the prefixes that it does not declare, and names of several dots in full. */
function preparedQuery(text) {
  const declared = new Set([...text.matchAll(/\bPREFIX\s+([\w.\-]*):\s*</gi)].map(m => m[1]));
  const head = [...PREFIXES].filter(([p]) => !declared.has(p)).map(([p, iri]) => `PREFIX ${p}: <${iri}> `).join("");
  return {head: head.length, text: head + text.replace(TERMINAL, (...found) => {
    const {prefix, local} = found.at(-1), whole = found[0];
    return prefix === undefined || declared.has(prefix.slice(0, -1)) || !PREFIXES.has(prefix.slice(0, -1)) || local.split(".").length < 3 ? whole : `<${PREFIXES.get(prefix.slice(0, -1))}${local}>`;
  })};
}
/* A message of the parser with its column in the first line as in the query that was typed. */
const asTyped = (message, head) => message.replace(/\b1:(\d+)/g, (m, n) => "1:" + Math.max(1, n - head));
function shortIri(iri) {
  for (const [p, space] of PREFIXES) if (iri.startsWith(space) && iri.length > space.length) return p + ":" + iri.slice(space.length);
  return iri;
}
const shownTerm = term => !term ? "" : term.type === "uri" ? shortIri(term.value) : term.type === "bnode" ? term.value : term.value ?? "";
/* A line of CSV: what a spreadsheet would run is marked as text (queries/cells.py). */
function csvLine(values) {
  const cells = values.map(v => !/^[=+\-@\t\r\n＝＋－＠]/.test(v) || /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(v) ? v : "'" + v);
  if (cells.length === 1 && cells[0] === "") return '""\n';
  return cells.map(c => /[,"\r\n]/.test(c) ? `"${c.replaceAll('"', '""')}"` : c).join(",") + "\n";
}
