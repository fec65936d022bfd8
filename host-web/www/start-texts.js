// The words of a page that does not start. The first script has these alone, so that it is short.
import { text } from "./language.js";

export const broken = text(
    "The page does not work. Load it again.", "页面无法运行，请重新加载。", "頁面無法執行，請重新載入。",
);
export const noWebAssembly = text(
    "This browser has no WebAssembly, which the page needs. Another browser has it, or a setting switches it on.",
    "此浏览器没有此页面所需的 WebAssembly，请更换浏览器，或在设置中开启。",
    "此瀏覽器沒有此頁面所需的 WebAssembly，請更換瀏覽器，或在設定中開啟。",
);
