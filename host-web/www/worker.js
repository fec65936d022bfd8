// The computer. The page ends this worker to end its task.
let engine;

// Makes the computer of the parts that `fetchEngine` has fetched.
export async function load({ bindings, code, networks }) {
    const { start, Engine } = await import(bindings);
    await start({ module_or_path: code });
    const engine = new Engine();
    for (const network of networks) engine.add_network(new Uint8Array(network));
    return engine;
}

onmessage = async ({ data: { parts, task, request } }) => {
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
};
