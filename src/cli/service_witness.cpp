#include "base/concat.hpp"
#include "cli/artifact_witnesses.hpp"
#include "net/url.hpp"

namespace cli {

namespace {

using base::concat;
using base::refuse;

constexpr std::string_view k_service_step = "service";
constexpr std::chrono::seconds k_service_connect_timeout{5};
constexpr std::chrono::seconds k_service_timeout{20};
constexpr std::size_t k_service_answer_max_bytes = std::size_t{8}
                                                   << 20U; // requests have 6 MiB at most

base::Result<net::HttpResponse, std::string> get(std::string url, net::HttpClient& http)
{
    net::HttpRequest request;
    request.url = std::move(url);
    request.headers.push_back({"Accept", "application/json"});
    request.connect_timeout = k_service_connect_timeout;
    request.total_timeout = k_service_timeout;
    request.response_limit = k_service_answer_max_bytes;
    auto answer = http.send(request);
    if (!answer) return refuse(answer.error().detail);
    return std::move(*answer);
}

base::Result<net::HttpResponse, std::string> get(const JobPlace& place, std::string_view what,
                                                 net::HttpClient& http)
{
    return get(concat(place.service, "/v1/job/", place.job_id.text(), what), http);
}

ProofStep step_of_status(int status, bool is_needed)
{
    const auto step = [](Finding finding, std::string detail) {
        return ProofStep{k_service_step, finding, std::move(detail), ""};
    };
    switch (status) {
    case 202: return step(Finding::not_yet, "the job is not finished");
    case 402: return step(Finding::not_yet, "the job awaits its payment");
    case 404: return step(Finding::differs, "knows no such job");
    case 410:
        // Nothing contradicts it: who kept the result can still have it checked.
        return step(is_needed ? Finding::no_answer : Finding::note,
                    "has no result of the job any more (410): a file with it can be checked");
    default:
        if (status >= 300 && status < 400)
            return step(Finding::no_answer,
                        concat("points elsewhere (", status, "), which is not followed"));
        return step(Finding::no_answer, concat("answered ", status));
    }
}

std::optional<value::EvmAddress> sender_in(std::string_view manifest_text)
{
    const auto manifest = base::json::parse(manifest_text, base::json::Integers::as_double);
    if (!manifest) return std::nullopt;
    const auto text =
        base::json::text_member(json_object_get(manifest->get(), "provenance"), "address");
    return text ? value::EvmAddress::parse(*text) : std::nullopt;
}

} // namespace

std::string name_of(const std::string& service)
{
    const auto parts = net::parse_url(service);
    const std::string origin = parts ? parts->origin : "?";
    return origin.starts_with("https:") ? origin : concat(origin, " and the network to it");
}

std::optional<Artifact> ask_envelope(const JobPlace& place, bool is_needed, net::HttpClient& http,
                                     ProofReport& report)
{
    const std::string who = name_of(place.service);
    const auto answer = get(place, "", http);
    if (!answer) {
        report.add({k_service_step, Finding::no_answer, answer.error(), who});
        return std::nullopt;
    }
    if (answer->status != 200) {
        ProofStep step = step_of_status(answer->status, is_needed);
        step.trusted = who;
        report.add(std::move(step));
        return std::nullopt;
    }
    auto artifact = read_artifact(answer->body);
    if (!artifact) {
        const auto parsed = base::json::parse(answer->body, base::json::Integers::as_double);
        const auto status =
            parsed ? base::json::text_member(parsed->get(), "status") : std::nullopt;
        if (status == "failed" || status == "expired")
            report.add({k_service_step, Finding::differs,
                        concat("the job has no result: it is ", *status), who});
        else
            report.add(
                {k_service_step, Finding::no_answer, concat("its answer ", artifact.error()), who});
        return std::nullopt;
    }
    if (artifact->envelope == nullptr) {
        report.add({k_service_step, Finding::no_answer, "its answer is no envelope of a job", who});
        return std::nullopt;
    }
    if (artifact->job_id != place.job_id) {
        report.add(
            {k_service_step, Finding::differs, "answers with the result of another job", who});
        return std::nullopt;
    }
    return std::move(*artifact);
}

void compare_stated_hash(const Artifact& envelope, const value::Digest& hash,
                         const std::string& source, ProofReport& report)
{
    const auto stated = stated_hash(envelope);
    if (!stated)
        report.add(
            {k_service_step, Finding::differs, "the envelope has no readable result_hash", source});
    else if (*stated == hash)
        report.add(
            {k_service_step, Finding::agrees, "the envelope's result_hash is the same", source});
    else
        report.add({k_service_step, Finding::differs,
                    concat("the envelope's result_hash is another, ", stated->text()), source});
}

std::optional<value::EvmAddress> ask_published_sender(const std::string& service,
                                                      net::HttpClient& http, ProofReport& report)
{
    const auto answer = get(concat(service, "/.well-known/x402.json"), http);
    const auto address = answer && answer->status == 200 ? sender_in(answer->body) : std::nullopt;
    if (!address)
        report.add({k_service_step, Finding::note,
                    "publishes no account that its anchors come from", name_of(service)});
    return address;
}

void ask_stored_bytes(const JobPlace& place, const value::Digest& hash, net::HttpClient& http,
                      ProofReport& report)
{
    const std::string who = name_of(place.service);
    const auto answer = get(place, "/artifact", http);
    if (!answer) {
        report.add({k_service_step, Finding::no_answer, answer.error(), who});
    } else if (answer->status != 200) {
        ProofStep step = step_of_status(answer->status, /*is_needed=*/false);
        step.trusted = who;
        report.add(std::move(step));
    } else if (base::sha256(base::bytes_of(answer->body)) == hash.bytes()) {
        report.add({k_service_step, Finding::agrees, "the bytes it keeps hash to the same", who});
    } else {
        report.add(
            {k_service_step, Finding::differs, "the bytes it keeps hash to something else", who});
    }
}

} // namespace cli
