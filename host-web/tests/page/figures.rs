//! Measures the page: the transferred bytes, the time until a person can move, and the speed of the search.

use crate::tab::Tab;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the number of bytes of all files requested before a person could move, and the milliseconds until that time.
const PLAYABLE: &str = "(() => {
    const ready = performance.getEntriesByName('playable')[0].startTime;
    const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
    const before = all.filter((entry) => entry.startTime < ready);
    return [before.reduce((sum, entry) => sum + entry.transferSize, 0), ready];
})()";

/// Returns the number of milliseconds until the browser had painted the picture of the first board.
const PICTURED: &str = "new Promise((resolve) => {
    const watch = new PerformanceObserver((list) => {
        const picture = list.getEntries().find(({ url }) => url.endsWith('board.png'));
        if (picture) resolve(picture.startTime);
    });
    watch.observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(resolve, 2000);
})";

/// Returns the durations, in milliseconds, of all browser tasks that took longer than 50 ms.
const TASKS: &str = "new Promise((resolve) => {
    const watch = new PerformanceObserver((list) => resolve(list.getEntries().map(({ duration }) => duration)));
    watch.observe({ type: 'longtask', buffered: true });
    setTimeout(resolve, 2000, []);
})";

/// Fails if a figure of `PLAYABLE` is larger than `most`. Figure 0 counts bytes, figure 1 counts milliseconds.
pub(crate) fn playable(tab: &mut Tab<'_>, figure: usize, most: f64) -> Result<(), String> {
    let figures = tab.evaluate(PLAYABLE)?;
    println!("playable after {} bytes and {} ms", figures[0], figures[1]);
    at_most(figures[figure].as_f64().unwrap_or(f64::MAX), most)
}

/// Adds up the milliseconds that the page spends in each frame on handling the pointer and on drawing.
const WATCH_DRAG: &str = "globalThis.drawn = [];
    const timed = (task) => (...values) => {
        const begin = performance.now();
        task(...values);
        drawn[drawn.length - 1] += performance.now() - begin;
    };
    const [plain, board] = [requestAnimationFrame, document.querySelector('#canvas')];
    globalThis.requestAnimationFrame = (task) => plain(timed(task));
    const moved = timed((event) => board.dispatchEvent(new PointerEvent('pointermove', event)));
    addEventListener('pointermove', (event) => {
        if (!event.isTrusted) return;
        event.stopPropagation();
        drawn.push(0);
        moved(event);
    }, true);";

/// Drags a piece from one square to another in small steps. Fails if the median frame takes longer than `most`
/// milliseconds.
pub(crate) fn drag(tab: &mut Tab<'_>, from: &str, to: &str, most: f64) -> Result<(), String> {
    tab.evaluate(&format!("{{ {WATCH_DRAG} }}"))?;
    tab.drag(from, to, 60)?;
    let median = tab.evaluate("drawn.sort((one, other) => one - other)[drawn.length >> 1]")?;
    let median = median.as_f64().unwrap_or(f64::MAX);
    println!("a frame of a drag takes {median:.1} ms");
    at_most(median, most)
}

/// Fails if a task other than the first takes longer than `most` milliseconds.
pub(crate) fn tasks(tab: &mut Tab<'_>, most: f64) -> Result<(), String> {
    let tasks = tab.evaluate(TASKS)?;
    let tasks = tasks.as_array().filter(|tasks| !tasks.is_empty()).ok_or("no task is told")?;
    let longest = tasks.iter().skip(1).filter_map(Value::as_f64).fold(0.0, f64::max);
    println!("the longest task but the first takes {longest:.0} ms");
    at_most(longest, most)
}

/// Fails if the browser takes longer than `most` milliseconds until it has painted the picture of the first board.
pub(crate) fn pictured(tab: &mut Tab<'_>, most: f64) -> Result<(), String> {
    let millis = tab.evaluate(PICTURED)?.as_f64().unwrap_or(f64::MAX);
    println!("the first board is seen after {millis:.0} ms");
    at_most(millis, most)
}

/// Fails if the files together exceed `most` bytes. Only the smallest form of each file counts, compressed or not.
pub(crate) fn files(folder: &Path, most: f64) -> Result<(), String> {
    let mut forms: BTreeMap<PathBuf, u64> = BTreeMap::new();
    let version = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let folders = version.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let entries = folders.chain([folder.to_owned()]).flat_map(fs::read_dir).flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| path.is_file()) {
        let size = fs::metadata(&path).map_err(|error| error.to_string())?.len();
        let is_form = path.extension().is_some_and(|end| end == "br" || end == "gz");
        let name = if is_form { path.with_extension("") } else { path };
        forms.entry(name).and_modify(|least| *least = size.min(*least)).or_insert(size);
    }
    let bytes = forms.values().sum::<u64>() as f64;
    println!("all files: {bytes} bytes");
    at_most(bytes, most)
}

/// Runs the engine's benchmark with the networks. Fails if the number of nodes differs from that in `bench.csv`.
pub(crate) fn bench(tab: &mut Tab<'_>) -> Result<(), String> {
    let mut rows = chuhe_tests::rows::<4>("bench.csv").into_iter().map(|(_, row)| row);
    let row = rows.find(|[workspace, ..]| workspace == "network");
    let [_, depth, _, nodes] = row.ok_or("bench.csv has no row of the network")?;
    let figures = tab.evaluate(&format!(
        "(async () => {{
            const address = (name) => new URL(name, document.querySelector('script').src);
            const {{ load }} = await import(address('engine.js'));
            const bytes = async (name) => (await fetch(address(name))).arrayBuffer();
            const networks = await Promise.all(['xiangqi.nn', 'zhonggong.nn'].map(bytes));
            const code = await bytes('chuhe_web_engine_simd_bg.wasm');
            const bindings = address('chuhe_web_engine_simd.js');
            return [...(await load({{ bindings, code, networks }})).bench({depth})];
        }})()"
    ))?;
    let [counted, millis] = [0, 1].map(|at: usize| figures[at].as_f64().unwrap_or_default());
    println!("{counted} nodes in {millis:.0} ms: {:.0} nodes a second", counted * 1000.0 / millis);
    if counted.to_string() == nodes {
        Ok(())
    } else {
        Err(format!("{counted} nodes instead of {nodes}"))
    }
}

fn at_most(figure: f64, most: f64) -> Result<(), String> {
    if figure <= most { Ok(()) } else { Err(format!("{figure} is more than {most}")) }
}
