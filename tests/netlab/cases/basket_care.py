"""`assay reference check`: the basket's own nights, and who cannot use them to hide."""
import datetime
import json

from cases import dns, ntp, operators_look, portal, route, tls, whole
from time_servers import TimeServer
from tls_servers import basket, intercept, k_hosts, serve

k_ok, k_inconclusive, k_doubtful = 0, 3, 5
k_nights = 3


def remembered(network, wishes):
    return wishes | {"health_json": str(network.folder / "health.json")}


def remembering(network, certificates, **more):
    return remembered(network, basket(certificates, **more))


def entries(network):
    file = network.folder / "health.json"
    return json.loads(file.read_text())["entries"] if file.exists() else []


def night(network, wishes, expected):
    """One look; then all that was noted is a day older."""
    status, text = operators_look.run(network, wishes, "reference", "check")
    assert status == expected, f"status {status}: {text}"
    noted = entries(network)
    for entry in noted:
        for key in ("last_night", "failing_since", "retired_since"):
            if entry[key]:
                day = datetime.date.fromisoformat(entry[key]) - datetime.timedelta(days=1)
                entry[key] = day.isoformat()
    if noted:
        (network.folder / "health.json").write_text(
            json.dumps({"schema_version": 1, "entries": noted}))
    return text


def retire_first(network):
    """The first host's certificate expires, and nobody renews it."""
    certificates = tls.certify(network, from_days=-60, to_days=-1)
    serve(network, certificates)
    wishes = remembering(network, certificates, installed=[tls.k_proxy])
    network.scan(wishes).expect("tls", "WARN", "expired")
    for _ in range(k_nights - 1):
        night(network, wishes, k_ok)
    network.scan(wishes).expect("tls", "WARN", "expired")
    assert f"{tls.k_first}: retired (expired)" in night(network, wishes, k_doubtful)
    return certificates, wishes


def seen(text):
    """What is said of each entry, by check and name."""
    return {(each["check"], each["entry"]): (each["seen"], each["why"])
            for each in json.loads(text)["entries"]}


def case_a_clean_network_has_nothing_but_fine_entries(network):
    said = seen(night(network, remembered(network, whole.serve(network)), k_ok))
    assert {check for check, _ in said} == {"ntp", "portal", "dns", "doh", "tls", "route"}, said
    assert set(said.values()) == {("fine", "")}, said


def case_one_failure_in_each_check(network):
    for address in ntp.k_addresses[1:]:
        TimeServer(network, address)
    certificates = dns.prepare(network)
    portal.serve(network, broken=0)
    route.serve(network)
    serve(network, certificates)
    network.filter("r1", "forward", f"ip daddr {{ {k_hosts[tls.k_first]}, {route.k_targets[0]} }}"
                   " drop")
    wishes = whole.basket(network, certificates)
    gone = {"url": "https://gone.example/dns-query", "ip": "11.1.5.99"}
    wishes["dns"]["control_doh"].append(gone)
    wishes["dns"]["names"] = [*wishes["dns"]["names"], "gone.example"]
    said = seen(night(network, remembered(network, wishes), k_ok))
    failed = {entry: why for entry, (how, why) in said.items() if how == "failed"}
    assert failed == {("ntp", "time0.example"): "silent",
                      ("portal", wishes["portal"]["probes"][0]["url"]): "server_error",
                      ("dns", "gone.example"): "not_found",
                      ("doh", gone["url"]): "silent",
                      ("tls", tls.k_first): "unreachable",
                      ("route", route.k_targets[0]): "unreachable"}, said
    assert {how for how, _ in said.values()} == {"failed", "fine"}, said


def case_a_host_that_has_expired_is_left_out(network):
    _, wishes = retire_first(network)
    artifact = network.scan(wishes)
    artifact.expect("tls", "OK")
    artifact.expect("ct", "OK")
    retired = artifact.members["reference_data"]["retired"]
    assert retired["count"] == 1, retired
    assert [each["entry"] for each in retired["entries"]] == [tls.k_first], retired
    status, text = operators_look.run(network, wishes, "reference", "check", on_terminal=True)
    line = next(line for line in text.splitlines() if line.startswith(f"tls     {tls.k_first}"))
    assert status == k_doubtful and " retired  expired, since " in line, text


def case_who_intercepts_a_retired_host_is_seen(network):
    certificates, wishes = retire_first(network)
    intercept(network, certificates, tls.k_proxy, [k_hosts[tls.k_first]])
    assert f"{tls.k_first}: returned (suspect)" in night(network, wishes, k_doubtful)
    network.scan(wishes).expect("tls", "CRITICAL", "local_root")


def case_an_interceptor_has_nothing_retired(network):
    certificates = tls.certify(network)
    serve(network, certificates)
    intercept(network, certificates, "sslsplit")
    wishes = remembering(network, certificates)
    for _ in range(k_nights):
        assert "suspect" in night(network, wishes, k_doubtful)
    assert not entries(network), entries(network)
    network.scan(wishes).expect("tls", "CRITICAL", "untrusted")


def case_hosts_that_are_cut_off_together_are_not_retired(network):
    certificates = tls.certify(network)
    serve(network, certificates)
    network.filter("r1", "forward", f"ip daddr {{ {k_hosts[tls.k_first]},"
                   f" {k_hosts[tls.k_second]} }} tcp dport 443 drop")
    wishes = remembering(network, certificates)
    for _ in range(k_nights):
        night(network, wishes, k_ok)
    assert not entries(network), entries(network)


def case_offline_nights_count_nothing(network):
    certificates = tls.certify(network, from_days=-60, to_days=-1)
    serve(network, certificates)
    wishes = remembering(network, certificates)
    night(network, wishes, k_ok)
    before = entries(network)
    network.filter("vantage", "output", "oifname != lo drop")
    assert "nothing is counted" in night(network, wishes, k_inconclusive)
    assert [each["failed_nights"] for each in before] == [1], before
    assert [each["failed_nights"] for each in entries(network)] == [1], entries(network)
