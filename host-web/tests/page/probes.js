// Finds parts of the page by what a person reads. Each frame runs the probe until it finds something.
globalThis.probe = (() => {
    const root = () => document.querySelector("dialog[open]") ?? document.body;
    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    const name = (element) => {
        const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText;
        return (label || element.textContent).trim();
    };
    const controls = () => [...root().querySelectorAll("button, input, textarea, summary, a")].filter(visible);
    const named = (wanted) => controls().find((element) => name(element) === wanted);
    const centre = (element) => {
        element.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = element.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
    };
    const square = (wanted) =>
        [...document.querySelectorAll("#squares button")].find((element) => element.dataset.square === wanted);
    const isDisabled = (element) => element.matches(":disabled, [aria-disabled=true]");
    const state = (element) => ({
        pressed: element.getAttribute("aria-pressed") === "true" || element.checked === true,
        disabled: isDisabled(element),
        enabled: !isDisabled(element),
        focused: element === document.activeElement,
    });
    const probes = {
        ready: () => document.documentElement.dataset.ready,
        control: (wanted) => { const element = named(wanted); return element && !isDisabled(element) && centre(element); },
        square: (wanted) => { const element = square(wanted); return element && centre(element); },
        text: (wanted) => root().innerText.includes(wanted) || undefined,
        gone: (wanted) => !root().innerText.includes(wanted) || undefined,
        status: (wanted) => document.getElementById("status").textContent.includes(wanted) || undefined,
        moves: (count) => document.querySelectorAll("#moves li").length === Number(count) || undefined,
        piece: (wanted, label) => square(wanted)?.textContent.includes(label) || undefined,
        empty: (wanted) => square(wanted)?.textContent.trim() === wanted || undefined,
        state: (wanted, flag) => { const element = named(wanted); return element && (state(element)[flag] || undefined); },
        focus: (wanted) => {
            const element = named(wanted) ?? square(wanted);
            element?.focus();
            return element && (element === document.activeElement || undefined);
        },
        shows: (condition) => condition() || undefined,
    };
    const page = () => [
        document.getElementById("status")?.textContent, document.getElementById("notice")?.textContent,
        document.querySelector("dialog[open]")?.innerText,
    ].filter(Boolean).join("\n");
    return (kind, values) => new Promise((resolve) => {
        const end = performance.now() + 30_000;
        const look = () => {
            const found = probes[kind](...values) ?? null;
            if (found !== null || performance.now() > end) resolve({ found, page: page() });
            else requestAnimationFrame(look);
        };
        look();
    });
})();
