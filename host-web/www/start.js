// Starts the page. Says if the browser lacks WebAssembly, or if the code does not come.
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
