// The words of the window on a server.
import { text } from "./language.js";

export const texts = {
    squares: text("Board", "棋盘", "棋盤"),
    moves: text("Moves", "着法", "著法"),
    buttons: text("Game", "对局", "對局"),
    messages: text("Messages", "消息", "訊息"),
    command: text("Command, such as Status", "命令，如 Status"),
    newGame: text("New game", "新局"),
    takeBack: text("Take back", "悔棋"),
    turn: text("Turn the board", "翻转棋盘", "翻轉棋盤"),
    games: text("Games", "对局列表", "對局列表"),
    connected: text("Connected to the server.", "已连接服务器。", "已連線到伺服器。"),
    lost: text(
        "The connection is lost. The page connects again.", "连接已断开，正在重新连接。", "連線已中斷，正在重新連線。",
    ),
    notStarted: text(
        "The page does not start. Load it again.", "页面无法启动，请重新加载。", "頁面無法啟動，請重新載入。",
    ),
    busy: text("The server has no room for another client.", "服务器已满。", "伺服器已滿。"),
    refused: text("The server refused this.", "服务器拒绝了这个操作。", "伺服器拒絕了這個操作。"),
    noCommand: text("The server knows no such command.", "服务器不认识这个命令。", "伺服器不認識這個命令。"),
    choose: text("Choose a game to watch, or begin one.", "请选择要观看的对局，或开始新局。", "請選擇要觀看的對局，或開始新局。"),
    becomes: text("The pawn becomes", "兵升变为", "兵升變為"),
    cancel: text("Cancel", "取消"),
    redMoves: text("Red moves.", "轮到红方走。", "輪到紅方走。"),
    whiteMoves: text("White moves.", "轮到白方走。", "輪到白方走。"),
    blackThinks: text("The computer thinks about Black's move.", "电脑正在为黑方思考。", "電腦正在為黑方思考。"),
    redWon: text("Red has won.", "红方胜。", "紅方勝。"),
    whiteWon: text("White has won.", "白方胜。", "白方勝。"),
    blackWon: text("Black has won.", "黑方胜。", "黑方勝。"),
    draw: text("The game is a draw.", "和棋。"),
};
