"use strict";
/* 正之 / put this right: a small button beside a statement. It opens a dialog that makes a row for the table of corrections
   (docs/corrections.md), to be copied or saved; nothing is sent anywhere.

   rightButton(row) gives the button as HTML. The row has `kind` (mention, step, gloss, citation, verdict), `source` (label of
   the document), `start`, `end`, `text`, and what it says: `type` and `concept`, `says` (slots of a step), `term`, `formula`
   and `definition`, `target`, or `verdict`; `before` and `after` if the page knows what stands around. */
const RIGHT_COLUMNS = ["source", "action", "before", "words", "after", "type", "concept", "reason", "by", "kind", "says"];
const RIGHT_KINDS = {mention: ["名物", "a mention"], step: ["節", "a step"], gloss: ["訓", "a gloss"], citation: ["引書", "a citation"], verdict: ["引文之判定", "the verdict on a quotation"]};
const RIGHT_AROUND = 40;

function rightButton(row) {
  if (!row || !(row.kind in RIGHT_KINDS) || !row.source) return "";
  const name = t("正之", "put this right");
  return `<button type="button" class="right" data-right="${esc(JSON.stringify(row))}" title="${esc(name)}" aria-label="${esc(`${name}: ${row.text}`)}">✎</button>`;
}

(() => {
  const clean = value => String(value ?? "").replace(/\s+/g, " ").trim();
  const joined = value => String(value ?? "").replace(/\s+/g, "");
  const HAN = /[\u2e80-\u9fff\uf900-\ufaff\ue000-\uf8ff\u{20000}-\u{32fff}]/u;

  /* The words of a row and what stands around them, from the files of words beside the page; null where there are none. */
  async function around(row) {
    if (!SITE.files.length || !(row.start >= 0)) return null;
    let book, stretches;
    try {
      book = await wanted("words.js");
      const number = book.labels.indexOf(row.source);
      if (number < 0) return null;
      stretches = await wanted(`words-${number}-${Math.floor(row.start / book.stretch)}.js`);
    } catch { return null; }
    for (const [text, runs] of stretches) {
      let at = 0, first = -1, last = -1;
      for (const [start, length] of runs) {
        if (first < 0 && row.start < start + length && row.end > start) first = at + Math.max(0, row.start - start);
        if (first >= 0 && row.end > start) last = at + Math.min(length, row.end - start);
        at += length;
      }
      if (first < 0 || runs[0][0] > row.start) continue;
      const graphs = Array.from(text);
      if (row.kind === "gloss" && row.definition) {
        // The words of a gloss are its definition, inside the statement.
        const said = graphs.slice(first, last).join(""), found = said.lastIndexOf(row.definition);
        if (found >= 0) { first += Array.from(said.slice(0, found)).length; last = first + Array.from(row.definition).length; }
      }
      return {before: graphs.slice(Math.max(0, first - RIGHT_AROUND), first).join(""), words: graphs.slice(first, last).join(""), after: graphs.slice(last, last + RIGHT_AROUND).join("")};
    }
    return null;
  }
  const saidBy = row => row.kind === "step" ? clean(row.says) : row.kind === "gloss" ? `term=${joined(row.term)} formula=${joined(row.formula)}` : row.kind === "citation" ? `target=${joined(row.target)}` : row.kind === "verdict" ? clean(row.verdict) : "";

  let dialog = null, row = null, opener = null;
  const field = name => dialog.querySelector(`[name=${name}]`);
  const FIELDS = [["action", "舉動", "action"], ["before", "其前", "before"], ["words", "其文", "words"], ["after", "其後", "after"], ["type", "類", "type"], ["concept", "名物", "concept"], ["says", "所言", "what it is to say"], ["reason", "理由", "reason"], ["by", "何人", "by"]];
  const ACTIONS = {retype: ["改", "change it"], drop: ["去之", "it is none: drop it"]};
  function make() {
    dialog = document.createElement("dialog"); dialog.id = "put-right";
    const form = document.createElement("form"); form.method = "dialog";
    const head = document.createElement("h2"); head.id = "right-head"; dialog.setAttribute("aria-labelledby", "right-head");
    form.append(head);
    for (const [name] of FIELDS) {
      const label = document.createElement("label"), words = document.createElement("span");
      const input = document.createElement(name === "action" || name === "type" ? "select" : "input");
      input.name = name; words.dataset.field = name; label.append(words, input); form.append(label);
      input.addEventListener("input", told);
    }
    const out = document.createElement("textarea"); out.readOnly = true; out.rows = 3; out.id = "right-row"; out.setAttribute("aria-label", "TSV");
    const status = document.createElement("p"); status.id = "right-status"; status.setAttribute("role", "status");
    const buttons = document.createElement("div"); buttons.className = "buttons";
    for (const id of ["copy", "save", "shut"]) { const b = document.createElement("button"); b.type = "button"; b.id = "right-" + id; buttons.append(b); }
    form.append(out, status, buttons); dialog.append(form); document.body.append(dialog);
    $("right-copy").addEventListener("click", copy); $("right-save").addEventListener("click", save); $("right-shut").addEventListener("click", () => dialog.close());
    form.addEventListener("submit", ev => ev.preventDefault());
    dialog.addEventListener("close", () => opener?.focus());
  }
  function spoken() {
    const kind = RIGHT_KINDS[row.kind];
    $("right-head").textContent = t(`正之：${kind[0]}「${row.text}」`, `Put this right: ${kind[1]} “${row.text}”`);
    for (const [name, zh, en] of FIELDS) dialog.querySelector(`[data-field=${name}]`).textContent = t(zh, en);
    const actions = row.kind === "verdict" ? ["retype"] : ["retype", "drop"], chosen = field("action").value;
    field("action").replaceChildren(...actions.map(a => new Option(t(...ACTIONS[a]), a)));
    if (actions.includes(chosen)) field("action").value = chosen;
    const type = field("type").value || row.type || "";
    field("type").replaceChildren(...SITE.types.map(([name, , zh, en]) => new Option(t(zh, en), name)));
    if (type) field("type").value = type;
    $("right-copy").textContent = t("複製", "copy"); $("right-save").textContent = t("下載 TSV", "download as TSV"); $("right-shut").textContent = t("閉", "close");
    $("right-status").textContent = field("before").value || field("after").value ? t("用法：yili-kg build --corrections", "Used by: yili-kg build --corrections")
      : t("前後之文未詳：若其文數見，請自補，使只合一處。", "What stands before and after is not known here: if the words stand in several places, add enough of it to fit one.");
  }
  function told() {
    const mention = row.kind === "mention", drop = field("action").value === "drop";
    for (const name of ["type", "concept"]) field(name).closest("label").hidden = !mention || drop;
    field("says").closest("label").hidden = mention || drop;
    $("right-row").value = lines().join("\n");
  }
  function lines() {
    const drop = field("action").value === "drop", mention = row.kind === "mention";
    const values = {source: row.source.replace(/\[/g, "?"), kind: row.kind, reason: clean(field("reason").value) || t("讀者正之", "put right by a reader")};
    for (const name of ["action", "before", "words", "after", "by"]) values[name] = clean(field(name).value);
    if (mention && !drop) { values.type = field("type").value; values.concept = clean(field("concept").value); }
    if (!mention && !drop) values.says = clean(field("says").value);
    return [RIGHT_COLUMNS.join("\t"), RIGHT_COLUMNS.map(name => values[name] ?? "").join("\t")];
  }
  async function copy() {
    try { await navigator.clipboard.writeText(lines()[1] + "\n"); }
    catch { $("right-row").focus(); $("right-row").select(); document.execCommand("copy"); }
    $("right-status").textContent = t("已複製此行。", "The row is copied.");
  }
  function save() {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([lines().join("\n") + "\n"], {type: "text/tab-separated-values"})); a.download = "corrections.tsv";
    a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 1000);
    $("right-status").textContent = t("已存為 corrections.tsv。", "Saved as corrections.tsv.");
  }
  async function open(asked, button) {
    row = asked; opener = button;
    if (!dialog) make();
    const words = row.kind === "gloss" && row.definition ? row.definition : row.text;
    const found = row.before || row.after ? {before: row.before ?? "", words, after: row.after ?? ""} : await around(row);
    for (const [name] of FIELDS) if (field(name).tagName === "INPUT") field(name).value = "";
    field("type").replaceChildren(); field("action").replaceChildren();
    field("before").value = found?.before ?? ""; field("words").value = found && HAN.test(found.words) ? found.words : words; field("after").value = found?.after ?? "";
    field("concept").value = row.concept ?? ""; field("says").value = saidBy(row);
    spoken(); told();
    dialog.showModal();
    (field(row.kind === "mention" ? "concept" : "says")).focus();
  }
  document.addEventListener("click", ev => {
    const button = ev.target.closest?.("[data-right]");
    if (button) { ev.preventDefault(); ev.stopPropagation(); open(JSON.parse(button.dataset.right), button); }
  });
  whenSpoken(() => {
    for (const button of document.querySelectorAll("[data-right]")) { const name = t("正之", "put this right"); button.title = name; button.setAttribute("aria-label", `${name}: ${JSON.parse(button.dataset.right).text}`); }
    if (dialog?.open) { spoken(); told(); }
  });
})();
