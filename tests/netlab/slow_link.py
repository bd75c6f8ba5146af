"""A link of the test network on which packets take their time."""
from network import root


def slow_down(network, one_way_ms):
    """Whatever the vantage sends and gets takes that long between it and its router."""
    network.add("bridge")
    network.ip("r1", f"link set to-vantage netns {network.space('bridge')}")
    network.ip("r1", f"link add to-vantage type veth peer name to-r1"
                     f" netns {network.space('bridge')}")
    network.ip("r1", "address add 11.0.1.1/24 dev to-vantage")
    network.ip("r1", "link set to-vantage up")
    for end in ("to-vantage", "to-r1"):
        network.ip("bridge", f"link set {end} up")
    network.start("bridge", "/usr/bin/python3", str(root / "tests/netlab/delay_bridge.py"),
                  "to-vantage", "to-r1", str(one_way_ms), ready=lambda log: "carrying" in log)
