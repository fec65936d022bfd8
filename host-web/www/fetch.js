// Fetches the parts of this version. If a part does not come, the page says so, and tries again until it comes.
import { tell } from "./dom.js";

// The longest pause between two tries, in seconds.
const LONGEST = 30;

// Waits some seconds, or until the browser has a network again.
export const rest = (seconds) => new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, 1000 * seconds);
});

// The number of tasks that have failed and are tried again.
export let failing = 0;

// Does a task until it succeeds.
export async function again(task) {
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST)) {
        try {
            const result = await task();
            if (pause > 1) failing -= 1;
            if (pause > 1 && !failing) tell("fetched", "", 4);
            return result;
        } catch (error) {
            if (pause === 1) failing += 1;
            tell("notFetched", error.message);
            await rest(pause);
        }
    }
}

export const address = (name) => new URL(name, import.meta.url).href;

export async function fetchOnce(name) {
    const response = await fetch(address(name));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
}

// The content of a file, read by a function.
export const fetchFile = (name, read) => again(async () => read(await fetchOnce(name)));
