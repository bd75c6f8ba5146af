"""TLS servers that are who they say, servers that are wrong by themselves, and interceptors."""
import name_servers
from cases import dns, ntp, route
from certificates import Certificates, leaf
from network import root
from time_servers import TimeServer
from tls_servers import basket, intercept, k_hosts, redirect, serve

k_first, k_second = list(k_hosts)[:2]
k_proxy = "Installed Proxy CA"


def certify(network, *more, **of_first):
    """A right leaf for each host, the first one's with these members; and `more` leaves."""
    rows = [leaf(host, **(of_first if host == k_first else {})) for host in k_hosts]
    return Certificates(network, [*rows, *more])


def scan_first(network, **of_first):
    """When the first host shows such a leaf, and the others are as they should be."""
    certificates = certify(network, **of_first)
    serve(network, certificates)
    return network.scan(basket(certificates))


def host_of(artifact, host):
    hosts = artifact.check("tls")["evidence"]["hosts"]
    return next(each for each in hosts if each["host"] == host)


def with_paths(members):
    """The check route looks at the same hosts."""
    return members | {"route": route.basket()["route"] | {"targets": list(k_hosts.values())}}


def pin(host, **hints):
    return {"host": host, "expires": "2100-01-01T00:00:00Z", **hints}


def pinned(certificates):
    """The first host's own key and CA are known."""
    return basket(certificates, pins=[pin(k_first, spki_sha256=[certificates.digests[k_first]],
                                          issuers=["Public CA"])])


def case_clean(network):
    artifact = scan_first(network)
    artifact.expect("tls", "OK")
    artifact.expect("ct", "OK")
    assert artifact.check("tls")["confidence"] == 1, artifact.check("tls")
    assert not artifact.check("tls")["reasons"], artifact.check("tls")


def case_intercepted_by_an_installed_root(network):
    certificates = certify(network)
    serve(network, certificates)
    intercept(network, certificates, k_proxy)
    artifact = network.scan(with_paths(basket(certificates, installed=[k_proxy])))
    artifact.expect("tls", "CRITICAL", "local_root", "same_key_on_unrelated_hosts", "no_sct",
                    "tcp_ends_early")
    artifact.expect("ct", "CRITICAL", "root_not_public")
    artifact.expect("scan", "CRITICAL")
    causes = [(each["cause"], each["effect"]) for each in artifact.members["attribution"]]
    assert ("route", "tls") in causes, causes


def case_intercepted_by_an_unknown_root(network):
    certificates = certify(network)
    serve(network, certificates)
    intercept(network, certificates, "sslsplit")
    artifact = network.scan(basket(certificates))
    artifact.expect("tls", "CRITICAL", "untrusted", "same_key_on_unrelated_hosts",
                    "known_interceptor")
    artifact.expect("scan", "CRITICAL")
    assert host_of(artifact, k_first)["interceptor"] == "sslsplit", host_of(artifact, k_first)


def case_intercepted_on_one_host_only(network):
    certificates = certify(network)
    serve(network, certificates)
    intercept(network, certificates, k_proxy, [k_hosts[k_second]])
    artifact = network.scan(basket(certificates, installed=[k_proxy]))
    artifact.expect("tls", "CRITICAL", "local_root")
    artifact.expect("scan", "CRITICAL")
    assert host_of(artifact, k_second)["class"] == "local_root", host_of(artifact, k_second)
    assert host_of(artifact, k_first)["verdict"] == "OK", host_of(artifact, k_first)


def case_expired(network):
    artifact = scan_first(network, from_days=-60, to_days=-1)
    artifact.expect("tls", "WARN", "expired")


def case_self_signed(network):
    others = [leaf(host) for host in k_hosts if host != k_first]
    certificates = Certificates(network, [{"file": k_first}, *others])
    serve(network, certificates)
    artifact = network.scan(basket(certificates))
    artifact.expect("tls", "CRITICAL", "untrusted")
    artifact.expect("ct", "CRITICAL", "root_not_public")
    assert "self" in host_of(artifact, k_first)["verify_error"], host_of(artifact, k_first)


def case_certificate_of_another_host(network):
    scan_first(network, names=["www.elsewhere.example"]).expect("tls", "CRITICAL", "name_mismatch")


def case_one_key_for_two_operators(network):
    artifact = scan_first(network, key=k_second)
    artifact.expect("tls", "CRITICAL", "same_key_on_unrelated_hosts")
    artifact.expect("scan", "CRITICAL")


def case_reset_at_the_first_word_while_80_works(network):
    serve(network, certificates := certify(network))
    network.filter("r2", "forward", "tcp dport 443 tcp flags & psh == psh reject with tcp reset")
    network.scan(basket(certificates)).expect("tls", "INCONCLUSIVE", "blocked")


def case_silent(network):
    serve(network, certificates := certify(network))
    network.filter("r2", "forward", "tcp dport 443 drop")
    network.scan(basket(certificates)).expect("tls", "INCONCLUSIVE", "unreachable")


def case_clean_with_pins(network):
    certificates = certify(network)
    serve(network, certificates)
    pins = [pin(host, spki_sha256=[certificates.digests[host]], issuers=["Public CA"],
                least_version="TLSv1.3") for host in k_hosts]
    artifact = network.scan(basket(certificates, pins=pins))
    artifact.expect("tls", "OK")
    assert not artifact.check("tls")["reasons"], artifact.check("tls")
    assert host_of(artifact, k_first)["pin"] == "as_pinned", host_of(artifact, k_first)


def case_rotated_key_is_no_alarm(network):
    former = leaf(k_first, authority="Other Public CA", key="former", file="former")
    certificates = certify(network, former)
    serve(network, certificates)
    pins = [pin(k_first, spki_sha256=[certificates.digests["former"]],
                issuers=["Other Public CA"])]
    artifact = network.scan(basket(certificates, pins=pins))
    artifact.expect("tls", "OK", "key_rotated")
    artifact.expect("ct", "OK")


def case_public_certificate_made_for_one_victim_and_not_logged(network):
    forged = leaf(k_first, logs=[], authority="Other Public CA", key="forged", file="forged")
    certificates = certify(network, forged)
    serve(network, certificates, files={k_first: "forged"})
    artifact = network.scan(pinned(certificates))
    artifact.expect("tls", "CRITICAL", "targeted_interception_suspected", "no_sct")
    artifact.expect("scan", "CRITICAL")


def case_logged_certificate_of_an_interceptor_on_the_path(network):
    forged = leaf(k_first, authority="Other Public CA", key="forged", file="forged")
    certificates = certify(network, forged)
    serve(network, certificates)
    redirect(network, 443, [k_hosts[k_first]])
    serve(network, certificates, {k_first: "0.0.0.0"}, "r1", files={k_first: "forged"})
    artifact = network.scan(with_paths(pinned(certificates)))
    artifact.expect("tls", "CRITICAL", "targeted_interception_suspected", "tcp_ends_early")
    artifact.expect("ct", "OK")


def scan_versions(network, protocols):
    certificates = certify(network)
    serve(network, certificates, protocols=protocols)
    pins = [pin(host, least_version="TLSv1.3") for host in k_hosts]
    return network.scan(basket(certificates, pins=pins))


def case_old_tls_everywhere(network):
    artifact = scan_versions(network, {host: "TLSv1.2" for host in k_hosts})
    artifact.expect("tls", "WARN", "tls_downgrade")


def case_one_server_with_old_tls_is_no_alarm(network):
    scan_versions(network, {k_first: "TLSv1.2"}).expect("tls", "OK")


def case_refused_on_443_while_80_works(network):
    serve(network, certificates := certify(network))
    network.filter("r2", "forward", "tcp dport 443 reject with tcp reset")
    network.scan(basket(certificates)).expect("tls", "INCONCLUSIVE", "blocked")


def case_certificate_of_this_hour_is_no_alarm(network):
    scan_first(network, from_days=0).expect("tls", "OK")


def case_expired_by_our_clock_alone_is_no_alarm_of_tls(network):
    """The time servers say that it is not yet as late as this host thinks."""
    certificates = certify(network, from_days=-60, to_days=-1)
    serve(network, certificates)
    for address in ntp.k_addresses:
        TimeServer(network, address, -10 * 86400)
    artifact = network.scan(basket(certificates) | ntp.basket())
    artifact.expect("ntp", "CRITICAL", "drift")
    artifact.expect("tls", "OK")
    artifact.expect("ct", "OK")


def keep_from(network, rule):
    """A scan of hosts in order, but for what the last router does by `rule`."""
    serve(network, certificates := certify(network))
    network.filter("r3", "forward", rule)
    return network.scan(basket(certificates))


def expect_one_blocked(artifact):
    artifact.expect("tls", "WARN", "host_blocked")
    artifact.expect("ct", "OK")
    said = host_of(artifact, k_first)
    assert said["verdict"] == "WARN" and said["reason"] == "host_blocked", said
    assert artifact.check("tls")["reasons"] == ["host_blocked"], artifact.check("tls")


def case_one_host_dropped(network):
    expect_one_blocked(keep_from(network, f"ip daddr {k_hosts[k_first]} tcp dport 443 drop"))


def case_one_host_out_of_reach(network):
    expect_one_blocked(keep_from(network, f"ip daddr {k_hosts[k_first]} tcp dport 443"
                                 " reject with icmp type host-unreachable"))


def case_one_host_reset(network):
    expect_one_blocked(keep_from(network, f"ip daddr {k_hosts[k_first]} tcp dport 443"
                                 " reject with tcp reset"))


def with_controls(network, certificates):
    """The basket of the hosts and of the controls of dns, which all are there."""
    name_servers.sign_zone(network)
    name_servers.serve_truth(network)
    name_servers.serve_resolver(network)
    serve(network, certificates)
    return name_servers.basket(network, certificates) | basket(certificates, installed=[k_proxy])


def case_intercepted_controls_of_dns(network):
    """They could be made to say anything; the hosts are left alone."""
    controls = name_servers.k_controls
    certificates = certify(network, *name_servers.leaves(),
                           leaf("false_controls", names=list(controls), logs=(),
                                authority=k_proxy))
    members = with_controls(network, certificates)
    # Not sslsplit: unbound hangs up on those who do not say h2, as it does not, and then it drops
    # the connection of ours, too, if that is still being made.
    redirect(network, 443, tuple(controls.values()))
    serve(network, certificates, {"false_controls": "0.0.0.0"}, where="r1")
    artifact = network.scan(members)
    artifact.expect("tls", "CRITICAL", "local_root")
    artifact.expect("scan", "CRITICAL")
    assert host_of(artifact, k_first)["verdict"] == "OK", host_of(artifact, k_first)
    verdicts = {host_of(artifact, control)["verdict"] for control in controls}
    assert verdicts == {"CRITICAL"}, artifact.check("tls")


def keep_from_transport(network, rule):
    """Everything is there, QUIC of two hosts too; the first router does `rule`."""
    certificates = certify(network, *name_servers.leaves())
    members = with_controls(network, certificates)
    speakers = members["tls"]["hosts"][:2]
    for host in speakers:
        host["expect_quic"] = True
    network.start("internet", "/usr/bin/python3", str(root / "tests/netlab/quic_servers.py"),
                  *(host["ip"] for host in speakers), ready=lambda log: "listening" in log)
    network.filter("r1", "forward", rule)
    artifact = network.scan(members)
    artifact.expect("dns", "OK")
    return artifact


def case_healthy_with_quic_and_dns_over_tls(network):
    artifact = keep_from_transport(network, "accept")
    artifact.expect("tls", "OK")
    assert artifact.check("tls")["confidence"] == 1, artifact.check("tls")
    assert host_of(artifact, k_first)["quic"] is True, host_of(artifact, k_first)


def expect_one_reason(artifact, reason):
    artifact.expect("tls", "WARN", reason)
    assert artifact.check("tls")["reasons"] == [reason], artifact.check("tls")
    artifact.expect("ct", "OK")


def case_quic_dropped(network):
    expect_one_reason(keep_from_transport(network, "udp dport 443 drop"), "quic_blocked")


def case_quic_rejected(network):
    expect_one_reason(keep_from_transport(network, "udp dport 443 reject"), "quic_blocked")


def case_dns_over_tls_dropped(network):
    expect_one_reason(keep_from_transport(network, "tcp dport 853 drop"), "dot_blocked")


def case_dns_over_tls_reset(network):
    expect_one_reason(keep_from_transport(network, "tcp dport 853 reject with tcp reset"),
                      "dot_blocked")


def case_hijacked_name_is_laid_to_dns(network):
    certificates = dns.prepare(network, f"{k_second}={dns.k_other}")
    serve(network, certificates)
    dns.serve_other(network, certificates, "false")
    members = basket(certificates)
    for host in members["tls"]["hosts"]:
        del host["ip"]  # this host's resolver is asked
    artifact = dns.scan(network, certificates, members)
    artifact.expect("dns", "CRITICAL", "disproven")
    artifact.expect("tls", "CRITICAL", "untrusted", "attributed_to_dns")
    assert host_of(artifact, k_first)["verdict"] == "OK", host_of(artifact, k_first)
    cause = {"cause": "dns", "effect": "tls", "reason": "same_name"}
    assert cause in artifact.members["attribution"], artifact.members["attribution"]
