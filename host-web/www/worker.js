// The computer player. The page ends this worker to end a search.
import init, { Engine } from "./chuhe_web.js";

let engine;

onmessage = async ({ data }) => {
    if (!engine) {
        await init({ module_or_path: data.module });
        engine = new Engine();
    }
    const answer = engine.search(data.order, (_, report) => postMessage({ report }));
    postMessage({ answer });
};
