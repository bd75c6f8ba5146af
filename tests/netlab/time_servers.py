"""chronyd as a public time server whose clock is off by what a reference clock tells it.

chronyd -x never touches the system's clock: it serves its own idea of the time, which a SOCK
reference clock of this test moves by a constant.
"""
import socket
import struct
import threading
import time

k_magic = 0x534F434B  # of a SOCK sample


class TimeServer:
    """Serves NTP at `address` in the namespace `internet`, `ahead_sec` before the real time."""

    def __init__(self, network, address, ahead_sec=0.0):
        number = address.replace(".", "-")
        clock = network.folder / f"clock-{number}"
        config = network.folder / f"chrony-{number}.conf"
        config.write_text(f"""refclock SOCK {clock} refid TEST poll -2 dpoll -4 filter 1 precision 1e-6
bindaddress {address}
bindacqaddress {address}
port 123
cmdport 0
allow all
pidfile {network.folder}/chrony-{number}.pid
""")
        threading.Thread(target=self._feed, args=(clock, ahead_sec), daemon=True).start()
        # It serves nobody before it has chosen its reference clock, after a second.
        network.start("internet", network.daemon("usr/sbin/chronyd"), "-x", "-d", "-U", "-u",
                      "root", "-f", str(config), ready=lambda log: "Selected source" in log)

    @staticmethod
    def _feed(clock, ahead_sec):
        """Until the daemon that listens there is gone."""
        while not clock.exists():
            time.sleep(0.02)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            while True:
                now = time.time()
                sample = struct.pack("@qqdiiii", int(now), int(now % 1 * 1e6), ahead_sec, 0, 0, 0,
                                     k_magic)
                try:
                    sender.sendto(sample, str(clock))
                except OSError:
                    return
                time.sleep(0.05)
