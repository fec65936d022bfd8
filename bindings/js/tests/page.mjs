// The parts of node:test and node:assert that the tests use, for a page.
const tests = [];
const test = (name, act) => tests.push([name, act]);
const ok = (value, fault = "not true") => {
    if (!value) throw new Error(fault);
};
const equal = (value, wanted) => ok(Object.is(value, wanted), `${value}, not ${wanted}`);
const deepEqual = (value, wanted) => equal(JSON.stringify(value), JSON.stringify(wanted));
const match = (text, pattern) => ok(pattern.test(text), `${text} does not match ${pattern}`);
const rejects = async (promise, pattern) => match(await promise.then(() => "no error", String), pattern);
const throws = (act, pattern) => {
    let result = "no error";
    try {
        act();
    } catch (error) {
        result = String(error);
    }
    match(result, pattern);
};

/** Runs the tests one after the other, and returns each name with its fault. */
export async function run() {
    const report = [];
    for (const [name, act] of tests) {
        let last;
        const fault = await Promise.resolve({ after: (end) => (last = end) }).then(act).catch(String);
        await last?.();
        report.push([name, fault ?? "passed"]);
    }
    return report;
}

export default Object.assign(test, { ok, equal, deepEqual, match, rejects, throws });
