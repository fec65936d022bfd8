#!/usr/bin/env python3
"""Writes a program as a UF2 file, which a Pico or Pico 2 takes as a USB drive: uf2.py PROGRAM [FILE]."""

import struct
import sys

PAGE = 256
RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59
HARD_FLOAT = 0x400  # in the flags of a program: only the RP2350 computes with fractions


def pages(elf):
    """The bytes of the flash, in pages."""
    assert elf[:6] == b"\x7fELF\x01\x01", "an ELF file of 32 bits"
    at, = struct.unpack_from("<I", elf, 28)
    size, count = struct.unpack_from("<HH", elf, 42)
    found = {}
    for index in range(count):
        kind, offset, _, address, length = struct.unpack_from("<5I", elf, at + index * size)
        for byte in range(length if kind == 1 else 0):
            page, place = divmod(address + byte, PAGE)
            found.setdefault(page, bytearray(PAGE))[place] = elf[offset + byte]
    return sorted(found.items())


def main(program, file=None):
    with open(program, "rb") as elf:
        content = elf.read()
    found = pages(content)
    flags, = struct.unpack_from("<I", content, 36)
    family = RP2350 if flags & HARD_FLOAT else RP2040
    with open(file or program + ".uf2", "wb") as out:
        for number, (page, part) in enumerate(found):
            head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, page * PAGE, PAGE, number, len(found), family)
            out.write(head + bytes(part).ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    print(f"{out.name}: {len(found) * PAGE} bytes of flash")


main(*sys.argv[1:])
