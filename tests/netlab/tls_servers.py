"""nginx as the TLS servers of several operators, and sslsplit as whoever stands in between."""
import json

from certificates import k_public
from network import root
from web_servers import start_nginx

k_hosts = {"www.alpha.example": "11.1.7.1", "www.beta.example": "11.1.7.2",
           "www.gamma.example": "11.1.7.3", "www.delta.example": "11.1.7.4"}
k_public_roots = (k_public, "Other Public CA")
k_issuers = root / "src/forensics/reference/interception_issuers.json"


def basket(certificates, installed=(), pins=()):
    """`installed`: roots that somebody has added to this host's store."""
    pins_file = certificates.folder / "pins.json"
    pins_file.write_text(json.dumps({"schema_version": 1, "hosts": list(pins)}))
    # Beside the rest: who scans may not be able to read this tree.
    issuers_file = certificates.folder / k_issuers.name
    issuers_file.write_text(k_issuers.read_text())
    return {"trust_store_pem": certificates.bundle("system.pem", (*k_public_roots, *installed)),
            "public_roots_pem": certificates.bundle("public.pem", k_public_roots),
            "ct_log_list_json": certificates.path("logs.json"),
            "pins_json": str(pins_file),
            "interception_issuers_json": str(issuers_file),
            "tls": {"hosts": [{"host": host, "port": 443, "ip": address, "expect_ct": True,
                               "operator": host} for host, address in k_hosts.items()]}}


def serve(network, certificates, places=None, where="internet", files=(), protocols=()):
    """Each host of `places`, at its address, with the certificate of its name.

    `files`: other certificates of some; `protocols`: what some speak.
    """
    servers, listen = [], []
    for host, address in (k_hosts if places is None else places).items():
        certificate = certificates.path(dict(files).get(host, host))
        listen.append(f"{address}:443")
        servers.append(f"server {{ listen {address}:443 ssl; listen {address}:80;"
                       f" ssl_certificate {certificate}.pem; ssl_certificate_key {certificate}.key;"
                       f" ssl_protocols {dict(protocols).get(host, 'TLSv1.2 TLSv1.3')};"
                       " return 204; }")
    start_nginx(network, where, f"tls-{where}", listen, *servers)


def redirect(network, port, addresses=tuple(k_hosts.values())):
    """The first router takes the connections to port 443 of these itself."""
    network.filter("r1", "prerouting", f"ip daddr {{ {', '.join(addresses)} }} tcp dport 443"
                   f" redirect to :{port}", kind="nat", table="n")


def intercept(network, certificates, authority, addresses=tuple(k_hosts.values())):
    """The first router decrypts what goes to these, with certificates by `authority`."""
    redirect(network, 8443, addresses)
    network.start("r1", "env", f"LD_LIBRARY_PATH={network.library_path}",
                  network.daemon("usr/bin/sslsplit"), "-D", "-u", "root",
                  "-k", certificates.path(f"{authority}.key"),
                  "-c", certificates.path(f"{authority}.pem"), "ssl", "0.0.0.0", "8443",
                  ready=lambda _: ":8443 " in network.inside("r1", "ss", "-Htln"))
