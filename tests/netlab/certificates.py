"""Certificates of a network's own: a public CA, others, leaves and CT logs, made anew for each."""
import datetime
import json
import subprocess

from network import mode, root

tool = root / f"build/{mode}/netlab-certificates"
k_public = "Public CA"  # the only root that everybody trusts
k_authorities = (k_public, "Other Public CA", "Installed Proxy CA", "sslsplit")
# Two operators, each with a log of RFC 6962; one of them with a tiled log; and two nobody lists.
k_logs = ({"name": "a1", "operator": "A"}, {"name": "a2", "operator": "A"},
          {"name": "b1", "operator": "B"}, {"name": "b2-tiled", "operator": "B", "tiled": True},
          {"name": "a3-tiled", "operator": "A", "tiled": True},
          {"name": "c1", "operator": "C", "listed": False},
          {"name": "d1", "operator": "D", "listed": False})


def leaf(host, logs=("a1", "b1"), **changes):
    """A row of the plan (certificates.cpp): right in each respect, but for `changes`."""
    return {"file": host, "authority": k_public, "names": [host], "key": host, "from_days": -30,
            "to_days": 60, "scts": [{"log": log} for log in logs], **changes}


class Certificates:
    """digests: of the key of each leaf, by its file."""

    def __init__(self, network, leaves, list_age_days=1):
        self.folder = network.folder / "certificates"
        self.folder.mkdir()
        now = datetime.datetime.now(datetime.timezone.utc)
        published = now - datetime.timedelta(days=list_age_days)
        plan = {"authorities": k_authorities, "logs": k_logs, "leaves": leaves,
                "published": published.strftime("%Y-%m-%dT%H:%M:%SZ")}
        (self.folder / "plan.json").write_text(json.dumps(plan))
        done = subprocess.run([tool, self.folder], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        self.digests = json.loads(done.stdout)

    def path(self, name):
        return str(self.folder / name)

    def bundle(self, name, authorities):
        """A file with the roots of these authorities."""
        roots = [(self.folder / f"{each}.pem").read_text() for each in authorities]
        (self.folder / name).write_text("".join(roots))
        return self.path(name)
