#include "llm/chat.hpp"

#include "base/canonical_json.hpp"

#include <algorithm>

namespace llm {

namespace json = base::json;

namespace {

constexpr std::int64_t k_most_bytes_of_a_token = 6;
constexpr std::int64_t k_most_tokens_told = 100'000'000;
constexpr std::size_t k_longest_name = 200;

std::string name_member(const json_t* object_view, const char* key)
{
    const auto text = json::text_member(object_view, key).value_or("");
    return text.size() <= k_longest_name ? std::string{text} : std::string{};
}

std::optional<Usage> usage_in(const json_t* reply_view)
{
    const json_t* usage_view = json::object_member(reply_view, "usage");
    const auto prompt = json::integer_member(usage_view, "prompt_tokens");
    const auto completion = json::integer_member(usage_view, "completion_tokens");
    const auto believable = [](const std::optional<std::int64_t>& count) {
        return count && *count >= 0 && *count <= k_most_tokens_told;
    };
    if (!believable(prompt) || !believable(completion)) return std::nullopt;
    return Usage{*prompt, *completion};
}

// The first choice: no other is asked for.
const json_t* choice_in(const json_t* reply_view)
{
    const json_t* choices_view = json::array_member(reply_view, "choices");
    const json_t* first_view = json_array_get(choices_view, 0);
    return json_is_object(first_view) ? first_view : nullptr;
}

json::Ref message(std::string_view role, std::string_view content)
{
    return json::object("role", role, "content", content);
}

// "verify_gap_1" of the task "verify.gap/1": servers take letters, digits and lines.
std::string schema_name(std::string_view task)
{
    std::string out{task};
    for (char& c : out)
        if (c == '.' || c == '/') c = '_';
    return out;
}

// nullopt: a member is missing or wrong. `low` follows from the rest: it is not read.
std::optional<Power> parse_power(const json_t* power_view)
{
    constexpr std::int64_t k_most_texts = 1'000'000'000;
    const auto found = json::integer_member(power_view, "found");
    const auto of = json::integer_member(power_view, "of");
    const auto set = json::text_member(power_view, "set");
    const auto on = json::text_member(power_view, "on");
    if (!found || !of || !set || !on) return std::nullopt;
    if (*found < 0 || *found > *of || *of > k_most_texts) return std::nullopt;
    return Power{{*found, *of}, std::string{*set}, std::string{*on}};
}

constexpr std::string_view k_levels[] = {"none", "A", "B"};

} // namespace

std::string_view name_of(Level level)
{
    return k_levels[static_cast<std::size_t>(level)];
}

std::optional<Level> parse_level(std::string_view name)
{
    const auto* found = std::ranges::find(k_levels, name);
    if (found == std::end(k_levels)) return std::nullopt;
    return static_cast<Level>(found - std::begin(k_levels));
}

json::Ref power_json(const Power& power)
{
    return json::object("found", power.found.part, "of", power.found.of, "low",
                        to_four_digits(power.found.low()), "set", power.set, "on", power.on);
}

json::Ref settings_json(const Settings& settings)
{
    return json::object("model", settings.model, "expected", settings.expected, "context_tokens",
                        settings.context_tokens, "max_output_tokens", settings.max_output_tokens,
                        "seed", settings.seed, "nonce", settings.nonce, "level",
                        name_of(settings.level), "measured", settings.measured, "power",
                        settings.power ? power_json(*settings.power) : json::value(nullptr));
}

std::optional<Settings> parse_settings(const json_t* settings_view)
{
    constexpr std::int64_t k_most_tokens = 100'000'000;
    const auto model = json::text_member(settings_view, "model");
    const auto expected = json::text_member(settings_view, "expected");
    const auto context = json::integer_member(settings_view, "context_tokens");
    const auto output = json::integer_member(settings_view, "max_output_tokens");
    const auto seed = json::integer_member(settings_view, "seed");
    const auto nonce = json::text_member(settings_view, "nonce");
    const auto level = parse_level(json::text_member(settings_view, "level").value_or("none"));
    const auto measured = json::text_member(settings_view, "measured");
    const json_t* power_view = json::object_member(settings_view, "power");
    auto power = parse_power(power_view);
    if (!model || !expected || !context || !output || !seed || !nonce || !level ||
        (power_view != nullptr && !power))
        return std::nullopt;
    for (const auto count : {*context, *output})
        if (count < 1 || count > k_most_tokens) return std::nullopt;
    return Settings{std::string{*model},
                    std::string{*expected},
                    static_cast<int>(*context),
                    static_cast<int>(*output),
                    *seed,
                    std::string{*nonce},
                    *level,
                    measured ? std::optional{std::string{*measured}} : std::nullopt,
                    std::move(power)};
}

std::string request_text(const Question& question, const Settings& settings)
{
    // No member that only some servers know: hosted ones refuse those.
    const auto request = json::object(
        "model", settings.model, "messages",
        json::array(message("system", question.instructions), message("user", question.material)),
        "temperature", 0, "top_p", 1, "seed", settings.seed, "max_tokens",
        settings.max_output_tokens, "n", 1, "stream", false, "response_format",
        json::object("type", "json_schema", "json_schema",
                     json::object("name", schema_name(question.task), "strict", true, "schema",
                                  json::share(question.schema.get()))));
    return base::canonical_json_of_ours(request.get());
}

bool is_text(std::string_view bytes)
{
    return json::Ref{json_stringn(bytes.data(), bytes.size())} != nullptr;
}

std::int64_t most_tokens(std::string_view text)
{
    // Latin letters come to at least three bytes a token in nearly every vocabulary; others, and
    // runs of digits and signs, to one or two.
    std::int64_t latin = 0;
    std::int64_t other = 0;
    for (const char each : text) {
        const bool is_letter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
        ++(is_letter || each == ' ' ? latin : other);
    }
    return latin / 3 + other + 1;
}

std::int64_t fewest_tokens(std::string_view text)
{
    return static_cast<std::int64_t>(text.size()) / k_most_bytes_of_a_token;
}

bool fits(const Question& question, const Settings& settings)
{
    constexpr std::int64_t k_of_the_template = 64;
    return most_tokens(question.instructions) + most_tokens(question.material) +
               settings.max_output_tokens + k_of_the_template <=
           settings.context_tokens;
}

std::optional<Usage> usage_of(std::string_view body)
{
    const auto reply = json::parse_within(body, json::k_small_structure);
    return reply ? usage_in(reply->get()) : std::nullopt;
}

base::Result<Answer, Silence> read_answer(std::string_view body, const Question& question,
                                          const Settings& settings)
{
    const auto reply = json::parse_within(body, json::k_small_structure);
    if (!reply || !json_is_object(reply->get())) return base::refuse(Silence::unreadable);
    const json_t* choice_view = choice_in(reply->get());
    const json_t* message_view = json::object_member(choice_view, "message");
    if (message_view == nullptr) return base::refuse(Silence::unreadable);
    Answer out;
    out.model = name_member(reply->get(), "model");
    out.fingerprint = name_member(reply->get(), "system_fingerprint");
    out.usage = usage_in(reply->get());
    if (!settings.expected.empty() && out.model != settings.expected)
        return base::refuse(Silence::wrong_model);
    // Ollama cuts a long prompt at its front, the instructions first, and answers all the same.
    const auto sent = fewest_tokens(question.instructions) + fewest_tokens(question.material);
    if (out.usage && out.usage->prompt_tokens < sent) return base::refuse(Silence::truncated);
    const auto finish = json::text_member(choice_view, "finish_reason").value_or("");
    if (finish == "length") return base::refuse(Silence::cut_off);
    if (finish == "content_filter" || json::text_member(message_view, "refusal"))
        return base::refuse(Silence::filtered);
    if (finish != "stop") return base::refuse(Silence::unreadable);
    const auto text = json::text_member(message_view, "content").value_or("");
    auto content = json::parse_within(text, json::k_small_structure);
    if (!content || !json_is_object(content->get())) return base::refuse(Silence::unreadable);
    out.content = std::move(*content);
    return out;
}

} // namespace llm
