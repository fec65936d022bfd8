//! Longer texts, in English and in Chinese.

pub(super) const XIANGQI: [&str; 2] = [
    "Red and Black move in turn; Red begins. Who mates the enemy general, or leaves the enemy \
     without a legal move, wins.\n\
     \n\
     General: one point up, down or sideways, within the palace. The two generals may never face \
     each other on an open file.\n\
     Advisor: one point diagonally, within the palace.\n\
     Elephant: two points diagonally, not over a piece and not over the river.\n\
     Horse: one point straight and one further diagonally, not when the straight point is taken.\n\
     Chariot: any distance along a line.\n\
     Cannon: as the chariot, but to take it jumps over exactly one piece.\n\
     Soldier: one point forward; beyond the river also sideways; never back.\n\
     \n\
     A general that is attacked must be saved at once. Who gives check without end, or chases a \
     piece without end, loses when the position comes for the third time; other repetitions are \
     a draw, and so are 120 plies without a capture.",
    "红黑双方轮流走棋，红方先走。将死对方或使对方无子可动者获胜。\n\
     \n\
     帅、将：在九宫内直走或横走一步。双方将帅不得在同一直线上直接照面。\n\
     仕、士：在九宫内斜走一步。\n\
     相、象：走田字，象眼有子不能走，不能过河。\n\
     马：走日字，马腿有子不能走。\n\
     车：直线行走，步数不限。\n\
     炮：走法同车，吃子时必须隔一个棋子。\n\
     兵、卒：过河前只能向前一步，过河后还可以横走，不能后退。\n\
     \n\
     被将军时必须立即应将。同一局面第三次出现时，长将或长捉的一方判负，其他情况判和；\
     连续一百二十步没有吃子也判和。",
];

pub(super) const ZHONGGONG: [&str; 2] = [
    "Zhonggong is played on nine files and nine ranks without a river. One palace in the middle \
     belongs to both generals. Red begins.\n\
     \n\
     MOVES\n\
     General: one point up, down or sideways, within the palace. The generals may face each \
     other.\n\
     Advisor and elephant: as in xiangqi, but anywhere on the board; a piece on the elephant's \
     eye stops it.\n\
     Horse, chariot, cannon: as in xiangqi.\n\
     Soldier: one point forward or sideways from the first move on, never back.\n\
     \n\
     GUARDS AND CHECK\n\
     A general is taken only for nothing. It is in check when an enemy could take it and not be \
     taken back. When a guard could take back, it is only pinned to its guards, which needs no \
     answer; but its last guard must stay, and a guarded general may not be taken.\n\
     On the board a ring marks a guarded general and its guards, a broken line leads from each \
     guard to it, and a plain one from the attacker that is held off.\n\
     \n\
     LIBERTIES\n\
     The empty points next to a general are its liberties, small circles on the board; a bar \
     marks one that is lost. A general must always have one: nobody may take their own \
     general's last liberty, and who cannot give it one has lost.\n\
     \n\
     EXCHANGE\n\
     Instead of moving, give up soldiers on the enemy's home rank and remove one enemy piece, \
     wherever it stands: one soldier for a soldier, two for a cannon, three for a horse, four \
     for a chariot. Press X, or choose such a soldier twice; then the other soldiers, then the \
     piece.\n\
     \n\
     END\n\
     Five soldiers on the enemy's home rank win at once. A side without a legal move loses. The \
     same position for the third time, and 120 plies without a capture or exchange, are draws.",
    "中宫象棋的棋盘有九条竖线和九条横线，没有河界。棋盘中央的一座中宫由双方的将帅共用。红方先走。\n\
     \n\
     走法\n\
     帅、将：在中宫内直走或横走一步。将帅可以照面。\n\
     仕、士、相、象：走法与象棋相同，但可以走遍全盘；象眼有子不能走。\n\
     马、车、炮：走法与象棋相同。\n\
     兵、卒：从第一步起就可以前进或横走一步，不能后退。\n\
     \n\
     保护与将军\n\
     将帅只能白吃：吃将的棋子不会被反吃时才算将军。有子能反吃时，将帅只是被牵制，不必应将；\
     但最后一个保护子不能离开，有保护的将帅不能吃。\n\
     棋盘上，圆环标出受保护的将帅和保护它的棋子，虚线从保护子连到将帅，实线从被牵制住的攻击子连到将帅。\n\
     \n\
     气点\n\
     将帅相邻的空点是气点，棋盘上用小圆圈标出，短杠表示失去的气点。将帅必须留有气点：\
     不能堵死自己将帅的最后一口气，做不出气就输了。\n\
     \n\
     兑子\n\
     轮到走棋时也可以兑子：用底线兵换掉对方任何位置上的一个棋子，一个换兵，两个换炮，三个换马，四个换车。\
     按 X 键，或连续选择同一个底线兵两次，再选其他底线兵，最后选要兑的子。\n\
     \n\
     胜负\n\
     五个底线兵到齐立即获胜。无子可动的一方判负。同一局面第三次出现，或连续一百二十步没有吃子和兑子，判和。",
];

pub(super) const CHESS: [&str; 2] = [
    "White and Black move in turn; White begins. Who attacks the enemy king so that it cannot \
     escape has mated it and wins.\n\
     \n\
     MOVES\n\
     King: one square in any direction, never into an attack.\n\
     Queen: any distance straight or diagonally.\n\
     Rook: any distance straight.\n\
     Bishop: any distance diagonally.\n\
     Knight: two squares straight and one aside, over other pieces.\n\
     Pawn: one square forward, two from where it starts; it takes diagonally forward.\n\
     \n\
     SPECIAL MOVES\n\
     Castling: the king goes two squares towards a rook, which jumps over it; neither has moved, \
     nothing stands between them, and the king is not in check and passes no attacked square. \
     Move the king.\n\
     Promotion: a pawn on the last rank becomes a queen, rook, bishop or knight.\n\
     En passant: a pawn that has just gone two squares can be taken as if it had gone one.\n\
     \n\
     DRAWS\n\
     A side that has no legal move and is not in check; the same position for the third time; \
     fifty moves of each side without a capture or a pawn's move; pieces that cannot mate.",
    "白黑双方轮流走棋，白方先走。攻击对方的王使其无路可逃，就是将死，获胜。\n\
     \n\
     走法\n\
     王：向任何方向走一格，不能走入对方的攻击。\n\
     后：直线、斜线行走，格数不限。\n\
     车：直线行走，格数不限。\n\
     象：斜线行走，格数不限。\n\
     马：直走两格再横走一格，可以越过棋子。\n\
     兵：向前一格，从原位可以走两格；向前斜着吃子。\n\
     \n\
     特殊走法\n\
     易位：王向一个车走两格，车越过王放在旁边；王和车都没有走动过，中间没有棋子，王没有被将军，也不经过被攻击的格。\
     走王即可。\n\
     升变：兵走到底线时变为后、车、象或马。\n\
     吃过路兵：对方的兵刚走两格，可以当作只走了一格那样吃掉。\n\
     \n\
     和棋\n\
     没有被将军却无子可动；同一局面第三次出现；双方五十回合没有吃子也没有走兵；双方子力都不能将死。",
];

pub(super) const KEYS: [&str; 2] = [
    "Arrow keys\tMove the cursor\n\
     Enter, Space\tChoose and move\n\
     Esc\tDrop the choice, leave\n\
     F10\tMenus\n\
     Right button\tDraw arrows, circles",
    "方向键\t移动光标\n\
     Enter、空格\t选择、走棋\n\
     Esc\t取消选择、退出\n\
     F10\t菜单\n\
     鼠标右键\t画箭头、圆圈",
];

pub(super) const ABOUT: [&str; 2] = [
    "Chuhe, 楚河, is the near bank of every xiangqi board's river: an engine for xiangqi and its \
     relatives that fits a microcontroller, and this window for people.\n\
     \n\
     The characters come from LXGW WenKai and Noto Sans CJK, under the SIL Open Font License.",
    "楚河是象棋棋盘河界的近岸：一个小到可以放进单片机的象棋引擎，以及给人下棋的这个窗口。\n\
     \n\
     文字取自霞鹜文楷和 Noto Sans CJK，采用 SIL 开放字体许可证。",
];
