#include "catalog/products.hpp"

#include "base/json.hpp"
#include "catalog/family_rows.hpp"
#include "catalog/field_rows.hpp"
#include "catalog/field_types.hpp"
#include "catalog/limits.hpp"
#include "catalog/verdict_rows.hpp"

namespace catalog {

namespace {

constexpr std::string_view k_basic_critics[] = {"skeptic"};
constexpr std::string_view k_standard_critics[] = {"skeptic", "verifier"};
constexpr std::string_view k_deep_critics[] = {"skeptic", "verifier", "red_team"};
constexpr std::string_view k_many_sources[] = {"up to 20 sources"};
constexpr std::string_view k_two_streams[] = {"two signal streams"};
constexpr std::string_view k_briefs[] = {"domain brief with sourcing map"};
constexpr std::string_view k_network_checks[] = {"ntp", "portal", "dns", "tls", "ct", "route"};

constexpr RefusedMember k_no_targets[] = {{"targets", "forensics_custom takes them", false}};
constexpr RefusedMember k_no_streams[] = {{"streams", "correlation takes them", false}};
constexpr RefusedMember k_no_sources[] = {
    {"sources", "the tiers standard and deep take them", true}};

constexpr ArtifactSchema k_verify_schema{"verify_artifact.json", "VerifyArtifact"};
constexpr ArtifactSchema k_synthesis_schema{"synthesis_artifact.json", "SynthesisArtifact"};
constexpr ArtifactSchema k_correlation_schema{"correlation_artifact.json", "CorrelationArtifact"};
constexpr ArtifactSchema k_forensics_schema{"forensics_artifact.json", "ForensicsArtifact"};

constexpr Product k_products[] = {
    {.key = "verify_basic",
     .family = "verify",
     .variant = "basic",
     .title = "Check the arithmetic of a text",
     .in_short =
         "Recomputes the sums, shares, dates and counts that a text states, and shows each that "
         "does not fit, with the calculation.",
     .v2_path = "/v2/verify/basic",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(500'000),
     .sla = std::chrono::seconds{300},
     .category = "ai",
     .lane = Lane::analysis,
     .typical_time = std::chrono::seconds{1},
     .body_max_bytes = k_verify_body_max_bytes,
     .structure_max_bytes = base::json::k_small_structure,
     .fields = k_verify_fields,
     .refused_members = k_no_sources,
     .scope = k_basic_critics,
     .schema = k_verify_schema,
     .verdicts = k_verify_verdicts,
     .description =
         "Verification of any text by one critic. The skeptic recomputes sums, percentages, rates, "
         "dates, lists and tables under every fair reading; it finds 37 of 100 errors planted by "
         "others. PASS: half of the claims follow from others; INCONCLUSIVE (91 to 98 % of right "
         "texts): too few do."},
    {.key = "verify_standard",
     .family = "verify",
     .variant = "standard",
     .title = "Check a text, alone or against its sources",
     .in_short = "That, and statistics, tables, units and citations. Name up to 20 sources, and "
                 "quotations, "
                 "figures, dates and names are compared with them.",
     .v2_path = "/v2/verify/standard",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(1'500'000),
     .sla = std::chrono::seconds{600},
     .category = "ai",
     .lane = Lane::analysis,
     .model_part = ModelPart::reads,
     .model_percent = 100,
     .typical_time = std::chrono::seconds{5},
     .time_per_mib = std::chrono::seconds{3},
     .body_max_bytes = k_sources_body_max_bytes,
     .structure_max_bytes = base::json::k_small_structure,
     .fields = k_sourced_fields,
     .refused_members = {},
     .scope = k_standard_critics,
     .schema = k_verify_schema,
     .verdicts = k_verify_verdicts,
     .description =
         "Verification of any text by two critics. After the skeptic the verifier checks "
         "statistics, tables, units, check digits, JSON, XML, CSV, citations; against sources, "
         "quotes, numbers, dates and names. Finds 41, basic 37."},
    {.key = "verify_deep",
     .family = "verify",
     .variant = "deep",
     .title = "Check a text that may be meant to deceive",
     .in_short =
         "All of that, and a look for what is hidden or dangerous: orders to a machine, secrets, "
         "deceptive links and characters.",
     .v2_path = "/v2/verify/deep",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(4'000'000),
     .sla = std::chrono::seconds{900},
     .category = "ai",
     .lane = Lane::analysis,
     .model_part = ModelPart::reads,
     .model_percent = 100,
     .typical_time = std::chrono::seconds{5},
     .time_per_mib = std::chrono::seconds{3},
     .body_max_bytes = k_sources_body_max_bytes,
     .structure_max_bytes = base::json::k_small_structure,
     .fields = k_sourced_fields,
     .refused_members = {},
     .scope = k_deep_critics,
     .schema = k_verify_schema,
     .verdicts = k_verify_verdicts,
     .description =
         "Verification of any text by three critics. After skeptic and "
         "verifier the red team reads the text as an attacker's carrier: orders to a machine, "
         "plain or hidden, secrets, "
         "deceptive characters and links, dangerous code. In figures it is as standard."},
    {.key = "synthesis",
     .family = "synthesize",
     .variant = "synthesis",
     .title = "Bring what sources say together",
     .in_short =
         "Ask a question of up to 20 texts or pages. You get the lines nearest to it, quoted and "
         "dated, where they differ, and who copied whom.",
     .v2_path = "/v2/synthesize",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(2'000'000),
     .sla = std::chrono::seconds{300},
     .category = "ai",
     .lane = Lane::analysis,
     .model_part = ModelPart::writes,
     .model_percent = 50,
     .written_description =
         "An account of at most 8 sentences, each edited by a language model from exact quotes and "
         "held to them by code, above the source map: of each source the lines nearest to the "
         "query. Refused, you get the map.",
     .needs_a_source = true,
     .typical_time = std::chrono::seconds{10},
     .body_max_bytes = k_sources_body_max_bytes,
     .structure_max_bytes = base::json::k_large_structure,
     .fields = k_synthesis_fields,
     .refused_members = k_no_streams,
     .scope = k_many_sources,
     .schema = k_synthesis_schema,
     .verdicts = k_synthesis_verdicts,
     .description =
         "A source map, no account: of each of up to 20 sources (texts, or pages to be read) the "
         "one "
         "or two sentences nearest to the query, dated, the newest first, each with how often such "
         "a "
         "line was right; values by date, what differs, copies. Nothing is searched for."},
    {.key = "correlation",
     .family = "synthesize",
     .variant = "correlation",
     .title = "See whether two signals move together",
     .in_short =
         "Two series of figures: whether they move together, which one comes first, and whether "
         "chance would explain it.",
     .v2_path = "/v2/correlation",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(3'000'000),
     .sla = std::chrono::seconds{300},
     .category = "ai",
     .lane = Lane::analysis,
     .needs_a_source = true,
     .typical_time = std::chrono::seconds{2},
     .body_max_bytes = k_sources_body_max_bytes,
     .structure_max_bytes = base::json::k_large_structure,
     .fields = k_correlation_fields,
     .refused_members = {},
     .scope = k_two_streams,
     .schema = k_correlation_schema,
     .verdicts = k_correlation_verdicts,
     .description =
         "Do two signals move together, and which comes first? Pearson, Spearman, Kendall, shifts, "
         "stationarity, Granger, or coincident events, with warnings. Nothing is searched for."},
    {.key = "brief",
     .family = "synthesize",
     .variant = "brief",
     .title = "Get a brief to decide by",
     .in_short =
         "The lines nearest to your question, ordered for a decision: the best answer, what "
         "changed and when, what is disputed, what is announced.",
     .v2_path = "/v2/brief",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(5'000'000),
     .sla = std::chrono::seconds{300},
     .category = "ai",
     .lane = Lane::analysis,
     .model_part = ModelPart::writes,
     .model_percent = 50,
     .written_description =
         "A brief of at most 16 sentences, each edited by a language model from exact quotes and "
         "held to them by code, on a dated source map: answer, positions, changes, disputes, what "
         "to watch. Refused, you get the map.",
     .needs_a_source = true,
     .typical_time = std::chrono::seconds{10},
     .body_max_bytes = k_sources_body_max_bytes,
     .structure_max_bytes = base::json::k_large_structure,
     .fields = k_synthesis_fields,
     .refused_members = k_no_streams,
     .scope = k_briefs,
     .schema = k_synthesis_schema,
     .verdicts = k_synthesis_verdicts,
     .description =
         "The source map of synthesis, ordered for people who decide: the best line with its "
         "share, "
         "timeline, what changed, disputes, what is announced, words that stand in no source, the "
         "sources. No model writes it."},
    {.key = "forensics_run",
     .family = "forensics",
     .variant = "run",
     .title = "Scan the network at our vantage point",
     .in_short = "Six checks of the network around our place: clock, captive portal, DNS, TLS, "
                 "certificates and route, each with its evidence.",
     .v2_path = "/v2/forensics",
     .is_on_v1 = true,
     .is_inline = true,
     .is_priced_by_get = true,
     .price = value::AtomicUsd::from_atoms(250'000),
     .sla = std::chrono::seconds{60},
     .category = "security",
     .lane = Lane::forensics,
     .typical_time = std::chrono::seconds{10},
     .body_max_bytes = k_forensics_body_max_bytes,
     .structure_max_bytes = base::json::k_small_structure,
     .fields = {},
     .refused_members = k_no_targets,
     .scope = k_network_checks,
     .schema = k_forensics_schema,
     .verdicts = k_forensics_verdicts,
     .description =
         "Six checks of the network around our vantage point against a basket of public hosts: "
         "clock, portal, DNS, TLS, certificate transparency and route. The verdict is OK, WARN, "
         "CRITICAL or INCONCLUSIVE, each check's with evidence. Not seen: other protocols or "
         "times, "
         "a public CA's false certificate."},
    {.key = "forensics_custom",
     .family = "forensics",
     .variant = "custom",
     .title = "Scan the way to hosts of yours",
     .in_short =
         "The same six checks of the way from our place to one to eight hosts that you name.",
     .v2_path = "/v2/forensics/custom",
     .is_on_v1 = false,
     .is_inline = true,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(1'500'000),
     .sla = std::chrono::seconds{60},
     .category = "security",
     .lane = Lane::forensics,
     .typical_time = std::chrono::seconds{10},
     .body_max_bytes = k_forensics_body_max_bytes,
     .structure_max_bytes = base::json::k_small_structure,
     .fields = k_custom_fields,
     .refused_members = {},
     .scope = k_network_checks,
     .schema = k_forensics_schema,
     .verdicts = k_forensics_verdicts,
     .description =
         "The six checks with 1 to 8 public hosts or IP addresses that you name: is the way from "
         "our "
         "vantage point to them honest? Private addresses are refused before any charge. Not seen: "
         "as for forensics_run."},
#ifdef ASSAY_TEST_BUILD
    {.key = "verify_basic_twin",
     .family = "verify",
     .variant = "basic-twin",
     .title = "Check the arithmetic of a text once more",
     .in_short = "The same once more, for tests.",
     .v2_path = "/v2/verify/basic-twin",
     .is_on_v1 = true,
     .is_inline = false,
     .is_priced_by_get = false,
     .price = value::AtomicUsd::from_atoms(500'000),
     .sla = std::chrono::seconds{300},
     .category = "ai",
     .lane = Lane::analysis,
     .typical_time = std::chrono::seconds{1},
     .body_max_bytes = std::size_t{6} * 1024 * 1024,
     .structure_max_bytes = base::json::k_large_structure,
     .fields = k_verify_fields,
     .refused_members = {},
     .scope = k_basic_critics,
     .schema = k_verify_schema,
     .has_sample = false,
     .verdicts = k_verify_verdicts,
     .description = "Verify basic once more under another path, so that tests can pay on two "
                    "routes with equal terms, and send the largest bodies that any product will "
                    "take."},
#endif
};

consteval bool has_family(const Product& product)
{
    for (const auto& family : k_families)
        if (family.name == product.family) return true;
    return false;
}

consteval bool is_ascii(std::string_view text)
{
    for (const char c : text)
        if (c < 0x20 || c > 0x7e) return false;
    return true;
}

// A row that breaks one of these rules does not compile.
consteval bool is_sound()
{
    for (const auto& product : k_products) {
        if (!has_family(product)) return false;
        if (product.price < value::k_cent || product.sla <= std::chrono::seconds{0}) return false;
        if (product.typical_time <= std::chrono::milliseconds{0} ||
            product.typical_time > product.sla)
            return false;
        if (product.title.empty() || product.in_short.empty() || product.description.empty() ||
            product.description.size() > k_description_max_chars)
            return false;
        if (!is_ascii(product.description) || product.scope.empty()) return false;
        if (product.may_ask_model() != (product.model_percent > 0) || product.model_percent > 100)
            return false;
        const bool is_written = product.model_part == ModelPart::writes;
        if (is_written == product.written_description.empty() ||
            !is_ascii(product.written_description))
            return false;
        if (!product.v2_path.starts_with("/v2/") || product.body_max_bytes == 0) return false;
        if (body_memory(product.body_max_bytes, product.structure_max_bytes) >
            k_body_memory_max_bytes)
            return false;
        for (const auto& other : k_products)
            if (&other != &product &&
                (other.key == product.key || other.v2_path == product.v2_path ||
                 (other.family == product.family && other.variant == product.variant)))
                return false;
        for (const auto& field : product.fields) {
            if (field.min_size > field.max_size || field.max_size > product.body_max_bytes)
                return false;
            if (field.max_size == 0 || (field.required && field.example.empty())) return false;
            if (field.type == FieldType::text &&
                (field.example.size() < field.min_size || field.example.size() > field.max_size))
                return false;
            if (row_of(field.type).kind.empty()) return false;
            if (!is_ascii(field.example) || !is_ascii(field.description)) return false;
            for (const auto& other : product.fields)
                if (&other != &field && other.name == field.name) return false;
        }
    }
    return true;
}
static_assert(is_sound());

} // namespace

std::span<const Product> products()
{
    return k_products;
}

std::span<const Family> families()
{
    return k_families;
}

} // namespace catalog
