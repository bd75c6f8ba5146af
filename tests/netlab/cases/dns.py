"""Names that are answered truthfully, and the ways in which somebody lies about them."""
import name_servers
import tls_servers
from cases import portal, route
from certificates import Certificates, leaf
from web_servers import start_nginx
from network import k_resolver, root

k_alpha, k_beta = "www.alpha.example", "www.beta.example"
k_other = "11.1.6.66"  # where a lie leads to
k_proxy = "Installed Proxy CA"


def certify(network, hosts=()):
    """The certificates of all servers here, of `hosts`, and a false one."""
    return Certificates(network, [*(leaf(host) for host in (*tls_servers.k_hosts, *hosts)),
                                  *name_servers.leaves(),
                                  leaf(k_beta, logs=(), file="false", authority=k_proxy)])


def prepare_truth(network, more=()):
    """The truth, with `more` names. The certificates."""
    certificates = certify(network, more)
    name_servers.sign_zone(network, more)
    name_servers.serve_truth(network)
    return certificates


def prepare(network, *lies, more=(), **rules):
    """And a resolver that tells it but for `lies`."""
    certificates = prepare_truth(network, more)
    name_servers.serve_resolver(network, *lies, **rules)
    return certificates


def scan(network, certificates, more=None):
    return network.scan(name_servers.basket(network, certificates) | (more or {}))


def serve_other(network, certificates, file):
    """A TLS server at k_other with that certificate."""
    start_nginx(network, "internet", "other", [f"{k_other}:443"],
                f"server {{ listen {k_other}:443 ssl;"
                f" ssl_certificate {certificates.path(file)}.pem;"
                f" ssl_certificate_key {certificates.path(file)}.key; return 204; }}")


def classes(artifact):
    """Of each name's IPv4 addresses."""
    return {each["name"]: each["class"] for each in artifact.check("dns")["evidence"]["names"]
            if each["type"] == "A"}


def everything_else(network, certificates):
    """The basket of a network in which the checks beside dns have no cause for alarm; no clocks."""
    portal.serve(network)
    route.serve(network)
    tls_servers.serve(network, certificates)
    return portal.basket() | route.basket() | tls_servers.basket(certificates)


def case_clean(network):
    certificates = prepare(network)
    artifact = scan(network, certificates, everything_else(network, certificates))
    artifact.expect("dns", "OK")
    artifact.expect("scan", "OK")
    assert set(classes(artifact).values()) == {"same"}, classes(artifact)
    evidence = artifact.check("dns")["evidence"]
    assert evidence["dnssec_works"], evidence
    assert all(not each["ips"] and each["control_says_nxdomain"] for each in evidence["random"])


def case_cdn_with_other_addresses_is_no_alarm(network):
    certificates = prepare(network, f"{k_beta}={k_other}")
    serve_other(network, certificates, k_beta)
    artifact = scan(network, certificates, everything_else(network, certificates))
    artifact.expect("dns", "OK")
    artifact.expect("scan", "OK")
    assert classes(artifact)[k_beta] == "proven", classes(artifact)


def case_names_that_nobody_has_lead_to_a_page(network):
    certificates = prepare(network, f"example={k_other}", f"test={k_other}")
    artifact = scan(network, certificates)
    artifact.expect("dns", "WARN", "nxdomain_rewriting")
    artifact.expect("scan", "WARN")


def case_every_name_leads_to_a_login_page(network):
    certificates = prepare(network, f"#={k_other}", true_names=())
    portal.serve(network)
    start_nginx(network, "internet", "login", [f"{k_other}:80"],
                f"server {{ listen {k_other}:80; return 200 \"{portal.k_login}\"; }}")
    artifact = scan(network, certificates, portal.basket())
    artifact.expect("dns", "CRITICAL", "nxdomain_rewriting")
    artifact.expect("portal", "CRITICAL", "portal_manipulation")
    artifact.expect("scan", "CRITICAL")
    shared = {"cause": "dns", "effect": "portal", "reason": "same_landing"}
    assert shared in artifact.members["attribution"], artifact.members["attribution"]


def case_one_hijacked_name(network):
    certificates = prepare(network, f"{k_beta}={k_other}")
    serve_other(network, certificates, "false")
    artifact = scan(network, certificates)
    artifact.expect("dns", "CRITICAL", "disproven")
    artifact.expect("scan", "CRITICAL")
    bad = [name for name, kind in classes(artifact).items() if kind != "same"]
    assert bad == [k_beta], classes(artifact)


def case_one_hijacked_name_without_a_server(network):
    artifact = scan(network, prepare(network, f"{k_beta}={k_other}"))
    artifact.expect("dns", "WARN", "unproven")
    artifact.expect("scan", "WARN")


def case_one_hijacked_name_that_is_signed(network):
    artifact = scan(network, prepare(network, f"{k_alpha}={k_other}"))
    artifact.expect("dns", "CRITICAL", "bogus")
    artifact.expect("scan", "CRITICAL")


def case_bogon_answer(network):
    artifact = scan(network, prepare(network, f"{k_beta}=10.9.8.7"))
    artifact.expect("dns", "CRITICAL", "bogon")
    artifact.expect("scan", "CRITICAL")
    assert "10.9.8.7" not in str(artifact.members), artifact.check("dns")


def case_forged_answer_that_comes_first(network):
    certificates = prepare(network)
    network.filter("r2", "forward", "udp sport 53 drop")
    network.start("r2", "/usr/bin/python3", str(root / "tests/netlab/forger.py"), "to-r1", "to-r3",
                  k_beta, k_other, ready=lambda log: "listening" in log)
    artifact = scan(network, certificates)
    artifact.expect("dns", "CRITICAL", "double", "injection")
    artifact.expect("scan", "CRITICAL")
    kinds = classes(artifact)
    assert kinds.pop(k_beta) == "double" and set(kinds.values()) == {"same"}, kinds


def intercept(network, *lies):
    """The first router answers whatever is asked on port 53, whomever it is for."""
    network.filter("r1", "prerouting", "udp dport 53 redirect to :53", kind="nat", table="n")
    name_servers.serve_resolver(network, *lies, where="r1", address="11.0.1.1")


def case_port_53_intercepted(network):
    certificates = prepare(network)
    intercept(network)
    artifact = scan(network, certificates)
    artifact.expect("dns", "WARN", "port53_intercepted")
    artifact.expect("scan", "WARN")
    silent = artifact.check("dns")["evidence"]["silent_ip"]
    assert [each["ip"] for each in silent if each["answered"]] == name_servers.k_nobody, silent


def case_port_53_intercepted_with_a_lie(network):
    certificates = prepare(network)
    intercept(network, f"{k_beta}={k_other}")
    serve_other(network, certificates, "false")
    artifact = scan(network, certificates)
    artifact.expect("dns", "CRITICAL", "injection", "disproven")
    artifact.expect("scan", "CRITICAL")


def case_port_53_intercepted_for_a_cdn_is_no_forgery(network):
    certificates = prepare(network)
    intercept(network, f"{k_beta}={k_other}")
    serve_other(network, certificates, k_beta)
    artifact = scan(network, certificates)
    artifact.expect("dns", "WARN", "port53_intercepted")
    assert artifact.check("dns")["reasons"] == ["port53_intercepted"], artifact.check("dns")


def case_resolver_down(network):
    certificates = prepare(network)
    network.filter("r2", "forward", "udp dport 53 drop")
    artifact = scan(network, certificates)
    artifact.expect("dns", "INCONCLUSIVE", "resolver_down")
    artifact.expect("scan", "INCONCLUSIVE")


def case_resolver_that_refuses(network):
    """Nothing listens there: its host says so at once."""
    certificates = prepare(network)
    network.filter("internet", "input", f"ip daddr {k_resolver} reject")
    scan(network, certificates).expect("dns", "INCONCLUSIVE", "resolver_down")


def case_controls_blocked(network):
    certificates = prepare(network)
    network.filter("r2", "forward", "tcp dport 443 drop")
    artifact = scan(network, certificates)
    artifact.expect("dns", "INCONCLUSIVE", "too_few_names")


def stubborn(network, habit):
    """A scan in which only the resolver's habits differ from a clean one."""
    certificates = prepare_truth(network)
    name_servers.serve_stubborn_resolver(network, habit)
    artifact = scan(network, certificates, everything_else(network, certificates))
    assert set(classes(artifact).values()) == {"same"}, artifact.check("dns")
    return artifact


def case_resolver_that_forces_tcp_is_no_alarm(network):
    artifact = stubborn(network, "tcp")
    for check in ("dns", "tls", "scan"):
        artifact.expect(check, "OK")
    answers = [answer for each in artifact.check("dns")["evidence"]["names"]
               for answer in each["answers"]]
    assert answers and all(answer["over_tcp"] for answer in answers), answers


def case_resolver_without_edns_is_no_alarm(network):
    artifact = stubborn(network, "old")
    for check in ("dns", "tls", "scan"):
        artifact.expect(check, "OK")


def case_signatures_removed(network):
    artifact = stubborn(network, "bare")
    artifact.expect("dns", "WARN", "signatures_removed")
    artifact.expect("scan", "WARN")


def case_cut_answers_and_no_tcp(network):
    certificates = prepare_truth(network)
    name_servers.serve_stubborn_resolver(network, "tcp")
    network.filter("r1", "forward", f"ip daddr {k_resolver} tcp dport 53 drop")
    artifact = scan(network, certificates)
    artifact.expect("dns", "INCONCLUSIVE", "resolver_fails")
