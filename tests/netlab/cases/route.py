"""Paths: four hops to every target, and what may happen on the way."""
import pathlib
import sys
import time

from web_servers import start_nginx

k_targets = ["11.1.9.1", "11.1.9.2", "11.1.9.3"]
k_hops = 4


def basket():
    return {"route": {"targets": k_targets, "tcp_port": 443, "max_ttl": 20}}


def scan(network):
    return network.scan(basket())


def serve(network, where="internet", addresses=tuple(k_targets)):
    answer_all(network, "internet")  # it is all three targets
    listen = [f"{address}:443" for address in addresses]
    start_nginx(network, where, f"tcp-{where}", listen,
                *[f"server {{ listen {place}; return 204; }}" for place in listen])


def paths(artifact):
    return artifact.check("route")["evidence"]["targets"]


def answer_all(network, *names):
    """Linux answers one host six times and then once a second; routers of networks do not stop so
    early, and three traces here ask the same few of them."""
    for name in names:
        network.inside(name, "sysctl", "-qw", "net.ipv4.icmp_ratelimit=0")


def case_clean(network):
    serve(network)
    artifact = scan(network)
    artifact.expect("route", "OK")
    for path in paths(artifact):
        assert path["udp_distance"] == path["tcp_distance"] == k_hops, path
        assert [hop["ttl"] for hop in path["hops"]] == [1, 2, 3, 4], path


def case_routers_that_quote_28_bytes(network):
    serve(network)
    script = pathlib.Path(__file__).resolve().parent.parent / "short_quotes.py"
    for before, name in zip(("vantage", "r1", "r2"), ("r1", "r2", "r3")):
        network.filter(name, "output", "icmp type time-exceeded ip length > 56 drop")
        network.start(name, sys.executable, str(script), f"to-{before}",
                      ready=lambda log: "ready" in log)
    artifact = scan(network)
    artifact.expect("route", "OK")
    for path in paths(artifact):
        assert path["quote_len_min"] == 28, path
        assert path["udp_distance"] == path["tcp_distance"] == k_hops, path
        routers = [(hop["ttl"], hop["ip"]) for hop in path["hops"]]
        assert routers == [(1, "11.0.1.1"), (2, "11.0.2.2"), (3, "11.0.3.2"), (4, path["ip"])], path


def case_ipv6(network):
    targets = [f"2a0e:b00:9::{number}" for number in (1, 2, 3)]
    give_ipv6(network, targets)
    serve(network, addresses=[f"[{target}]" for target in targets])
    artifact = network.scan({"route": basket()["route"] | {"targets": targets}})
    artifact.expect("route", "OK")
    for path in paths(artifact):
        assert path["udp_distance"] == path["tcp_distance"] == k_hops, path
        assert [hop["ttl"] for hop in path["hops"]] == [1, 2, 3, 4], path
        assert path["hops"][0]["ip"] == "2a0e:b00:1::1", path


def give_ipv6(network, targets):
    """The same links once more: 11.0.N.H is also 2a0e:b00:N::H."""
    links = (("vantage", "r1"), ("r1", "r2"), ("r2", "r3"), ("r3", "internet"))
    for name in ("vantage", "r1", "r2", "r3", "internet"):
        network.inside(name, "sysctl", "-qw", "net.ipv6.conf.all.forwarding=1",
                       "net.ipv6.icmp.ratelimit=0")
    for number, (left, right) in enumerate(links, 1):
        hosts = (2, 1) if left == "vantage" else (1, 2)
        for name, end, host in zip((left, right), (f"to-{right}", f"to-{left}"), hosts):
            network.ip(name, f"address add 2a0e:b00:{number}::{host}/64 dev {end} nodad")
        # Left of a link everything behind it is there, and right of it the vantage.
        other = {"vantage": 1}.get(left, 2)
        network.ip(left, f"-6 route add default via 2a0e:b00:{number}::{other}")
        if number > 1:
            network.ip(right, f"-6 route add 2a0e:b00:1::/64 via 2a0e:b00:{number}::1")
    for target in targets:
        network.ip("internet", f"address add {target}/128 dev lo nodad")
    # Routers look for their neighbours from link-local addresses, which are made sure of first.
    end = time.monotonic() + 15
    for name in ("vantage", "r1", "r2", "r3", "internet"):
        while tentative := network.inside(name, "ip", "-6", "address", "show", "tentative"):
            assert time.monotonic() < end, tentative
            time.sleep(0.02)


def case_loop(network):
    network.ip("r2", "route add 11.1.9.0/24 via 11.0.2.1")
    answer_all(network, "r1", "r2")
    artifact = scan(network)
    artifact.expect("route", "CRITICAL", "loop")
    artifact.expect("scan", "CRITICAL")


def case_filtered_icmp_is_no_alarm(network):
    serve(network)
    network.filter("vantage", "input", "ip protocol icmp drop")
    artifact = scan(network)
    artifact.expect("route", "INCONCLUSIVE", "no_hops")
    assert all(path["tcp_distance"] == k_hops for path in paths(artifact)), paths(artifact)


def case_silent_hop_is_no_alarm(network):
    serve(network)
    network.filter("r2", "output", "ip protocol icmp drop")
    scan(network).expect("route", "OK")


def case_rate_limit_is_no_alarm(network):
    serve(network)
    network.filter("r2", "output", "ip protocol icmp limit rate 1/second burst 1 packets accept",
                   "ip protocol icmp drop")
    scan(network).expect("route", "OK")


def case_target_with_a_rate_limit_is_no_alarm(network):
    serve(network)
    # Sent with 4, 5 and 6 hops.
    network.filter("internet", "input", "udp dport 33435 ip ttl < 4 drop")
    artifact = scan(network)
    artifact.expect("route", "OK")
    for path in paths(artifact):
        assert (path["udp_distance"], path["tcp_distance"]) == (7, k_hops), path


def case_equal_cost_paths_are_no_alarm(network):
    serve(network)
    network.link("r2", "r3", 13)
    network.inside("r2", "sysctl", "-qw", "net.ipv4.fib_multipath_hash_policy=1")
    network.ip("r2", "route replace 11.1.0.0/16 nexthop via 11.0.3.2 nexthop via 11.0.13.2")
    artifact = scan(network)
    artifact.expect("route", "OK")
    assert all(path["udp_distance"] == k_hops for path in paths(artifact)), paths(artifact)


def case_private_detour(network):
    serve(network)
    for number, name in ((2, "r2"), (3, "r3")):
        network.ip(name, f"address add 10.0.0.{number}/32 dev lo")
        network.ip(name, f"route replace 11.0.1.0/24 via 11.0.{number}.1 src 10.0.0.{number}")
    artifact = scan(network)
    artifact.expect("route", "WARN", "private_detour")
    assert "10.0.0.2" not in str(paths(artifact)), paths(artifact)


def case_connections_end_at_the_first_router(network):
    network.filter("r1", "prerouting", "tcp dport 443 redirect to :443", kind="nat", table="n")
    serve(network, "r1", ["0.0.0.0"])
    artifact = scan(network)
    artifact.expect("route", "WARN", "tcp_terminated_early")
    assert all(path["tcp_distance"] == 1 for path in paths(artifact)), paths(artifact)


def case_prohibited_by_a_router(network):
    serve(network)
    answer_all(network, "r2")
    network.filter("r2", "forward", "ip daddr { 11.1.9.1, 11.1.9.2 }"
                   " reject with icmp type admin-prohibited")
    scan(network).expect("route", "WARN", "blocked_on_path")


def case_silence(network):
    network.filter("r1", "prerouting", "ip daddr 11.1.9.0/24 drop")
    scan(network).expect("route", "INCONCLUSIVE", "unreachable")
