#!/usr/bin/python3
"""A name server whose names lead elsewhere as soon as they have been vetted.

    rebinder.py ADDRESS NAME=FIRST=LATER...

Answers the first question for the IPv4 address of NAME with FIRST and every later one with LATER,
to be kept for no time; everything else does not exist.
"""
import socket
import struct
import sys

k_type_a = 1


def main(address, *rules):
    answers = {name: [first, later] for name, first, later in (each.split("=") for each in rules)}
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((address, 53))
    print("listening", flush=True)
    while True:
        question, asker = server.recvfrom(4096)
        labels, at = [], 12
        while question[at]:
            labels.append(question[at + 1:at + 1 + question[at]].decode("ascii", "replace").lower())
            at += 1 + question[at]
        end = at + 5
        kind, = struct.unpack("!H", question[at + 1:at + 3])
        known = answers.get(".".join(labels))
        found = b""
        if known and kind == k_type_a:
            given = known.pop(0) if len(known) > 1 else known[0]
            found = struct.pack("!HHHIH", 0xC00C, k_type_a, 1, 0, 4) + socket.inet_aton(given)
        flags = 0x8580 if known else 0x8583
        server.sendto(question[:2] + struct.pack("!HHHHH", flags, 1, 1 if found else 0, 0, 0)
                      + question[12:end] + found, asker)


if __name__ == "__main__":
    main(*sys.argv[1:])
