#!/usr/bin/env python3
"""Writes a program for the RP2040 as a UF2 file, which a Pico takes as a USB drive: uf2.py PROGRAM [FILE]."""

import struct
import sys

PAGE = 256
FAMILY = 0xE48BFF56  # RP2040


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
        found = pages(elf.read())
    with open(file or program + ".uf2", "wb") as out:
        for number, (page, content) in enumerate(found):
            head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, 0x2000, page * PAGE, PAGE, number, len(found), FAMILY)
            out.write(head + bytes(content).ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))
    print(f"{out.name}: {len(found) * PAGE} bytes of flash")


main(*sys.argv[1:])
