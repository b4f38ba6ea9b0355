"use strict";
/* What may be meant by a name that is none: the same graphs in another form (觯 for 觶), a number without its noughts
   (4 for 04), pinyin with or without tones, English, a part of it, or what differs by a letter. */
const NEAR = 6;
/* How the search folds graphs, where there is one; else they stay as they are. */
async function foldedAsSearched() {
  const as = words => [words.normalize("NFC").toLowerCase()];
  if (!SITE.files.includes("search.html")) return as;
  try {
    if (typeof Search === "undefined") await wanted("search.js");
    await Search.readySearch();
  } catch { return as; }
  return words => { const all = Search.meant(words.normalize("NFC").toLowerCase()); return all.length ? all : [""]; };
}
/* Noughts before a number are no part of it; the point between two numbers is. */
const unpadded = words => words.trim().replace(/(?<!\d)0+(?=\d)/g, "").replace(/(\d)[.·](?=\d)/g, "$1x");
const toneless = words => /^[\s\p{Script=Latin}\p{M}\d'’-]+$/u.test(words) ? words.normalize("NFD").toLowerCase().replace(/v/g, "u").replace(/[^a-z]/g, "") : "";
/* Of the rows (name, then what is said beside it) those that are near to what was typed, the nearest first, of those the
   commonest, which stand first in the rows. */
function nearNames(typed, rows, fold) {
  if (!typed.trim()) return rows.slice(0, NEAR);
  const keys = fold(unpadded(typed)), plain = toneless(typed), ranks = [[], [], [], []];
  for (const row of rows) {
    const key = fold(unpadded(row[0]))[0], beside = row.slice(1).flatMap(words => [words.toLowerCase(), words.toLowerCase().split(",")[0]]);
    const same = keys.includes(key) || beside.some(words => words && keys.includes(fold(words)[0]));
    const spoken = plain && [row[0], ...row.slice(1)].some(words => toneless(words) === plain || toneless(words.split(",")[0]) === plain);
    const part = keys.some(one => one && key && (key.includes(one) || one.includes(key))) || (plain.length > 2 && row.slice(1).some(words => toneless(words).includes(plain)));
    const rank = same ? 0 : spoken ? 1 : part ? 2 : plain.length > 2 && row.some(words => wordsOf(words).some(word => differsLittle(word, plain))) ? 3 : -1;
    if (rank >= 0) ranks[rank].push(row);
  }
  const best = ranks.findIndex(rank => rank.length);
  return best < 0 ? [] : best < 2 ? [...ranks[0], ...ranks[1]].slice(0, NEAR) : ranks.flat().slice(0, NEAR);
}
const wordsOf = words => words.split(/[\s,;()]+/).map(toneless).filter(Boolean);
/* Whether two words differ by one letter: another, one more, or one less. */
function differsLittle(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0, end = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}
