#include "verify/moments/moments.hpp"

#include "verify/moments/network.hpp"

namespace verify::moments {

void check_moments(const Document& document, Review& review)
{
    Judged judged{document, review};
    check_timelines(judged);
    each_sentence(document, Reads::prose, review, [&](std::size_t i) {
        if (is_disowned(Passage::sentence(document, i))) return;
        check_lengths(judged, i);
        check_laps(judged, i);
        check_clocks(judged, i);
        check_day_spans(judged, i);
        check_lives(judged, i);
        check_days(judged, i);
        check_years(judged, i);
    });
}

} // namespace verify::moments
