// A suspicion is tried: its value is taken out of the text and asked for again.
//
// The model does not see its first answer. What it fills in is computed, and compared with what the
// first formula came to and with what the text states (chain of verification, arXiv 2309.11495).
#pragma once

#include "verify/model/clash.hpp"
#include "verify/model/derive.hpp"
#include "verify/questions/fills.hpp"

namespace verify::model {

using questions::Filled;

// What is asked: a suspicion; or one of ours, a test sentence or a value that the rules have shown.
struct GapItem {
    const Pointed* suspicion = nullptr;
    const Control* control = nullptr;
    std::optional<Place> shown{}; // of the text itself
    const Clash* clash = nullptr;
    bool is_second = false; // the gap is at the second place of the clash

    [[nodiscard]] bool is_ours() const { return suspicion == nullptr && clash == nullptr; }
};

// One answer to read: items in the order in which they are asked.
struct GapSheet {
    std::string material;
    std::vector<GapItem> items;
};

GapSheet make_gap_sheet(const Quotes& quotes, std::vector<GapItem> items, llm::Chance& chance);

struct GapAnswers {
    std::vector<Filled> filled; // parallel to the items of the sheet
    std::size_t ours_right = 0;
};
// nullopt: not what the schema says, or an item is left out or told twice.
std::optional<GapAnswers> read_gaps(const json_t* answer_view, const Quotes& quotes,
                                    const GapSheet& sheet);

} // namespace verify::model
