#include "cli/verify_artifact.hpp"

#include "base/concat.hpp"
#include "cli/arguments.hpp"
#include "cli/replay.hpp"
#include "config/suggest.hpp"
#include "net/curl_http_client.hpp"
#include "net/url.hpp"

#include <charconv>
#include <fstream>
#include <iostream>

namespace cli {

namespace {

using base::concat;
using base::refuse;

constexpr std::size_t k_file_max_bytes = std::size_t{8} << 20U;
constexpr std::size_t k_most_nodes = 5;
constexpr std::string_view k_nobody = "nobody: computed here";

// Base: its public endpoint, and where the attestation service is on every chain of the OP stack.
constexpr std::string_view k_rpc_url = "https://mainnet.base.org";
constexpr std::uint64_t k_chain_id = 8453;
constexpr std::string_view k_contract = "0x4200000000000000000000000000000000000021";

constexpr std::string_view k_job_path = "/v1/job/";

// The URL without the slashes at its end; nullopt when nothing can be appended to it.
std::optional<std::string> service_of(std::string_view url)
{
    if (!net::parse_url(url) || url.find_first_of("?#") != std::string_view::npos)
        return std::nullopt;
    while (url.ends_with('/')) url.remove_suffix(1);
    return std::string{url};
}

// "<service>/v1/job/<job id>", with "/artifact" or not.
std::optional<JobPlace> job_place(std::string_view url)
{
    const std::size_t at = url.find(k_job_path);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view id_text = url.substr(at + k_job_path.size());
    if (id_text.ends_with("/artifact")) id_text.remove_suffix(std::string_view{"/artifact"}.size());
    const auto id = value::JobId::parse(id_text);
    auto service = service_of(url.substr(0, at));
    if (!id || !service) return std::nullopt;
    return JobPlace{std::move(*service), *id};
}

std::vector<std::string> comma_separated(std::string_view text)
{
    std::vector<std::string> out;
    for (;;) {
        const std::size_t end = text.find(',');
        out.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

// What the file holds; the error is a sentence.
base::Result<std::string, std::string> read_whole(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    std::string out(k_file_max_bytes + 1, '\0');
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    if (!file.eof() || file.bad()) {
        const bool is_long = file.gcount() == static_cast<std::streamsize>(out.size());
        return refuse(is_long ? concat("is longer than ", k_file_max_bytes, " bytes")
                              : std::string{"cannot be read"});
    }
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
}

void report_artifact(const Artifact& artifact, ProofReport& report)
{
    report.set_hash(artifact.hash.text());
    report.add({"hash", Finding::agrees,
                concat("SHA-256 of the ", artifact.byte_count, " canonical bytes of ",
                       artifact.job_id.text(), " is ", artifact.hash.text()),
                std::string{k_nobody}});
}

// Whether the result follows from the record; false: a file cannot be read.
bool replay_files(const ProofPlan& plan, const std::string& artifact, ProofReport& report)
{
    Replay given{.artifact = artifact, .transcript = {}, .request = {}};
    for (const auto& [path, text] : {std::pair{&plan.transcript, &given.transcript},
                                     std::pair{&plan.request, &given.request}}) {
        auto read = read_whole(*path);
        if (!read) {
            std::cerr << "assay verify-artifact: " << config::printable(*path) << ' '
                      << read.error() << '\n';
            return false;
        }
        *text = std::move(*read);
    }
    report.add(replay(given));
    return true;
}

// The result in a file, and what the service says of that job when it is to be asked. An empty
// report: the file, or one of the record's, cannot be read.
std::optional<Artifact> take_file(const ProofPlan& plan, const std::string& path,
                                  net::HttpClient& http, ProofReport& report)
{
    const auto text = read_whole(path);
    if (text && !plan.transcript.empty() && !replay_files(plan, *text, report)) return std::nullopt;
    auto artifact = text ? read_artifact(*text) : refuse(text.error());
    if (!artifact && !report.is_empty()) {
        report.add({"file", Finding::note,
                    concat(artifact.error(), ": only the record was looked at"),
                    std::string{k_nobody}});
        return std::nullopt;
    }
    if (!artifact) {
        std::cerr << "assay verify-artifact: " << config::printable(path) << ' ' << artifact.error()
                  << '\n';
        return std::nullopt;
    }
    report_artifact(*artifact, report);
    if (artifact->envelope != nullptr)
        compare_stated_hash(*artifact, artifact->hash, "who gave the file", report);
    else if (!artifact->was_canonical)
        report.add({"file", Finding::note, "is not in canonical form: sha256sum says another hash",
                    std::string{k_nobody}});
    if (plan.service.empty()) {
        report.add({"service", Finding::note, "was not asked", std::string{"nobody"}});
        return std::move(*artifact);
    }
    const JobPlace place{plan.service, artifact->job_id};
    if (const auto served = ask_envelope(place, /*is_needed=*/false, http, report)) {
        compare_stated_hash(*served, artifact->hash, name_of(place.service), report);
        ask_stored_bytes(place, artifact->hash, http, report);
        if (!stated_transaction(*artifact))
            artifact->envelope = base::json::share(served->envelope.get());
    }
    return std::move(*artifact);
}

std::optional<Artifact> take_job(const JobPlace& place, net::HttpClient& http, ProofReport& report)
{
    auto artifact = ask_envelope(place, /*is_needed=*/true, http, report);
    if (!artifact) return std::nullopt;
    report_artifact(*artifact, report);
    compare_stated_hash(*artifact, artifact->hash, name_of(place.service), report);
    ask_stored_bytes(place, artifact->hash, http, report);
    return artifact;
}

} // namespace

base::Result<ProofPlan, std::string> plan_proof(Words words)
{
    constexpr AcceptedOption k_options[] = {
        {"--service", true},  {"--rpc", true},    {"--tx", true},      {"--chain-id", true},
        {"--contract", true}, {"--replay", true}, {"--request", true}, {"--json", false}};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return refuse(arguments.error());
    if (arguments->words().empty()) return refuse(std::string{"say which result"});
    const std::string& target = arguments->words().front();

    ProofPlan plan{.target = target,
                   .service = "",
                   .rpc_urls = {},
                   .tx_hash = std::nullopt,
                   .chain_id = k_chain_id,
                   .contract = value::EvmAddress::parse(k_contract).value(),
                   .transcript = arguments->value("--replay").value_or(""),
                   .request = arguments->value("--request").value_or(""),
                   .as_json = arguments->has("--json")};
    if (plan.transcript.empty() != plan.request.empty())
        return refuse(std::string{"--replay and --request go together"});
    if (const auto text = arguments->value("--service")) {
        auto service = service_of(*text);
        if (!service) return refuse(std::string{"--service is not the URL of a service"});
        plan.service = std::move(*service);
    }
    if (target.starts_with("http://") || target.starts_with("https://")) {
        auto place = job_place(target);
        if (!place) return refuse(std::string{"the URL is not that of a job: .../v1/job/JOB_ID"});
        if (!plan.service.empty()) return refuse(std::string{"the URL names the service already"});
        plan.target = place->job_id;
        plan.service = std::move(place->service);
    } else if (const auto id = value::JobId::parse(target)) {
        if (plan.service.empty()) return refuse(std::string{"a job id needs --service URL"});
        plan.target = *id;
    }
    if (!plan.transcript.empty() && !plan.service.empty() &&
        !std::holds_alternative<std::string>(plan.target))
        return refuse(std::string{"--replay takes the result in a file"});
    plan.rpc_urls = comma_separated(arguments->value("--rpc").value_or(std::string{k_rpc_url}));
    for (const std::string& each : plan.rpc_urls)
        if (!net::parse_url(each)) return refuse(std::string{"--rpc is not a URL, or several"});
    if (plan.rpc_urls.size() > k_most_nodes)
        return refuse(concat("--rpc takes ", k_most_nodes, " URLs at most"));
    if (const auto text = arguments->value("--tx")) {
        plan.tx_hash = value::TxHash::parse(*text);
        if (!plan.tx_hash) return refuse(std::string{"--tx is not 0x and 64 hex digits"});
    }
    if (const auto text = arguments->value("--chain-id")) {
        const auto network = value::EvmNetwork::parse(concat("eip155:", *text));
        if (!network) return refuse(std::string{"--chain-id is no chain id"});
        plan.chain_id = network->chain_id();
    }
    if (const auto text = arguments->value("--contract")) {
        const auto contract = value::EvmAddress::parse(*text);
        if (!contract) return refuse(std::string{"--contract is not 0x and 40 hex digits"});
        plan.contract = *contract;
    }
    return plan;
}

Exit verify_artifact(const ProofPlan& plan, net::HttpClient& http)
{
    ProofReport report;
    const auto* id = std::get_if<value::JobId>(&plan.target);
    const auto artifact = id != nullptr
                              ? take_job({plan.service, *id}, http, report)
                              : take_file(plan, std::get<std::string>(plan.target), http, report);
    if (!artifact && report.is_empty()) return Exit::usage;
    const auto tx_hash = artifact && !plan.tx_hash ? stated_transaction(*artifact) : plan.tx_hash;
    std::optional<value::EvmAddress> published;
    if (artifact && !plan.service.empty())
        published = ask_published_sender(plan.service, http, report);
    for (std::size_t i = 0; artifact && i < plan.rpc_urls.size(); ++i)
        ask_chain({.rpc_url = plan.rpc_urls[i],
                   .chain_id = plan.chain_id,
                   .contract = plan.contract,
                   .hash = artifact->hash,
                   .tx_hash = tx_hash,
                   .is_tx_asked_for = plan.tx_hash.has_value(),
                   .published = published},
                  http, report);
    report.print(plan.as_json);
    return report.exit();
}

Exit run_verify_artifact(Words words)
{
    const auto plan = plan_proof(words);
    if (!plan) return complain_usage(verb_named("verify-artifact"), plan.error());
    // Both were named by who runs the program.
    std::vector<std::string> urls = plan->rpc_urls;
    if (!plan->service.empty()) urls.push_back(plan->service);
    const net::OperatorEgress egress{urls};
    net::CurlHttpClient http{egress};
    return verify_artifact(*plan, http);
}

} // namespace cli
