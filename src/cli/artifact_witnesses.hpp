// Whom `assay verify-artifact` asks about a hash: the service that sold the result, and a node of
// the chain. Both are strangers: what they answer is bounded in size and time, redirects are not
// followed, and nothing of it reaches the terminal but what was parsed.
#pragma once

#include "cli/artifact.hpp"
#include "cli/proof_report.hpp"
#include "net/http_client.hpp"

#include <cstdint>

namespace cli {

// A job at a service. `service` is all of its URL that comes before "/v1/".
struct JobPlace {
    std::string service;
    value::JobId job_id;
};

// The name of what answers at a service's URL: without TLS it may be a box in between.
std::string name_of(const std::string& service);

// The envelope of a complete job. nullopt: there is none, and the report says why. `is_needed`:
// nothing else is known of the job, so that a service which has dropped it is not a witness.
std::optional<Artifact> ask_envelope(const JobPlace& place, bool is_needed, net::HttpClient& http,
                                     ProofReport& report);

// Whether the envelope's result_hash is `hash`. `source` is who says so.
void compare_stated_hash(const Artifact& envelope, const value::Digest& hash,
                         const std::string& source, ProofReport& report);

// Whether the bytes that the service keeps hash to `hash`.
void ask_stored_bytes(const JobPlace& place, const value::Digest& hash, net::HttpClient& http,
                      ProofReport& report);

// The account that anchors come from, as the service publishes it in its manifest. nullopt: it
// names none, or cannot be asked, which decides nothing.
std::optional<value::EvmAddress> ask_published_sender(const std::string& service,
                                                      net::HttpClient& http, ProofReport& report);

struct ChainQuestion {
    std::string rpc_url;
    std::uint64_t chain_id = 0;
    value::EvmAddress contract; // the attestation service
    value::Digest hash;
    std::optional<value::TxHash> tx_hash;       // that is said to carry the hash
    bool is_tx_asked_for = false;               // by the caller, not only named by the envelope
    std::optional<value::EvmAddress> published; // whose transaction it should be
};

// Whether the chain keeps the hash: stamped by the attestation service, or in the calldata of a
// transaction that succeeded.
void ask_chain(const ChainQuestion& question, net::HttpClient& http, ProofReport& report);

} // namespace cli
