// Runs the computer in workers. The page and each worker load this file: the page begins tasks, a worker carries one
// out.

// The computer of this worker, once it is loaded.
let engine;

// Makes the computer of its parts: the bindings, the code, and the networks.
export async function load({ bindings, code, networks }) {
    const { start, Engine } = await import(bindings);
    await start({ module_or_path: code });
    const engine = new Engine();
    for (const network of networks) engine.add_network(new Uint8Array(network));
    return engine;
}

// Answers a message in a worker. The page ends the worker to end its task.
async function answer({ data: { parts, task, request } }) {
    try {
        await import(parts.bindings);
    } catch (error) {
        return postMessage({ missing: String(error) });
    }
    try {
        engine ??= await load(parts);
        const result = engine[task](request, (report) => postMessage({ report }));
        postMessage({ done: true, report: result });
    } catch (error) {
        postMessage({ fault: String(error) });
    }
}
if (!globalThis.document) onmessage = answer;

// Makes the effects for the computer. The functions of the page fetch its parts, show changes and report faults.
export function newComputer({ fetchEngine, now, page, rest, tell, update }) {
    // A task in a worker of its own. A busy worker receives no message, so ending it is the only way to stop it. A
    // worker that dies is started again once with the same request.
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
            worker ??= new Worker(import.meta.url, { type: "module", name });
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
            // If the file of a worker does not load, the error has no message, and may come after the worker's end.
            begun.onerror = ({ message }) => {
                if (begun !== worker) return;
                if (message) fail(message, tries);
                else miss("engine.js");
            };
            fetchEngine().then((parts) => begun.postMessage({ parts, task, request }));
        }

        // A part of the worker was not loaded. It is fetched again, if the task is still wanted.
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

    const player = newTask(
        "player", "search", (id, line, done) => (done ? page.answer(id, line, now()) : page.report(id, line, now())),
        (id, why) => page.failed(id, why, now()),
    );
    const newAnalyst = (name, ofReport) => newTask(
        name, "analyse", (id, analysis) => page.analysed(ofReport, id, analysis, now()),
        (id, why) => page.analysis_failed(ofReport, id, why, now()),
    );
    const [analyst, reporter] = [newAnalyst("analyst", false), newAnalyst("reporter", true)];

    return {
        search: ({ id, request }) => player.start(id, request),
        "move-now": player.finish,
        stop: player.stop,
        analyse: ({ id, request }) => (request ? analyst.start(id, request) : analyst.stop()),
        report: ({ id, request }) => (request ? reporter.start(id, request) : reporter.stop()),
    };
}
