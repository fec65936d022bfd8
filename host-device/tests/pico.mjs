// Runs a Raspberry Pi Pico with a display and five buttons, in rp2040js. Each line of the input is a command. The
// answer is the text that the board wrote to its serial line, then `ok`.
//
//     node pico.mjs PACKAGE PROGRAM.uf2
//     on             switches the power on, again or for the first time
//     press BUTTON   presses a button that bounces
//     wait MILLIS    lets time pass
//     cut BYTES      cuts the power in the next write to the flash, after this number of bytes
//     picture FILE   writes the pixels of the display
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [folder, program] = process.argv.slice(2);
const { RP2040, ConsoleLogger, LogLevel } = await import(`${folder}/dist/esm/index.js`);

const FLASH = 0x10000000;
const SIDE = 240;
const PINS = { up: 10, down: 11, left: 12, right: 13, select: 14 };
const [SELECT, DATA] = [17, 20];
const NANOS = 8; // of a cycle
const PATIENCE = 60e9; // of the board's time, in nanoseconds

const flash = new Uint8Array(2 << 20).fill(0xff);
const file = readFileSync(program);
for (let block = 0; block < file.length; block += 512) {
    file.copy(flash, file.readUInt32LE(block + 12) - FLASH, block + 32, block + 288);
}

class PowerCut extends Error {}

let board, display, text, cutAfter;

/** An ST7789: takes commands and pixels of 16 bits. */
class Screen {
    constructor() {
        this.pixels = Buffer.alloc(2 * SIDE * SIDE);
        this.command = this.at = 0;
        this.parameters = [];
        this.columns = this.rows = [0, SIDE - 1];
        this.modes = new Set();
    }

    take(byte, isData) {
        if (!isData) {
            [this.command, this.parameters, this.at] = [byte, [], 0];
            this.modes.add(byte);
            return;
        }
        if (this.command === 0x2c) {
            const [[left, right], [top]] = [this.columns, this.rows];
            const width = right - left + 1;
            const [pixel, half] = [this.at >> 1, this.at & 1];
            const [x, y] = [left + (pixel % width), top + Math.floor(pixel / width)];
            if (x < SIDE && y < SIDE) this.pixels[2 * (y * SIDE + x) + half] = byte;
            this.at += 1;
            return;
        }
        this.parameters.push(byte);
        const [high, low, farHigh, farLow] = this.parameters;
        if (this.parameters.length === 4 && this.command === 0x2a) this.columns = [(high << 8) | low, (farHigh << 8) | farLow];
        if (this.parameters.length === 4 && this.command === 0x2b) this.rows = [(high << 8) | low, (farHigh << 8) | farLow];
        if (this.command === 0x3a && byte !== 0x55) throw new Error(`pixels of the format ${byte}`);
    }

    /** True if the display is awake, on, and shows colours as they are sent: the glass of these displays is inverted. */
    isOn() {
        return [0x11, 0x21, 0x29].every((command) => this.modes.has(command));
    }
}

/** Writes to the flash byte by byte, as long as there is power. */
function write(at, byte) {
    if (cutAfter === 0) throw new PowerCut();
    if (cutAfter !== undefined) cutAfter -= 1;
    board.flash[at] = byte;
}

function copy([to, from, count]) {
    for (let byte = 0; byte < count; byte++) board.writeUint8(to + byte, board.readUint8(from + byte));
    return to;
}

function fill([to, value, count]) {
    for (let byte = 0; byte < count; byte++) board.writeUint8(to + byte, value & 0xff);
    return to;
}

/** The functions of the chip's ROM that the program calls, by their codes. */
const ROM = {
    IF() {},
    EX() {},
    FC() {},
    CX() {},
    RE([at, count]) {
        for (let byte = 0; byte < count; byte++) write(at + byte, 0xff);
    },
    RP([at, data, count]) {
        for (let byte = 0; byte < count; byte++) write(at + byte, board.flash[at + byte] & board.readUint8(data + byte));
    },
    C4: copy,
    MC: copy,
    S4: fill,
    MS: fill,
    L3: ([word]) => Math.clz32(word),
    T3: ([word]) => (word === 0 ? 32 : 31 - Math.clz32(word & -word)),
    P3: ([word]) => word.toString(2).replaceAll("0", "").length,
    R3: ([word]) => parseInt([...word.toString(2).padStart(32, "0")].reverse().join(""), 2),
};
const CODES = Object.keys(ROM);

/** A ROM that stops for each of these functions. The first function finds the others. */
function rom() {
    const words = new Uint32Array(4096);
    const entry = (index) => 0x100 + 4 * index;
    words[0] = 0x20041000;
    words[5] = 0x00400040; // the tables, which nothing reads
    words[6] = entry(0) + 1;
    for (let index = 0; index <= CODES.length; index++) words[entry(index) / 4] = 0x4770be00 + index; // bkpt, bx lr
    return words;
}

function callRom(index) {
    const { registers } = board.core;
    if (index > 0) {
        registers[0] = ROM[CODES[index - 1]]([...registers].slice(0, 3).map((value) => value >>> 0)) ?? registers[0];
        return;
    }
    const code = String.fromCharCode(registers[1] & 0xff, (registers[1] >> 8) & 0xff);
    if (!CODES.includes(code)) throw new Error(`the program calls the function ${code} of the ROM`);
    registers[0] = 0x100 + 4 * (1 + CODES.indexOf(code)) + 1;
}

function switchOn() {
    const kept = board?.flash.slice(0, flash.length) ?? flash;
    board = new RP2040();
    board.logger = new ConsoleLogger(LogLevel.Error, true);
    board.loadBootrom(rom());
    board.flash.set(kept);
    board.onBreak = callRom;
    [display, text, cutAfter] = [new Screen(), "", undefined];
    board.uart[0].onByte = (byte) => (text += String.fromCharCode(byte));
    board.spi[0].onTransmit = (byte) => {
        const isHigh = (pin) => board.gpio[pin].value === 1;
        if (!isHigh(SELECT)) display.take(byte, isHigh(DATA));
        board.spi[0].completeTransmit(0);
    };
    for (const pin of Object.values(PINS)) board.gpio[pin].setInputValue(true);
    board.core.SP = 0x20041000;
    board.core.LR = 0;
    board.core.PC = FLASH;
}

/** Runs the board until a condition holds. A processor that sleeps gets its next interrupt at once. */
function runUntil(holds) {
    const { clock, core } = board;
    const end = clock.nanos + PATIENCE;
    while (!holds()) {
        if (clock.nanos > end) throw new Error(`nothing after a minute: ${text}`);
        for (let steps = 0; steps < 1000 && !core.waiting; steps++) clock.tick(core.executeInstruction() * NANOS);
        if (core.waiting) {
            clock.tick(clock.nanosToNextAlarm);
            // The interrupt of SysTick wakes a real processor, but not this one.
            if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
        }
    }
}

function runFor(millis) {
    const end = board.clock.nanos + millis * 1e6;
    runUntil(() => board.clock.nanos >= end);
}

const waits = () => text.includes("shown, waiting");

function press(button) {
    const pin = board.gpio[PINS[button]];
    const move = (isLow) => {
        for (const [index, millis] of [2, 1, 3, 1].entries()) {
            pin.setInputValue(isLow === (index % 2 === 1));
            runFor(millis);
        }
        pin.setInputValue(!isLow);
    };
    move(true);
    runFor(60);
    move(false);
    runUntil(waits);
    runFor(30);
}

function obey(line) {
    const [command, value] = line.split(" ");
    if (command === "on") {
        switchOn();
        runUntil(waits);
        runFor(30);
    } else if (command === "press") press(value);
    else if (command === "wait") runFor(Number(value));
    else if (command === "cut") cutAfter = Number(value);
    else if (command === "picture") writeFileSync(value, display.isOn() ? display.pixels : "");
    else throw new Error(`no command: ${line}`);
}

for await (const line of createInterface({ input: process.stdin })) {
    try {
        obey(line);
    } catch (error) {
        if (!(error instanceof PowerCut)) throw error;
        text += "power cut\r\n";
    }
    process.stdout.write(`${text.replaceAll("\r\n", "\n")}ok\n`);
    text = "";
}
