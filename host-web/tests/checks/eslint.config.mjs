// The rules for the JavaScript of the page: those that ESLint recommends, and some more.
import { createRequire } from "node:module";

// The packages stand where `.ci/setup` has installed them.
const js = createRequire(new URL("../../../target/npm/package.json", import.meta.url))("@eslint/js");

const BROWSER = [
    "AbortSignal", "Audio", "Blob", "ImageData", "IntersectionObserver", "URL", "URLSearchParams", "WebAssembly", "WebSocket", "Worker",
    "addEventListener", "caches", "clearTimeout", "clients", "crypto", "document", "fetch", "getComputedStyle", "history", "indexedDB", "localStorage",
    "location", "matchMedia", "navigator", "performance", "postMessage", "requestAnimationFrame", "setInterval", "setTimeout",
    "window", "Request", "XMLHttpRequest", "globalThis", "DOMException", "BroadcastChannel",
];

// The builder writes names into this file, which is no JavaScript before.
export default [{ ignores: ["**/offline.js"] }, {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: { ...Object.fromEntries(BROWSER.map((name) => [name, "readonly"])), onmessage: "writable" } },
    rules: { ...js.configs.recommended.rules, complexity: ["error", 20], eqeqeq: "error", "prefer-const": "error" },
}];
