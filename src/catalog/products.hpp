// THE table: one row for each product that works. Routes, validation, terms, documents, nginx
// locations and end-to-end cases are loops over it; nothing else repeats what a row says.
#pragma once

#include "value/atomic_usd.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace catalog {

// One kind at a time in a lane or several: how the worker runs it (DESIGN.md, 1). A row has
// `analysis` or `forensics`; lane_of() in catalog/lanes.hpp says which jobs wait in the others.
// What is true of each stands in its row (catalog/lanes).
enum class Lane {
    analysis,
    pages,       // its pages are fetched before it is analysed: it waits for strangers' servers
    model,       // a language model is asked: it waits for the operator's server, for minutes
    model_pages, // both, one after the other
    forensics
};

// `hosts`: an array of texts, each a host name or an IP address (net/host_name). `streams`,
// `time_frame`, `signal_options`, `sources`: as request/signal, request/signal_options and
// request/sources read them.
enum class FieldType { text, hosts, streams, time_frame, signal_options, sources };

// A member of the request's JSON object. Order in the row = order in documents.
struct Field {
    std::string_view name;
    FieldType type;
    bool required;
    std::size_t min_size; // of a text, bytes of UTF-8; of an array, elements
    std::size_t max_size;
    std::string_view description;
    // As JSON, but of a text itself. Empty: not part of the example of a request.
    std::string_view example;
};

// What a language model does for a product, where the operator has one ([llm]). What it writes is
// sold only where persons have judged that (llm/account_record).
enum class ModelPart { none, reads, writes };

// The embedded JSON Schema of an artifact, and its name in OpenAPI. Empty: there is none.
struct ArtifactSchema {
    std::string_view file;
    std::string_view name;
};

struct VerdictWord {
    std::string_view word;
    std::string_view means; // a clause, without a full stop
};

// A member that another product of the family takes.
struct RefusedMember {
    std::string_view name;
    std::string_view taken_by;  // for buyers: "the tiers standard and deep take them"
    bool is_nothing_when_empty; // null and [] are the same as its absence
};

struct Product {
    std::string_view key;      // "verify_basic"
    std::string_view family;   // "verify": the catalog's group
    std::string_view variant;  // "basic": the catalog's tier or type
    std::string_view title;    // what it does, for people
    std::string_view in_short; // what people get: a sentence or two, no figures
    std::string_view v2_path;  // "/v2/verify/basic"
    bool is_on_v1;             // sold on its family's v1 route too
    bool is_inline;            // on v2 the answer to the paid request is the result, not a 202
    bool is_priced_by_get;     // GET on its v2 route gets the terms (DESIGN.md, 3)
    value::AtomicUsd price;    // default; [prices] may override
    std::chrono::seconds sla;  // default; [sla] may override
    std::string_view category; // "ai" or "security"
    Lane lane;
    ModelPart model_part = ModelPart::none;
    int model_percent = 0;                  // of the price, owed back where the model was away
    std::string_view written_description{}; // instead of the other where a model writes
    // Money is owed back for what was not delivered: without a source that can be read there is
    // nothing to merge or to compare; a text is reviewed all the same.
    bool needs_a_source = false;
    // How long an attempt takes at most in ordinary use: with the sla it decides how many jobs may
    // wait in the lane before the service says 503 instead of selling a late answer.
    std::chrono::milliseconds typical_time;
    // What each MiB of the request as JSON takes, measured on dense prose and tables with sources:
    // it counts where a job takes more than the typical time by it.
    std::chrono::milliseconds time_per_mib{0};
    std::size_t body_max_bytes;
    std::size_t structure_max_bytes; // of the body: json::structure_bytes()
    std::span<const Field> fields;
    // A request that has one is refused, so that no buyer pays for what they do not get. Other
    // unknown members are ignored.
    std::span<const RefusedMember> refused_members;
    std::span<const std::string_view> scope; // critics or checks, in order, or a bound
    ArtifactSchema schema{};
    bool has_sample = true;                  // www/samples has a result of it
    std::span<const VerdictWord> verdicts{}; // all that its result may say
    std::string_view description;            // <= 500 ASCII characters

    [[nodiscard]] constexpr bool may_ask_model() const { return model_part != ModelPart::none; }
};

// The catalog's groups: one for each word in Product::family.
struct Family {
    std::string_view name;          // "verify"
    std::string_view variants_word; // the catalog's member that holds the variants: "tiers"
    std::string_view scope_word;    // what Product::scope lists: "critics"
    std::string_view v1_path;       // "/v1/verify"; a v1 route sells every variant of its family
    std::string_view selector;      // the v1 member that names the variant; empty: there is one
    std::string_view description;
    // What the words and numbers of its results mean, in plain words; empty: nothing is said.
    std::string_view results{};
    // What a language model adds to it, where the operator has one; empty: nothing.
    std::string_view model_adds{};
    bool is_measured = false; // /accuracy.json says how often its findings are right
    // What else its catalog entry says: a JSON object, whose members follow the others.
    std::string_view facts{};
};

std::span<const Family> families();

// In the order of the interface's price table. A test build (ASSAY_TEST_BUILD) has one row more,
// so that tests can pay on a second route.
std::span<const Product> products();

// nullptr when there is no such row.
const Product* find_product(std::string_view key);
const Product* find_v2_route(std::string_view path);
const Family* find_v1_route(std::string_view path);

// The member that names hosts to look up; nullptr: the product takes none.
const Field* hosts_field(const Product& product);
// Likewise the member whose elements may name pages to read.
const Field* sources_field(const Product& product);
// false: without the language model, at the same price. Taken where may_ask_model() says so, told
// where a model is sold.
inline constexpr std::string_view k_model_member = "model";

// What of that price is owed back where the model was away: a fraction of an atom goes to the
// buyer. Of what is in no row any more, all of it.
value::AtomicUsd owed_without_model(std::string_view key, value::AtomicUsd price);

// "/samples/KEY.json"; empty: there is no sample of it.
std::string sample_path(const Product& product);

} // namespace catalog
