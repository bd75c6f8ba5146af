#include "llm/record.hpp"

#include "base/concat.hpp"
#include "llm/edition.hpp"

namespace llm {

namespace json = base::json;

namespace {

constexpr std::string_view k_record_format = "assay-llm-record/1";

} // namespace

std::string record_text(const Record& record)
{
    auto whole = measurement_json(k_record_format, record);
    json::set_all(whole.get(), "wrong_by_rules", record.wrong_by_rules, "found",
                  share_json(record.figures.found), "alarmed", share_json(record.figures.alarmed),
                  "missed", share_json(record.figures.missed), "judged_as",
                  name_of(record.judged_as), "level", name_of(record.level()), "reason",
                  record.reason);
    return lines_of(whole);
}

base::Result<Record, std::string> parse_record(std::string_view text)
{
    const auto parsed = parse_format(text, k_record_format);
    if (!parsed) return base::refuse(parsed.error());
    Members members{parsed->get()};
    Record out;
    static_cast<Measurement&>(out) = members.measurement();
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
    const auto bytes = record_bytes(llm.record);
    if (!bytes) return {};
    auto record = parse_record(*bytes);
    if (!record) return {std::nullopt, record.error()};
    auto why = why_void(*record, {k_prompts, k_gate}, llm, reported);
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
