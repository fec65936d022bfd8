// Starts the page. What the browser lacks, or what does not come, is told.
import { language } from "./language.js";
import { broken, noWebAssembly } from "./start-texts.js";

function fail(text, why = "") {
    document.getElementById("notice").textContent = `${text[language]} ${why}`;
    document.documentElement.dataset.ready = "false";
}

if (!globalThis.WebAssembly) {
    fail(noWebAssembly);
} else {
    import("./page.js").catch((error) => {
        fail(broken, error.message);
        addEventListener("online", () => location.reload());
    });
}
