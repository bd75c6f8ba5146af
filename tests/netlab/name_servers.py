"""The names of a test network: the truth, signed, and the resolver that may be told to lie.

unbound serves a zone that is the whole root, over DNS and over HTTPS as the controls do; dnsmasq is
the resolver of the vantage and asks unbound for what it is not told otherwise.
"""
import os
import subprocess

from cases import portal
from certificates import k_public, leaf
from network import k_resolver, root
from tls_servers import k_hosts

k_truth = "11.1.5.1"
k_controls = {f"control{number}.example": f"11.1.5.{number + 10}" for number in (1, 2, 3)}
k_nobody = ["11.1.5.101", "11.1.5.102"]  # no resolver is there
k_names = list(k_hosts)
k_signed = ["www.alpha.example", "www.gamma.example"]
k_addresses = k_hosts | k_controls | {f"probe{number}.example": row[0]
                                      for number, row in enumerate(portal.k_probes)}
k_zone = """. 300 SOA ns.example. admin.example. 1 3600 600 86400 300
. 300 NS ns.example.
ns.example. 300 A {truth}
"""
k_unbound = """server:
    username: ""
    chroot: ""
    directory: "{folder}"
    pidfile: "{folder}/unbound.pid"
    do-daemonize: no
    use-syslog: no
    num-threads: 1
    do-ip6: no
    module-config: "iterator"
    access-control: 0.0.0.0/0 allow
    interface: {truth}@53
    {interfaces}
    {over_tls}
    https-port: 443
    tls-port: 853
    tls-service-pem: "{folder}/certificates/controls.pem"
    tls-service-key: "{folder}/certificates/controls.key"
auth-zone:
    name: "."
    zonefile: "{folder}/zone.signed"
    fallback-enabled: no
remote-control:
    control-enable: no
"""
k_dns64_resolver = "2600:11:1::53"
k_dns64 = """server:
    username: ""
    chroot: ""
    directory: "{folder}"
    pidfile: "{folder}/dns64.pid"
    do-daemonize: no
    use-syslog: no
    num-threads: 1
    module-config: "dns64 iterator"
    access-control: ::0/0 allow
    interface: {address}
auth-zone:
    name: "."
    zonefile: "{folder}/zone.signed"
    fallback-enabled: no
    for-downstream: no
remote-control:
    control-enable: no
"""


def leaves():
    """What Certificates has to make for the controls."""
    return [leaf("controls", names=list(k_controls))]


def basket(network, certificates):
    return {"public_roots_pem": certificates.bundle("controls-roots.pem", [k_public]),
            "dnssec_trust_anchor": str(network.folder / "root.key"),
            "dns": {"control_doh": [{"url": f"https://{host}/dns-query", "ip": address,
                                     "expect_dot": True}
                                    for host, address in k_controls.items()],
                    "control_udp": [k_truth], "names": k_names, "dnssec_signed_names": k_signed,
                    "nxdomain_suffixes": ["example", "test"], "non_resolver_ips": k_nobody}}


def serve_truth(network):
    """Needs a signed zone, and the certificates of leaves()."""
    config = network.folder / "unbound.conf"
    config.write_text(k_unbound.format(
        folder=network.folder, truth=k_truth,
        interfaces="\n    ".join(f"interface: {each}@443" for each in k_controls.values()),
        over_tls="\n    ".join(f"interface: {each}@853" for each in k_controls.values())))
    start(network, "internet", "usr/sbin/unbound", "-d", "-p", "-c", str(config),
          ready=lambda log: "start of service" in log)
    network.filter("internet", "input", f"ip daddr {{ {', '.join(k_nobody)} }} drop")


def serve_dns64(network):
    """A resolver with an IPv6 address, for a network without IPv4 (RFC 6147)."""
    config = network.folder / "dns64.conf"
    config.write_text(k_dns64.format(folder=network.folder, address=k_dns64_resolver))
    start(network, "internet", "usr/sbin/unbound", "-d", "-p", "-c", str(config),
          ready=lambda log: "start of service" in log)
    network.resolver = k_dns64_resolver


def sign_zone(network, more=(), lines=()):
    """zone.signed, and root.key for who wants to trust it; `more`: other names and addresses;
    `lines`: of the zone as they are."""
    zone = network.folder / "zone"
    zone.write_text(k_zone.format(truth=k_truth) + "".join(
        f"{name}. 300 A {address}\n" for name, address in (k_addresses | dict(more)).items())
        + "".join(f"{line}\n" for line in lines))

    def ldns(tool, *arguments):
        done = subprocess.run(
            [network.daemon(f"usr/bin/{tool}"), *arguments], cwd=network.folder,
            capture_output=True, text=True, check=False,
            env=os.environ | {"LD_LIBRARY_PATH": network.library_path})
        assert done.returncode == 0, f"{tool}: {done.stdout}{done.stderr}"
        return done.stdout.strip()
    key = ldns("ldns-keygen", "-k", "-a", "ECDSAP256SHA256", ".")
    ldns("ldns-signzone", "-f", "zone.signed", "zone", key)
    (network.folder / f"{key}.key").rename(network.folder / "root.key")


def serve_resolver(network, *lies, where="internet", address=k_resolver, true_names=k_addresses,
                   servers=()):
    """`lies`: "name=address"; a name stands for all below it, too, but for `true_names`.

    `servers`: others to ask, by name.
    """
    options = [f"--address=/{lie.replace('=', '/')}" for lie in lies]
    options += [f"--server=/{name}/{k_truth}" for name in true_names
                if not any(lie.startswith(f"{name}=") for lie in lies)]
    options += [f"--server=/{name}/{server}" for name, server in dict(servers).items()]
    start(network, where, "usr/sbin/dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null",
          "--no-resolv", "--no-hosts", "--user=root", "--pid-file=", "--log-facility=-",
          "--bind-interfaces", f"--listen-address={address}", f"--server={k_truth}", *options,
          ready=lambda log: "started" in log)


def serve_stubborn_resolver(network, habit):
    """In place of the resolver: stubborn_resolver.py."""
    network.start("internet", "/usr/bin/python3", str(root / "tests/netlab/stubborn_resolver.py"),
                  k_resolver, k_truth, habit, ready=lambda log: "listening" in log)


def start(network, where, path, *arguments, ready):
    network.start(where, "env", f"LD_LIBRARY_PATH={network.library_path}", network.daemon(path),
                  *arguments, ready=ready)
