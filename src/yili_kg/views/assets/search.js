"use strict";
/* The search: what is typed is brought to the form of the index, and looked up among the concepts and in all text.
   The index is loaded when it is first wanted: `search-words.js`, then `search-text-NN.js`, a file for each 篇. */
const Search = (() => {
const FIND = {concepts: [], fold: new Map(), also: new Map(), chapters: [], texts: new Map()};
const HAN = /[\u2e80-\u2fdf\u3005\u3007\u3400-\u9fff\uf900-\ufaff\ue000-\uf8ff]|[\ud840-\ud88d][\udc00-\udfff]/;
/* Signs that are no part of a word: spaces, punctuation of both scripts, brackets. A line end parts segments. */
const isSign = c => c <= 32 ? c !== 10 : c < 48 || (c > 57 && c < 65) || (c > 90 && c < 97) || (c > 122 && c < 192) || (c >= 0x2000 && c < 0x2070)
  || (c >= 0x3000 && c <= 0x303f && c !== 0x3005 && c !== 0x3007) || (c >= 0xfe10 && c < 0xfe70) || (c >= 0xff00 && c < 0xfff0);
let readied = null;
function readySearch() {
  return readied ??= FINDING.load("search-words.js").then(told => {
    pairs(told.fold, (graph, key) => FIND.fold.set(graph, key));
    pairs(told.also, (typed, graph) => FIND.also.set(typed, [...(FIND.also.get(typed) ?? []), graph]));
    FIND.chapters = told.chapters.map(([chapter]) => chapter);
    FIND.concepts = told.concepts.map(([name, type, pinyin, en, total, forms]) => {
      const zh = name.split("（")[0];
      return {name, type, pinyin, en, total, zh, keys: [zh, ...forms.split(" ")].filter(Boolean).map(folded), ...spoken(pinyin), means: en.toLowerCase()};
    });
    return FIND;
  });
}
function pairs(line, take) { const all = Array.from(line); for (let n = 0; n + 1 < all.length; n += 2) take(all[n], all[n + 1]); }
const whenReady = listener => document.addEventListener("DOMContentLoaded", () => readySearch().then(listener));

/* Words as the index has them: without signs, each graph as its key. */
function folded(words) {
  let out = "";
  for (const graph of words) if (!isSign(graph.codePointAt(0)) && graph !== "\n") out += FIND.fold.get(graph) ?? graph;
  return out;
}
/* What else may be meant: 后 by one who writes simplified is 後 too. Of a long line no more than a few. */
function meant(words) {
  let all = [""];
  for (const graph of folded(words)) {
    const ways = [graph, ...(FIND.also.get(graph) ?? [])];
    all = all.length * ways.length > 24 ? all.map(w => w + graph) : all.flatMap(w => ways.map(way => w + way));
  }
  return all.filter(Boolean);
}
/* Pinyin without its tones, and the tones one behind the other: `zhì` is zhi and 4, and so is `zhi4`. ü is u, and so is v. */
const TONES = {"\u0304": "1", "\u0301": "2", "\u030c": "3", "\u0300": "4"};
function spoken(words) {
  let plain = "", tones = "";
  for (const c of words.toLowerCase().normalize("NFD")) {
    if (/[a-z]/.test(c)) plain += c === "v" ? "u" : c; else if (TONES[c]) tones += TONES[c]; else if (/[1-4]/.test(c)) tones += c;
  }
  return {plain, tones};
}
/* The concepts for what is typed, the nearest first, of those the commonest; and for each how near it is (0: the very word). */
function conceptsFor(typed, most) {
  const ranks = [[], [], [], [], [], []], rank = HAN.test(typed) ? byGraphs(typed) : byLetters(typed);
  if (rank) for (const row of FIND.concepts) { const n = rank(row); if (n >= 0) ranks[n].push(row); }
  return ranks.flat().slice(0, most);
}
function byGraphs(typed) {
  const words = meant(typed);
  return row => {
    let best = -1;
    for (const word of words) for (let n = 0; n < row.keys.length; n++) {
      const at = row.keys[n].indexOf(word);
      if (at < 0) continue;
      const here = row.keys[n] === word ? (n ? 1 : 0) : at === 0 ? 2 : 3;
      if (best < 0 || here < best) best = here;
    }
    return best;
  };
}
function byLetters(typed) {
  const {plain, tones} = spoken(typed), words = typed.toLowerCase().trim().replace(/\s+/g, " ");
  if (!plain) return null;
  const inside = (means, at) => at === 0 || !/[a-z]/.test(means[at - 1]);
  return row => {
    const toned = !tones || row.tones.startsWith(tones);
    if (row.plain === plain && toned) return 0;
    const at = words ? row.means.indexOf(words) : -1;
    if (at >= 0 && inside(row.means, at) && !/[a-z]/.test(row.means[at + words.length] ?? " ")) return at === 0 ? 1 : 2;
    if (row.plain.startsWith(plain) && toned) return 3;
    if (at >= 0 && inside(row.means, at)) return 4;
    return plain.length > 2 && toned && row.plain.includes(plain) ? 5 : -1;
  };
}

/* The text of a 篇: its segments, the words as they stand, and the same folded with the place of each graph in them. */
async function textOf(chapter) {
  if (FIND.texts.has(chapter)) return FIND.texts.get(chapter);
  const file = `search-text-${chapter}.js`, told = await FINDING.load(file), text = told.text + "\n";
  const made = {chapter, layers: [...told.of].map(n => told.layers[parseInt(n, 36)]), ids: [], starts: [], text, key: "", at: null};
  let before = "";
  for (const line of told.ids.split("\n")) made.ids.push(before = before.slice(0, line.charCodeAt(0) - 48) + line.slice(1));
  for (let at = 0; at < text.length; at = text.indexOf("\n", at) + 1) made.starts.push(at);
  foldText(made);
  GIVEN[file] = null; FIND.texts.set(chapter, made);
  return made;
}
function foldText(made) {
  const text = made.text, out = new Uint16Array(text.length + 8), at = new Uint32Array(text.length + 8), table = foldUnits();
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isSign(c)) continue;
    if (c >= 0xd800 && c < 0xdc00) {
      const pair = text.slice(i, i + 2), key = FIND.fold.get(pair) ?? pair;
      for (let k = 0; k < key.length; k++) { out[n] = key.charCodeAt(k); at[n++] = i; }
      i++;
    } else if (table[c] === 0xd800) { for (const u of FIND.fold.get(text[i]).split("")) { out[n] = u.charCodeAt(0); at[n++] = i; } }
    else { out[n] = table[c]; at[n++] = i; }
  }
  made.key = new TextDecoder("utf-16le").decode(out.subarray(0, n)); made.at = at.slice(0, n);
}
let unitTable = null;
function foldUnits() {
  if (unitTable) return unitTable;
  unitTable = Uint16Array.from({length: 0x10000}, (_, c) => c);
  for (const [graph, key] of FIND.fold) if (graph.length === 1) unitTable[graph.charCodeAt(0)] = key.length === 1 ? key.charCodeAt(0) : 0xd800;
  return unitTable;
}
/* All places of some words in a text: the number of the segment, and where the words begin in the folded text. */
function placesIn(made, words) {
  const found = [];
  for (const word of words) for (let at = made.key.indexOf(word); at >= 0; at = made.key.indexOf(word, at + word.length)) found.push([at, word.length]);
  if (words.length > 1) found.sort((a, b) => a[0] - b[0]);
  let segment = 0;
  return found.map(([at, length]) => {
    const place = made.at[at];
    while (segment + 1 < made.starts.length && made.starts[segment + 1] <= place) segment++;
    return {made, segment, at, length, layer: made.layers[segment]};
  });
}
/* A place with the words around it, no further than its segment. */
function around(place, room = 24) {
  const {made, segment, at, length} = place, start = made.at[at], begin = made.starts[segment];
  const stop = (made.starts[segment + 1] ?? made.text.length) - 1, last = made.at[at + length - 1];
  const end = last + (made.text.codePointAt(last) > 0xffff ? 2 : 1), left = Math.max(begin, start - room), right = Math.min(stop, end + room);
  return {id: made.ids[segment], layer: place.layer, before: (left > begin ? "…" : "") + made.text.slice(left, start).replace(/^[\udc00-\udfff]/, ""),
    words: made.text.slice(start, end), after: made.text.slice(end, right).replace(/[\ud800-\udbff]$/, "") + (right < stop ? "…" : "")};
}
/* Whether words are long enough to be looked for in the text: one graph, or three letters. */
const searchable = typed => HAN.test(typed) || folded(typed).length > 2;
/* All places in all text, or in some 篇; `soon` is asked after each 篇 whether to go on. */
async function inText(typed, chapters, soon = () => true) {
  const words = searchable(typed) ? (HAN.test(typed) ? meant(typed) : [folded(typed)]) : [], found = [];
  for (const chapter of words.length ? chapters : []) {
    found.push(...placesIn(await textOf(chapter), words));
    if (!soon()) return null;
  }
  return found;
}
/* Where nothing is found: what is near it. Of graphs, parts of the words that are found; of letters, words that are hardly otherwise. */
async function nearTo(typed) {
  if (HAN.test(typed)) {
    const graphs = Array.from(folded(typed)), found = [];
    for (let length = graphs.length - 1; length > 0 && found.length < 5; length--)
      for (let n = 0; n + length <= graphs.length && found.length < 5; n++) {
        const part = graphs.slice(n, n + length).join("");
        if (found.some(f => f.includes(part))) continue;
        if (conceptsFor(part, 1).length || FIND.chapters.some(c => FIND.texts.get(c)?.key.includes(part))) found.push(part);
      }
    return found;
  }
  const {plain} = spoken(typed), near = new Map(), most = plain.length > 4 ? 2 : 1;
  for (const row of FIND.concepts)
    for (const word of new Set([row.plain, ...row.means.split(/[^a-z]+/)])) {
      if (word.length < 2 || Math.abs(word.length - plain.length) > most || near.has(word)) continue;
      const far = distance(plain, word, most);
      if (far <= most) near.set(word, far);
    }
  return [...near].sort((a, b) => a[1] - b[1]).slice(0, 6).map(([word]) => word);
}
function distance(a, b, most) {
  let line = Array.from({length: b.length + 1}, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(line[j] + 1, next[j - 1] + 1, line[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (Math.min(...next) > most) return most + 1;
    line = next;
  }
  return line[b.length];
}
/* Addresses with what was searched, and with the language if the address of this page names one. */
function addressed(href, asked = {}) {
  const [path, hash] = href.split("#"), query = new URLSearchParams(asked), tongue = new URLSearchParams(location.search).get("lang");
  if (tongue) query.set("lang", tongue);
  const told = query.toString();
  return path + (told ? "?" + told : "") + (hash ? "#" + hash : "");
}
const placeHref = (id, typed) => { const href = readHref(id); return href && addressed(href, {find: typed}); };
return {FIND, readySearch, whenReady, meant, conceptsFor, inText, nearTo, around, addressed, placeHref};
})();
