#!/usr/bin/python3
"""A resolver with a will of its own, which has all its answers from another over TCP.

    stubborn_resolver.py ADDRESS TRUTH HABIT

HABIT: tcp    every datagram is answered cut short: whoever asks has to come by TCP
       old    it does not know EDNS: FORMERR to whatever has it (RFC 6891, section 7)
       bare   it asks without EDNS, and so hands on no signatures
       plain  it says of every name that it has no HTTPS record
"""
import socket
import socketserver
import struct
import sys
import threading

k_port = 53
k_cut = 0x0200
k_format_error = 1
k_type_https = b"\0\x41"


def receive_exactly(connection, size):
    out = b""
    while len(out) < size:
        more = connection.recv(size - len(out))
        if not more:
            raise ConnectionError("ended early")
        out += more
    return out


def receive_message(connection):
    size, = struct.unpack("!H", receive_exactly(connection, 2))
    return receive_exactly(connection, size)


def send_message(connection, message):
    connection.sendall(struct.pack("!H", len(message)) + message)


def question_end(message):
    at = 12
    while message[at]:
        at += message[at] + 1
    return at + 5


def without_edns(query):
    """Nothing behind the question."""
    return query[:6] + b"\0" * 6 + query[12:question_end(query)]


def refusal(query, flags):
    """A response without records."""
    return (query[:2] + struct.pack("!H", 0x8180 | flags) + query[4:6] + b"\0" * 6
            + query[12:question_end(query)])


def has_edns(query):
    return query[10:12] != b"\0\0"


class Resolver:
    def __init__(self, truth, habit):
        self.truth = truth
        self.habit = habit

    def ask(self, query):
        with socket.create_connection((self.truth, k_port), 5) as connection:
            send_message(connection, query)
            return receive_message(connection)

    def over_udp(self, query):
        if self.habit == "tcp":
            return refusal(query, k_cut)
        return self.over_tcp(query)

    def over_tcp(self, query):
        if self.habit == "old" and has_edns(query):
            return refusal(query, k_format_error)
        end = question_end(query)
        if self.habit == "plain" and query[end - 4:end - 2] == k_type_https:
            return refusal(query, 0)
        return self.ask(without_edns(query) if self.habit == "bare" else query)


def main(address, truth, habit):
    resolver = Resolver(truth, habit)

    class Datagram(socketserver.BaseRequestHandler):
        def handle(self):
            query, sock = self.request
            sock.sendto(resolver.over_udp(query), self.client_address)

    class Stream(socketserver.BaseRequestHandler):
        def handle(self):
            try:
                while True:
                    send_message(self.request, resolver.over_tcp(receive_message(self.request)))
            except OSError:
                pass  # whoever asked has gone

    socketserver.ThreadingTCPServer.allow_reuse_address = True
    servers = (socketserver.ThreadingUDPServer((address, k_port), Datagram),
               socketserver.ThreadingTCPServer((address, k_port), Stream))
    threading.Thread(target=servers[0].serve_forever, daemon=True).start()
    print("listening", flush=True)
    servers[1].serve_forever()


main(*sys.argv[1:])
