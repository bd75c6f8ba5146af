#include "cli/replay.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "cli/child.hpp"
#include "llm/consultation.hpp"
#include "llm/interview.hpp"
#include "request/sources.hpp"

#include <algorithm>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

// What the worker adds to what an analysis prints (DESIGN.md, 8).
constexpr const char* k_of_the_worker[] = {"job_id", "product", "completed_at", "usage"};

Told differs(std::string_view sentence)
{
    return {Exit::error, std::string{sentence}};
}

// nullptr: no JSON object.
json::Ref object_in(std::string_view text)
{
    auto parsed = json::parse(text);
    return parsed && json_is_object(parsed->get()) ? std::move(*parsed) : nullptr;
}

bool names_pages(const json_t* request_view)
{
    const json_t* sources_view = json::member(request_view, "sources");
    if (sources_view == nullptr) return false;
    const auto sources = request::read_sources(sources_view);
    return sources && std::any_of(sources->begin(), sources->end(),
                                  [](const request::Source& each) { return each.is_fetched(); });
}

std::string digest_of(const json_t* value)
{
    const auto bytes = base::canonical_json_of_ours(value);
    return value::Digest{base::sha256(base::bytes_of(bytes))}.text();
}

// One of the operator's own names no product, but its kind and its tier: "verify/3", "deep".
std::string product_of(const json_t* artifact_view)
{
    if (const auto named = json::text_member(artifact_view, "product")) return std::string{*named};
    const auto kind = json::text_member(artifact_view, "artifact").value_or("");
    const auto name = kind.substr(0, kind.find('/'));
    const auto tier = json::text_member(artifact_view, "tier");
    return tier ? concat(name, '_', *tier) : std::string{name};
}

// What the artifact says that its model lacked.
std::string_view lack_in(const json_t* artifact_view)
{
    return json::text_member(json::object_member(artifact_view, "engine"), "degraded_reason")
        .value_or("");
}

Told decide_anew(const Replay& given)
{
    auto artifact = object_in(given.artifact);
    if (const json_t* inner_view = json::object_member(artifact.get(), "artifact"))
        artifact = json::share(inner_view);
    const auto transcript = object_in(given.transcript);
    const auto request = object_in(given.request);
    if (!artifact || !transcript || !request)
        return differs("result, record and request are not all JSON objects");
    const auto model = llm::Recorded::parse(transcript.get());
    if (model == nullptr) return differs("the record is none of this format");
    const json_t* llm_view =
        json::object_member(json::object_member(artifact.get(), "engine"), "llm");
    if (json::text_member(llm_view, "transcript_sha256") != digest_of(transcript.get()))
        return differs("the result names another record, or none");
    if (names_pages(request.get()))
        return differs("the request names pages, which are in no record");
    const std::string product = product_of(artifact.get());
    for (const char* member : k_of_the_worker) json_object_del(artifact.get(), member);
    analysis::Envelope envelope;
    json::set(envelope.members.get(), "model", llm::settings_json(model->settings()));
    const auto made =
        analysis::run_product(analysis::text_engines(), product, given.request,
                              {.envelope = std::move(envelope), .model = model.get()});
    const auto both =
        made.exit_status == analysis::k_exit_artifact ? object_in(made.output) : nullptr;
    if (!both) return differs("the request is none of this product");
    if (model->differs() || !model->is_used_up())
        return differs("the record is of another text, or of another edition of the engine");
    const std::string_view lack = lack_in(artifact.get());
    const json_t* made_view = json::object_member(both.get(), "artifact");
    // Only the worker can tell that a text of ours did not fail at that moment (DESIGN.md, 7).
    if (lack == llm::name_of(llm::Lack::budget) &&
        lack_in(made_view) == llm::name_of(llm::Lack::away))
        json::set(json_object_get(made_view, "engine"), "degraded_reason", json::value(lack));
    const bool is_same =
        base::canonical_json_of_ours(made_view) == base::canonical_json_of_ours(artifact.get());
    if (!is_same) return differs("the recorded answers give another result");
    return {Exit::ok, "the recorded answers, decided anew, give this result to the byte"};
}

} // namespace

ProofStep replay(const Replay& given)
{
    const Told told = tell_from_child([&] {
        analysis::confine(analysis::Sockets::none);
        return decide_anew(given);
    });
    return {"replay", told.exit == Exit::ok ? Finding::agrees : Finding::differs, told.text,
            "nobody: computed here"};
}

} // namespace cli
