#include "llm/record_parts.hpp"

#include "base/concat.hpp"

#include <algorithm>
#include <fstream>

namespace llm {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::size_t k_longest_text = 300;
constexpr std::int64_t k_most_counted = 1'000'000'000;

std::optional<Share> parse_share(const json_t* record_view, const char* key)
{
    const json_t* share_view = json::object_member(record_view, key);
    const auto part = json::integer_member(share_view, "part");
    const auto of = json::integer_member(share_view, "of");
    if (!part || !of || *part < 0 || *part > *of || *of > k_most_counted) return std::nullopt;
    return Share{*part, *of};
}

} // namespace

json::Ref share_json(const Share& share)
{
    return json::object("part", share.part, "of", share.of, "low", to_four_digits(share.low()),
                        "high", to_four_digits(share.high()));
}

json::Ref measurement_json(std::string_view format, const Measurement& measurement)
{
    auto prompts = json::array();
    for (const auto& each : measurement.prompts) json::append(prompts.get(), json::value(each));
    return json::object("format", format, "model", measurement.model, "reported_model",
                        measurement.reported_model, "fingerprint", measurement.fingerprint,
                        "prompts", std::move(prompts), "gate", measurement.gate, "ruleset",
                        measurement.ruleset, "date", measurement.date, "set", measurement.set,
                        "set_sha256", measurement.set_sha256, "transcripts_sha256",
                        measurement.transcripts_sha256);
}

std::string lines_of(const json::Ref& record)
{
    std::string out = "{";
    json::for_each_member(record.get(), [&](std::string_view key, const json_t* member_view) {
        out += concat(out.size() == 1 ? "\n" : ",\n", "  \"", key, "\": ", json::dump(member_view));
    });
    return out + "\n}\n";
}

std::string Members::text(const char* key)
{
    const auto found = json::text_member(m_record_view, key);
    m_are_good = m_are_good && found && found->size() <= k_longest_text;
    return m_are_good ? std::string{*found} : std::string{};
}

std::int64_t Members::number(const char* key)
{
    const auto found = json::integer_member(m_record_view, key);
    m_are_good = m_are_good && found.has_value();
    return found.value_or(0);
}

std::int64_t Members::count(const char* key)
{
    const auto out = number(key);
    m_are_good = m_are_good && out >= 0 && out <= k_most_counted;
    return out;
}

Share Members::share(const char* key)
{
    const auto found = parse_share(m_record_view, key);
    m_are_good = m_are_good && found.has_value();
    return found.value_or(Share{});
}

std::vector<std::string> Members::texts(const char* key)
{
    std::vector<std::string> out;
    const json_t* array_view = json::array_member(m_record_view, key);
    for (std::size_t i = 0; i < json_array_size(array_view); ++i) {
        const json_t* each_view = json_array_get(array_view, i);
        out.emplace_back(json_is_string(each_view) ? json::text_of(each_view) : "");
    }
    return out;
}

Measurement Members::measurement()
{
    Measurement out;
    out.model = text("model");
    out.reported_model = text("reported_model");
    out.fingerprint = text("fingerprint");
    out.prompts = texts("prompts");
    out.gate = number("gate");
    out.ruleset = text("ruleset");
    out.date = text("date");
    out.set = text("set");
    out.set_sha256 = text("set_sha256");
    out.transcripts_sha256 = text("transcripts_sha256");
    return out;
}

std::optional<std::string> record_bytes(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::string out(k_most_record_bytes + 1, '\0');
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
}

base::Result<json::Ref, std::string> parse_format(std::string_view text, std::string_view format)
{
    if (text.size() > k_most_record_bytes)
        return base::refuse(std::string{"it is too long for a record"});
    auto parsed = json::parse_within(text, json::k_small_structure);
    if (!parsed || json::text_member(parsed->get(), "format") != format)
        return base::refuse(concat("it is no record of the format ", format));
    return std::move(*parsed);
}

std::string why_void(const Measurement& measurement, const Edition& edition, const config::Llm& llm,
                     std::string_view reported)
{
    if (measurement.model != llm.model)
        return concat("it is of the model ", measurement.model, ", and llm.model is ", llm.model);
    const auto expected = reported.empty() ? std::string_view{llm.expect_model} : reported;
    if (!expected.empty() && expected != measurement.reported_model)
        return concat("the model called itself ", measurement.reported_model, " then, and ",
                      expected, " now");
    if (!std::ranges::equal(measurement.prompts, edition.prompts))
        return "it is of other questions than this program asks";
    if (measurement.gate != edition.gate) return "it is of another gate than this program has";
    return {};
}

} // namespace llm
