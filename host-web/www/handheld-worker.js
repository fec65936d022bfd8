// The handheld. A press that comes while it thinks counts afterwards.
import init, { Device } from "./chuhe_web_handheld.js";

const outside = {
    show: (picture) => postMessage({ picture }),
    log: (line) => postMessage({ line }),
};
let handled = 0;
const device = init({ module_or_path: fetch("chuhe_web_handheld_bg.wasm") }).then(() => new Device(outside));
const tell = () => postMessage({ waits: handled });
const failed = (error) => postMessage({ fault: String(error) });
device.then(tell, failed);

onmessage = async ({ data }) => {
    try {
        (await device).press(data);
        handled += 1;
        tell();
    } catch (error) {
        failed(error);
    }
};
