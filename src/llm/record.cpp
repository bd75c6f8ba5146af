#include "llm/record.hpp"

#include "base/concat.hpp"
#include "llm/edition.hpp"

#include <algorithm>
#include <fstream>

namespace llm {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_record_format = "assay-llm-record/1";
constexpr std::size_t k_most_record_bytes = 64 * 1024;
constexpr std::size_t k_longest_text = 300;
constexpr std::int64_t k_most_counted = 1'000'000'000;

json::Ref share_json(const Share& share)
{
    return json::object("part", share.part, "of", share.of, "low", to_four_digits(share.low()),
                        "high", to_four_digits(share.high()));
}

std::optional<Share> parse_share(const json_t* record_view, const char* key)
{
    const json_t* share_view = json::object_member(record_view, key);
    const auto part = json::integer_member(share_view, "part");
    const auto of = json::integer_member(share_view, "of");
    if (!part || !of || *part < 0 || *part > *of || *of > k_most_counted) return std::nullopt;
    return Share{*part, *of};
}

// Fills texts of a record; remembers whether all were there.
class Members {
public:
    explicit Members(const json_t* record_view) : m_record_view{record_view} {}

    std::string text(const char* key)
    {
        const auto found = json::text_member(m_record_view, key);
        m_are_good = m_are_good && found && found->size() <= k_longest_text;
        return m_are_good ? std::string{*found} : std::string{};
    }
    std::int64_t number(const char* key)
    {
        const auto found = json::integer_member(m_record_view, key);
        m_are_good = m_are_good && found.has_value();
        return found.value_or(0);
    }
    Share share(const char* key)
    {
        const auto found = parse_share(m_record_view, key);
        m_are_good = m_are_good && found.has_value();
        return found.value_or(Share{});
    }
    std::vector<std::string> texts(const char* key)
    {
        std::vector<std::string> out;
        const json_t* array_view = json::array_member(m_record_view, key);
        for (std::size_t i = 0; i < json_array_size(array_view); ++i) {
            const json_t* each_view = json_array_get(array_view, i);
            out.emplace_back(json_is_string(each_view) ? json::text_of(each_view) : "");
        }
        return out;
    }
    [[nodiscard]] bool are_good() const { return m_are_good; }

private:
    const json_t* m_record_view;
    bool m_are_good = true;
};

// nullopt: there is no such file. Longer ones are cut, and no record.
std::optional<std::string> bytes_of(const std::string& path)
{
    std::ifstream file{path, std::ios::binary};
    if (!file) return std::nullopt;
    std::string out(k_most_record_bytes + 1, '\0');
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
}

std::string why_void(const Record& record, const config::Llm& llm, std::string_view reported)
{
    if (record.model != llm.model)
        return concat("it is of the model ", record.model, ", and llm.model is ", llm.model);
    const auto expected = reported.empty() ? std::string_view{llm.expect_model} : reported;
    if (!expected.empty() && expected != record.reported_model)
        return concat("the model called itself ", record.reported_model, " then, and ", expected,
                      " now");
    if (!std::ranges::equal(record.prompts, k_prompts))
        return "it is of other questions than this program asks";
    if (record.gate != k_gate) return "it is of another gate than this program has";
    return {};
}

} // namespace

std::string record_text(const Record& record)
{
    auto prompts = json::array();
    for (const auto& each : record.prompts) json::append(prompts.get(), json::value(each));
    const auto whole = json::object(
        "format", k_record_format, "model", record.model, "reported_model", record.reported_model,
        "fingerprint", record.fingerprint, "prompts", std::move(prompts), "gate", record.gate,
        "ruleset", record.ruleset, "date", record.date, "set", record.set, "set_sha256",
        record.set_sha256, "transcripts_sha256", record.transcripts_sha256, "wrong_by_rules",
        record.wrong_by_rules, "found", share_json(record.figures.found), "alarmed",
        share_json(record.figures.alarmed), "missed", share_json(record.figures.missed),
        "judged_as", name_of(record.judged_as), "level", name_of(record.level()), "reason",
        record.reason);
    std::string out = "{";
    json::for_each_member(whole.get(), [&](std::string_view key, const json_t* member_view) {
        out += concat(out.size() == 1 ? "\n" : ",\n", "  \"", key, "\": ", json::dump(member_view));
    });
    return out + "\n}\n";
}

base::Result<Record, std::string> parse_record(std::string_view text)
{
    if (text.size() > k_most_record_bytes)
        return base::refuse(std::string{"it is too long for a record"});
    const auto parsed = json::parse_within(text, json::k_small_structure);
    if (!parsed || json::text_member(parsed->get(), "format") != k_record_format)
        return base::refuse(concat("it is no record of the format ", k_record_format));
    Members members{parsed->get()};
    Record out;
    out.model = members.text("model");
    out.reported_model = members.text("reported_model");
    out.fingerprint = members.text("fingerprint");
    out.prompts = members.texts("prompts");
    out.gate = members.number("gate");
    out.ruleset = members.text("ruleset");
    out.date = members.text("date");
    out.set = members.text("set");
    out.set_sha256 = members.text("set_sha256");
    out.transcripts_sha256 = members.text("transcripts_sha256");
    out.wrong_by_rules = members.number("wrong_by_rules");
    out.figures = {members.share("found"), members.share("alarmed"), members.share("missed")};
    out.reason = members.text("reason");
    const auto judged_as = parse_level(members.text("judged_as"));
    const auto level = parse_level(members.text("level"));
    if (!members.are_good() || !judged_as || !level)
        return base::refuse(std::string{"members of a record are missing or wrong"});
    out.judged_as = *judged_as;
    const bool follows = out.judged_as != Level::none && hindrance(out.figures, *judged_as).empty();
    if (out.level() != *level || (!follows && out.level() != Level::none))
        return base::refuse(std::string{"its level does not follow from its figures"});
    return out;
}

Standing standing_of(const config::Llm& llm, std::string_view reported)
{
    const auto bytes = bytes_of(llm.record);
    if (!bytes) return {};
    auto record = parse_record(*bytes);
    if (!record) return {std::nullopt, record.error()};
    auto why = why_void(*record, llm, reported);
    return {std::move(*record), std::move(why)};
}

json::Ref public_json(const Standing& standing)
{
    if (!standing.record || !standing.why_void.empty()) return json::value(nullptr);
    const auto& record = *standing.record;
    return json::object("level", name_of(record.level()), "date", record.date, "found",
                        share_json(record.figures.found), "alarmed",
                        share_json(record.figures.alarmed));
}

} // namespace llm
