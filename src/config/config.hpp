// The configuration as the programs see it: one struct per section of assay.toml, every value
// parsed and within its bounds. Made only by load(); the option table says what each key means.
#pragma once

#include "base/log.hpp"
#include "config/llm.hpp"
#include "config/store_settings.hpp"
#include "value/atomic_usd.hpp"
#include "value/evm.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace config {

// Enumerators stand in the order of the option's choices.
enum class Mode { production, development };
enum class FacilitatorAuth { none, bearer, cdp };
enum class AnchorMode { eas, selfsend, off };
enum class ClientIp { truncate, full, none };

struct Service {
    std::string base_url; // origin without a trailing slash: the only one ever printed
    std::string name;
    std::string entity;   // who runs the service; the name when not given
    std::string identity; // public name of the entity; the origin when not given
    std::string contact;  // "mailto:..." or "https://...", or empty
    Mode mode = Mode::production;
    std::string credentials_dir; // empty: only $CREDENTIALS_DIRECTORY is looked into
};

struct Http {
    std::chrono::seconds poll_wait_max{0};
    std::string listen; // HOST:PORT, only for a stack started by hand
    int fast_processes = 0;
    int fast_threads = 0;
    int slow_processes = 0;
    int slow_threads = 0;
    std::size_t bodies_in_work_mib = 0; // what large bodies may need at once in one process
};

struct Limits {
    int ipv6_prefix = 0;             // an IPv6 client counts as its network of this many bits
    int refused_payments_per_ip = 0; // facilitator refusals per client in 10 minutes
    int undecided_per_ip = 0;        // settlements per client whose outcome is unknown
    // The limits of nginx: `assay render` writes them into its files.
    int connections_per_ip = 0;   // of one kind: uploads, waiting polls, everything else
    int requests_per_ip = 0;      // each second
    int request_burst_per_ip = 0; // how many may run ahead of that
    std::vector<std::string> unbound_networks; // ADDRESS or ADDRESS/BITS that these do not bind
};

// The values written here only stand until load() has set each of them.
struct Payment {
    value::EvmNetwork network = value::EvmNetwork::parse("eip155:1").value();
    value::EvmAddress asset{value::EvmAddress::Raw{}};
    std::string asset_text; // as printed in payment terms: EIP-55
    std::string asset_name; // EIP-712 domain of the token
    std::string asset_version;
    value::EvmAddress pay_to{value::EvmAddress::Raw{}};
    std::string pay_to_text; // as printed in payment terms: EIP-55
    std::chrono::seconds max_timeout{0};
    std::vector<std::string> rpc_urls;
    std::chrono::seconds rpc_timeout{0}; // of one call
    int confirmations = 0;               // blocks a transfer needs, its own included
    value::AtomicUsd single_source_max;  // inclusive: above it two witnesses must agree
    value::AtomicUsd receipt_check_from; // from this price on the transfer must be seen
    // So long a purchase stands in for the same request that its payer signs anew.
    std::chrono::seconds same_request_window{0};

    // How many must tell of a transfer of that amount before it is believed.
    [[nodiscard]] std::size_t witnesses_of(value::AtomicUsd price) const
    {
        return price > single_source_max ? 2 : 1;
    }
};

struct Facilitator {
    std::vector<std::string> urls; // in order of preference, no trailing slash; empty: rail v2 off
    FacilitatorAuth auth = FacilitatorAuth::none;
    std::string auth_credential; // name of a credential, see credentials.hpp
    std::string cdp_key_id;      // with cdp only
    std::chrono::seconds timeout{0};
};

struct Anchor {
    AnchorMode mode = AnchorMode::off;
    value::EvmAddress contract{value::EvmAddress::Raw{}}; // the attestation service
    std::string contract_text;                            // EIP-55
    std::string key_credential;                           // name of a credential
    value::EvmAddress address{value::EvmAddress::Raw{}};  // of that key, where it is published
    std::string address_text;                             // EIP-55; empty: it is not
    std::chrono::seconds batch_interval{0};
    int batch_max = 0;
    std::uint64_t max_fee_wei = 0; // most for each unit of gas
    std::chrono::seconds bump_after{0};
};

struct Engine {
    int analysis_lanes = 0; // analyses at the same time
};

struct Forensics {
    std::string basket;               // path of the scanner's reference data
    std::string vantage;              // what artifacts call the place we look from; may be empty
    std::chrono::seconds deadline{0}; // a scan tells by then what it has
};

struct Discovery {
    std::string proof_path; // URL path below /.well-known/
    std::string proof_file;
    // The receiver's signature of the origin, 0x and hexadecimal digits; may be empty.
    std::string ownership_proof;
    std::string document_root;
};

struct Log {
    base::log::Level level = base::log::Level::info;
    ClientIp client_ip = ClientIp::truncate;
};

struct Config {
    Service service;
    Http http;
    Limits limits;
    std::map<std::string, value::AtomicUsd, std::less<>> prices;   // every product of the table
    std::map<std::string, std::chrono::seconds, std::less<>> slas; // every product of the table
    Payment payment;
    Facilitator facilitator;
    Anchor anchor;
    Engine engine;
    Llm llm;
    Forensics forensics;
    StoreSettings store;
    Discovery discovery;
    Log log;
};

} // namespace config
