#include "llm/account_record.hpp"

#include "base/concat.hpp"
#include "llm/edition.hpp"

#include <cmath>

namespace llm {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_account_format = "assay-account-record/1";
constexpr double k_most_false = 0.05;

} // namespace

std::string AccountRecord::reason() const
{
    if (false_ones.of < k_least_judged)
        return concat("a record takes ", k_least_judged, " judged sentences, and these are ",
                      false_ones.of);
    if (false_ones.high() <= k_most_false) return {};
    // Rounded up: "5.0 %" would be told of what is more.
    const auto tenths = static_cast<std::int64_t>(std::ceil(false_ones.high() * 1'000));
    return concat(false_ones.part, " of ", false_ones.of,
                  " sentences were not carried by their quotes: that may be ", tenths / 10, '.',
                  tenths % 10, " %, and 5.0 % is the most");
}

std::string account_record_text(const AccountRecord& record)
{
    auto whole = measurement_json(k_account_format, record);
    json::set_all(whole.get(), "false", share_json(record.false_ones), "edited",
                  json::object("at_first", record.edited_at_first, "rewritten", record.rewritten),
                  "quoted", record.quoted, "median_ms", record.median_ms, "level", record.level(),
                  "reason", record.reason());
    return lines_of(whole);
}

base::Result<AccountRecord, std::string> parse_account_record(std::string_view text)
{
    const auto parsed = parse_format(text, k_account_format);
    if (!parsed) return base::refuse(parsed.error());
    Members members{parsed->get()};
    Members edited{json::object_member(parsed->get(), "edited")};
    AccountRecord out;
    static_cast<Measurement&>(out) = members.measurement();
    out.false_ones = members.share("false");
    out.edited_at_first = edited.count("at_first");
    out.rewritten = edited.count("rewritten");
    out.quoted = members.count("quoted");
    out.median_ms = members.count("median_ms");
    const auto level = members.text("level");
    const auto reason = members.text("reason");
    if (!members.are_good() || !edited.are_good())
        return base::refuse(std::string{"members of a record are missing or wrong"});
    if (out.false_ones.of > out.edited_at_first + out.rewritten)
        return base::refuse(std::string{"more sentences were judged than were edited"});
    if (out.level() != level || out.reason() != reason)
        return base::refuse(std::string{"its level does not follow from its figures"});
    return out;
}

AccountStanding account_standing_of(const config::Llm& llm, std::string_view reported)
{
    const auto bytes = record_bytes(llm.account_record);
    if (!bytes) return {};
    auto record = parse_account_record(*bytes);
    if (!record) return {std::nullopt, record.error()};
    auto why = why_void(*record, {k_account_prompts, k_account_gate}, llm, reported);
    return {std::move(*record), std::move(why)};
}

json::Ref public_json(const AccountStanding& standing)
{
    const auto none = [](std::string_view why) {
        return json::object("level", "none", "reason", why);
    };
    if (!standing.why_void.empty()) return none(standing.why_void);
    if (!standing.record) return none("persons have judged no accounts of this model");
    const auto& record = *standing.record;
    return json::object("level", record.level(), "date", record.date, "false",
                        share_json(record.false_ones), "reason", record.reason());
}

} // namespace llm
