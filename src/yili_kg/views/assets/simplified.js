"use strict";
/* 简 / 繁: the words of the page in simplified graphs, graph for graph, and back. What is shown is changed, never what a
   field holds or sends, never names and addresses (code), never data; what a page writes later is changed too. */
(() => {
  const APART = "script, style, textarea, input, code, pre, kbd, option:not([value]), [translate=no]";
  const was = new WeakMap();  // text node → [its own words, what is shown for them]
  let simple = null, wantedNow = false;
  const shown = words => { let out = ""; for (const graph of words) out += simple.get(graph) ?? graph; return out; };
  function change(node) {
    const kept = was.get(node);
    if (wantedNow) {
      if (kept && kept[1] === node.data) return;
      if (node.parentElement?.closest(APART)) return;
      const words = node.data, now = shown(words);
      if (now !== words) { was.set(node, [words, now]); node.data = now; }
    } else if (kept) { was.delete(node); if (kept[1] === node.data) node.data = kept[0]; }
  }
  function changeAll(root) {
    if (root.nodeType === Node.TEXT_NODE) { change(root); return; }
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    while (walk.nextNode()) found.push(walk.currentNode);
    found.forEach(change);
  }
  const watcher = new MutationObserver(records => {
    for (const record of records) {
      if (record.type === "characterData") change(record.target);
      else for (const node of record.addedNodes) changeAll(node);
    }
  });
  function choose(on) {
    wantedNow = on;
    const button = $("graphs");
    button.textContent = on ? "繁" : "简"; button.setAttribute("aria-pressed", String(on));
    document.documentElement.classList.toggle("simplified", on);
    if (on && !simple) {
      const known = GIVEN["graphs.js"];
      (known === undefined ? wanted("graphs.js") : Promise.resolve(known)).then(pairs => {
        const graphs = Array.from(pairs ?? "");
        simple = new Map();
        for (let n = 0; n + 1 < graphs.length; n += 2) simple.set(graphs[n], graphs[n + 1]);
        if (wantedNow) choose(true);
      }).catch(() => choose(false));
      return;
    }
    if (on) watcher.observe(document.documentElement, {subtree: true, childList: true, characterData: true});
    else if (!simple) return;
    changeAll(document.documentElement);
  }
  document.addEventListener("DOMContentLoaded", () => {
    let kept = new URLSearchParams(location.search).get("graphs");
    try { kept ??= localStorage.getItem("yili-graphs"); } catch { /* a browser may forbid it for files */ }
    $("graphs").addEventListener("click", () => {
      choose(!wantedNow);
      try { localStorage.setItem("yili-graphs", wantedNow ? "simplified" : "traditional"); } catch { /* as above */ }
    });
    if (kept === "simplified") choose(true);
  });
})();
