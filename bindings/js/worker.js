// The worker of an engine, in Node and in a browser. It listens at once, because a browser drops messages that
// nobody hears, and answers when the library is there.
const hash = Number(new URL(import.meta.url).searchParams.get("hash"));
const answer = import("./chuhe.js").then(({ answers }) => answers({ hash }));
if (typeof process !== "undefined" && process.versions?.node !== undefined) {
    const { parentPort } = await import("node:worker_threads");
    parentPort.on("message", async (request) => parentPort.postMessage((await answer)(request)));
} else {
    onmessage = async ({ data }) => postMessage((await answer)(data));
}
