//! Copies memory, in place of the compiler's own functions. The search copies a position for every move. These
//! functions load and store several words at once. The compiler's own functions take four times as many instructions.
#![allow(unsafe_code)]

use core::arch::global_asm;

// Copies r2 bytes from address r1 to address r0. Both addresses are aligned to words. Only registers below r8 are used,
// because most instructions of a Cortex-M0 cannot access higher ones.
//
// SAFETY: both functions follow the ABI of Arm's run-time library (IHI 0043, "memory copying"). They write
// r2 bytes at r0 and read r2 bytes at r1. They change no registers other than r0 to r3 and the flags.
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
    // Eight words at a time.
    "1: ldmia r1!, {{r4-r7}}",
    "stmia r0!, {{r4-r7}}",
    "ldmia r1!, {{r4-r7}}",
    "stmia r0!, {{r4-r7}}",
    "subs r2, #32",
    "bhs 1b",
    // One word at a time.
    "2: adds r2, #28",
    "bmi 4f",
    "3: ldmia r1!, {{r4}}",
    "stmia r0!, {{r4}}",
    "subs r2, #4",
    "bpl 3b",
    // The remaining bytes.
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
