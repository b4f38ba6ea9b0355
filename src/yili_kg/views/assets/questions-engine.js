"use strict";
/* The engine in the page: Oxigraph over the graph, in a worker where the browser allows one for such a page, else in the
   page itself. `engineOver` runs in either place. */
function engineOver(make) {
  let store = null;
  /* Written by hand, not piped: a browser may throw a pipe away that nobody holds, and the answer would never come. */
  async function unpacked(bytes) {
    const {readable, writable} = new DecompressionStream("gzip"), writer = writable.getWriter(), whole = new Response(readable).arrayBuffer();
    await Promise.all([writer.write(bytes), writer.close(), whole]);
    return new Uint8Array(await whole);
  }
  const oxigraph = make();
  return {
    async begin({wasm}) { oxigraph.initSync({module: await unpacked(wasm)}); store = new oxigraph.Store(); },
    async load({graph, turtle}) { store.load(await unpacked(turtle), {format: "text/turtle", to_graph_name: {termType: "NamedNode", value: graph}, no_transaction: true, lenient: true}); },
    /* `union`: without FROM the default graph is that of all graphs. */
    async ask({query, union, gives}) { return store.query(query, {use_default_graph_as_union: union, results_format: gives === "graph" ? "text/turtle" : "application/sparql-results+json"}); },
  };
}
function workerOver(make) {
  const code = `"use strict";\nconst engine = (${engineOver})(${make});\nonmessage = async ({data: {id, what, given}}) => {\n  try { postMessage({id, got: await engine[what](given)}); } catch (error) { postMessage({id, failed: String(error?.message ?? error)}); }\n};`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], {type: "text/javascript"}))), waiting = new Map();
  let last = 0;
  worker.onmessage = ({data: {id, got, failed}}) => { const w = waiting.get(id); waiting.delete(id); if (failed === undefined) w.done(got); else w.failed(new Error(failed)); };
  const call = what => given => new Promise((done, failed) => {
    waiting.set(++last, {done, failed});
    worker.postMessage({id: last, what, given}, Object.values(given).filter(v => v instanceof Uint8Array).map(v => v.buffer));
  });
  worker.onerror = ev => { ev.preventDefault(); for (const w of waiting.values()) w.failed(new Error(ev.message || "worker")); waiting.clear(); };
  return {begin: call("begin"), load: call("load"), ask: call("ask"), end: () => { worker.terminate(); for (const w of waiting.values()) w.failed(new Error("stopped")); }};
}
const fromLetters = text => { const raw = atob(text), bytes = new Uint8Array(raw.length); for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i); return bytes; };
const breath = () => new Promise(done => setTimeout(done));
/* An engine that has begun, in a worker if that can be had. */
async function engineBegun(file) {
  const {make, wasm} = await wanted(file);
  let worker = null;
  try { worker = workerOver(make); await worker.begin({wasm: fromLetters(wasm)}); return {...worker, place: "worker"}; } catch { worker?.end(); }
  const engine = engineOver(make);
  await breath();
  await engine.begin({wasm: fromLetters(wasm)});
  return {...engine, place: "page", end: null};
}
/* Load the named graphs of a file, one after the other, and say how far it is. */
async function loadedInto(engine, file, tell) {
  const pieces = await wanted(file), all = pieces.reduce((n, [, quads]) => n + quads, 0);
  let done = 0;
  for (const [graph, quads, turtle] of pieces) { tell(done, all); await breath(); await engine.load({graph, turtle: fromLetters(turtle)}); done += quads; }
  tell(all, all);
}
