// Keeps the files of this version, so that the page starts without a network. The builder writes the
// version and the names. A new version begins when no page of the old one is open any more.
const VERSION = "{{version}}";
const FILES = {{files}};

// Other pages may have caches at the same origin.
const OWN = `chuhe ${registration.scope} `;
const CACHE = OWN + VERSION;

// Leaves out the engine that this browser does not use.
const has = new URL(location).searchParams.has("simd");
const isUsed = (file) => !file.includes("chuhe_web_engine") || file.includes("_simd") === has;

// Files in the folder of the version never change, so the browser's cache may have them.
const request = (file) => new Request(file, { cache: file.startsWith(VERSION) ? "default" : "no-cache" });

addEventListener("install", (event) => {
    const requests = FILES.filter(isUsed).map(request);
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
    const remove = async () => {
        // The caches of the first versions have only a hash as their name.
        const isOwn = (name) => name.startsWith(OWN) || /^[0-9a-f]{16}$/.test(name);
        const old = (await caches.keys()).filter((name) => isOwn(name) && name !== CACHE);
        await Promise.all(old.map((name) => caches.delete(name)));
        await clients.claim();
    };
    event.waitUntil(remove());
});

addEventListener("fetch", (event) => {
    if (event.request.method !== "GET") return;
    const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
    // If the cache fails, the network answers.
    event.respondWith(kept.catch(() => {}).then((response) => response ?? fetch(event.request)));
});
