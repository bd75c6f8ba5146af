"""Pages that a buyer names, read over the real gate: nothing of ours is touched wherever they lead."""
import base64

from cases import custom, dns
from network import root
from web_servers import start_nginx

k_web = "11.1.6.9"
k_moves = {"loopback.rebind.netlab": "127.0.0.1", "vantage.rebind.netlab": custom.k_vantage,
           "metadata.rebind.netlab": "169.254.169.254"}
k_inside = ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "0.0.0.0", "10.1.2.3",
            "100.64.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "198.18.0.1",
            "224.0.0.1", "255.255.255.255", "168.63.129.16", "[::1]", "[::]",
            "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
            "[fe80::1]", "[fc00::1]", "localhost", "printer.local", "router.home.arpa", custom.k_vantage]
k_names = {"a.private.netlab": "10.0.0.1", "b.private.netlab": "127.0.0.1",
           "c.private.netlab": "169.254.169.254", "d.private.netlab": "100.64.0.1",
           "e.private.netlab": "0.0.0.0", "f.private.netlab": custom.k_vantage,
           "g.private.netlab": "11.0.1.1"}


def serve(network, *lies, names=()):
    """A web server that redirects wherever its path says, and whose names all are known."""
    dns.prepare(network, *lies, more={"web.netlab": k_web, **dict(names)},
                **({"servers": {name: custom.k_rebinder for name in k_moves}}
                   if set(k_moves) & set(names) else {}))
    start_nginx(network, "internet", "pages", [f"{k_web}:80"],
                f"server {{ listen {k_web}:80; default_type text/plain;"
                ' location = /page { return 200 "read"; }'
                ' location = /go { return 302 $arg_to; }'
                f' location = /twice {{ return 302 http://{k_web}/go?to=$arg_to; }}'
                ' location / { return 302 http://$host/page; } }')


def case_clean(network):
    serve(network)
    pages = network.fetch([f"http://{k_web}/page", "http://web.netlab/page", "http://web.netlab/x"])
    for page in pages:
        assert page["status"] == "read" and base64.b64decode(page["body"]) == b"read", page
    assert pages[2]["url"] == "http://web.netlab/page", pages


def case_what_leads_inside_is_never_touched(network):
    """By its text, by its name, and behind one redirect or two."""
    serve(network, *(f"{name}={address}" for name, address in k_names.items()))
    heard = custom.listen(network)
    inside = [*k_inside, *k_names]
    urls = [f"{scheme}://{host}/" for host in inside for scheme in ("http", "https")]
    urls += [f"http://{k_web}/go?to=http://{host}/" for host in inside]
    urls += [f"http://web.netlab/twice?to=http://{host}/" for host in inside]
    urls += ["file:///etc/passwd", "gopher://127.0.0.1:6379/_INFO", "http://a@web.netlab/page",
             f"http://{k_web}:8080/", f"http://{k_web}/go?to=file:///etc/passwd",
             f"http://{k_web}/go?to=http://{k_web}:22/"]
    for first in range(0, len(urls), 20):
        some = urls[first:first + 20]
        for url, page in zip(some, network.fetch(some)):
            assert page["status"] == "refused", (url, page)
            assert page["reason"] == "host_not_usable", (url, page)
    assert len(urls) > 40 and not heard(), heard()


def case_names_that_move_inside_are_not_followed(network):
    """Public when the first page is read, ours when its redirect is followed."""
    serve(network, names={name: k_web for name in k_moves})
    rules = [f"{name}={k_web}={later}" for name, later in k_moves.items()]
    network.start("internet", "/usr/bin/python3", str(root / "tests/netlab/rebinder.py"),
                  custom.k_rebinder, *rules, ready=lambda log: "listening" in log)
    heard = custom.listen(network)
    pages = network.fetch([f"http://{name}/" for name in k_moves])
    assert not heard(), heard()
    for page in pages:
        assert page.get("reason") == "host_not_usable", page
