// The computer: its parts, which are fetched after the board is shown, and its tasks in workers.
import { now, page, update } from "./app.js";
import { tell } from "./dom.js";
import { address, fetchFile, rest } from "./fetch.js";

// A module with an instruction of SIMD.
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
export const hasSimd = WebAssembly.validate(SIMD);
const CODE = hasSimd ? "chuhe_web_engine_simd" : "chuhe_web_engine";
const NETWORKS = ["xiangqi.nn", "zhonggong.nn", "chess.nn"];

let parts;

// The code, with SIMD where the browser has it, and the networks by which it evaluates.
async function fetchParts() {
    const code = fetchFile(`${CODE}_bg.wasm`, async (file) => WebAssembly.compile(await file.arrayBuffer()));
    const networks = NETWORKS.map((name) => fetchFile(name, (file) => file.arrayBuffer()));
    return { bindings: address(`${CODE}.js`), code: await code, networks: await Promise.all(networks) };
}

// Fetches the parts, once for all workers.
export const fetchEngine = () => (parts ??= fetchParts());

// A task in a worker of its own. A worker that thinks hears nothing, so that its end is the only stop.
// A worker that dies is started again once with the same request.
function newTask(name, task, told, failed) {
    // The worker, the request that it works on, and the last report with the number of its request.
    let worker, wanted, latest;

    function end() {
        worker?.terminate();
        worker = wanted = undefined;
    }

    function stop() {
        if (wanted) end();
    }

    function start(id, request, tries = 2) {
        stop();
        worker ??= new Worker(address("worker.js"), { type: "module", name });
        wanted = { id, request };
        const begun = worker;
        begun.onmessage = ({ data: { report, done, fault, missing } }) => {
            if (missing) return miss(missing);
            if (fault) return fail(fault, tries);
            if (done) wanted = undefined;
            latest = { id, report };
            told(id, report, done);
            update();
        };
        // A worker whose file does not come has no message, and may tell so after its end.
        begun.onerror = ({ message }) => {
            if (begun !== worker) return;
            if (message) fail(message, tries);
            else miss("worker.js");
        };
        fetchEngine().then((fetched) => begun.postMessage({ parts: fetched, task, request }));
    }

    // A part of the worker did not come. It is tried again while the task is wanted.
    async function miss(why) {
        const missed = wanted;
        worker?.terminate();
        worker = undefined;
        tell("notFetched", why, 4);
        await rest(2);
        if (missed && missed === wanted && !worker) start(missed.id, missed.request);
    }

    function fail(why, tries) {
        const lost = wanted;
        end();
        if (!lost) return;
        if (tries > 1) {
            tell("workerDied", why, 8);
            start(lost.id, lost.request, tries - 1);
        } else failed(lost.id, why);
        update();
    }

    // Ends the task with its last report, if there is one.
    function finish() {
        if (!wanted || wanted.id !== latest?.id) return;
        stop();
        told(latest.id, latest.report, true);
    }

    return { start, stop, finish };
}

export const player = newTask(
    "player", "search", (id, line, done) => (done ? page.answer(id, line, now()) : page.report(id, line, now())),
    (id, why) => page.failed(id, why, now()),
);

const newAnalyst = (name, ofReport) => newTask(
    name, "analyse", (id, analysis) => page.analysed(ofReport, id, analysis, now()),
    (id, why) => page.analysis_failed(ofReport, id, why, now()),
);

export const analyst = newAnalyst("analyst", false);
export const reporter = newAnalyst("reporter", true);
