"""No connectivity at all: nothing was observed, and nobody is accused."""
from cases import whole

k_limit_ms = 12_000


def expect_offline(network):
    artifact = network.scan(whole.basket_of_nobody(network))
    whole.expect_nothing_seen(artifact)
    assert artifact.members["elapsed_ms"] < k_limit_ms, artifact.members["elapsed_ms"]
    return whole.cost(artifact)


def case_offline(network):
    network.filter("vantage", "output", "drop")
    return expect_offline(network)


def case_offline_without_route(network):
    network.ip("vantage", "route del default")
    return expect_offline(network)
