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
    "Zhonggong xiangqi is played on nine files and nine ranks without a river. Both generals live \
     in one palace in the middle of the board.\n\
     \n\
     Advisors, elephants and horses go as in xiangqi, but advisors and elephants anywhere. \
     Soldiers go forward or sideways from the start. The generals may face each other.\n\
     \n\
     A general is in check only when its captor could not be taken in return; an attacked general \
     with a guard needs no answer. A general must keep a liberty: an empty point beside it.\n\
     \n\
     Instead of moving, a side may give up soldiers on the enemy's home rank: one for a soldier, \
     two for a cannon, three for a horse, four for a chariot.\n\
     \n\
     Five soldiers on the enemy's home rank win at once. A side without a legal move loses.",
    "中宫象棋的棋盘有九条竖线和九条横线，没有河界。双方的将帅同在棋盘中央的中宫里。\n\
     \n\
     士、象、马的走法与象棋相同，但士和象可以走遍全盘。兵卒从第一步起就可以前进或横走，\
     不能后退。将帅可以照面。\n\
     \n\
     吃将的棋子不会被反吃时才算将军；有子保护的将帅只是被牵制，不必应将。将帅必须留有气点，\
     即相邻的空点。\n\
     \n\
     轮到走棋时也可以兑子：用底线兵换去对方的棋子，一个换兵，两个换炮，三个换马，四个换车。\n\
     \n\
     五个底线兵到齐立即获胜。无子可动的一方判负。",
];

pub(super) const CHESS: [&str; 2] = [
    "White and Black move in turn; White begins. Who mates the enemy king wins; a side without a \
     legal move that is not in check draws. Castling, promotion and taking in passing are as \
     everywhere.\n\
     \n\
     The same position for the third time, fifty moves without a capture or a pawn's move, and \
     pieces that cannot mate are draws.",
    "白黑双方轮流走棋，白方先走。将死对方的王获胜；没有被将军却无子可动是和棋。\
     王车易位、兵的升变和吃过路兵与通行规则相同。\n\
     \n\
     同一局面第三次出现、五十回合没有吃子也没有走兵、双方子力都不能将死，均为和棋。",
];

pub(super) const KEYS: [&str; 2] = [
    "Arrow keys: move the cursor on the board\n\
     Enter, Space: choose and move\n\
     Esc: take back the choice, leave\n\
     F10: menus\n",
    "方向键：移动棋盘上的光标\n\
     Enter、空格：选择、走棋\n\
     Esc：取消选择、退出\n\
     F10：菜单\n",
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
