// The computer. The page ends this worker to end its task.
import init, { Engine } from "./chuhe_web_engine.js";

let engine;

onmessage = async ({ data: { module, task, order } }) => {
    try {
        if (!engine) {
            await init({ module_or_path: module });
            engine = new Engine();
        }
        const news = engine[task](order, (news) => postMessage({ news }));
        postMessage({ done: true, news });
    } catch (error) {
        postMessage({ fault: String(error) });
    }
};
