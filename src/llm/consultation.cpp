#include "llm/consultation.hpp"

#include "base/canonical_json.hpp"

#include <set>

namespace llm {

namespace json = base::json;

namespace {

constexpr std::string_view k_format = "assay-transcript/1";

std::string digest_of(std::string_view text)
{
    return value::Digest{base::sha256(base::bytes_of(text))}.text();
}

json::Ref call_json(int number, const Call& call)
{
    auto out = json::object("n", number, "task", call.task, "outcome",
                            call.silence ? name_of(*call.silence) : "used", "request_sha256",
                            digest_of(call.request), "response_sha256",
                            call.body ? json::value(digest_of(*call.body)) : json::value(nullptr),
                            "prompt_tokens", nullptr, "completion_tokens", nullptr);
    if (call.usage) {
        json::set(out.get(), "prompt_tokens", json::value(call.usage->prompt_tokens));
        json::set(out.get(), "completion_tokens", json::value(call.usage->completion_tokens));
    }
    return out;
}

json::Ref text_or_null(const std::string& text)
{
    return text.empty() ? json::value(nullptr) : json::value(text);
}

} // namespace

Consultation::Consultation(Model& model, Settings settings)
    : m_model{model}, m_settings{std::move(settings)}
{
}

base::Result<json::Ref, Silence> Consultation::ask(const Question& question)
{
    Call call;
    call.task = question.task;
    call.request = request_text(question, m_settings);
    const auto silent = [&](Silence why) {
        call.silence = why;
        m_calls.push_back(std::move(call));
        return base::refuse(why);
    };
    if (!fits(question, m_settings)) return silent(Silence::too_long);
    m_kept += call.request.size();
    if (m_kept > k_most_kept) return silent(Silence::over_budget);
    call.was_asked = true;
    auto body = m_model.ask(question);
    if (!body) return silent(body.error());
    if (!is_text(*body)) return silent(Silence::unreadable);
    m_kept += body->size();
    call.body = std::move(*body);
    call.usage = usage_of(*call.body);
    auto answer = read_answer(*call.body, question, m_settings);
    if (!answer) return silent(answer.error());
    m_reported_model = answer->model;
    m_fingerprint = answer->fingerprint;
    m_calls.push_back(std::move(call));
    return std::move(answer->content);
}

void Consultation::reject()
{
    m_calls.back().silence = Silence::unreadable;
}

json::Ref engine_json(const Consultation& consultation)
{
    std::set<std::string_view> tasks;
    auto calls = json::array();
    int number = 0;
    for (const auto& call : consultation.calls()) {
        tasks.insert(call.task);
        json::append(calls.get(), call_json(++number, call));
    }
    auto prompts = json::array();
    for (const auto task : tasks) json::append(prompts.get(), json::value(task));
    const auto& settings = consultation.settings();
    return json::object(
        "api", "openai-chat", "model", settings.model, "reported_model",
        text_or_null(consultation.reported_model()), "fingerprint",
        text_or_null(consultation.fingerprint()), "prompts", std::move(prompts), "params",
        json::object("temperature", 0, "top_p", 1, "seed", settings.seed, "max_tokens",
                     settings.max_output_tokens),
        "calls", std::move(calls), "transcript_sha256",
        digest_of(base::canonical_json_of_ours(transcript_json(consultation).get())),
        "reproducible", false, "statement",
        "Nothing that the model said counts unless code computed it, or compared it with what "
        "stands there; another run may say otherwise. Given the recorded answers, this artifact "
        "follows exactly.");
}

json::Ref transcript_json(const Consultation& consultation)
{
    auto calls = json::array();
    for (const auto& call : consultation.calls()) {
        if (!call.was_asked) continue;
        auto kept = json::object("task", call.task, "request", call.request);
        if (call.body)
            json::set(kept.get(), "body", json::value(*call.body));
        else
            json::set(kept.get(), "silence", json::value(name_of(*call.silence)));
        json::append(calls.get(), std::move(kept));
    }
    return json::object("format", k_format, "settings", settings_json(consultation.settings()),
                        "calls", std::move(calls));
}

std::unique_ptr<Recorded> Recorded::parse(const json_t* transcript_view)
{
    if (json::text_member(transcript_view, "format") != k_format) return nullptr;
    auto settings = parse_settings(json::object_member(transcript_view, "settings"));
    const json_t* calls_view = json::array_member(transcript_view, "calls");
    if (!settings || calls_view == nullptr) return nullptr;
    auto out = std::make_unique<Recorded>();
    out->m_settings = std::move(*settings);
    for (std::size_t i = 0; i < json_array_size(calls_view); ++i) {
        const json_t* call_view = json_array_get(calls_view, i);
        const auto request = json::text_member(call_view, "request");
        const auto body = json::text_member(call_view, "body");
        const auto silence = parse_silence(json::text_member(call_view, "silence").value_or(""));
        if (!request || body.has_value() == silence.has_value()) return nullptr;
        if (body)
            out->m_calls.push_back({std::string{*request}, std::string{*body}});
        else
            out->m_calls.push_back({std::string{*request}, base::refuse(*silence)});
    }
    return out;
}

base::Result<std::string, Silence> Recorded::ask(const Question& question)
{
    if (is_used_up()) {
        m_differs = true;
        return base::refuse(Silence::away);
    }
    const Kept& kept = m_calls[m_next++];
    if (kept.request != request_text(question, m_settings)) {
        m_differs = true;
        return base::refuse(Silence::unreadable);
    }
    return kept.answer;
}

} // namespace llm
