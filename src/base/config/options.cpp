#include "base/config/options.hpp"

#include "base/concat.hpp"

namespace base::config {

namespace {

// Puts a parsed value into its place. A choice arrives as its position, hence the cast.
template <auto SectionOf, auto Member>
void put(Config& config, std::string_view, const Value& value)
{
    auto& place = (config.*SectionOf).*Member;
    using T = std::remove_reference_t<decltype(place)>;
    if constexpr (std::is_enum_v<T> || std::is_same_v<T, int>)
        place = static_cast<T>(std::get<std::int64_t>(value));
    else
        place = std::get<T>(value);
}

template <auto Bytes, auto Text>
void put_address(Config& config, std::string_view, const Value& value)
{
    const auto& address = std::get<Address>(value);
    config.payment.*Bytes = address.bytes;
    config.payment.*Text = address.text;
}

void put_price(Config& config, std::string_view key, const Value& value)
{
    config.prices.insert_or_assign(std::string{key}, std::get<value::AtomicUsd>(value));
}

void put_sla(Config& config, std::string_view key, const Value& value)
{
    config.slas.insert_or_assign(std::string{key}, std::get<std::chrono::seconds>(value));
}

// Far above any price of the table, far below the largest amount.
constexpr auto k_price_max = value::AtomicUsd::from_atoms(100'000'000'000);
constexpr std::chrono::seconds k_sla_max{86'400};

constexpr std::string_view k_modes[] = {"production", "development"};
constexpr std::string_view k_auths[] = {"none", "bearer"};
constexpr std::string_view k_later_auths[] = {"cdp"};
constexpr std::string_view k_anchor_modes[] = {"off"};
constexpr std::string_view k_later_anchor_modes[] = {"eas", "selfsend"};
constexpr std::string_view k_levels[] = {"debug", "info", "warning", "error"};
constexpr std::string_view k_client_ips[] = {"truncate", "full", "none"};

constexpr std::int64_t k_text_max = 200;
constexpr std::int64_t k_path_max = 1000;
constexpr std::int64_t k_urls_max = 8;

const Option k_options[] = {
    {.section = "service", .key = "base_url", .kind = Kind::origin, .fallback = "",
     .required = true, .maximum = k_text_max,
     .help = "Public origin of the service, the only one ever printed: https://HOST[:PORT] without "
             "a path (http:// only in mode development).",
     .set = put<&Config::service, &Service::base_url>},
    {.section = "service", .key = "name", .kind = Kind::text, .fallback = "Assay", .minimum = 1,
     .maximum = 32, .help = "Name of the service in its documents.",
     .set = put<&Config::service, &Service::name>},
    {.section = "service", .key = "entity", .kind = Kind::text, .fallback = "",
     .maximum = k_text_max, .help = "Who runs the service; empty: the name.",
     .set = put<&Config::service, &Service::entity>},
    {.section = "service", .key = "identity", .kind = Kind::text, .fallback = "",
     .maximum = k_text_max,
     .help = "Public identity of who runs it, such as a domain or a DID; empty: base_url.",
     .set = put<&Config::service, &Service::identity>},
    {.section = "service", .key = "contact", .kind = Kind::contact, .fallback = "",
     .maximum = k_text_max, .help = "Where buyers can reach you: mailto:ADDRESS or an https: page.",
     .set = put<&Config::service, &Service::contact>},
    {.section = "service", .key = "mode", .kind = Kind::choice, .fallback = "production",
     .choices = k_modes,
     .help = "development allows an http:// base_url and puts a banner into the documents.",
     .set = put<&Config::service, &Service::mode>},
    {.section = "service", .key = "credentials_dir", .kind = Kind::path, .fallback = "",
     .maximum = k_path_max,
     .help = "Folder with one file per credential, mode 0600 or stricter. Not needed under systemd, "
             "which sets $CREDENTIALS_DIRECTORY.",
     .set = put<&Config::service, &Service::credentials_dir>},

    {.section = "http", .key = "poll_wait_max", .kind = Kind::duration, .fallback = "25s",
     .minimum = 0, .maximum = 25, .help = "Longest wait that a poll may ask for by Prefer: wait=N.",
     .set = put<&Config::http, &Http::poll_wait_max>},
    {.section = "http", .key = "listen", .kind = Kind::socket_address,
     .fallback = "127.0.0.1:8402", .maximum = k_text_max,
     .help = "Address of nginx in a stack started by hand (make run). Under systemd nginx's own "
             "files decide.",
     .set = put<&Config::http, &Http::listen>},
    {.section = "http", .key = "fast_processes", .kind = Kind::integer, .fallback = "2",
     .minimum = 1, .maximum = 64, .help = "make run: processes of the pool that never waits.",
     .set = put<&Config::http, &Http::fast_processes>},
    {.section = "http", .key = "fast_threads", .kind = Kind::integer, .fallback = "8",
     .minimum = 1, .maximum = 256, .help = "make run: threads of each of them.",
     .set = put<&Config::http, &Http::fast_threads>},
    {.section = "http", .key = "slow_processes", .kind = Kind::integer, .fallback = "1",
     .minimum = 1, .maximum = 64,
     .help = "make run: processes of the pool that may wait (payments, long polls).",
     .set = put<&Config::http, &Http::slow_processes>},
    {.section = "http", .key = "slow_threads", .kind = Kind::integer, .fallback = "32",
     .minimum = 3, .maximum = 256, .help = "make run: threads of each of them.",
     .set = put<&Config::http, &Http::slow_threads>},

    {.section = "limits", .key = "ipv6_prefix", .kind = Kind::integer, .fallback = "64",
     .minimum = 32, .maximum = 128, .help = "An IPv6 client counts as its network of this size.",
     .set = put<&Config::limits, &Limits::ipv6_prefix>},
    {.section = "limits", .key = "refused_payments_per_ip", .kind = Kind::integer,
     .fallback = "60", .minimum = 1, .maximum = 100'000,
     .help = "Payments that the facilitator may refuse to one client in 10 minutes; then 429.",
     .set = put<&Config::limits, &Limits::refused_payments_per_ip>},

    {.section = "payment", .key = "network", .kind = Kind::network, .fallback = "eip155:8453",
     .help = "Chain on which buyers pay (CAIP-2).",
     .set = put<&Config::payment, &Payment::network>},
    {.section = "payment", .key = "asset", .kind = Kind::address,
     .fallback = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
     .help = "Token contract: USDC with EIP-3009.",
     .set = put_address<&Payment::asset, &Payment::asset_text>},
    {.section = "payment", .key = "asset_name", .kind = Kind::text, .fallback = "USD Coin",
     .minimum = 1, .maximum = k_text_max,
     .help = "name() of the token, part of what buyers sign; a wrong one makes every payment fail.",
     .set = put<&Config::payment, &Payment::asset_name>},
    {.section = "payment", .key = "asset_version", .kind = Kind::text, .fallback = "2",
     .minimum = 1, .maximum = k_text_max, .help = "version() of the token, likewise.",
     .set = put<&Config::payment, &Payment::asset_version>},
    {.section = "payment", .key = "pay_to", .kind = Kind::address, .fallback = "",
     .required = true, .help = "Address that receives the money. Its key is never on this machine.",
     .set = put_address<&Payment::pay_to, &Payment::pay_to_text>},
    {.section = "payment", .key = "max_timeout", .kind = Kind::duration, .fallback = "300s",
     .minimum = 60, .maximum = 3600, .help = "How long a buyer's authorization is asked to be valid.",
     .set = put<&Config::payment, &Payment::max_timeout>},
    {.section = "payment", .key = "rpc_urls", .kind = Kind::url_list, .fallback = "",
     .required = true, .minimum = 1, .maximum = k_urls_max,
     .help = "JSON-RPC endpoints of the chain, tried in order; two are advised.",
     .shows_origin_only = true, .set = put<&Config::payment, &Payment::rpc_urls>},
    {.section = "payment", .key = "receipt_check_from", .kind = Kind::money,
     .fallback = "1000000.00", .minimum = 1, .maximum = value::AtomicUsd::k_max_atoms,
     .help = "Prices from which on a settlement must be seen on the chain before it counts. Not "
             "built yet: must be above every price.",
     .set = put<&Config::payment, &Payment::receipt_check_from>},

    {.section = "facilitator", .key = "urls", .kind = Kind::url_list, .fallback = "",
     .maximum = k_urls_max,
     .help = "x402 facilitators in order of preference. Empty: rail v2 is off, nothing is sold.",
     .set = put<&Config::facilitator, &Facilitator::urls>},
    {.section = "facilitator", .key = "auth", .kind = Kind::choice, .fallback = "none",
     .choices = k_auths, .not_built = k_later_auths,
     .help = "bearer sends auth_credential in the Authorization header.",
     .set = put<&Config::facilitator, &Facilitator::auth>},
    {.section = "facilitator", .key = "auth_credential", .kind = Kind::credential_name,
     .fallback = "", .maximum = 64, .help = "Name of the credential, never its value.",
     .set = put<&Config::facilitator, &Facilitator::auth_credential>},
    {.section = "facilitator", .key = "timeout", .kind = Kind::duration, .fallback = "20s",
     .minimum = 1, .maximum = 50, .help = "Longest wait for one answer of a facilitator.",
     .set = put<&Config::facilitator, &Facilitator::timeout>},

    {.section = "anchor", .key = "mode", .kind = Kind::choice, .fallback = "off",
     .choices = k_anchor_modes, .not_built = k_later_anchor_modes,
     .help = "How result hashes are written to the chain. This version only knows off.",
     .set = put<&Config::anchor, &Anchor::mode>},

    {.section = "engine", .key = "analysis_lanes", .kind = Kind::integer, .fallback = "2",
     .minimum = 1, .maximum = 64, .help = "Analyses that run at the same time.",
     .set = put<&Config::engine, &Engine::analysis_lanes>},

    {.section = "store", .key = "url", .kind = Kind::store_url,
     .fallback = "sqlite:/var/lib/assay/assay.db", .maximum = k_path_max,
     .help = "Database: sqlite: and the absolute path of the file.",
     .set = put<&Config::store, &StoreSettings::path>},

    {.section = "discovery", .key = "proof_path", .kind = Kind::proof_path,
     .fallback = "/.well-known/402index-verify.txt", .maximum = k_text_max,
     .help = "Where an indexer looks for the proof that you own the domain.",
     .set = put<&Config::discovery, &Discovery::proof_path>},
    {.section = "discovery", .key = "proof_file", .kind = Kind::path,
     .fallback = "/var/lib/assay/proof-token", .minimum = 1, .maximum = k_path_max,
     .help = "Its content, read at each request; 404 while absent or empty.",
     .set = put<&Config::discovery, &Discovery::proof_file>},
    {.section = "discovery", .key = "document_root", .kind = Kind::path,
     .fallback = "/var/cache/assay/www", .minimum = 1, .maximum = k_path_max,
     .help = "Where `assay render` writes the documents that nginx serves.",
     .set = put<&Config::discovery, &Discovery::document_root>},

    {.section = "log", .key = "level", .kind = Kind::choice, .fallback = "info",
     .choices = k_levels, .help = "Least important lines that are written.",
     .set = put<&Config::log, &Log::level>},
    {.section = "log", .key = "client_ip", .kind = Kind::choice, .fallback = "truncate",
     .choices = k_client_ips,
     .help = "Client addresses in the log: truncate keeps an IPv4 /24 or an IPv6 /48.",
     .set = put<&Config::log, &Log::client_ip>},
};

constexpr Section k_sections[] = {
    {"service", "Who sells, and where."},
    {"http", "Waiting, and the sizes of a stack started by hand."},
    {"limits", "What one client may do."},
    {"prices", "USDC for each product, as a decimal string."},
    {"sla", "Time within which a paid result is promised."},
    {"payment", "What buyers pay with, and to whom."},
    {"facilitator", "Rail v2: who checks and settles payments."},
    {"anchor", "Proof of results on the chain."},
    {"engine", "Analyses."},
    {"store", "The database."},
    {"discovery", "Documents and the proof of ownership."},
    {"log", "One line per event on stderr; journald keeps them."},
};

} // namespace

OptionTable::OptionTable(std::span<const ProductDefault> products)
{
    for (const auto& section : k_sections) {
        add_products(products, section.name);
        for (const auto& option : k_options)
            if (option.section == section.name) m_rows.push_back(option);
    }
}

void OptionTable::add_products(std::span<const ProductDefault> products, std::string_view section)
{
    for (const auto& product : products) {
        Option row{.section = section, .key = product.key, .kind = Kind::money, .fallback = "",
                   .help = "", .set = put_price};
        if (section == "prices") {
            m_fallbacks.push_back(product.price.decimal_text());
            row.minimum = 1;
            row.maximum = k_price_max.atoms();
        } else if (section == "sla") {
            m_fallbacks.push_back(concat(product.sla.count(), 's'));
            row.kind = Kind::duration;
            row.minimum = 1;
            row.maximum = k_sla_max.count();
            row.set = put_sla;
        } else {
            return;
        }
        row.fallback = m_fallbacks.back();
        m_rows.push_back(row);
    }
}

std::span<const Section> sections()
{
    return k_sections;
}

} // namespace base::config
