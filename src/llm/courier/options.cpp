#include "llm/courier/courier.hpp"

namespace llm::courier {

namespace json = base::json;

namespace {

constexpr std::int64_t k_most = 1'000'000'000'000;

// 0 .. most; nullopt of anything else.
std::optional<std::int64_t> count(const json_t* view, const char* key, std::int64_t most = k_most)
{
    const auto number = json::integer_member(view, key);
    if (!number || *number < 0 || *number > most) return std::nullopt;
    return number;
}

std::optional<Allowance> parse_allowance(const json_t* view)
{
    constexpr std::int64_t k_most_calls = 100'000;
    constexpr std::int64_t k_longest_ms = 3'600'000;
    constexpr std::int64_t k_most_tokens = 1'000'000'000;
    // Prices and tokens of these sizes multiply within 64 bits.
    constexpr std::int64_t k_dearest = 1'000'000'000;
    const auto calls = count(view, "calls", k_most_calls);
    const auto tokens = count(view, "tokens", k_most_tokens);
    const auto money = count(view, "money", k_dearest);
    const auto price_in = count(view, "price_in", k_dearest);
    const auto price_out = count(view, "price_out", k_dearest);
    const auto time = count(view, "time_ms", k_longest_ms);
    if (!calls || !tokens || !money || !price_in || !price_out || !time) return std::nullopt;
    return Allowance{static_cast<int>(*calls),        *tokens, *money, *price_in, *price_out,
                     std::chrono::milliseconds{*time}};
}

} // namespace

json::Ref options_json(const Options& options)
{
    const auto& allowance = options.allowance;
    return json::object("url", options.url, "token", options.token, "settings",
                        settings_json(options.settings), "call_timeout_ms",
                        options.call_timeout.count(), "allowance",
                        json::object("calls", allowance.calls, "tokens", allowance.tokens, "money",
                                     allowance.money, "price_in", allowance.price_in, "price_out",
                                     allowance.price_out, "time_ms", allowance.time.count()));
}

std::optional<Options> parse_options(std::string_view text)
{
    const auto parsed = json::parse(text);
    if (!parsed) return std::nullopt;
    const auto url = json::text_member(parsed->get(), "url");
    const auto token = json::text_member(parsed->get(), "token");
    auto settings = parse_settings(json::object_member(parsed->get(), "settings"));
    const auto timeout = count(parsed->get(), "call_timeout_ms");
    const auto allowance = parse_allowance(json::object_member(parsed->get(), "allowance"));
    if (!url || !token || !settings || !timeout || *timeout == 0 || !allowance) return std::nullopt;
    return Options{std::string{*url}, std::string{*token}, std::move(*settings), *allowance,
                   std::chrono::milliseconds{*timeout}};
}

} // namespace llm::courier
