#!/usr/bin/python3
"""Hears every packet that a host sends to itself, by whichever of its addresses.

    canary.py

Prints a line for each: protocol, destination, port.
"""
import socket
import struct

k_ip = 0x0800
k_tcp, k_udp = 6, 17


def main():
    ear = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(k_ip))
    ear.bind(("lo", k_ip))
    print("listening", flush=True)
    while True:
        packet, place = ear.recvfrom(65_535)
        if place[2] == socket.PACKET_OUTGOING:  # it comes again
            continue
        size = (packet[0] & 15) * 4
        port = (struct.unpack("!H", packet[size + 2:size + 4])[0]
                if packet[9] in (k_tcp, k_udp) else 0)
        print("heard", packet[9], socket.inet_ntoa(packet[16:20]), port, flush=True)


if __name__ == "__main__":
    main()
