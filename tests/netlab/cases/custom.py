"""Hosts that a buyer names: looked up once, and nothing of ours is touched whatever they lead to."""
import time

import name_servers
from cases import dns, tls
from network import root
from web_servers import start_nginx

k_most_hosts = 8  # of one request
k_vantage = "11.0.1.2"
k_rebinder = "11.1.5.9"
k_shops = {"one.netlab": "11.1.6.1", "two.netlab": "11.1.6.2"}
k_first = "11.1.6.1"
# What the names lead to once they have been vetted.
k_rebinding = {"loopback.rebind.netlab": "127.0.0.1", "vantage.rebind.netlab": k_vantage,
               "neighbour.rebind.netlab": "11.0.1.1", "metadata.rebind.netlab": "169.254.169.254"}


k_last = "heard 17 127.0.0.1 9"  # our own packet


def serve(network, *lies, more=(), **rules):
    """The basket of a network in which nothing is wrong but the names of `lies`."""
    certificates = dns.prepare(network, *lies, more=k_shops | dict(more), **rules)
    rest = dns.everything_else(network, certificates)
    start_nginx(network, "internet", "shops", [f"{address}:443" for address in k_shops.values()],
                *(f"server {{ listen {address}:443 ssl;"
                  f" ssl_certificate {certificates.path(host)}.pem;"
                  f" ssl_certificate_key {certificates.path(host)}.key; return 204; }}"
                  for host, address in k_shops.items()))
    return name_servers.basket(network, certificates) | rest


def listen(network):
    """How to hear what the vantage has sent to itself until now."""
    log = network.start("vantage", "/usr/bin/python3", str(root / "tests/netlab/canary.py"),
                        ready=lambda text: "listening" in text)

    def heard():
        network.inside("vantage", "/usr/bin/python3", "-c", "import socket; socket.socket("
                       "socket.AF_INET, socket.SOCK_DGRAM).sendto(b'last', ('127.0.0.1', 9))")
        while k_last not in log.read_text():
            time.sleep(0.02)
        return [line for line in log.read_text().splitlines()
                if line.startswith(("heard 6 ", "heard 17 ")) and line != k_last]
    return heard


def case_clean(network):
    artifact = network.scan(serve(network), list(k_shops))
    for check in ("portal", "dns", "tls", "ct", "route", "scan"):
        artifact.expect(check, "OK")
    assert artifact.members["mode"] == "custom", artifact.members
    assert artifact.members["targets"] == [
        {"host": host, "addresses": [address]} for host, address in k_shops.items()]


def case_addresses_whose_certificates_name_others_are_no_alarm(network):
    artifact = network.scan(serve(network), list(k_shops.values()))
    artifact.expect("tls", "INCONCLUSIVE", "name_not_judged")
    for check in ("portal", "dns", "ct", "route", "scan"):
        artifact.expect(check, "OK")
    for address in k_shops.values():
        host = tls.host_of(artifact, address)
        assert host["class"] == "name_not_judged" and host["verdict"] == "INCONCLUSIVE", host
        assert host["operator"] is None and host["leaf_sha256"], host


def case_names_that_lead_home_later(network):
    """By name, as their owner may change it between the sale and the scan."""
    basket = serve(network, more={name: k_first for name in k_rebinding},
                   servers={name: k_rebinder for name in k_rebinding})
    rules = [f"{name}={k_first}={later}" for name, later in k_rebinding.items()]
    network.start("internet", "/usr/bin/python3", str(root / "tests/netlab/rebinder.py"),
                  k_rebinder, *rules, ready=lambda log: "listening" in log)
    heard = listen(network)
    artifact = network.scan(basket, list(k_rebinding))
    assert not heard(), heard()
    assert all(each["addresses"] == [k_first] for each in artifact.members["targets"])
    artifact.expect("dns", "CRITICAL", "bogon")
    asked = dns.classes(artifact)
    assert asked["loopback.rebind.netlab"] == "bogon", asked
    assert asked["vantage.rebind.netlab"] == "unproven", asked


def case_names_that_lead_home_at_once(network):
    private = {"a.private.netlab": "10.0.0.1", "b.private.netlab": "127.0.0.1",
               "c.private.netlab": "169.254.169.254", "d.private.netlab": "100.64.0.1",
               "e.private.netlab": "0.0.0.0", "f.private.netlab": k_vantage,
               "g.private.netlab": "11.0.1.1", "h.private.netlab": "168.63.129.16"}
    literal = ["127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "::1",
               "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1", "fc00::1",
               "168.63.129.16", "::ffff:168.63.129.16", "2002:a83f:8110::1", "192.80.8.124",
               "0.0.0.0", "255.255.255.255", "224.0.0.1", k_vantage, "127.1", "2130706433",
               "0x7f.0.0.1", "0177.0.0.1", "[::1]", "localhost", "printer.local", "a.onion",
               "router.home.arpa", "nobody.private.netlab"]
    basket = serve(network, *(f"{name}={address}" for name, address in private.items()))
    heard = listen(network)
    hosts = [*private, *literal]
    for first in range(0, len(hosts), k_most_hosts):
        some = hosts[first:first + k_most_hosts]
        refused = network.refused(basket, some)
        assert refused == some, set(some) - set(refused)
    assert len(hosts) > 30 and not heard(), heard()


def scan_with_https_record(network, serve_resolver):
    """Of the first shop, which has such a record."""
    host = next(iter(k_shops))
    certificates = dns.certify(network, k_shops)
    name_servers.sign_zone(network, k_shops, [f"{host}. 300 TYPE65 \\# 3 000100"])
    name_servers.serve_truth(network)
    serve_resolver()
    rest = dns.everything_else(network, certificates)
    return network.scan(name_servers.basket(network, certificates) | rest, [host])


def case_https_record_taken_away(network):
    artifact = scan_with_https_record(
        network, lambda: name_servers.serve_stubborn_resolver(network, "plain"))
    artifact.expect("dns", "WARN", "https_record_removed")


def case_clean_with_https_record(network):
    artifact = scan_with_https_record(network, lambda: name_servers.serve_resolver(network))
    artifact.expect("dns", "OK")
    record, = artifact.check("dns")["evidence"]["https_records"]
    assert record["present"] and record["controls_with"] == 3, record
