//! Copies of whole words by the instructions that load and store several at once, for which the
//! compiler calls. The search copies a position for each move; those that come with the compiler
//! take a word at a time, and four times as many instructions.

use core::arch::global_asm;

// To r0, from r1, both aligned to words, r2 bytes. The registers are those that every Cortex-M can
// name here.
//
// SAFETY: the two follow the ABI of Arm's run-time library (IHI 0043, "memory copying"): they write
// r2 bytes at r0, read as many at r1, and change no register but r0 to r3 and the flags.
global_asm!(
    ".section .text.__aeabi_memcpy4,\"ax\",%progbits",
    ".global __aeabi_memcpy8",
    ".type __aeabi_memcpy8,%function",
    ".global __aeabi_memcpy4",
    ".type __aeabi_memcpy4,%function",
    ".thumb_func",
    "__aeabi_memcpy8:",
    ".thumb_func",
    "__aeabi_memcpy4:",
    "push {{r4-r7}}",
    "subs r2, #32",
    "blo 2f",
    // Eight words.
    "1: ldmia r1!, {{r4-r7}}",
    "stmia r0!, {{r4-r7}}",
    "ldmia r1!, {{r4-r7}}",
    "stmia r0!, {{r4-r7}}",
    "subs r2, #32",
    "bhs 1b",
    // One.
    "2: adds r2, #28",
    "bmi 4f",
    "3: ldmia r1!, {{r4}}",
    "stmia r0!, {{r4}}",
    "subs r2, #4",
    "bpl 3b",
    // And the bytes that are left.
    "4: adds r2, #4",
    "beq 6f",
    "movs r3, #0",
    "5: ldrb r4, [r1, r3]",
    "strb r4, [r0, r3]",
    "adds r3, #1",
    "cmp r3, r2",
    "bne 5b",
    "6: pop {{r4-r7}}",
    "bx lr",
);
