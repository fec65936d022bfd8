// Keeps the files of the page, so that it starts without a network.
const NAME = "chuhe-VERSION";
const FILES = ["./", "style.css", "page.js", "worker.js", "chuhe_web.js", "chuhe_web_bg.wasm", "manifest.webmanifest"];

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
    self.skipWaiting();
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name !== NAME) await caches.delete(name);
        }
        await self.clients.claim();
    })());
});

self.addEventListener("fetch", (event) => {
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
