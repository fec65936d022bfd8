// Makes the texts of clocks and moves from a snapshot.

// A clock, in minutes and seconds.
export function clock(millis) {
    const seconds = Math.floor(millis / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The moves of a game. The moves of Red, or White, have the number of their turn.
/** @param {Pick<import("./chuhe_web.js").Snapshot, "moves" | "played" | "first">} game */
export function plies({ moves, played, first }) {
    const turn = (ply) => ((ply + first) % 2 === 0 ? (ply + first) / 2 + 1 : undefined);
    return moves.map((text, number) => ({ text, number, current: number + 1 === played, turn: turn(number) }));
}

// The moves of a study with their numbers. The words of a comment become one text.
export function treeItems(tree) {
    const items = [];
    tree.forEach((item, number) => {
        const last = items.at(-1);
        const space = /[\u2e80-\uffff]/.test(item.text) ? "" : " ";
        if (item.comment && last?.comment && !item.begins) last.text += space + item.text;
        else items.push({ ...item, number });
    });
    return items;
}
