// Clock times, dates and lengths of time that follow from each other in a few sentences.
//
// time.duration: a clock time that follows from another and a length, the length between two, the
// lines of a timeline, one length told in two units, lengths that make another. date.interval,
// date.age, date.weekday: the same of dates and years.
#include "verify/moments/checks.hpp"

#include "verify/moments/network.hpp"

namespace verify::moments {

namespace {

void check_moments(const Document& document, Review& review)
{
    Judged judged{document, review};
    each_sentence(document, Reads::prose, review, [&](std::size_t i) {
        if (is_disowned(Passage::sentence(document, i))) return;
        check_lengths(judged, i);
        check_clocks(judged, i);
        check_day_spans(judged, i);
        check_lives(judged, i);
        check_days(judged, i);
        check_years(judged, i);
    });
}

constexpr const Check* k_moments_checks[] = {&k_date_interval, &k_date_age, &k_time_duration,
                                             &k_date_weekday};

} // namespace

const Family k_moments{Voice::skeptic, k_moments_checks, check_moments};

} // namespace verify::moments
