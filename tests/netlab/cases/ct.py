"""Certificate timestamps of own logs: as browsers ask for, missing, forged, of the wrong logs."""
import os

from cases import tls
from certificates import Certificates, leaf
from tls_servers import basket, k_hosts, serve


def findings(artifact):
    return {each["finding"] for each in artifact.check("ct")["evidence"]["hosts"]}


def scan_logged(network, logs, list_age_days=1):
    """When every host's timestamps are of these logs."""
    certificates = Certificates(network, [leaf(host, logs) for host in k_hosts], list_age_days)
    serve(network, certificates)
    return network.scan(basket(certificates))


def case_clean_with_a_tiled_log(network):
    artifact = scan_logged(network, ["a1", "b2-tiled"])
    artifact.expect("ct", "OK", "policy_met")
    artifact.expect("tls", "OK")
    assert artifact.check("ct")["confidence"] == 1, artifact.check("ct")


def case_old_list_that_knows_all_logs_is_no_alarm(network):
    scan_logged(network, ["a1", "b1"], list_age_days=100).expect("ct", "OK")


def case_unlisted_log_beside_enough_others_is_no_alarm(network):
    scan_logged(network, ["a1", "b1", "c1"]).expect("ct", "OK")


def case_no_timestamp(network):
    artifact = tls.scan_first(network, scts=[])
    artifact.expect("ct", "CRITICAL", "not_logged")
    artifact.expect("scan", "CRITICAL")
    artifact.expect("tls", "OK")


def case_forged_signature(network):
    artifact = tls.scan_first(network, scts=[{"log": "a1"}, {"log": "b1", "forged": True}])
    artifact.expect("ct", "CRITICAL", "bad_signature")
    artifact.expect("scan", "CRITICAL")


def case_forged_signature_beside_enough_good_ones(network):
    scts = [{"log": "a1"}, {"log": "b1"}, {"log": "a2", "forged": True}]
    tls.scan_first(network, scts=scts).expect("ct", "WARN", "one_bad_signature")


def case_unlisted_logs(network):
    artifact = scan_logged(network, ["c1", "d1"])
    artifact.expect("ct", "WARN", "unknown_logs")
    assert findings(artifact) == {"unknown_logs"}, findings(artifact)


def case_unlisted_logs_and_an_old_list(network):
    artifact = scan_logged(network, ["c1", "d1"], list_age_days=71)
    artifact.expect("ct", "INCONCLUSIVE", "log_list_stale")


def case_one_operator_only(network):
    scan_logged(network, ["a1", "a2"]).expect("ct", "WARN", "policy_missed")


def case_tiled_logs_only_of_two_operators(network):
    scan_logged(network, ["a3-tiled", "b2-tiled"]).expect("ct", "OK", "policy_met")


def case_too_few_for_a_long_life(network):
    artifact = tls.scan_first(network, from_days=-30, to_days=300)
    artifact.expect("ct", "WARN", "policy_missed")


def case_no_list(network):
    certificates = tls.certify(network)
    serve(network, certificates)
    os.remove(certificates.path("logs.json"))
    network.scan(basket(certificates)).expect("ct", "INCONCLUSIVE", "log_list_missing")
