// The computer. The page ends this worker to end its task.
import init, { Engine } from "./chuhe_web_engine.js";

let engine;

onmessage = async ({ data: { module, task, request } }) => {
    try {
        if (!engine) {
            await init({ module_or_path: module });
            engine = new Engine();
        }
        const result = engine[task](request, (report) => postMessage({ report }));
        postMessage({ done: true, report: result });
    } catch (error) {
        postMessage({ fault: String(error) });
    }
};
