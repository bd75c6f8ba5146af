"""`assay scan`: what the operator sees of his own network, and what its exit says."""
import json
import shlex
import subprocess

from cases import route, whole
from network import k_resolver, mode, root

k_program = root / f"build/{mode}-twin/assay"
k_ok, k_critical, k_refused, k_inconclusive = 0, 1, 2, 3


def run(network, basket, *words, on_terminal=False):
    """Exit status and output of `assay` with these words, at the vantage with this basket."""
    basket_file, resolv_conf = (network.folder / name for name in ("basket.json", "resolv.conf"))
    basket_file.write_text(json.dumps({"schema_version": 1, **basket}))
    resolv_conf.write_text(f"nameserver {k_resolver}\n")
    command = [str(k_program), *words, "--basket", str(basket_file)]
    if on_terminal:
        command = ["script", "-qec", shlex.join(command), "/dev/null"]
    in_place = 'mount --bind "$0" /etc/resolv.conf && exec "$@"'
    done = subprocess.run(
        ["ip", "netns", "exec", network.space("vantage"), "sh", "-c", in_place, str(resolv_conf),
         *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30,
        check=False)
    return done.returncode, done.stdout + done.stderr


def look(network, basket, *words, on_terminal=False):
    return run(network, basket, "scan", *words, on_terminal=on_terminal)


def case_a_table_on_a_terminal(network):
    status, text = look(network, whole.serve(network), on_terminal=True)
    assert status == k_ok, text
    lines = text.splitlines()
    assert lines[0].startswith("OK, confidence "), text
    assert [line.split()[:2] for line in lines[1:]] == [[check, "OK"] for check in whole.k_checks]


def case_json_when_piped(network):
    route.serve(network)
    target = route.k_targets[0]
    status, text = look(network, route.basket(), "--custom", target)
    artifact = json.loads(text)
    assert status == k_inconclusive, text  # one check of six has something to look at
    assert artifact["mode"] == "custom", text
    assert artifact["targets"] == [{"addresses": [target], "host": target}], text
    said = [check["verdict"] for check in artifact["checks"] if check["check"] == "route"]
    assert said == ["OK"], text


def case_what_is_wrong(network):
    network.ip("r2", "route add 11.1.9.0/24 via 11.0.2.1")
    route.answer_all(network, "r1", "r2")
    status, text = look(network, route.basket())
    assert status == k_critical and json.loads(text)["verdict"] == "CRITICAL", text


def case_targets_that_are_refused(network):
    vantage = "11.0.1.2"
    status, text = look(network, route.basket(), "--custom", vantage, "192.168.1.1")
    assert status == k_refused, text
    assert f"{vantage}: an address is of this host's network" in text, text
    assert "192.168.1.1: an address is not of the public internet" in text, text
