"""What a unit lets a process see of files, networks and users, by namespaces that only root makes.
Each function returns what it could not apply, with the reason."""
import ctypes
import fcntl
import os
import pathlib
import socket
import struct

from unit_system_calls import number_of

CLONE_NEWNS, CLONE_NEWUTS = 0x20000, 0x4000000
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
MS_NOSUID, MS_NOEXEC, MS_BIND, MS_REC, MS_SLAVE = 2, 8, 4096, 16384, 1 << 19
AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = -100, 0x8000, 1
SIOCSIFFLAGS, IFF_UP = 0x8914, 1
K_REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
K_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
libc = ctypes.CDLL(None, use_errno=True)


def checked(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def system_call(name, *arguments):
    if libc.syscall(number_of(name), *arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def unshare(flags):
    checked(libc.unshare(flags), "unshare")


def mount(source, target, kind=None, flags=0, options=None):
    words = [None if word is None else str(word).encode() for word in (source, target, kind)]
    words += [ctypes.c_ulong(flags), options and options.encode()]
    checked(libc.mount(*words), f"mount {target}")


def set_read_only(path, is_read_only, is_recursive=False):
    attributes = (MOUNT_ATTR_RDONLY, 0, 0, 0) if is_read_only else (0, MOUNT_ATTR_RDONLY, 0, 0)
    packed = struct.pack("QQQQ", *attributes)
    flags = AT_RECURSIVE if is_recursive else 0
    system_call("mount_setattr", AT_FDCWD, str(path).encode(), flags, packed, len(packed))


def places_of(words, run):
    """Where the stack has what an installation has below /run and /var."""
    for path in " ".join(words).split():
        if path == "/run/assay":
            yield run
        else:
            yield run.parent / pathlib.Path(*pathlib.PurePath(path).parts[4:])


def hide_kernel(unit):
    words = {"ProtectProc": "hidepid=invisible", "ProcSubset": "subset=pid"}
    options = [word for name, word in words.items() if name in unit]
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NOEXEC, ",".join(options))


def private_devices():
    there = [name for name in K_DEVICES if os.path.exists(f"/dev/{name}")]
    nodes = {name: os.open(f"/dev/{name}", os.O_PATH) for name in there}
    mount("tmpfs", "/dev", "tmpfs", MS_NOSUID, "mode=0755")
    for name, node in nodes.items():
        os.close(os.open(f"/dev/{name}", os.O_CREAT))
        mount(f"/proc/self/fd/{node}", f"/dev/{name}", flags=MS_BIND)
        os.close(node)
    os.symlink("/proc/self/fd", "/dev/fd")
    os.mkdir("/dev/shm", 0o1777)


def read_only_but(writable):
    set_read_only("/", True, is_recursive=True)
    for place in writable:
        set_read_only(place, False)
    for place in ("/dev", "/proc"):
        set_read_only(place, False, is_recursive=True)


def cover(folders, options, run, program):
    needed = (K_REPOSITORY, run, pathlib.Path(program).resolve())
    for folder in folders:
        if any(each.is_relative_to(folder) for each in needed):
            raise OSError(f"the tests are below {folder}")
        if os.path.isdir(folder):
            mount("tmpfs", folder, "tmpfs", MS_NOSUID, options)


def limit_files(unit, user, program):
    run = pathlib.Path(os.environ["ASSAY_RUN_DIR"]).resolve()
    mount(None, "/", flags=MS_REC | MS_SLAVE)
    writable = sorted(places_of(unit["ReadWritePaths"], run))  # parents first
    for place in writable:
        if user:
            os.chown(place, user, user)  # as tmpfiles.d has it
        mount(place, place, flags=MS_BIND | MS_REC)
    return tried(unit, {
        "ProtectSystem": lambda: read_only_but(writable),
        "PrivateDevices": private_devices,
        "PrivateTmp": lambda: cover(["/tmp", "/var/tmp"], "mode=1777", run, program),
        "ProtectHome": lambda: cover(["/home", "/root", "/run/user"], "mode=0,ro", run, program),
        "ProtectKernelModules": lambda: cover(["/usr/lib/modules"], "mode=0,ro", run, program),
        "ProtectProc": lambda: hide_kernel(unit),
    })


def private_network():
    unshare(CLONE_NEWNET)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def tried(unit, steps):
    told = []
    for name, step in steps.items():
        try:
            if name in unit:
                step()
        except OSError as refused:
            told.append(f"{name} ({refused})")
    return told


def enter_namespaces(unit, user, program):
    told = tried(unit, {
        "PrivateNetwork": private_network,
        "ProtectHostname": lambda: unshare(CLONE_NEWUTS),
        "PrivateMounts": lambda: unshare(CLONE_NEWNS),
    })
    if any(each.startswith("PrivateMounts") for each in told):
        return [*told, "what is seen of files (no mount namespace)"]
    return told + limit_files(unit, user, program)


def private_users(user):
    """Returns what enters a user namespace that knows root and `user`. A child stays root outside,
    to say so: who is inside may name itself alone."""
    pid = os.getpid()
    wake, entered = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(entered)
        if os.read(wake, 1):
            known = "".join(f"{each} {each} 1\n" for each in sorted({0, user}))
            for name in ("uid_map", "gid_map"):
                pathlib.Path(f"/proc/{pid}/{name}").write_text(known)
        os._exit(0)
    os.close(wake)

    def enter():
        try:
            unshare(CLONE_NEWUSER)
            os.write(entered, b"x")
            return []
        except OSError as refused:
            return [f"PrivateUsers ({refused})"]
        finally:
            os.close(entered)
            os.waitpid(child, 0)

    return enter
