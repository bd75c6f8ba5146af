"""nginx as the servers of the portal probes, and as whoever answers in their place."""

k_conf = """daemon off;
master_process off;
pid {folder}/nginx-{name}.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/{name}-body;
    proxy_temp_path {folder}/{name}-proxy;
    fastcgi_temp_path {folder}/{name}-fastcgi;
    uwsgi_temp_path {folder}/{name}-uwsgi;
    scgi_temp_path {folder}/{name}-scgi;
    {servers}
}}
"""


def start_nginx(network, where, name, listen, *servers):
    """In the namespace `where`; ready when something listens at each address:port of `listen`."""
    config = network.folder / f"nginx-{name}.conf"
    config.write_text(k_conf.format(folder=network.folder, name=name, servers="\n".join(servers)))

    def ready(_):
        bound = network.inside(where, "ss", "-Htln")
        return all(f"{place} " in bound for place in listen)
    network.start(where, "/usr/sbin/nginx", "-p", str(network.folder), "-c", str(config),
                  "-e", "stderr", ready=ready)
