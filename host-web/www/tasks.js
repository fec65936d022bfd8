// The tasks of the computer, in workers.
import { now, page, update } from "./app.js";
import { tell } from "./dom.js";
import { fetchEngine, newWorker } from "./engine.js";
import { rest } from "./fetch.js";

// A task in a worker of its own. A worker that thinks hears nothing, so that its end is the only stop.
// A worker that dies is started again once with the same request.
class Task {
    constructor(name, task, told, failed) {
        this.name = name;
        this.task = task;
        this.told = told;
        this.failed = failed;
        this.id = this.worker = this.request = undefined;
    }

    start(id, request, tries = 2) {
        this.stop();
        this.worker ??= newWorker(this.name);
        Object.assign(this, { id, request });
        const { task } = this;
        this.worker.onmessage = ({ data: { report, done, fault, missing } }) => {
            if (missing) return this.miss(missing);
            if (fault) return this.fault(fault, tries);
            if (done) this.request = undefined;
            this.told(id, report, done);
            update();
        };
        // A worker whose file does not come has no message.
        this.worker.onerror = ({ message }) => (message ? this.fault(message, tries) : this.miss("worker.js"));
        const { worker } = this;
        fetchEngine().then((parts) => worker.postMessage({ parts, task, request }));
    }

    // A part of the worker did not come. It is tried again while the task is wanted.
    async miss(why) {
        const { id, request } = this;
        this.worker.terminate();
        this.worker = undefined;
        tell("notFetched", why, 4);
        await rest(2);
        if (request && request === this.request && !this.worker) this.start(id, request);
    }

    stop() {
        if (this.request) this.end();
    }

    end() {
        this.worker?.terminate();
        this.worker = this.request = undefined;
    }

    fault(why, tries) {
        const { id, request } = this;
        this.end();
        if (!request) return;
        if (tries > 1) {
            tell("workerDied", why, 8);
            this.start(id, request, tries - 1);
        } else this.failed(id, why);
        update();
    }
}

// The last line that the player has told.
let latest;

export const player = new Task("player", "search", (id, line, done) => {
    latest = line;
    if (done) page.answer(id, line, now());
    else page.report(id, line, now());
}, (id, why) => page.failed(id, why, now()));

const newAnalyst = (name, ofReport) => new Task(
    name, "analyse", (id, analysis) => page.analysed(ofReport, id, analysis, now()),
    (id, why) => page.analysis_failed(ofReport, id, why, now()),
);

export const analyst = newAnalyst("analyst", false);
export const reporter = newAnalyst("reporter", true);

// Forgets the line of an earlier question.
export function forgetLine() { latest = undefined; }

export function moveNow() {
    if (!latest || !player.request) return;
    player.stop();
    page.answer(player.id, latest, now());
}
