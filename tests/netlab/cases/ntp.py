"""Clocks that are right, wrong, contradicted and silent."""
from time_servers import TimeServer

k_addresses = [f"11.1.0.{number}" for number in range(1, 6)]


def basket():
    return {"ntp": {"servers": [{"host": f"time{number}.example", "ip": address,
                                 "operator": f"operator {number}"}
                                for number, address in enumerate(k_addresses)]}}


def scan(network, *ahead_sec):
    """With one server for each number of seconds it is ahead; the rest do not exist."""
    for address, ahead in zip(k_addresses, ahead_sec):
        TimeServer(network, address, ahead)
    return network.scan(basket())


def case_clean(network):
    artifact = scan(network, 0, 0, 0, 0, 0)
    artifact.expect("ntp", "OK")
    evidence = artifact.check("ntp")["evidence"]
    assert abs(evidence["offset_s"]) < 0.05, evidence
    assert all(each["class"] == "truechimer" for each in evidence["servers"]), evidence


def case_one_server_away_is_no_alarm(network):
    scan(network, 0, 0, 0, 0).expect("ntp", "OK")


def case_drift_of_5_s(network):
    artifact = scan(network, 5, 5, 5, 5)
    artifact.expect("ntp", "CRITICAL", "drift")
    artifact.expect("scan", "CRITICAL")
    assert abs(artifact.check("ntp")["evidence"]["offset_s"] - 5) < 0.05


def case_drift_of_a_third_of_a_second(network):
    scan(network, 0.3, 0.3, 0.3, 0.3).expect("ntp", "WARN", "drift")


def case_one_falseticker(network):
    artifact = scan(network, 0, 0, 30, 0)
    artifact.expect("ntp", "WARN", "falseticker")
    servers = artifact.check("ntp")["evidence"]["servers"]
    assert servers[2]["class"] == "falseticker", servers


def case_no_majority(network):
    scan(network, 0, 10, 20).expect("ntp", "WARN", "servers_disagree")


def case_blocked(network):
    network.filter("r2", "forward", "udp dport 123 drop")
    scan(network, 0, 0, 0).expect("ntp", "INCONCLUSIVE", "ntp_unreachable")
