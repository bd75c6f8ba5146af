"""TLS servers that a buyer names: often wrong by themselves, and two of the basket beside them."""
import name_servers
from cases import custom, tls
from certificates import Certificates, leaf
from tls_servers import basket, intercept, k_hosts, serve

k_shops = custom.k_shops
k_one, k_two = k_shops


def prepare(network, **of_first):
    """Servers of the basket and two shops, the first of which shows such a leaf."""
    certificates = Certificates(network, [
        *(leaf(host) for host in (*k_hosts, k_two)), leaf(k_one) | of_first,
        {"file": "own-one"}, {"file": "own-two"}, *name_servers.leaves()])
    name_servers.sign_zone(network, k_shops)
    name_servers.serve_truth(network)
    name_servers.serve_resolver(network)
    return certificates


def scan(network, certificates, installed=(), hosts=tuple(k_shops), **shown):
    serve(network, certificates, k_hosts | k_shops, **shown)
    return network.scan(basket(certificates, installed), list(hosts))


def case_self_signed(network):
    own = {k_one: "own-one", k_two: "own-two"}
    artifact = scan(network, prepare(network), files=own)
    artifact.expect("tls", "WARN", "server_or_path")
    artifact.expect("ct", "OK", "policy_met")
    artifact.expect("scan", "WARN")


def case_expired(network):
    artifact = scan(network, prepare(network, from_days=-60, to_days=-1))
    artifact.expect("tls", "WARN", "expired")


def case_address_that_its_certificate_names_is_no_alarm(network):
    """And a name beside an address that is not."""
    certificates = prepare(network, names=[k_one, k_shops[k_one]])
    artifact = scan(network, certificates, hosts=[k_shops[k_one], k_shops[k_two], k_two])
    artifact.expect("tls", "OK", "name_not_judged")
    assert artifact.check("tls")["confidence"] == 1, artifact.check("tls")
    classes = [tls.host_of(artifact, host)["class"]
               for host in (k_shops[k_one], k_shops[k_two], k_two)]
    assert classes == ["public", "name_not_judged", "public"], classes


def case_expired_address_that_its_certificate_names(network):
    artifact = scan(network, prepare(network, names=[k_shops[k_one]], from_days=-60, to_days=-1),
                    hosts=[k_shops[k_one]])
    artifact.expect("tls", "WARN", "expired")


def case_address_intercepted_by_an_unknown_root(network):
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, [k_shops[k_one]])
    artifact = scan(network, certificates, hosts=[k_shops[k_one]])
    artifact.expect("tls", "WARN", "server_or_path")


def case_address_intercepted_by_an_installed_root(network):
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, [k_shops[k_one]])
    artifact = scan(network, certificates, installed=[tls.k_proxy], hosts=[k_shops[k_one]])
    artifact.expect("tls", "CRITICAL", "local_root")


def case_not_logged(network):
    artifact = scan(network, prepare(network, scts=[]))
    artifact.expect("tls", "OK")
    artifact.expect("ct", "WARN", "not_logged")


def case_one_without_tls_is_no_alarm(network):
    network.filter("internet", "input", f"ip daddr {k_shops[k_one]} tcp dport 443 reject")
    artifact = scan(network, prepare(network))
    artifact.expect("tls", "OK")
    assert tls.host_of(artifact, k_one)["verdict"] == "INCONCLUSIVE", tls.host_of(artifact, k_one)


def case_both_intercepted_by_an_unknown_root(network):
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, k_shops.values())
    artifact = scan(network, certificates)
    artifact.expect("tls", "CRITICAL", "untrusted", "same_issuer_on_unrelated_hosts",
                    "same_key_on_unrelated_hosts")
    artifact.expect("scan", "CRITICAL")


def case_one_intercepted_by_an_unknown_root(network):
    """Which cannot be told from a server with a CA of its own."""
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, [k_shops[k_one]])
    scan(network, certificates).expect("tls", "WARN", "server_or_path")


def case_one_intercepted_by_a_known_product(network):
    certificates = prepare(network)
    intercept(network, certificates, "sslsplit", [k_shops[k_one]])
    scan(network, certificates).expect("tls", "CRITICAL", "untrusted", "known_interceptor")


def case_one_intercepted_by_an_installed_root(network):
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, [k_shops[k_one]])
    artifact = scan(network, certificates, installed=[tls.k_proxy])
    artifact.expect("tls", "CRITICAL", "local_root")


def case_everything_intercepted(network):
    """What two hosts of the basket show as well is the path."""
    certificates = prepare(network)
    intercept(network, certificates, tls.k_proxy, [*k_hosts.values(), *k_shops.values()])
    artifact = scan(network, certificates)
    artifact.expect("tls", "CRITICAL", "untrusted")
    assert all(each["verdict"] == "CRITICAL"
               for each in artifact.check("tls")["evidence"]["hosts"]), artifact.check("tls")
