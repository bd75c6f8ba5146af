#include "verify/model/suspicion.hpp"

#include "base/concat.hpp"
#include "verify/model/wording.hpp"

#include <algorithm>

namespace verify::model {

namespace {

bool is_one_list(const Document& document, std::size_t first, std::size_t last)
{
    for (std::size_t i = first; i <= last; ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind != BlockKind::list_item && kind != BlockKind::table_row) return false;
    }
    return true;
}

} // namespace

std::set<std::size_t> sentences_of(const Quotes& quotes, const Suspicion& suspicion)
{
    std::set<std::size_t> out{quotes.sentence_of(suspicion.place())};
    for (const auto& other : suspicion.others()) out.insert(quotes.sentence_of(other));
    return out;
}

bool is_in_window(const Quotes& quotes, const Suspicion& suspicion, std::size_t window)
{
    const auto sentences = sentences_of(quotes, suspicion);
    std::size_t before = *sentences.begin();
    for (const auto sentence : sentences) {
        if (sentence - before > window && !is_one_list(quotes.document(), before, sentence))
            return false;
        before = sentence;
    }
    return true;
}

Objection objection_to(const Quotes& quotes, const Suspicion& suspicion)
{
    const auto sentences = sentences_of(quotes, suspicion);
    Objection out{{sentences.begin(), sentences.end()}, {}};
    const auto stated = quotes.text_at(suspicion.place());
    if (suspicion.clash) {
        out.text = base::concat("\"", quotes.text_at(suspicion.clash->first), "\" and \"", stated,
                                "\" cannot both be true.");
        return out;
    }
    const Pointed& pointed = *suspicion.pointed;
    const std::string formula = equations::printed_formula(pointed.formula);
    out.text =
        pointed.computed.truth
            ? base::concat("The text says \"", stated, "\"; that ", formula, " is not so.")
            : base::concat("The text says ", stated, "; ", formula, " is ",
                           printed(pointed.computed.value, quotes.datum_at(pointed.stated)), '.');
    return out;
}

Severity severity_of(const Quotes& quotes, const Suspicion& suspicion, llm::Level level)
{
    const auto digits = std::ranges::count_if(quotes.text_at(suspicion.place()),
                                              [](char c) { return c >= '0' && c <= '9'; });
    const bool is_figure = suspicion.clash ? suspicion.clash->is_of_values
                                           : !suspicion.pointed->computed.truth && digits > 1 &&
                                                 is_in_window(quotes, suspicion, 1);
    return level == llm::Level::b && is_figure ? Severity::major : Severity::minor;
}

} // namespace verify::model
