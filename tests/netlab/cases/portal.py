"""Plain HTTP that arrives as it was sent, and what portals and proxies make of it."""
from web_servers import start_nginx

# Address, path, status and body of what four operators serve.
k_probes = [("11.1.8.1", "/generate_204", 204, ""),
            ("11.1.8.2", "/success.txt", 200, "success\n"),
            ("11.1.8.3", "/check_network_status.txt", 200, "NetworkManager is online\n"),
            ("11.1.8.4", "/hotspot-detect.html", 200, "Success\n")]
k_login = "<html><body><form action='/login'>Room number</form></body></html>"


def basket():
    return {"portal": {"probes": [
        {"url": f"http://probe{number}.example{path}", "ip": address, "expect_status": status,
         "expect_body": body, "operator": f"operator {number}"}
        for number, (address, path, status, body) in enumerate(k_probes)]}}


def serve(network, broken=None):
    servers = []
    for number, (address, path, status, body) in enumerate(k_probes):
        answer = f"return {status} \"{body}\"" if body else f"return {status}"
        if number == broken:
            answer = "return 503"
        servers.append(f"server {{ listen {address}:80; default_type text/plain;"
                       f" location = {path} {{ {answer}; }} }}")
    start_nginx(network, "internet", "probes", [f"{row[0]}:80" for row in k_probes], *servers)


def intercept(network, rule, of=""):
    """The first router answers port 80 itself, by `rule` of nginx: all of it, or what fits `of`."""
    network.filter("r1", "prerouting", f"{of}tcp dport 80 redirect to :8081", kind="nat", table="n")
    start_nginx(network, "r1", "portal", ["0.0.0.0:8081"],
                f"server {{ listen 8081; default_type text/html; location / {{ {rule}; }} }}")


def intercept_one(network, rule):
    """The second operator's answers alone."""
    intercept(network, rule, of=f"ip daddr {k_probes[1][0]} ")


def case_clean(network):
    serve(network)
    network.scan(basket()).expect("portal", "OK")


def case_one_probe_503_is_no_alarm(network):
    serve(network, broken=2)
    network.scan(basket()).expect("portal", "OK")


def case_redirect_before_login(network):
    network.filter("r1", "forward", "udp dport 53 accept", "tcp dport 53 accept", "drop")
    intercept(network, "return 302 http://login.example/welcome")
    artifact = network.scan(basket())
    artifact.expect("portal", "CRITICAL", "portal_manipulation")
    artifact.expect("scan", "CRITICAL")
    hosts = {each["location_host"] for each in artifact.check("portal")["evidence"]["probes"]}
    assert hosts == {"login.example"}, hosts


def case_login_page_with_200(network):
    intercept(network, f'return 200 "{k_login}"')
    network.scan(basket()).expect("portal", "CRITICAL", "portal_manipulation")


def case_status_511(network):
    intercept(network, "return 511")
    network.scan(basket()).expect("portal", "CRITICAL", "portal_manipulation")


def case_one_operator_answered_by_another(network):
    serve(network)
    intercept_one(network, f'return 200 "{k_login}"')
    network.scan(basket()).expect("portal", "WARN", "single_probe_mismatch")


def pass_on(network, header):
    """The first router hands port 80 on, and adds `header` to each answer."""
    network.filter("r1", "prerouting", "iif \"to-vantage\" tcp dport 80 redirect to :8081",
                   kind="nat", table="n")
    rules = "".join(f"if ($host = probe{number}.example) {{ set $origin {row[0]}; }} "
                    for number, row in enumerate(k_probes))
    start_nginx(network, "r1", "proxy", ["0.0.0.0:8081"],
                "server { listen 8081; location / { " + rules
                + "proxy_pass http://$origin:80; proxy_set_header Host $host;"
                f" add_header {header} always; }} }}")


def headers_added(artifact):
    return [each["headers_added"] for each in artifact.check("portal")["evidence"]["probes"]]


def case_transparent_proxy(network):
    serve(network)
    pass_on(network, "Via \"1.1 proxy\"")
    artifact = network.scan(basket())
    artifact.expect("portal", "WARN", "http_proxy_on_path")
    assert headers_added(artifact) == [["via"]] * len(k_probes), artifact.check("portal")


def case_header_that_follows_people(network):
    serve(network)
    pass_on(network, "X-UIDH \"OTgxNTk2NDk0\"")
    artifact = network.scan(basket())
    artifact.expect("portal", "WARN", "headers_added")
    assert headers_added(artifact) == [["x-uidh"]] * len(k_probes), artifact.check("portal")


def case_empty_204_for_everything(network):
    intercept(network, "return 204")
    network.scan(basket()).expect("portal", "CRITICAL", "portal_manipulation")


def case_empty_204_for_one(network):
    serve(network)
    intercept_one(network, "return 204")
    network.scan(basket()).expect("portal", "WARN", "single_probe_mismatch")


def case_silent(network):
    network.filter("r2", "forward", "tcp dport 80 drop")
    network.scan(basket()).expect("portal", "INCONCLUSIVE", "http_unreachable")
