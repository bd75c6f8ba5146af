"""TLS servers that a buyer names: often wrong by themselves, and two of the basket beside them."""
import subprocess

import name_servers
from cases import custom, tls
from certificates import Certificates, k_public, leaf
from tls_servers import basket, intercept, k_hosts, serve
from web_servers import start_nginx

k_shops = custom.k_shops
k_one, k_two = k_shops
k_ipv6_shop = "2600:11:1::61"


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


def staple(network, certificates, host, is_revoked):
    """What the CA of `host` says of its certificate, as a file for nginx."""
    folder = certificates.folder

    def openssl(*arguments):
        done = subprocess.run(["openssl", *arguments], cwd=folder, capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout
    serial = openssl("x509", "-in", f"{host}.pem", "-noout", "-serial").strip().split("=")[1]
    state = "R\t400101000000Z\t250101000000Z" if is_revoked else "V\t400101000000Z\t"
    (folder / "index.txt").write_text(f"{state}\t{serial}\tunknown\t/CN={host}\n")
    (folder / "leaf.pem").write_text(
        (folder / f"{host}.pem").read_text().split("-----END CERTIFICATE-----")[0]
        + "-----END CERTIFICATE-----\n")
    openssl("ocsp", "-issuer", f"{k_public}.pem", "-cert", "leaf.pem", "-reqout", "request.der",
            "-no_nonce")
    openssl("ocsp", "-index", "index.txt", "-CA", f"{k_public}.pem", "-rsigner", f"{k_public}.pem",
            "-rkey", f"{k_public}.key", "-reqin", "request.der", "-respout", "staple.der",
            "-ndays", "3")
    return str(folder / "staple.der")


def scan_stapled(network, is_revoked):
    certificates = prepare(network)
    file = staple(network, certificates, k_one, is_revoked)
    serve(network, certificates, k_hosts | {k_two: k_shops[k_two]})
    start_nginx(network, "internet", "stapled", [f"{k_shops[k_one]}:443"],
                f"server {{ listen {k_shops[k_one]}:443 ssl;"
                f" ssl_certificate {certificates.path(k_one)}.pem;"
                f" ssl_certificate_key {certificates.path(k_one)}.key;"
                f" ssl_stapling on; ssl_stapling_file {file}; return 204; }}")
    artifact = network.scan(basket(certificates), list(k_shops))
    said = tls.host_of(artifact, k_one)["revocation"]
    assert said == ("revoked" if is_revoked else "good"), tls.host_of(artifact, k_one)
    return artifact


def case_stapled_as_good_is_no_alarm(network):
    scan_stapled(network, is_revoked=False).expect("tls", "OK")


def case_stapled_as_revoked(network):
    artifact = scan_stapled(network, is_revoked=True)
    artifact.expect("tls", "WARN", "revoked")
    assert tls.host_of(artifact, k_two)["verdict"] == "OK", artifact.check("tls")


def serve_on_both(network, certificates, of_ipv6):
    """The first shop at both its addresses, by IPv6 with the certificate `of_ipv6`."""
    for place, file in ((k_shops[k_one], k_one), (f"[{k_ipv6_shop}]", of_ipv6)):
        start_nginx(network, "internet", f"shop-{file}-{place[0] == '['}", [f"{place}:443"],
                    f"server {{ listen {place}:443 ssl;"
                    f" ssl_certificate {certificates.path(file)}.pem;"
                    f" ssl_certificate_key {certificates.path(file)}.key; return 204; }}")


def scan_both(network, of_ipv6, has_ipv6=True):
    """(verdicts by address, the artifact)"""
    certificates = Certificates(network, [*(leaf(host) for host in (*k_hosts, k_one)),
                                          {"file": "own-one"}, *name_servers.leaves()])
    name_servers.sign_zone(network, {k_one: k_shops[k_one]},
                           [f"{k_one}. 300 AAAA {k_ipv6_shop}"])
    name_servers.serve_truth(network)
    name_servers.serve_resolver(network)
    network.use_ipv6()
    serve(network, certificates)
    serve_on_both(network, certificates, of_ipv6)
    if not has_ipv6:
        network.ip("vantage", "-6 route del default")
    artifact = network.scan(basket(certificates), [k_one])
    hosts = artifact.check("tls")["evidence"]["hosts"]
    return {each["ip"]: each["verdict"] for each in hosts if each["host"] == k_one}, artifact


def case_clean_by_both_families(network):
    verdicts, artifact = scan_both(network, k_one)
    artifact.expect("tls", "OK")
    assert verdicts == {k_shops[k_one]: "OK", k_ipv6_shop: "OK"}, verdicts


def case_wrong_by_ipv6_alone(network):
    verdicts, artifact = scan_both(network, "own-one")
    artifact.expect("tls", "WARN", "server_or_path")
    assert verdicts == {k_shops[k_one]: "OK", k_ipv6_shop: "WARN"}, verdicts


def case_no_way_by_ipv6_is_no_alarm(network):
    verdicts, artifact = scan_both(network, "own-one", has_ipv6=False)
    artifact.expect("tls", "OK")
    assert artifact.check("tls")["confidence"] == 1, artifact.check("tls")
    assert verdicts == {k_shops[k_one]: "OK", k_ipv6_shop: "INCONCLUSIVE"}, verdicts
