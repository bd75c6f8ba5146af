// Whether what one series, or one kind of events, did before helps to tell what the other does
// next. That is prediction; it does not show a cause.
#pragma once

#include "correlate/association.hpp"

namespace correlate {

struct Granger {
    std::size_t lag = 0;
    double f = 0;
    double p = 1;
    double df_num = 0;
    double df_denom = 0;
};

// F test on the residual squares of two regressions: `effect` on its own `lag` values before and a
// constant, without and with as many values of `cause` (Granger 1969). nullopt: too short, or one
// series is a combination of the other.
std::optional<Granger> granger(Series cause, Series effect, std::size_t lag);

// The lag from 1 to `most` that the Bayesian information criterion prefers for telling `effect` by
// its own past and that of `cause`; all are compared on the same values. nullopt: too short for
// `most`, or none can be fitted.
std::optional<std::size_t> preferred_lag(Series cause, Series effect, std::size_t most);

struct Coincidence {
    std::size_t hits = 0;
    std::size_t events = 0; // of which `hits` coincide
    double rate = 0;
    double p = 1; // so many or more, if both came by chance at their rates
};

// Event coincidence analysis (Donges et al. 2016): times in seconds, in order, within a stretch of
// `length` seconds. An event of the earlier kind and one of the later kind coincide when
// 0 <= later - lag - earlier <= window. nullopt: no events of a kind, or no time is left.
struct CoincidenceFrame {
    double window = 0;
    double lag = 0;
    double length = 0;
};
// How many of the later events were preceded.
std::optional<Coincidence> preceded(Series earlier, Series later, const CoincidenceFrame& frame);
// How many of the earlier events were followed.
std::optional<Coincidence> followed(Series earlier, Series later, const CoincidenceFrame& frame);

} // namespace correlate
