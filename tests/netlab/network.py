"""A network of this test's own: namespaces, links and real daemons, gone when it is closed.

    vantage 11.0.1.2 -- r1 -- r2 -- r3 -- internet (any address of 11.1.0.0/16)

The addresses look public, since the scan's gate refuses all others; no packet leaves this host.
"""
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

root = pathlib.Path(__file__).resolve().parents[2]
mode = os.environ.get("MODE", "release")
scanner = root / f"build/{mode}-twin/assay-scan"
k_resolver = "11.1.5.53"  # of the vantage
k_ipv6_internet = ("2600:11:1::/48", "64:ff9b::/96")
k_refused = 3  # assay-scan's exit for a request that cannot be taken
k_hops = ("vantage", "r1", "r2", "r3", "internet")
_numbers = itertools.count()


class Network:
    def __init__(self, daemons):
        self._daemons = pathlib.Path(daemons)
        libraries = next(self._daemons.glob("usr/lib/*/libnftables.so.1")).parent
        self.library_path = f"{libraries}:{self._daemons}/lib/{libraries.name}"
        self._prefix = f"assay{os.getpid()}-{next(_numbers)}-"
        self.resolver = k_resolver
        self._processes = []
        self._spaces = []
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="netlab-"))
        self.folder.chmod(0o755)  # the scan runs as nobody
        for name in k_hops:
            self.add(name)
        for number, (left, right) in enumerate(zip(k_hops, k_hops[1:]), 1):
            self.link(left, right, number)
        for number, name in enumerate(k_hops[1:-1], 1):
            self.inside(name, "sysctl", "-qw", "net.ipv4.ip_forward=1",
                        "net.ipv4.conf.all.rp_filter=0", "net.ipv4.conf.default.rp_filter=0")
            self.ip(name, f"route add 11.1.0.0/16 via 11.0.{number + 1}.2")
            for behind in range(1, number):
                self.ip(name, f"route add 11.0.{behind}.0/24 via 11.0.{number}.1")
        self.ip("vantage", "route add default via 11.0.1.1")
        self.ip("internet", f"route add default via 11.0.{len(k_hops) - 1}.1")
        self.ip("internet", "route add local 11.1.0.0/16 dev lo")

    def use_ipv6(self):
        """Beside IPv4: any address of 2600:11:1::/48 and of 64:ff9b::/96 is in the internet."""
        for number, (left, right) in enumerate(zip(k_hops, k_hops[1:]), 1):
            hosts = (2, 1) if left == "vantage" else (1, 2)
            for name, other, host in ((left, right, hosts[0]), (right, left, hosts[1])):
                self.ip(name, f"address add 2600:11:0:{number}::{host}/64 dev to-{other} nodad")
        for number, name in enumerate(k_hops[1:-1], 1):
            self.inside(name, "sysctl", "-qw", "net.ipv6.conf.all.forwarding=1")
            for behind in k_ipv6_internet:
                self.ip(name, f"-6 route add {behind} via 2600:11:0:{number + 1}::2")
            for before in range(1, number):
                self.ip(name, f"-6 route add 2600:11:0:{before}::/64 via 2600:11:0:{number}::1")
        self.ip("vantage", "-6 route add default via 2600:11:0:1::1")
        self.ip("internet", f"-6 route add default via 2600:11:0:{len(k_hops) - 1}::1")
        self.inside("internet", "sysctl", "-qw", "net.ipv6.ip_nonlocal_bind=1")
        for local in k_ipv6_internet:
            self.ip("internet", f"-6 route add local {local} dev lo")

    def lose_ipv4(self):
        """The vantage keeps its link and no way beyond it."""
        self.ip("vantage", "route del default")

    def add(self, name):
        """A namespace without a link yet."""
        _run("ip", "netns", "add", self.space(name))
        self._spaces.append(self.space(name))
        self.ip(name, "link set lo up")
        # Nobody else is here to have the same address: to look for them takes seconds.
        self.inside(name, "sysctl", "-qw", "net.ipv6.conf.default.dad_transmits=0",
                    "net.ipv6.conf.default.accept_dad=0")

    def space(self, name):
        """As ip knows the namespace."""
        return self._prefix + name

    def link(self, left, right, number):
        """left is 11.0.<number>.1, right 11.0.<number>.2; but the vantage is .2 of its router."""
        ends = (f"to-{right}", f"to-{left}") if number < len(k_hops) else (f"link{number}",) * 2
        _run("ip", "link", "add", ends[0], "netns", self.space(left), "type", "veth", "peer",
             "name", ends[1], "netns", self.space(right))
        hosts = (2, 1) if left == "vantage" else (1, 2)
        for name, end, host in zip((left, right), ends, hosts):
            self.ip(name, f"address add 11.0.{number}.{host}/24 dev {end}")
            self.ip(name, f"link set {end} up")

    def inside(self, name, *command):
        return _run("ip", "netns", "exec", self.space(name), *command)

    def ip(self, name, words):
        _run("ip", "-n", self.space(name), *words.split())

    def filter(self, name, hook, *rules, table="f", kind="filter"):
        """Rules in nft's language for the packets that pass `hook` there."""
        file = self.folder / f"{name}-{hook}-{table}.nft"
        file.write_text("\n".join([f"table ip {table} {{", "chain c {",
                                   f"type {kind} hook {hook} priority 0", *rules, "}", "}", ""]))
        self.inside(name, "env", f"LD_LIBRARY_PATH={self.library_path}",
                    self.daemon("usr/sbin/nft"), "-f", str(file))

    def start(self, name, *command, ready, limit_sec=15):
        """Starts a daemon and waits until ready(log) is true of what it has printed, to the file
        that is returned."""
        path = self.folder / f"daemon-{len(self._processes)}.log"
        with open(path, "wb") as log:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.space(name), "setpriv", "--pdeathsig", "KILL",
                 "--", *command], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._processes.append(process)
        end = time.monotonic() + limit_sec
        while not ready(log := path.read_text(errors="replace")):
            if process.poll() is not None or time.monotonic() > end:
                raise AssertionError(f"{command[0]} is not ready:\n{log}")
            time.sleep(0.02)
        return path

    def daemon(self, path):
        return str(self._daemons / path)

    def scan(self, basket, hosts=(), **envelope):
        """The artifact of one scan from the vantage, as nobody in particular; with `hosts`, of those
        that a buyer names; with `deadline_ms`, told in that time; with `vantage`, called so."""
        status, told, peak_kib, errors = self.run_scanner(basket, hosts, envelope)
        assert status == 0, f"the scanner: status {status}\n{errors}"
        return Artifact(json.loads(told), peak_kib)

    def refused(self, basket, hosts):
        """Those of `hosts` that are refused before anything is scanned; there must be some."""
        status, told, _, errors = self.run_scanner(basket, hosts)
        assert status == k_refused, f"the scanner: status {status}\n{told}{errors}"
        return [hosts[problem["loc"][2]] for problem in json.loads(told)["detail"]]

    def fetch(self, urls):
        """What became of each page, read from the vantage as nobody in particular."""
        status, told, _, errors = self.run_scanner_as("fetch", {"urls": urls}, limit_sec=60)
        assert status == 0, f"the fetcher: status {status}\n{errors}"
        return json.loads(told)["pages"]

    def run_scanner(self, basket, hosts, envelope=None):
        product, request = ("forensics_custom", {"targets": hosts}) if hosts else (
            "forensics_run", {})
        basket_file = self.folder / "basket.json"
        basket_file.write_text(json.dumps({"schema_version": 1, **basket}))
        return self.run_scanner_as(product, request, "--basket", basket_file, envelope=envelope)

    def run_scanner_as(self, product, request, *arguments, envelope=None, limit_sec=30):
        resolv_conf, wish, told, errors = (
            self.folder / name for name in ("resolv.conf", "request", "artifact", "errors"))
        wish.write_text(json.dumps(request))
        resolv_conf.write_text(f"nameserver {self.resolver}\n")
        resolv_conf.with_suffix(".envelope").write_text(json.dumps(envelope or {}))
        # `ip netns exec` has made a mount namespace of its own.
        in_place = 'mount --bind "$0" /etc/resolv.conf && exec "$@" 4<"${0%.conf}.envelope"'
        with open(wish, "rb") as asked, open(told, "wb") as out, open(errors, "wb") as log:
            process = subprocess.Popen(
                ["ip", "netns", "exec", self.space("vantage"), "sh", "-c", in_place, resolv_conf,
                 "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
                 "--inh-caps=-all", "--bounding-set=-all", scanner, product, *arguments],
                stdin=asked, stdout=out, stderr=log)
            limit = threading.Timer(limit_sec, process.kill)
            limit.start()
            _, status, usage = os.wait4(process.pid, 0)
            limit.cancel()
        return (os.waitstatus_to_exitcode(status), told.read_text(), usage.ru_maxrss,
                errors.read_text(errors="replace"))

    def close(self):
        for process in self._processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self._processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for space in self._spaces:
            subprocess.run(["ip", "netns", "del", space], check=False, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)


class Artifact:
    """peak_kib: the most memory that the scanner had, at most."""

    def __init__(self, members, peak_kib):
        self.members = members
        self.peak_kib = peak_kib

    def check(self, name):
        return next(each for each in self.members["checks"] if each["check"] == name)

    def expect(self, name, verdict, *reasons):
        """The verdict of a check ("scan": of the whole), with these reasons among its own."""
        said = self.members if name == "scan" else self.check(name)
        whole = json.dumps(said, indent=1)
        assert said["verdict"] == verdict, f"{name} is not {verdict}: {whole}"
        for reason in reasons:
            assert reason in said["reasons"], f"{name} has no reason {reason}: {whole}"


def _run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
