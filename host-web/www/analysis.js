// Shows the analysis of the game: its lines, the bar, and the report.
import { click } from "./app.js";
import { $, fill, put } from "./dom.js";
import { button } from "./panel.js";

/** @param {import("./chuhe_web.js").Snapshot} view */
export function analysis(view) {
    const element = $("analysis");
    element.hidden = !view.analysis;
    if (!view.analysis) return;
    const { controls, lines, figures } = view.analysis;
    fill($("lines"), "li", lines, (line, text, index) => {
        fill(line, "button", [text], (element) => {
            put(element, "textContent", text);
            element.onclick = click("line", index);
        });
    });
    put($("figures"), "textContent", figures);
    fill($("counts"), "button", controls, button("analysis"));
}

// The bar that shows who is better: the part of the lower side grows from the bottom.
/** @param {import("./chuhe_web.js").Snapshot} view */
export function bar({ bar, players }) {
    const element = $("bar");
    element.hidden = !bar;
    if (!bar) return;
    const { share, score, colors } = bar;
    const upper = players[0].side === 0 ? share : 1000 - share;
    const values = { "--upper": `rgb(${colors[0]})`, "--lower": `rgb(${colors[1]})`, "--part": `${upper / 10}%` };
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
    element.setAttribute("aria-valuenow", Math.round(share / 10));
    element.setAttribute("aria-valuetext", score);
}

// The report of the game: the chance of Red, or White, move by move. A click goes to the move.
/** @param {import("./chuhe_web.js").Snapshot} view */
export function chart(view) {
    $("chart").hidden = !view.chart;
    if (!view.chart) return;
    const { shares, bad, current, words } = view.chart;
    const end = Math.max(1, shares.length - 1);
    const [curve, faults, here] = $("curve").children;
    const points = shares.map((share, ply) => (share === null ? "" : `${(100 * ply) / end},${100 - share / 10}`));
    const upright = (ply) => `M${(100 * ply) / end} 0V100`;
    fill($("report"), "p", words.filter(Boolean), (line, text) => put(line, "textContent", text));
    curve.setAttribute("points", points.filter(Boolean).join(" "));
    faults.setAttribute("d", bad.map(upright).join(""));
    here.setAttribute("d", current === null ? "" : upright(current));
    put($("curve"), "ariaLabel", words.join(". "));
    $("curve").onclick = ({ offsetX }) => click("chart", Math.round((end * offsetX) / $("curve").clientWidth))();
}
