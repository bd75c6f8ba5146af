// The record of an operator's bench: what the configured model has shown, and whether it holds.
//
// What rests on a model's reading moves a verdict only where a record says how often the model is
// wrong. It is bound to the model's name, to what the server calls itself, and to the questions
// and the gate of this program; not to the rules beside it (decisions 14).
#pragma once

#include "base/result.hpp"
#include "config/llm.hpp"
#include "llm/figures.hpp"
#include "llm/record_parts.hpp"

#include <string>
#include <string_view>

namespace llm {

struct Record : Measurement {
    std::int64_t wrong_by_rules = 0; // wrong texts that the rules found, which are not counted
    Figures figures;
    Level judged_as = Level::none; // how the texts were reviewed
    std::string reason;            // why no level follows; empty: the one of `judged_as` does

    [[nodiscard]] Level level() const { return reason.empty() ? judged_as : Level::none; }
};

// {"format": "assay-llm-record/1", ...}, a line for each member.
std::string record_text(const Record& record);
// The error is a plain sentence. A level that does not follow from the figures is one.
base::Result<Record, std::string> parse_record(std::string_view text);

// What the record of the configuration says today.
struct Standing {
    std::optional<Record> record; // nullopt: there is none, or it cannot be read
    std::string why_void;         // why what is there does not hold, a plain sentence

    [[nodiscard]] Level level() const
    {
        return record && why_void.empty() ? record->level() : Level::none;
    }
};

// Reads the file at llm.record. `reported`: what the server calls its model; empty: not known yet.
Standing standing_of(const config::Llm& llm, std::string_view reported = {});

// What everybody may read of one that holds: {"level", "date", "found", "alarmed"}; null without.
base::json::Ref public_json(const Standing& standing);

} // namespace llm
