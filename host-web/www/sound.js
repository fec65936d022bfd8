// The sounds of moves.

export function playSound(wav) {
    const url = URL.createObjectURL(new Blob([new Uint8Array(wav)], { type: "audio/wav" }));
    const audio = new Audio(url);
    audio.onended = () => URL.revokeObjectURL(url);
    // A browser plays nothing before the first click.
    audio.play().catch(() => URL.revokeObjectURL(url));
}
