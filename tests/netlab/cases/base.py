"""No connectivity at all: nothing was observed, and nobody is accused."""
from cases import ntp, portal, route

k_limit_ms = 15_000


def expect_offline(network):
    artifact = network.scan(ntp.basket() | portal.basket() | route.basket())
    artifact.expect("scan", "INCONCLUSIVE")
    for check in artifact.members["checks"]:
        assert check["verdict"] == "INCONCLUSIVE", check
    assert artifact.members["elapsed_ms"] < k_limit_ms, artifact.members["elapsed_ms"]


def case_offline(network):
    network.filter("vantage", "output", "drop")
    expect_offline(network)


def case_offline_without_route(network):
    network.ip("vantage", "route del default")
    expect_offline(network)
