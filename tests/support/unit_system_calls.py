"""The system calls that a unit leaves to a process, by libseccomp: what systemd 252 makes of the
directives, in src/shared/seccomp-util.c."""
import ctypes
import errno
import socket
import subprocess

ALLOW, REFUSE, UNKNOWN = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
NOT_SUPPORTED = 0x00050000 | errno.EAFNOSUPPORT
NOT_EQUAL, LESS, EQUAL, GREATER, MASKED_EQUAL = 1, 2, 4, 6, 7
K_NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
K_SUID_BITS = (0o4000, 0o2000)
PROT_WRITE, PROT_EXEC, SHM_EXEC = 2, 4, 0o100000
K_FAMILIES = 64  # more than any kernel has
# Denied by a directive as a whole set.
K_SETS = {
    "ProtectClock": "@clock", "ProtectKernelModules": "@module", "PrivateDevices": "@raw-io",
    "ProtectKernelLogs": "syslog", "ProtectHostname": "sethostname setdomainname",
    "ProtectKernelTunables": "_sysctl",
}


class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int),
                ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


library = ctypes.CDLL("libseccomp.so.2")
library.seccomp_init.restype = ctypes.c_void_p
library.seccomp_init.argtypes = [ctypes.c_uint32]
library.seccomp_rule_add_array.argtypes = [
    ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(Comparison)]
library.seccomp_load.argtypes = [ctypes.c_void_p]


def number_of(call):
    """Negative: this machine has no such call."""
    return library.seccomp_syscall_resolve_name(call.encode())


def masked(arg, bits):
    return Comparison(arg, MASKED_EQUAL, bits, bits)


class Filter:
    """A call of another architecture ends the process: SystemCallArchitectures=native."""

    def __init__(self, default=ALLOW):
        self.context = library.seccomp_init(default)

    def rule(self, action, call, *comparisons):
        if number_of(call) < 0:
            return
        array = (Comparison * len(comparisons))(*comparisons)
        failed = library.seccomp_rule_add_array(
            self.context, action, number_of(call), len(comparisons), array)
        if failed:
            raise OSError(-failed, f"no rule for {call}")

    def load(self):
        failed = library.seccomp_load(self.context)
        if failed:
            raise OSError(-failed, "seccomp_load")


def read_sets():
    """The sets as this machine's systemd has them."""
    sets = {}
    said = subprocess.run(["systemd-analyze", "syscall-filter"],
                          check=True, capture_output=True, text=True)
    for line in said.stdout.splitlines():
        if line.startswith("@"):
            members = sets.setdefault(line.strip(), [])
        elif line.startswith("    ") and not line.strip().startswith("#"):
            members.append(line.strip())
    return sets


def calls_of(words, sets):
    names = set()
    for word in words.split():
        names |= calls_of(" ".join(sets[word]), sets) if word.startswith("@") else {word}
    return names


def allowed_calls(lines, sets):
    """systemd.exec(5): the first line makes a list of what is allowed, with @default; each line
    behind it adds to what is left, or with ~ takes away."""
    if lines[0].startswith("~") or any(":" in line for line in lines):
        raise ValueError("SystemCallFilter: only lists of what is allowed are known here")
    allowed = calls_of("@default", sets)
    for line in lines:
        words = calls_of(line.removeprefix("~"), sets)
        allowed = allowed - words if line.startswith("~") else allowed | words
    return allowed


def restrict_families(words):
    """A list of what is allowed; others are told apart one by one, as a rule has one comparison."""
    allowed = {getattr(socket, word) for word in words}
    only = Filter()
    only.rule(NOT_SUPPORTED, "socket", Comparison(0, GREATER, K_FAMILIES, 0))
    for family in set(range(K_FAMILIES + 1)) - allowed:
        only.rule(NOT_SUPPORTED, "socket", Comparison(0, EQUAL, family, 0))
    only.load()


def restrict_namespaces(rules):
    for flag in K_NAMESPACES:
        rules.rule(REFUSE, "unshare", masked(0, flag))
        rules.rule(REFUSE, "clone", masked(0, flag))
    rules.rule(REFUSE, "setns")
    rules.rule(UNKNOWN, "clone3")  # its flags are in memory, where no filter sees them


def deny_written_code(rules):
    rules.rule(REFUSE, "mmap", masked(2, PROT_WRITE | PROT_EXEC))
    rules.rule(REFUSE, "mprotect", masked(2, PROT_EXEC))
    rules.rule(REFUSE, "pkey_mprotect", masked(2, PROT_EXEC))
    rules.rule(REFUSE, "shmat", masked(2, SHM_EXEC))


def restrict_suid(rules):
    places = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "mkdir": 1, "mkdirat": 2, "mknod": 1,
              "mknodat": 2, "open": 2, "openat": 3, "creat": 1}
    for bit in K_SUID_BITS:
        for call, place in places.items():
            rules.rule(REFUSE, call, masked(place, bit))
    rules.rule(UNKNOWN, "openat2")


def restrict_realtime(rules):
    for policy in (1, 2, 6):  # FIFO, RR, DEADLINE
        rules.rule(REFUSE, "sched_setscheduler", Comparison(1, EQUAL, policy, 0))


def filter_system_calls(unit):
    sets = read_sets()
    rules = Filter()
    for name, calls in K_SETS.items():
        for call in calls_of(calls, sets) if name in unit else ():
            rules.rule(REFUSE, call)
    for name, restrict in {
        "RestrictNamespaces": restrict_namespaces, "MemoryDenyWriteExecute": deny_written_code,
        "RestrictSUIDSGID": restrict_suid, "RestrictRealtime": restrict_realtime,
    }.items():
        if name in unit:
            restrict(rules)
    if "LockPersonality" in unit:
        rules.rule(REFUSE, "personality", Comparison(0, NOT_EQUAL, 0, 0))
    rules.load()
    if unit["RestrictAddressFamilies"]:
        restrict_families(" ".join(unit["RestrictAddressFamilies"]).split())
    # The last one: it takes seccomp() away, too.
    if unit["SystemCallFilter"]:
        allowed = allowed_calls(unit["SystemCallFilter"], sets)
        only = Filter(UNKNOWN)
        for call in calls_of("@known", sets) | allowed:
            only.rule(ALLOW if call in allowed else REFUSE, call)
        only.load()
