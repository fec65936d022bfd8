// The rest of the page's code. The builder separates it from what a first visit needs.
const FILE = "chuhe_web_rest.wasm";
let first;
let isHere = false;

// Takes the functions of the first part.
export function lend(exports) {
    first = exports;
}

function join(module) {
    if (isHere) return;
    new WebAssembly.Instance(module, { first });
    isHere = true;
}

let coming;

// Fetches the rest. A failed fetch is tried again.
export function fetchCode() {
    coming ??= WebAssembly.compileStreaming(fetch(FILE)).then(join);
    coming.catch(() => { coming = undefined; });
    return coming;
}

// Fetches the rest while the code that needs it waits: a click that comes before the rest.
export function fetchNow() {
    const request = new XMLHttpRequest();
    request.open("GET", FILE, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    if (request.status !== 200) throw new Error(FILE);
    performance.mark("fetched-now");
    join(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0))));
}
