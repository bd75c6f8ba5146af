#include "reading/digit_runs.hpp"

#include "reading/ascii.hpp"

namespace reading {

namespace {

std::size_t span_of_digits(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    return end - at;
}

} // namespace

Run run_of(std::string_view text, std::size_t at, char joint)
{
    Run run;
    for (;;) {
        const std::size_t length = span_of_digits(text, at);
        if (length == 0) break;
        if (run.parts < 4) run.lengths[run.parts] = length;
        ++run.parts;
        run.end = at + length;
        if (run.end >= text.size() || text[run.end] != joint) break;
        at = run.end + 1;
    }
    return run;
}

bool is_iso_date(const Run& run)
{
    return run.parts == 3 && run.lengths[0] == 4 && run.lengths[1] == 2 && run.lengths[2] == 2;
}

bool is_day_first_date(const Run& run)
{
    return run.parts == 3 && run.lengths[0] <= 2 && run.lengths[1] <= 2 && run.lengths[2] == 4;
}

} // namespace reading
