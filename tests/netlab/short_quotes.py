#!/usr/bin/python3
"""A router's "time exceeded" as some routers send it: of the packet that expired it quotes the IP
header and eight bytes (RFC 792), not what was in it.

Runs in the namespace of a router whose own messages are dropped; argv[1] is the interface where the
packets come in.
"""
import socket
import struct
import sys

k_ipv4 = 0x0800
k_udp = 17
k_time_exceeded = struct.pack(">BBHI", 11, 0, 0, 0)


def checksum(message):
    total = sum(struct.unpack(f">{len(message) // 2}H", message))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def main():
    arriving = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(k_ipv4))
    arriving.bind((sys.argv[1], k_ipv4))
    answering = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
    print("ready", flush=True)
    while True:
        packet, place = arriving.recvfrom(2048)
        time_to_live, protocol = packet[8], packet[9]
        if place[2] == socket.PACKET_OUTGOING or time_to_live != 1 or protocol != k_udp:
            continue
        message = k_time_exceeded + packet[:20 + 8]
        message = message[:2] + struct.pack(">H", checksum(message)) + message[4:]
        answering.sendto(message, (socket.inet_ntoa(packet[12:16]), 0))


main()
