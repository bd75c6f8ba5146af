# Sourced: a configuration that sells, and an nginx around the site, for a temporary directory.

# write_configuration FILE ROOT: what must be filled in, nothing else; documents, data and a basket
# that asks nothing below ROOT.
write_configuration() {
    echo '{"schema_version":1}' >"$2/basket.json"
    cat >"$1" <<EOF
[service]
base_url = "https://assay.example"
contact = "mailto:lint@assay.example"
[payment]
pay_to = "0x5AB0000000000000000000000000000000005A1e"
rpc_urls = ["https://rpc.example"]
[facilitator]
urls = ["https://facilitator.example"]
[anchor]
mode = "off"
[forensics]
basket = "$2/basket.json"
[store]
url = "sqlite:$2/assay.db"
[discovery]
document_root = "$2/www"
EOF
}

# write_nginx DIR SITE: DIR/nginx.conf with SITE in its http block.
write_nginx() {
    mkdir -p "$1/tmp"
    cat >"$1/nginx.conf" <<EOF
pid $1/nginx.pid;
error_log stderr warn;
events { }
http {
    client_body_temp_path $1/tmp; fastcgi_temp_path $1/tmp; proxy_temp_path $1/tmp;
    uwsgi_temp_path $1/tmp; scgi_temp_path $1/tmp;
    include $2;
}
EOF
}

# nginx_accepts DIR: nginx -t, where a warning counts as a refusal.
nginx_accepts() {
    local said
    said=$(PATH=$PATH:/usr/sbin nginx -t -q -e stderr -p "$1" -c "$1/nginx.conf" 2>&1)
    # Not of the site: nginx not started by root, or a kernel with few descriptors.
    said=$(grep -vE 'the "user" directive|exceed open file resource limit' <<<"$said")
    [ -z "$said" ] || { printf '%s\n' "$said"; return 1; }
}
