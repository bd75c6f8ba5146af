// What goes on behind the sale: anchors, analyses, the database, documents, the log.
#include "config/option_rows.hpp"

#include "config/option_setters.hpp"

namespace config {

namespace {

constexpr std::string_view k_anchor_modes[] = {"eas", "selfsend", "off"};
constexpr std::string_view k_levels[] = {"debug", "info", "warning", "error"};
constexpr std::string_view k_client_ips[] = {"truncate", "full", "none"};
constexpr std::string_view k_no_yes[] = {"no", "yes"};
constexpr std::int64_t k_day_s = 86'400; // repeats of a request must work for a day
constexpr std::int64_t k_longest_retention_s = 3'650 * k_day_s;

void put_store(Config& config, std::string_view, const Value& value)
{
    const auto& text = std::get<std::string>(value);
    const bool is_file = text.starts_with('/');
    config.store.path = is_file ? text : std::string{};
    config.store.url = is_file ? std::string{} : text;
}

const Option k_options_behind_sales[] = {
    {.section = "anchor",
     .key = "mode",
     .kind = Kind::choice,
     .fallback = "eas",
     .choices = k_anchor_modes,
     .help = "How result hashes are written to the chain: eas by timestamps of the Ethereum "
             "Attestation Service, selfsend as calldata of a transaction to ourselves, off not. "
             "All but off need the key.",
     .set = put<&Config::anchor, &Anchor::mode>},
    {.section = "anchor",
     .key = "contract",
     .kind = Kind::address,
     .fallback = "0x4200000000000000000000000000000000000021",
     .help = "The attestation service; chains of the OP stack have it at this address.",
     .set = put_address<&Config::anchor, &Anchor::contract, &Anchor::contract_text>},
    {.section = "anchor",
     .key = "key_credential",
     .kind = Kind::credential_name,
     .fallback = "anchor-key",
     .minimum = 1,
     .maximum = 64,
     .help = "Name of the credential with the key that pays for anchors: 0x and 64 hex digits. "
             "Never the key of pay_to.",
     .set = put<&Config::anchor, &Anchor::key_credential>},
    {.section = "anchor",
     .key = "address",
     .kind = Kind::address,
     .fallback = "",
     .help =
         "The account of that key, published so that buyers see who anchored their results; the "
         "worker starts with no other key. Empty: it is not published.",
     .set = put_address<&Config::anchor, &Anchor::address, &Anchor::address_text>},
    {.section = "anchor",
     .key = "batch_interval",
     .kind = Kind::duration,
     .fallback = "2s",
     .minimum = 0,
     .maximum = 3600,
     .help = "How long a hash waits for others to share a transaction with.",
     .set = put<&Config::anchor, &Anchor::batch_interval>},
    {.section = "anchor",
     .key = "batch_max",
     .kind = Kind::integer,
     .fallback = "50",
     .minimum = 1,
     .maximum = 500,
     .help = "Most hashes in one transaction.",
     .set = put<&Config::anchor, &Anchor::batch_max>},
    {.section = "anchor",
     .key = "max_fee_gwei",
     .kind = Kind::gwei,
     .fallback = "1.0",
     .minimum = 1'000'000,
     .maximum = 100'000'000'000,
     .help = "Most that is paid for a unit of gas; while the chain asks more, anchors wait.",
     .set = put<&Config::anchor, &Anchor::max_fee_wei>},
    {.section = "anchor",
     .key = "bump_after",
     .kind = Kind::duration,
     .fallback = "20s",
     .minimum = 5,
     .maximum = 3600,
     .help = "When a transaction that is in no block yet is sent again with a higher fee.",
     .set = put<&Config::anchor, &Anchor::bump_after>},

    {.section = "engine",
     .key = "analysis_lanes",
     .kind = Kind::integer,
     .fallback = "2",
     .minimum = 1,
     .maximum = 64,
     .help = "Analyses that run at the same time.",
     .set = put<&Config::engine, &Engine::analysis_lanes>},

    {.section = "forensics",
     .key = "basket",
     .kind = Kind::path,
     .fallback = "/usr/share/assay/basket.json",
     .maximum = k_path_max,
     .help = "The hosts that a scan measures against, and what is known of them.",
     .set = put<&Config::forensics, &Forensics::basket>},
    {.section = "forensics",
     .key = "vantage",
     .kind = Kind::text,
     .fallback = "",
     .maximum = k_text_max,
     .help = "What artifacts call the place we look from: \"Frankfurt\".",
     .set = put<&Config::forensics, &Forensics::vantage>},
    {.section = "forensics",
     .key = "deadline",
     .kind = Kind::duration,
     .fallback = "12s",
     .minimum = 6,
     .maximum = 22,
     .help = "When a scan tells what it has seen so far; 8 s later it is killed.",
     .set = put<&Config::forensics, &Forensics::deadline>},

    {.section = "store",
     .key = "url",
     .kind = Kind::store_url,
     .fallback = "sqlite:/var/lib/assay/assay.db",
     .maximum = k_path_max,
     .help = "Database: sqlite: and the absolute path of the file, or a PostgreSQL server as "
             "postgresql://USER@HOST[,HOST]/NAME, with what libpq knows after a question mark "
             "(sslmode=verify-full, target_session_attrs=read-write).",
     .set = put_store},
    {.section = "store",
     .key = "auth_credential",
     .kind = Kind::credential_name,
     .fallback = "",
     .maximum = k_text_max,
     .help = "Name of the credential with the password of the server's user, never its value. "
             "Empty: the server asks for none.",
     .set = put<&Config::store, &StoreSettings::auth_credential>},
    {.section = "store",
     .key = "may_lose",
     .kind = Kind::choice,
     .fallback = "no",
     .choices = k_no_yes,
     .help = "yes: a standby that takes over may lack what was acknowledged, as an asynchronous "
             "one does. A failover is then like an older copy put back: nothing is sold until the "
             "chain has been read for what is missing.",
     .set = put<&Config::store, &StoreSettings::may_lose>},
    {.section = "store",
     .key = "stamp",
     .kind = Kind::path,
     .fallback = "/var/lib/assay/assay.db.stamp",
     .minimum = 1,
     .maximum = k_path_max,
     .help = "Where a node with a server notes how far the store had come, by which it finds an "
             "older one put back. A file has its own beside it.",
     .set = put<&Config::store, &StoreSettings::server_stamp>},
    {.section = "store",
     .key = "result_retention",
     .kind = Kind::duration,
     .fallback = "365d",
     .minimum = k_day_s,
     .maximum = k_longest_retention_s,
     .help =
         "How long the result of a job is kept after its end; then it answers 410 job_gone. What "
         "was paid, its hash and its anchor stay.",
     .set = put<&Config::store, &StoreSettings::result_retention>},
    {.section = "store",
     .key = "request_retention",
     .kind = Kind::duration,
     .fallback = "7d",
     .minimum = k_day_s,
     .maximum = k_longest_retention_s,
     .help = "How long what buyers sent, and their addresses, are kept after the end of a job.",
     .set = put<&Config::store, &StoreSettings::request_retention>},

    {.section = "discovery",
     .key = "proof_path",
     .kind = Kind::proof_path,
     .fallback = "/.well-known/402index-verify.txt",
     .maximum = k_text_max,
     .help = "Where an indexer looks for the proof that you own the domain.",
     .set = put<&Config::discovery, &Discovery::proof_path>},
    {.section = "discovery",
     .key = "proof_file",
     .kind = Kind::path,
     .fallback = "/var/lib/assay/proof-token",
     .minimum = 1,
     .maximum = k_path_max,
     .help = "Its content, read at each request; 404 while absent or empty.",
     .set = put<&Config::discovery, &Discovery::proof_file>},
    {.section = "discovery",
     .key = "ownership_proof",
     .kind = Kind::text,
     .fallback = "",
     .maximum = k_text_max,
     .help = "Proof for indexers that payment.pay_to sells here: its signature (EIP-191) of the "
             "origin, such as https://assay.example; `cast wallet sign` makes it.",
     .set = put<&Config::discovery, &Discovery::ownership_proof>},
    {.section = "discovery",
     .key = "document_root",
     .kind = Kind::path,
     .fallback = "/var/cache/assay/www",
     .minimum = 1,
     .maximum = k_path_max,
     .help = "Where `assay render` writes the documents that nginx serves.",
     .set = put<&Config::discovery, &Discovery::document_root>},

    {.section = "log",
     .key = "level",
     .kind = Kind::choice,
     .fallback = "info",
     .choices = k_levels,
     .help = "Least important lines that are written.",
     .set = put<&Config::log, &Log::level>},
    {.section = "log",
     .key = "client_ip",
     .kind = Kind::choice,
     .fallback = "truncate",
     .choices = k_client_ips,
     .help = "Client addresses in the log: truncate keeps an IPv4 /24 or an IPv6 /48.",
     .set = put<&Config::log, &Log::client_ip>},
};

} // namespace

std::span<const Option> options_behind_sales()
{
    return k_options_behind_sales;
}

} // namespace config
