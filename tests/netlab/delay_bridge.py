#!/usr/bin/python3
"""A bridge that holds each frame back for a while, since the kernel may lack netem.

    delay_bridge.py LEFT RIGHT MILLISECONDS

What comes in by one interface goes out by the other, so much later, in its order.
"""
import collections
import select
import socket
import sys
import time

k_all_protocols = 0x0003
k_sol_packet = 263
# Linux's numbers: a frame comes and goes with what is left to do to it (checksum, segments), and
# what is sent here is not received again.
k_vnet_header = 15
k_ignore_outgoing = 23
k_largest = 70_000


def attach(interface):
    out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(k_all_protocols))
    out.setsockopt(k_sol_packet, k_vnet_header, 1)
    out.setsockopt(k_sol_packet, k_ignore_outgoing, 1)
    out.bind((interface, k_all_protocols))
    return out


def main(left, right, milliseconds):
    ends = attach(left), attach(right)
    other = {ends[0]: ends[1], ends[1]: ends[0]}
    delay_sec = int(milliseconds) / 1000
    waiting = collections.deque()  # (when to send, where, frame), in order
    print("carrying", flush=True)
    while True:
        wait = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select(ends, [], [], wait)
        for end in ready:
            waiting.append((time.monotonic() + delay_sec, other[end], end.recv(k_largest)))
        while waiting and waiting[0][0] <= time.monotonic():
            _, end, frame = waiting.popleft()
            end.send(frame)


if __name__ == "__main__":
    main(*sys.argv[1:])
