#!/usr/bin/python3
"""Servers of QUIC, as far as a version that does not exist leads: they name those that they speak.

    quic_servers.py ADDRESS...
"""
import selectors
import socket
import sys

k_versions = bytes.fromhex("00000001 6b3343cf".replace(" ", ""))


def negotiation(packet):
    """RFC 8999, section 6: the ids change their places. None: no long header."""
    if len(packet) < 1200 or not packet[0] & 0x80:
        return None
    at = 6 + packet[5]
    destination, source = packet[6:at], packet[at + 1:at + 1 + packet[at]]
    return (b"\x80" + bytes(4) + bytes([len(source)]) + source
            + bytes([len(destination)]) + destination + k_versions)


def main(addresses):
    selector = selectors.DefaultSelector()
    for address in addresses:
        sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sock.bind((address, 443))
        selector.register(sock, selectors.EVENT_READ)
    print("listening", flush=True)
    while True:
        for key, _ in selector.select():
            packet, peer = key.fileobj.recvfrom(65_535)
            answer = negotiation(packet)
            if answer:
                key.fileobj.sendto(answer, peer)


main(sys.argv[1:])
