#include "verify/moments/moments.hpp"

#include "verify/moments/network.hpp"

namespace verify::moments {

void check_moments(const Document& document, Review& review)
{
    Judged judged{document, review};
    check_timelines(judged);
    for (std::size_t i = 0; i < document.sentences.size(); ++i) {
        const auto kind = document.blocks[document.sentences[i].block].kind;
        if (kind == reading::BlockKind::table_row || kind == reading::BlockKind::code ||
            kind == reading::BlockKind::heading)
            continue;
        if (judged.is_full()) return;
        if (is_disowned(Passage::sentence(document, i))) continue;
        check_lengths(judged, i);
        check_laps(judged, i);
        check_clocks(judged, i);
        check_day_spans(judged, i);
        check_lives(judged, i);
        check_days(judged, i);
        check_years(judged, i);
    }
}

} // namespace verify::moments
