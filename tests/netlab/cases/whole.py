"""Whole scans, all six checks at once: what they say, and what they take."""
import name_servers
import tls_servers
from cases import dns, ntp, portal, route
from slow_link import slow_down
from time_servers import TimeServer
from web_servers import start_nginx

k_checks = ("ntp", "portal", "dns", "tls", "ct", "route")
k_most_kib = 60 * 1024
k_one_way_ms = 30


def basket(network, certificates):
    """For all six checks. Needs a signed zone."""
    return (ntp.basket() | portal.basket() | name_servers.basket(network, certificates)
            | tls_servers.basket(certificates) | route.basket())


def basket_of_nobody(network):
    """The servers of that one are not there."""
    certificates = dns.certify(network)
    name_servers.sign_zone(network)
    return basket(network, certificates)


def serve(network):
    """Servers that give no cause for alarm. The basket."""
    for address in ntp.k_addresses:
        TimeServer(network, address)
    certificates = dns.prepare(network)
    dns.everything_else(network, certificates)
    return basket(network, certificates)


def cost(artifact):
    checks = ", ".join(f"{check['check']} {check['elapsed_ms']}"
                       for check in artifact.members["checks"])
    return (f"scanned in {artifact.members['elapsed_ms']} ms ({checks}),"
            f" peak {artifact.peak_kib / 1024:.0f} MiB")


def case_healthy_at_60_ms(network):
    everything = serve(network)
    slow_down(network, k_one_way_ms)
    artifact = network.scan(everything)
    for check in k_checks:
        artifact.expect(check, "OK")
    artifact.expect("scan", "OK")
    evidence = artifact.check("dns")["evidence"]
    assert evidence["control_rtt_ms"] >= 2 * k_one_way_ms, evidence
    # The fixed wait of the check dns beside that for silence.
    wait_ms = min(max(2 * evidence["control_rtt_ms"] + 300, 500), 1500)
    assert evidence["hold_on_ms"] == wait_ms, evidence
    for path in artifact.check("route")["evidence"]["targets"]:
        assert all(hop["rtt_ms"] >= 2 * k_one_way_ms for hop in path["hops"]), path
    assert artifact.peak_kib < k_most_kib, artifact.peak_kib
    return cost(artifact)


def case_every_packet_is_lost(network):
    nobody = basket_of_nobody(network)
    network.filter("r1", "prerouting", "drop")
    artifact = network.scan(nobody)
    expect_nothing_seen(artifact)
    assert artifact.peak_kib < k_most_kib, artifact.peak_kib
    return cost(artifact)


def case_a_deadline_ends_a_scan_that_hears_nothing(network):
    nobody = basket_of_nobody(network)
    network.filter("r1", "prerouting", "drop")
    artifact = network.scan(nobody, deadline_ms=6000)
    expect_nothing_seen(artifact)
    # Four of the six seconds are kept for a check that hangs and for the artifact.
    slowest_ms = max(check["elapsed_ms"] for check in artifact.members["checks"])
    assert slowest_ms < 4000, slowest_ms
    return cost(artifact)


def nat64(address):
    """As DNS64 writes an IPv4 address (RFC 6052)."""
    return "64:ff9b::" + ":".join(
        f"{int(high) * 256 + int(low):x}"
        for high, low in zip(address.split(".")[::2], address.split(".")[1::2]))


def case_ipv6_alone_with_dns64_is_no_alarm(network):
    """Hosts that only have IPv4 are had through a translator; what is named by its IPv4 address
    cannot be had, and nothing is said of it."""
    network.use_ipv6()
    certificates = dns.certify(network)
    name_servers.sign_zone(network)
    name_servers.serve_dns64(network)
    hosts = tls_servers.k_hosts
    tls_servers.serve(network, certificates,
                      {host: f"[{nat64(address)}]" for host, address in hosts.items()})
    servers = [f"server {{ listen [{nat64(address)}]:80; default_type text/plain;"
               f" location = {path} {{ return {status} \"{body}\"; }} }}"
               for address, path, status, body in portal.k_probes]
    start_nginx(network, "internet", "probes6",
                [f"[{nat64(row[0])}]:80" for row in portal.k_probes], *servers)
    members = basket(network, certificates)
    for entry in (*members["portal"]["probes"], *members["tls"]["hosts"]):
        del entry["ip"]
    network.lose_ipv4()
    artifact = network.scan(members)
    for check in ("portal", "tls", "ct"):
        artifact.expect(check, "OK")
    for check in ("ntp", "dns", "route"):
        artifact.expect(check, "INCONCLUSIVE")


def expect_nothing_seen(artifact):
    for check in (*k_checks, "scan"):
        said = artifact.members if check == "scan" else artifact.check(check)
        assert said["verdict"] == "INCONCLUSIVE", said
    assert artifact.members["vantage"]["offline"], artifact.members
