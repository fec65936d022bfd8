// The words of the handheld.
import { text } from "./language.js";

export const texts = {
    toBoard: text("Board", "棋盘", "棋盤"),
    display: text("Display of the handheld", "掌机屏幕", "掌機螢幕"),
    colours: text("Display in colour", "彩色屏幕", "彩色螢幕"),
    keys: text("Buttons", "按键", "按鍵"),
    up: text("Up", "上"),
    down: text("Down", "下"),
    left: text("Left", "左"),
    right: text("Right", "右"),
    select: text("Choose", "选择", "選擇"),
    deviceDied: text(
        "The handheld has stopped and starts again with a new game.", "掌机已中断，正在重新启动，对局从头开始。",
        "掌機已中斷，正在重新啟動，對局從頭開始。",
    ),
    deviceDead: text(
        "The handheld has stopped. A button starts it again.", "掌机已停止，按任意键重新启动。",
        "掌機已停止，按任意鍵重新啟動。",
    ),
};
