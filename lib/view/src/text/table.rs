//! The texts, English on the left, Chinese on the right.

use super::Language;
use super::pages;
use super::traditional::{text_of, traditional_bytes};
use chuhe_core::EndReason;
use chuhe_core::rules::Illegal;

/// Declares the texts. A text can tell why a game is over: `end` names that reason. It can also tell why
/// a move is not legal: `illegal` names that reason.
macro_rules! texts {
    ($($name:ident $(end $reason:ident)? $(illegal $($why:ident),+)?:
        $english:expr, $chinese:expr;)+) => {
        /// A text of the interface, named after its English.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Text {
            $(#[doc = concat!("See `", stringify!($name), "` in the table of words.")] $name,)+
        }

        impl Text {
            /// All texts.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the text in a language. It may have places for values, see
            /// [`with`](Self::with).
            #[must_use]
            pub const fn get(self, language: Language) -> &'static str {
                match self {
                    $(Self::$name => match language {
                        Language::English => $english,
                        Language::Chinese => $chinese,
                        Language::TraditionalChinese => {
                            const BYTES: [u8; $chinese.len()] = traditional_bytes($chinese);
                            const TEXT: &str = text_of(&BYTES);
                            TEXT
                        }
                    },)+
                }
            }

            /// Returns the reason why a game is over.
            #[must_use]
            pub const fn reason(reason: EndReason) -> Self {
                match reason {
                    $($(EndReason::$reason => Self::$name,)?)+
                }
            }

            /// Returns the reason why a move is not legal.
            #[must_use]
            pub const fn illegal(why: Illegal) -> Self {
                match why {
                    $($($(Illegal::$why { .. })|+ => Self::$name,)?)+
                }
            }
        }
    };
}

texts! {
    // Sides, pieces, games.
    Red: "Red", "红方";
    Black: "Black", "黑方";
    White: "White", "白方";
    RedOf: "red", "红";
    BlackOf: "black", "黑";
    WhiteOf: "white", "白";
    Xiangqi: "Xiangqi", "象棋";
    Zhonggong: "Zhonggong xiangqi", "中宫象棋";
    Chess: "Chess", "国际象棋";

    // Endgame problems and their themes.
    Endgames: "Endgames…", "残局…";
    Maps: "Maps", "地图";
    NoMaps: "There are no maps. Save one in the editor.", "还没有地图。可在编辑器中保存。";
    MapsAre: "These positions are from your own file of maps.", "这些局面来自您自己的地图文件。";
    Grade: "Grade", "难度";
    AllGrades: "All", "全部";
    NextProblem: "Next problem", "下一题";
    MateIn: "Mate in {0}", "{0}步杀";
    Aim: "{0} to move mates in {1}.", "{0}先走，{1}步成杀。";
    WrongAttempt: "That move does not mate in time. Try again.", "这步棋不能按时成杀，请再试一次。";
    Solved: "The problem is solved!", "这一题解开了！";
    ProblemsAim: "{0} moves first and mates in the number of moves on the card. {1} of {2} problems are solved.", "{0}先走，按卡片上的步数将死对方。共{2}题，已解开{1}题。";
    AnglerHorse: "Angler horse", "钓鱼马";
    BackRank: "Back-rank mate", "底线杀";
    BareFace: "Facing generals", "白脸将";
    BottomCannon: "Bottom cannon", "沉底炮";
    ContinuousChecks: "Checks without a pause", "连将杀";
    CornerHorse: "Corner horse", "挂角马";
    DoubleChariots: "Double chariots", "双车错";
    DoubleCheck: "Double check", "双将";
    DoubledCannons: "Doubled cannons", "重炮";
    HorseCannon: "Cannon behind the horse", "马后炮";
    IronBolt: "Iron bolt", "铁门栓";
    MoonFromTheSea: "Moon from the sea", "海底捞月";
    PalaceHorse: "Palace horse", "卧槽马";
    QuietMove: "Quiet move", "缓杀";
    Sacrifice: "Sacrifice", "弃子攻杀";
    SmotheredMate: "Smothered mate", "闷杀";
    SoldierMate: "Mate by a soldier", "兵卒杀";
    SoldierInPalace: "Soldier on the throne", "小鬼坐龙庭";

    // First steps: the moves of each piece.
    FirstSteps: "First steps", "入门教程";
    NextPage: "Next", "下一个";
    PreviousPage: "Previous", "上一个";
    AskFirstSteps: "Is the game new to you? The first steps show the moves of each piece.", "第一次下棋吗？入门教程会教您每个棋子的走法。";
    StartPlaying: "Play", "直接下棋";
    LessonMarks: "A dot is a move, a ring is a capture, and a cross marks a piece that limits the moves.", "圆点表示可以走到，圆环表示可以吃掉，红色标记的棋子限制走法。";
    LessonGeneral: "The general moves one point straight and never leaves the palace. The two generals may never face each other on an open file. Who mates the enemy general wins.", "帅和将只能在九宫内直走或横走一步，两将不能在同一直线上直接照面。将死对方的帅或将就获胜。";
    LessonChariot: "The chariot moves any distance straight, up to the first piece in its way. It takes that piece if it is an enemy.", "车走直线，步数不限，但不能越过棋子；前面第一个棋子是对方的，就可以吃掉。";
    LessonHorse: "The horse moves one point straight and then one diagonally. A piece on the straight point, the horse's leg, stops it.", "马走日字：先直走一步，再斜走一步。直走的那一点是马腿，那里有子，马就不能走过去。";
    LessonCannon: "The cannon moves as the chariot does. To take, it jumps over exactly one piece, its screen.", "炮的走法与车相同，吃子时必须隔着一个棋子，这个棋子是炮架。";
    LessonElephant: "The elephant moves exactly two points diagonally and never crosses the river. A piece on the point between, the elephant's eye, stops it.", "相和象走田字，不能过河。田字的中心是象眼，那里有子，就不能走过去。";
    LessonAdvisor: "The advisor moves one point diagonally and never leaves the palace.", "仕和士斜走一步，不能走出九宫。";
    LessonSoldier: "The soldier moves one point forward. Beyond the river it moves sideways, too. It never goes back.", "兵和卒每次向前走一步，过河以后还可以横走，但不能后退。";
    LessonSharedGeneral: "Both generals share the palace in the middle, and may face each other. The general moves one point straight, and needs an empty point next to it.", "双方的帅和将共用中央的九宫，可以照面。帅和将直走或横走一步，旁边必须留有气点。";
    LessonFarElephant: "The elephant moves exactly two points diagonally, anywhere on the board. A piece on the point between, the elephant's eye, stops it.", "相和象走田字，可以走遍全盘。田字的中心是象眼，那里有子，就不能走过去。";
    LessonFarAdvisor: "The advisor moves one point diagonally, anywhere on the board.", "仕和士斜走一步，可以走遍全盘。";
    LessonFreeSoldier: "The soldier moves one point forward or sideways from the first move on. It never goes back. On the enemy's home rank it can be exchanged for an enemy piece.", "兵和卒从第一步起就可以前进或横走一步，不能后退。走到对方底线以后，可以用来兑掉对方的棋子。";
    LessonKing: "The king moves one square in any direction, but never into an attack. Castling: it goes two squares towards a rook, which jumps over it. Who mates the enemy king wins.", "王向任何方向走一格，但不能走入对方的攻击。易位时王向一个车走两格，车越过王放在旁边。将死对方的王就获胜。";
    LessonQueen: "The queen moves any distance straight or diagonally, up to the first piece in its way.", "后走直线或斜线，格数不限，但不能越过棋子。";
    LessonRook: "The rook moves any distance straight, up to the first piece in its way.", "车走直线，格数不限，但不能越过棋子。";
    LessonBishop: "The bishop moves any distance diagonally, up to the first piece in its way.", "象走斜线，格数不限，但不能越过棋子。";
    LessonKnight: "The knight moves two squares straight and one aside. It jumps over other pieces.", "马直走两格再横走一格，可以越过棋子。";
    LessonPawn: "The pawn moves one square forward, or two from where it starts. It takes diagonally forward. On the last rank it becomes another piece.", "兵向前走一格，从原位可以走两格；向前斜着吃子。走到底线时变为后、车、象或马。";

    // The titles of the menus.
    MenuGame: "Game", "对局";
    MenuMoves: "Moves", "着法";
    MenuPosition: "Position", "局面";
    MenuView: "View", "显示";
    MenuHelp: "Help", "帮助";

    // Actions: items of menus, buttons, answers.
    NewGame: "New game", "新局";
    NewGameDots: "New game…", "新局…";
    Restart: "Restart", "重新开始";
    ToggleLanguage: "中文 / English", "中文 / English";
    LoadGame: "Load game…", "打开棋谱…";
    SaveGame: "Save game…", "保存棋谱…";
    CopyGame: "Copy game", "复制棋谱";
    Resign: "Resign", "认输";
    OfferDraw: "Offer a draw", "提和";
    Quit: "Quit", "退出";
    Exchange: "Exchange", "兑子";
    Undo: "Undo", "悔棋";
    Redo: "Redo", "重走";
    Hint: "Hint", "提示";
    MoveNow: "Move now", "立即出招";
    AnotherMove: "Another move", "变着";
    Another: "Another", "变着";
    Pause: "Pause", "暂停";
    Continue: "Continue", "继续";
    FirstMove: "First", "开局";
    PreviousMove: "Previous", "上一步";
    NextMove: "Next", "下一步";
    LastMove: "Last", "终局";
    EditPosition: "Edit position…", "编辑局面…";
    CopyPosition: "Copy position", "复制局面";
    SaveMap: "Save map…", "存为地图…";
    Flip: "Flip board", "翻转棋盘";
    Larger: "Larger text", "放大文字";
    Smaller: "Smaller text", "缩小文字";
    Settings: "Settings…", "设置…";
    RulesOfGame: "Rules of the game", "棋规";
    Keys: "Keys", "快捷键";
    About: "About Chuhe", "关于楚河";
    Ok: "OK", "确定";
    OkQuit: "OK, quit", "确定退出";
    Cancel: "Cancel", "取消";
    Close: "Close", "关闭";
    Yes: "Yes", "是";
    No: "No", "否";
    Accept: "Accept", "接受";
    Decline: "Decline", "拒绝";
    Review: "Review", "复盘";
    Play: "Play", "开始";
    Save: "Save", "保存";
    Load: "Load", "打开";
    Clear: "Clear board", "清空棋盘";
    OtherSide: "Red/Black to move", "换边先走";
    FromGame: "From game", "取当前局面";
    Leave: "Leave editor", "退出编辑";
    LeaveShort: "Leave", "退出";
    ClearShort: "Clear", "清空";
    Paste: "Paste", "粘贴";
    Mirror: "Mirror", "左右镜像";
    SwapSides: "Swap colours", "红黑互换";
    UndoEdit: "Undo", "撤回";
    ChangePlayer: "Click to change the player.", "点击更换棋手。";
    FullSet: "Full set", "摆满";
    StartPosition: "Start position", "初始局面";

    // Titles of dialogs.
    RedWon: "Red player has won!", "红方获胜！";
    BlackWon: "Black player has won!", "黑方获胜！";
    WhiteWon: "White player has won!", "白方获胜！";
    Drawn: "The game is drawn.", "和棋。";
    InvalidMap: "Invalid map", "地图无效";
    TitleNewGame: "New game", "新局";
    TitleSettings: "Settings", "设置";
    TitleDraw: "Draw offered", "提和";
    TitleResign: "Resign?", "认输？";
    TitleRestart: "Start again?", "重新开始？";
    CouldNotPaste: "Could not paste", "无法粘贴";
    CouldNotUseClipboard: "Could not use the clipboard", "无法使用剪贴板";
    NotCopied: "Nothing was copied.", "未能复制。";
    CouldNotOpen: "Could not open the game", "无法打开棋谱";
    CouldNotSave: "Could not use the file", "无法读写文件";
    EngineTrouble: "Engine trouble", "引擎故障";

    // Why a game is over.
    Checkmate end Checkmate: "Checkmate.", "将死。";
    Stalemate end Stalemate: "Stalemate: no legal move is left.", "困毙：无子可动。";
    Enclosed end Enclosed: "The general is enclosed: it has no liberty left.", "困将：将帅没有气点。";
    FiveSoldiers end FiveSoldiers: "Five soldiers stand on the enemy's home rank.", "五个底线兵到齐。";
    InsufficientMaterial end InsufficientMaterial: "Neither side has the pieces to win.", "双方均无足够子力取胜。";
    PerpetualCheck end PerpetualCheck: "Perpetual check.", "长将。";
    PerpetualChase end PerpetualChase: "Perpetual chase.", "长捉。";
    Repetition end Repetition: "The same position came for the third time.", "同一局面第三次出现。";
    NoCapture end NoCapture: "Too many moves without a capture.", "长时间没有吃子，自然限着。";
    Length end Length: "No room to record another move.", "棋谱已满，不再着子。";
    Resignation end Resignation: "{0} resigned.", "{0}认输。";
    Time end Time: "{0} ran out of time.", "{0}超时。";
    Agreement end Agreement: "Both players agreed.", "双方同意。";
    Forfeit end Forfeit: "{0} could not play on.", "{0}无法继续对局。";
    OneSide: "One side", "一方";
    Adjudication end Adjudication: "A judge ended the game.", "裁判判定。";

    // The status line.
    ToMove: "{0} to move.", "轮到{0}走棋。";
    Welcome: "Welcome to Chuhe.", "欢迎使用楚河。";
    Begun: "A new game begins.", "新局开始。";
    Moved: "{0} played {1}.", "{0}走了{1}。";
    Took: "{0} played {1} and took the {2}.", "{0}走了{1}，吃{2}。";
    Check: "Check!", "将军！";
    IsThinking: "{0} is thinking…", "{0}正在思考…";
    Paused: "The game is paused. Press P, or move, to go on.", "对局已暂停，按 P 或走棋即可继续。";
    OwnPiece illegal OwnPiece: "Your own piece stands there.", "那里有自己的棋子。";
    NotItsWay illegal Reach, Bounds: "A {0} cannot move like that.", "{0}不能这样走。";
    Blocked illegal Blocked: "The piece on {1} is in the way of the {0}.", "{1}有子挡住{0}的去路。";
    LegBlocked: "The piece on {1} blocks the {0}'s leg.", "{1}有子蹩住{0}腿。";
    EyeBlocked: "The piece on {1} blocks the {0}'s eye.", "{1}有子塞住{0}眼。";
    NeedsScreen illegal Screen: "A cannon takes over exactly one piece.", "炮要隔一个棋子才能吃子。";
    PalaceBound: "The {0} may not leave the palace.", "{0}不能走出九宫。";
    RiverBound: "The {0} may not cross the river.", "{0}不能过河。";
    BeforeRiver illegal River: "A soldier goes sideways only beyond the river.", "兵卒过河以后才能横走。";
    PawnTakes illegal NothingToTake: "A pawn takes diagonally, and there is nothing to take.", "兵只能斜着吃子，那里无子可吃。";
    WouldFace illegal Facing: "The generals would face each other.", "这样走将帅会照面。";
    StillInCheck illegal StillInCheck: "The {0} would still be in check by the piece on {1}.", "{0}仍会被{1}的棋子将军。";
    IntoCheck illegal IntoCheck: "That would leave the {0} in check by the piece on {1}.", "这样走{0}会被{1}的棋子将军。";
    LastGuard illegal LastGuard: "The last guard of the {0} against the piece on {1} must stay.", "{0}受{1}的棋子牵制，最后一个保护子不能离开。";
    IsGuarded illegal Guarded: "A general that is guarded may not be taken.", "有子保护的将帅不能吃。";
    NoLibertyLeft illegal NoLiberty: "The {0} would have no liberty left.", "这样走{0}就没有气点了。";
    CastlingLost illegal CastlingLost: "King or rook has moved: no castling.", "王或车已经走动过，不能易位。";
    CastlingCheck illegal CastlingCheck: "The piece on {1} attacks the {0}'s way: no castling.", "{1}的棋子攻击{0}的去路，不能易位。";
    NotForSale illegal NotForSale: "Soldiers do not buy that.", "底线兵不能兑这个。";
    PriceIs illegal Price: "A {0} costs {1}: choose again.", "兑{0}要用{1}个底线兵，请重新选择。";
    OnlyBottom: "Only soldiers on the enemy's home rank are given up.", "只有底线兵可以兑子。";
    ExchangeBegin: "Exchange: choose the soldiers to give up. {0}.", "兑子：请选择要兑掉的底线兵。{0}。";
    ExchangeBuys: "Exchange, {0} chosen: choose the {1} to buy.", "兑子：已选{0}个底线兵，请选择要兑的{1}。";
    ExchangeNone: "{0} soldiers chosen: there is no enemy {1} to buy.", "已选{0}个底线兵：对方没有可兑的{1}。";
    ExchangeNoneOne: "1 soldier chosen: there is no enemy {0} to buy.", "已选1个底线兵：对方没有可兑的{0}。";
    ExchangeTooMany: "{0} soldiers chosen: nothing costs that much.", "已选{0}个底线兵：没有这个价的子。";
    ExchangeLeft: "You left the exchange.", "不兑子了。";
    Promotion: "The pawn becomes", "兵升变为";
    NotNow: "{0} is not possible now.", "现在不能{0}。";
    NothingToUndo: "No move can be taken back.", "没有可悔的棋。";
    NothingToRedo: "No move was taken back.", "没有可重走的棋。";
    NoMoveYet: "No move has been played yet.", "还没有走棋。";
    NoOtherMove: "The computer has not moved yet.", "电脑还没有走棋。";
    NotThinking: "The computer is not thinking.", "电脑没有在思考。";
    NoBottomSoldier: "None of your soldiers stands on the enemy's home rank.", "没有可兑的底线兵。";
    AtStart: "This is the start of the game.", "已经是开局。";
    AtEnd: "This is the last move.", "已经是最后一步。";
    NobodyResigns: "No person plays here.", "没有棋手在下棋。";
    EarlierPosition: "This is an earlier position: press C to play on from here, or V to study it.", "这是之前的局面：按 C 从此续弈，按 V 研究。";
    MarkedPoint: "the marked point", "标记处";
    AlreadyDeclined: "A draw was declined here already.", "已经拒绝过提和。";
    NoneLeft: "No more of these pieces are left.", "这种棋子已经用完。";
    LooksForAnother: "{0} looks for another move.", "{0}正在变着。";
    Pasted: "The game is pasted.", "棋谱已粘贴。";
    PositionPasted: "The position is pasted.", "局面已粘贴。";
    NotYourPiece illegal NotOwn: "That is not {0}'s piece.", "那不是{0}的棋子。";
    HintIs: "Hint: {0}.", "提示：{0}。";
    WillLose: "Repeat once more and {0} loses by {1}.", "再重复一次，{0}因{1}判负。";
    ByCheck: "perpetual check", "长将";
    ByChase: "perpetual chase", "长捉";
    ByRepetition: "repetition", "重复局面";
    WillDraw: "Repeat once more and the game is drawn.", "再重复一次就判和。";
    Undone: "The move {0} was taken back.", "已收回{0}。";
    Redone: "The move {0} was played again.", "已重走{0}。";
    AtPly: "You are viewing {0}. Press End to return to the game.", "正在查看{0}，按 End 返回对局。";
    AtStartOfGame: "You are viewing the start. Press End to return to the game.", "正在查看开局，按 End 返回对局。";
    Copied: "The position is copied.", "局面已复制。";
    GameCopied: "The game is copied.", "棋谱已复制。";
    SavedAs: "The file is saved as {0}.", "已保存为{0}。";
    Library: "Library", "棋谱库";
    LibraryFind: "Find", "搜索";
    LibraryFindWords: "Players, event, opening", "棋手、比赛、开局";
    LibraryPlace: "Folder or file", "文件夹或文件";
    LibraryOwn: "The games played here", "这里下过的对局";
    AllGames: "All", "全部";
    AllResults: "All", "全部";
    ColumnRed: "Red or White", "红方或白方";
    ColumnBlack: "Black", "黑方";
    ColumnResult: "Result", "结果";
    ColumnDate: "Date", "日期";
    ColumnGame: "Game", "棋种";
    ColumnOpening: "Opening", "开局";
    ColumnMoves: "Moves", "回合";
    LibraryReads: "{0} of {1} files are read, {2} games so far.", "已读{0}个文件，共{1}个；已有{2}局棋。";
    LibraryEmpty: "Every game that you play is kept here from its first move.", "每一局棋从第一步起都保存在这里。";
    LibraryNothing: "No game fits.", "没有符合的棋谱。";
    LibraryOne: "1 game.", "共1局棋。";
    LibraryCount: "{0} games.", "共{0}局棋。";
    LibraryFaults: "{0} could not be read; the first is in {1}: {2}.", "有{0}局无法读取，首个在{1}：{2}。";
    LibraryChoose: "Choose a game first.", "请先选择一局棋。";
    LibraryNotOwn: "Only games played here can be deleted.", "只能删除这里下过的对局。";
    LibraryNoneDeleted: "No game has been deleted.", "没有删除过棋谱。";
    OpeningBook: "Opening book", "开局库";
    BookFile: "Book file", "开局库文件";
    BookOfProgram: "The book of the program", "程序的开局库";
    BookIsOff: "Switch the opening book on first.", "请先打开开局库。";
    TitleFound: "Choose a game", "选择棋谱";
    FoundLimit: "Only the first {0} are listed. The library lists all games of a file.", "只列出前{0}局，棋谱库可列出文件中的全部棋谱。";
    FoundSkipped: "Game {0} could not be read: {1}", "第{0}局无法读取：{1}";
    FoundPart: "Game {0} was read, but not whole: {1}", "第{0}局没有读全：{1}";
    FoundFaults: "{0} more faults are not shown.", "另有{0}处错误没有列出。";
    Delete: "Delete", "删除";
    UndoDelete: "Undo deletion", "撤销删除";
    Export: "Export…", "导出…";
    TitleExport: "Save game as a file", "对局另存为文件";
    Format: "Format", "格式";
    FileName: "File name", "文件名";
    ExportFolder: "A name without a folder goes to the folder exports.", "不写文件夹时，保存到 exports 文件夹。";
    ExportLoses: "{0} details do not fit into this format.", "这种格式容不下{0}项内容。";
    ExportOther: "This format is for xiangqi only.", "这种格式只用于象棋。";
    NotStored: "The game is not saved: {0}", "对局无法保存：{0}";
    DiskFull: "the disk is full.", "磁盘已满。";
    FolderRefuses: "the folder cannot be written.", "文件夹不能写入。";
    AskQuit: "Quit without saving the game?", "不保存对局就退出吗？";
    StoredAgain: "The game is saved again.", "对局已重新保存。";
    NotRestored: "The last game could not be read; it is kept in {0}.", "上次的对局无法读取，文件保留为{0}。";
    SecondWindow: "Another window uses {0}. This one keeps its games, but no settings.", "另一个窗口正在使用{0}。本窗口只保存对局，不保存设置。";
    Loaded: "The game {0} is loaded.", "已打开{0}。";
    Restored: "Your last game has been restored.", "已恢复上次的对局。";
    GameOver illegal Over: "The game is over.", "对局结束。";
    DrawOffered: "{0} offers a draw.", "{0}提和。";
    DrawDeclined: "{0} declines the draw.", "{0}拒绝和棋。";
    AskResign: "Does {0} resign?", "{0}要认输吗？";
    AskRestart: "The game in progress will be given up.", "当前对局将被放弃。";
    MapName: "Name", "名称";
    MapNameSigns: "A name has letters, digits, - and _.", "名称可用字母、数字、- 和 _。";
    AskReplace: "A map of this name is there and will be replaced.", "同名地图已存在，将被覆盖。";
    ServedAt: "The game is served at {0}.", "正在监听{0}。";
    EngineFailed: "The engine {0} failed: {1}", "引擎{0}出错：{1}";
    ProgramStarts: "{0} is starting…", "{0}正在启动…";
    ProgramReady: "{0} is ready.", "{0}已就绪。";
    ProgramLost: "So {0} loses the game.", "{0}因此判负。";
    ProgramReplaced: "A human plays {0} instead.", "{0}改由棋手走棋。";
    SettingsBroken: "The settings could not be read; the old file is kept as {0}.", "无法读取设置，旧文件保留为{0}。";

    // The position editor.
    PositionGood: "The position can be played.", "局面合法，可以开始。";
    TwoPieces: "Two pieces stand on {0}.", "{0}有两个棋子。";
    CannotStand: "The {0} cannot stand on {1}.", "{0}不能放在{1}。";
    TooMany: "There is one {0} too many, on {1}.", "{1}的{0}多余。";
    NoGeneral: "{0} has no {1}.", "{0}没有{1}。";
    NotPlayable: "This build cannot play {0}.", "这里不能下{0}。";
    GeneralsFacing: "The generals face each other.", "将帅照面。";
    OpponentInCheck: "{0} is in check and it is not its turn.", "{0}被将军却不该走棋。";
    NoCastling: "{0} cannot castle: king and rook are not both at home.", "{0}不能易位：王和车不在原位。";
    NoPassing: "No pawn can just have passed {0}.", "没有兵刚刚经过{0}。";
    NoMoveLeft: "The side to move has no legal move.", "走棋一方无子可动。";

    Rights: "Castling…", "易位…";
    TitleRights: "Castling and en passant", "易位和吃过路兵";
    WhiteShort: "White castles short", "白方短易位";
    WhiteLong: "White castles long", "白方长易位";
    BlackShort: "Black castles short", "黑方短易位";
    BlackLong: "Black castles long", "黑方长易位";
    Passed: "En passant on", "吃过路兵";

    // Players, levels, clocks.
    Human: "Human", "棋手";
    Computer: "Computer", "电脑";
    ComputerAtLevel: "Chuhe, level {0}", "楚河{0}级";
    Program: "Engine", "引擎";
    Level: "Level", "棋力";
    Beginner: "Beginner", "入门";
    Easy: "Easy", "初级";
    Medium: "Medium", "中级";
    Hard: "Hard", "高级";
    Expert: "Expert", "专家";
    Master: "Master", "大师";
    TimePerMove: "Computer's limit", "电脑用时";
    Plies: "depth {0}", "{0}层";
    Clock: "Clock", "棋钟";
    NoClock: "None", "不计时";
    PerMove: "Per move", "每步计时";
    Seconds: "{0} s", "{0}秒";
    Minutes: "{0} min", "{0}分";

    // Settings.
    Game: "Game", "棋种";
    Notation: "Notation", "记谱";
    Chinese: "Chinese", "中文";
    Automatic: "Automatic", "自动";
    Wxf: "WXF", "WXF";
    Coordinates: "Coordinates", "坐标";
    Pieces: "Pieces", "棋子";
    Traditional: "Traditional", "繁体";
    Simplified: "Simplified", "简体";
    Letters: "Letters", "字母";
    Figures: "Figures", "图形";
    Theme: "Theme", "主题";
    Wood: "Wood", "木纹";
    Dark: "Dark", "深色";
    HighContrast: "High contrast", "高对比度";
    LanguageName: "Language", "语言";
    Scale: "Size of text", "文字大小";
    Nothing: "Nothing", "无";
    GroupGame: "Game", "对局";
    GroupBoard: "Board", "棋盘";
    GroupSound: "Sound", "声音";
    GroupAnalysis: "Analysis", "分析";
    SecondsPerMove: "{0} s per move", "每步{0}秒";

    // The dialog for a new game.
    Map: "Map", "地图";
    IPlay: "I play", "我执";
    Either: "Either", "随机";
    BothSeats: "Both sides", "双方";
    Watch: "Watch", "观战";
    Opponent: "Opponent", "对手";
    EloStep: "In test games this level scored {0} Elo more than level {1}.", "测试对局中，此级别比{1}级高{0}等级分。";
    OwnClock: "Other…", "其他…";
    TimeForMoves: "{0} for {1} moves", "{1}步{0}";
    TimeAndByoyomi: "{0}, then {1} a move", "{0}，读秒{1}";
    ClockIncrement: "Increment", "每步加秒";
    ClockMoves: "Moves in a time", "限时限步";
    ClockByoyomi: "Byo-yomi", "读秒";
    OwnMinutes: "Minutes", "分钟";
    OwnSeconds: "Seconds a move", "每步秒数";
    OwnMoves: "Moves", "步数";
    SameClock: "Same clock for both sides", "双方用时相同";
    ClockOfYou: "Your clock", "我的棋钟";
    ClockOfOpponent: "Opponent's clock", "对手棋钟";
    ClockOfRed: "Red's clock", "红方棋钟";
    ClockOfWhite: "White's clock", "白方棋钟";
    ClockOfBlack: "Black's clock", "黑方棋钟";
    ClockIncomplete: "The clock needs whole numbers above 0.", "请填写大于0的整数。";

    // Engines.
    EnginesDots: "Engines…", "引擎…";
    TitleEngines: "Engines", "引擎";
    TitleEngineOptions: "Engine options", "引擎选项";
    Use: "Use", "选用";
    EngineName: "Name", "名称";
    EngineProtocol: "Plays", "可用";
    EngineCommand: "Command", "启动命令";
    EngineExample: "/path/to/engine and its arguments", "引擎的路径和参数";
    AddEngine: "Add", "添加";
    EngineOptionsDots: "Options…", "选项…";
    RemoveEngine: "Remove", "移除";
    NoEngineChosen: "No engine is chosen.", "尚未选择引擎。";
    NoEngineOptions: "This engine has told no options.", "此引擎没有选项。";
    EnginesHelp: "Type or paste the command of an engine. It is tested at once.", "请输入或粘贴引擎的启动命令，程序会立即测试。";
    EnginePlays: "{0} plays {1}.", "{0}可以下{1}。";
    EngineDoesNot: "It does not play {0}: {1}", "它不能下{0}：{1}";
    EngineTested: "It is being tested for {0}…", "正在测试它能否下{0}…";
    OptionsOf: "The options of {0}.", "{0}的选项。";
    OptionFault: "{0} does not take this value.", "{0}不接受这个值。";
    OnStart: "At the start", "启动时执行";
    Blink: "Blink the selected piece", "选中的棋子闪烁";
    Destinations: "Show legal moves", "显示落点";
    Animation: "Animate moves", "走棋动画";
    Sounds: "Sounds", "音效";
    PieceNames: "Show names of pieces", "指向棋子时显示名称";
    ShowGuards: "Show guards (Zhonggong)", "显示保护与气点（中宫）";
    ShowThinking: "Show thinking", "显示思考";
    Off: "Off", "关";

    // On small displays, in a line of eleven letters.
    SideMoves: "{0} moves", "{0}走棋";
    LooksAhead: "Looks {0} on", "思考{0}层";
    SideWon: "{0} won", "{0}胜";
    DrawnGame: "Drawn", "和棋";
    YouPlay: "You play", "执棋";
    BothSides: "both", "双方";
    BackToGame: "Back to the game", "继续对局";

    // In empty boxes.
    NoMovesYet: "Moves appear here.", "着法将显示在这里。";
    ThinkingHidden: "Press T to see what the computer thinks.", "按 T 显示电脑的思考。";
    EditorIdle: "Choose a piece above, then its place on the board.", "先选上面的棋子，再选棋盘上的位置。";
    ThinkingIdle: "The computer's thinking appears here.", "电脑的思考将显示在这里。";
    ThinkingOther: "The computer did not play the best move that it saw.", "电脑没有走它看到的最佳着法。";

    // What the computer thinks.
    Depth: "depth", "深度";
    PerSecond: "/s", "/秒";

    // Analysis.
    Analysis: "Analysis", "分析";
    MoreLines: "One line more", "多看一条变化";
    FewerLines: "One line less", "少看一条变化";
    AnalysisOn: "The analysis runs. Its scores count for {0}.", "分析已开始，分数以{0}为准。";
    AnalysisOff: "The analysis is switched off.", "分析已停止。";
    AnalysisFailed: "The engine {0} cannot analyse: {1}. The built-in player takes over.", "引擎{0}无法分析：{1}。改由内置引擎分析。";
    AnalysisBroken: "The analysis has failed: {0}.", "分析出错：{0}。";
    AnalysisFigures: "Depth {0}, {1}/s, for {2}", "深度{0}，{1}/秒，分数以{2}为准";
    Report: "Report", "复盘报告";
    StopReport: "Stop the report", "停止报告";
    ReportBegun: "The report of this game is being made.", "正在制作本局的报告。";
    ReportStopped: "The report is stopped. The game is as it was.", "报告已停止，棋谱保持不变。";
    ReportMade: "The report is made. Marked moves have a better line beside them.", "报告已完成。有标记的着法旁边有更好的变化。";
    ReportProgress: "Report: move {0} of {1}", "报告：第{0}着，共{1}着";
    ReportAccuracy: "Accuracy in %: {0} {1}, {2} {3}", "准确率（%）：{0}{1}，{2}{3}";
    RedMatesIn: "#{0}", "{0}步杀";
    BlackMatesIn: "-#{0}", "黑{0}步杀";
    AnalysisBy: "Engine of the analysis", "分析引擎";
    BuiltIn: "Built-in", "内置引擎";

    // Studies.
    MenuStudy: "Study", "研究";
    Study: "Study this game", "研究本局";
    PlayOn: "Play on from here…", "从此局面续弈…";
    TitlePlayOn: "Play on from here", "从此局面续弈";
    AskPlayOn: "Which side do you play? The game so far stays as it is.", "请选择执哪一方。原来的对局保持不变。";
    PlayBoth: "Both sides", "双方";
    NextVariation: "Next variation", "下一变着";
    PreviousVariation: "Previous variation", "上一变着";
    Promote: "Promote the variation", "变着升为主线";
    DeleteMove: "Delete from here", "删除此着及后续";
    CommentDots: "Comment…", "注释…";
    Comment: "Comment", "注释";
    TitleComment: "Comment", "注释";
    Commented: "The comment is written.", "注释已写入。";
    GoodMove: "! Good move", "! 好着";
    MistakeMove: "? Mistake", "? 失着";
    BrilliantMove: "!! Brilliant move", "!! 妙着";
    BlunderMove: "?? Blunder", "?? 败着";
    InterestingMove: "!? Interesting move", "!? 有趣的着法";
    DubiousMove: "?! Dubious move", "?! 可疑的着法";
    StudyBegun: "This is a study: moves on the board make variations.", "研究开始：在棋盘上走子即可添加变着。";
    CopyKept: "{0} stays as it is. The change is kept in a copy among your games.", "{0}保持不变，改动已另存到棋谱库。";
    StudyLeft: "This is the game again.", "已返回对局。";
    Promoted: "The variation is the main line now.", "变着已升为主线。";
    MoveDeleted: "The moves are deleted. Undo brings them back.", "着法已删除，悔棋可以恢复。";
    ChangeUndone: "The last change is undone.", "已撤销上一步操作。";
    MoveJudged: "The mark is set.", "已标注。";
    VariationMoved: "{0} could play {1}.", "变着：{0}走{1}。";
    PlaysOn: "The game goes on from here.", "从此局面继续对弈。";
    NoOtherVariation: "There is no other variation here.", "这里没有其他变着。";
    IsMainLine: "This is the main line already.", "这已经是主线。";
    NotInStudy: "That is for a game. Press Esc to leave the study.", "这是对局时的操作，按 Esc 退出研究。";
    OnlyInStudy: "That is for a study. Press V to study this game.", "这是研究时的操作，按 V 研究本局。";
    PlayOnFrom: "Go back to an earlier position first, or end the game.", "请先回到较早的局面，或者结束对局。";

    // Pages.
    XiangqiRules: pages::XIANGQI[0], pages::XIANGQI[1];
    ZhonggongRules: pages::ZHONGGONG[0], pages::ZHONGGONG[1];
    ChessRules: pages::CHESS[0], pages::CHESS[1];
    KeysPage: pages::KEYS[0], pages::KEYS[1];
    AboutPage: pages::ABOUT[0], pages::ABOUT[1];
}
