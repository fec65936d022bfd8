// The worker of an engine, in Node and in a browser. It listens at once, because a browser drops messages without a
// listener. It answers when the library is loaded.
const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
// In Node `import.meta.url` has no parameters.
const { parentPort, workerData } = isNode ? await import("node:worker_threads") : { workerData: import.meta.url };
const hash = Number(new URL(workerData).searchParams.get("hash"));
const answer = import("./chuhe.js")
    .then(({ answers }) => answers({ hash }))
    // A browser does not report a rejected promise of a worker.
    .catch((error) => ({ id }) => ({ id, error: `the engine did not start: ${error}` }));
if (isNode) parentPort.on("message", async (request) => parentPort.postMessage((await answer)(request)));
else onmessage = async ({ data }) => postMessage((await answer)(data));
