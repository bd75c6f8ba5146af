#include "cli/model_review.hpp"

#include "analysis/confinement.hpp"
#include "analysis/run.hpp"
#include "base/fault.hpp"
#include "cli/own_analysis.hpp"
#include "llm/consultation.hpp"
#include "llm/model.hpp"

namespace cli {

namespace json = base::json;

namespace {

std::string bare_text_in(const json_t* view, const char* key)
{
    return std::string{json::text_member(view, key).value_or("")};
}

std::int64_t count_in(const json_t* view, const char* key)
{
    return json::integer_member(view, key).value_or(0);
}

// What the server heard, and answered so that nothing follows from it.
bool is_unusable(std::string_view outcome)
{
    const auto silence = llm::parse_silence(outcome);
    return silence == llm::Silence::cut_off || silence == llm::Silence::filtered ||
           silence == llm::Silence::truncated || silence == llm::Silence::unreadable;
}

void read_calls(const json_t* llm_view, ModelReview& out)
{
    const json_t* calls_view = json::array_member(llm_view, "calls");
    for (std::size_t i = 0; i < json_array_size(calls_view); ++i) {
        const json_t* call_view = json_array_get(calls_view, i);
        const auto outcome = bare_text_in(call_view, "outcome");
        ++out.outcomes[outcome];
        ++out.calls;
        if (outcome == "used") ++out.used;
        if (is_unusable(outcome)) ++out.unusable;
        out.tokens_in += count_in(call_view, "prompt_tokens");
        out.tokens_out += count_in(call_view, "completion_tokens");
    }
}

// `told`: {"artifact", "transcript"}.
base::Result<ModelReview, std::string> read_review(const Told& told)
{
    if (told.exit != Exit::ok) return base::refuse(told.text);
    const auto made = json::parse(told.text);
    const json_t* artifact_view = made ? json::object_member(made->get(), "artifact") : nullptr;
    const json_t* transcript_view = made ? json::object_member(made->get(), "transcript") : nullptr;
    if (artifact_view == nullptr || transcript_view == nullptr)
        throw base::Fault{"the critics gave no artifact"};
    ModelReview out;
    const json_t* engine_view = json::object_member(artifact_view, "engine");
    const json_t* llm_view = json::object_member(engine_view, "llm");
    const json_t* gate_view = json::object_member(llm_view, "gate");
    out.lack = bare_text_in(engine_view, "degraded_reason");
    out.reported_model = bare_text_in(llm_view, "reported_model");
    out.fingerprint = bare_text_in(llm_view, "fingerprint");
    read_calls(llm_view, out);
    out.pointed = count_in(gate_view, "pointed");
    out.kept = count_in(gate_view, "kept");
    out.canary_ok = count_in(gate_view, "canary_ok");
    out.canary_total = count_in(gate_view, "canary_total");
    out.artifact = json::share(artifact_view);
    out.transcript = json::share(transcript_view);
    return out;
}

bool has_span_in(const json_t* finding_view, std::size_t begin, std::size_t end)
{
    const json_t* spans_view = json::array_member(finding_view, "spans");
    for (std::size_t i = 0; i < json_array_size(spans_view); ++i) {
        const json_t* span_view = json_array_get(spans_view, i);
        if (json::member(span_view, "source") != nullptr) continue; // a place of a source
        const auto from = static_cast<std::size_t>(count_in(span_view, "byte_start"));
        const auto to = static_cast<std::size_t>(count_in(span_view, "byte_end"));
        if (from < end && begin < to) return true;
    }
    return false;
}

} // namespace

base::Result<ModelReview, std::string> review_with_model(const config::Config& config,
                                                         const json::Ref& request,
                                                         std::optional<llm::Level> level,
                                                         std::string_view product)
{
    const auto model = OwnModel::start(config, level);
    if (!model) return base::refuse(model.error());
    return read_review(make_artifact(
        product,
        [&]() -> base::Result<json::Ref, std::string> { return json::share(request.get()); }, {},
        nullptr, model->get()));
}

base::Result<ModelReview, std::string> review_again(const json::Ref& request,
                                                    const json_t* transcript_view,
                                                    std::string_view product)
{
    return read_review(tell_from_child([&]() -> Told {
        analysis::confine(analysis::Sockets::none);
        const auto model = llm::Recorded::parse(transcript_view);
        if (model == nullptr) return {Exit::error, "what was kept is no transcript"};
        analysis::Envelope envelope;
        json::set(envelope.members.get(), "model", llm::settings_json(model->settings()));
        auto made =
            analysis::run_product(analysis::text_engines(), product, json::dump(request.get()),
                                  {.envelope = std::move(envelope), .model = model.get()});
        if (made.exit_status != analysis::k_exit_artifact || model->differs() ||
            !model->is_used_up())
            return {Exit::error, "what was kept is of another text, or of other questions"};
        return {Exit::ok, std::move(made.output)};
    }));
}

bool finds(const ModelReview& review, Finder finder, std::size_t begin, std::size_t end)
{
    const json_t* all_view = json::array_member(review.artifact.get(), "findings");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* each_view = json_array_get(all_view, i);
        const json_t* final_view = json::object_member(each_view, "final");
        const bool stands = json::text_member(final_view, "status") != "withdrawn" &&
                            json::text_member(final_view, "severity") != "info";
        const auto by = json::text_member(each_view, "pointed_by") ? Finder::model : Finder::rules;
        if (stands && by == finder && has_span_in(each_view, begin, end)) return true;
    }
    return false;
}

} // namespace cli
