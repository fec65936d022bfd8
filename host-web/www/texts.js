// The words of the page that the application does not have.
import { text } from "./language.js";
import { broken } from "./start-texts.js";

export const texts = {
    squares: text("Board", "棋盘", "棋盤"),
    moves: text("Moves", "着法", "著法"),
    move: text("Move, position or game", "着法、局面或棋谱", "著法、局面或棋譜"),
    menus: text("Menus", "菜单", "選單"),
    more: text("More", "更多"),
    canGo: text("can go here:", "可走到："),
    language: text("Language", "语言", "語言"),
    letters: text("Single-letter shortcuts", "单字母快捷键", "單字母快速鍵"),
    licence: text("free software under MIT or Apache-2.0", "自由软件，MIT 或 Apache-2.0 许可", "自由軟體，MIT 或 Apache-2.0 授權"),
    steps: text("Positions of the game", "浏览局面", "瀏覽局面"),
    tools: text("Tools", "工具"),
    tray: text("Pieces", "棋子"),
    buttons: text("Game", "对局", "對局"),
    open: text("Open a file", "打开文件", "開啟檔案"),
    link: text("Link to this game", "本局链接", "本局連結"),
    linkCopied: text("The link was copied.", "链接已复制。", "連結已複製。"),
    linkInAddress: text("The address of the page is the link.", "地址栏中即为链接。", "網址列中即為連結。"),
    handheld: text("Handheld", "掌机", "掌機"),
    captured: text("Captured: ", "吃子："),
    comma: text(", ", "、"),
    evaluation: text("Evaluation", "局势评估", "局勢評估"),
    targets: text("Can go to", "可走到"),
    noCopy: text(
        "the browser does not let this page copy. Save the game as a file, or use the link.",
        "浏览器不允许此页面复制。请将对局存为文件，或使用链接。", "瀏覽器不允許此頁面複製。請將對局存為檔案，或使用連結。",
    ),
    noPaste: text(
        "the browser does not let this page read it. Press Ctrl+V, or paste into the field for moves.",
        "浏览器不允许此页面读取。请按 Ctrl+V，或粘贴到着法输入框。", "瀏覽器不允許此頁面讀取。請按 Ctrl+V，或貼到著法輸入框。",
    ),
    notKept: text(
        "The browser cannot keep the game. Save it as a file.", "浏览器无法保存对局，请存为文件。",
        "瀏覽器無法保存對局，請存為檔案。",
    ),
    settingsNotKept: text("The browser cannot keep the settings.", "浏览器无法保存设置。", "瀏覽器無法保存設定。"),
    noGames: text(
        "The browser cannot reach the kept games.", "浏览器无法访问已存的对局。", "瀏覽器無法存取已存的對局。",
    ),
    noFile: text("The browser cannot read the file.", "浏览器无法读取文件。", "瀏覽器無法讀取檔案。"),
    notOffline: text(
        "The page will not start without a network.", "没有网络时，此页面无法打开。", "沒有網路時，此頁面無法開啟。",
    ),
    notFetched: text(
        "A part of the page does not come. It is tried again.", "页面的一部分未能下载，正在重试。",
        "頁面的一部分未能下載，正在重試。",
    ),
    fetched: text("All parts of the page are here.", "页面已全部下载。", "頁面已全部下載。"),
    loading: text("Loading…", "正在加载…", "正在載入…"),
    broken,
    newVersion: text(
        "A new version of this page is here. It begins when all its tabs are closed.",
        "此页面有新版本，关闭所有标签页后生效。", "此頁面有新版本，關閉所有分頁後生效。",
    ),
    otherTab: text(
        "Another tab has this game. What you play here is kept as another game.",
        "另一个标签页正在使用本局，此处的着法另存一局。", "另一個分頁正在使用本局，此處的著法另存一局。",
    ),
    workerDied: text(
        "The computer has stopped and starts again.", "电脑已中断，正在重新开始。", "電腦已中斷，正在重新開始。",
    ),
};
