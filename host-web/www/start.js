// Starts the page. What the browser lacks, or what does not come, is told.
import { tell } from "./dom.js";

function fail(name, why) {
    tell(name, why);
    document.documentElement.dataset.ready = "false";
}

if (!globalThis.WebAssembly) {
    fail("noWebAssembly");
} else {
    import("./page.js").catch((error) => {
        fail("broken", error.message);
        addEventListener("online", () => location.reload());
    });
}
