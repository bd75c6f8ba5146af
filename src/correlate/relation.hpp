// Whether two aligned series are related, judged so that neither wandering, nor neighbours in time,
// nor one point, nor the choice among many shifts makes a relation of nothing.
#pragma once

#include "correlate/description.hpp"
#include "correlate/lag_scan.hpp"
#include "correlate/precedence.hpp"
#include "correlate/season.hpp"
#include "request/signal_options.hpp"

#include <string_view>

namespace correlate {

using request::Detrend;

enum class Relation { positive, negative, none, inconclusive };
std::string_view name_of(Relation relation);

struct Terms {
    Detrend detrend = Detrend::automatic;
    double alpha = 0.05;                // 0.001 to 0.2
    std::optional<std::size_t> max_lag; // in steps; what the length does not bear is cut
    std::uint64_t seed = 0;             // of the permutations
    // The bin of each pair; empty: one after the other.
    std::span<const std::int64_t> bins;
    std::vector<std::size_t> periods; // in steps, that the calendar lets expect
};

// A rhythm of the calendar, or one that a series shows by itself, by which at least one of the two
// is significantly moved. Its means are taken from both before the judgement.
struct Season {
    std::size_t period = 0; // in steps
    SeasonFit a;            // of what is judged: of the changes, when these are
    SeasonFit b;
    bool is_shared = false; // significant in both
};

// Granger's test at a lag of our choice.
struct Precedence {
    Granger test;
    bool by_scan = false; // the lag is that of the shift judged at; otherwise BIC prefers it
    // Below alpha on the changes, and not on the levels of the same series.
    bool by_changes_only = false;
};

struct Judgement {
    Relation relation = Relation::inconclusive;
    // What was judged: the series themselves, or their stationary version.
    Detrend judged = Detrend::none;
    std::ptrdiff_t shift = 0; // at which the relation was judged; above 0: a leads b
    double r = 0;
    double rho = 0;
    // `p`: at a shift, of the search over all shifts, that the best of them is as large by chance.
    EffectiveSample effective;
    double bar = 0; // that p must not exceed: a share of alpha
    // r without the pair that moves it most; nullopt: constant without it.
    std::optional<double> r_without_one;

    bool is_significant = false; // effective.p is not above the bar
    bool has_one_sign = false;   // of r and rho
    bool survives = false;       // r_without_one has the sign and is significant too
};

struct Numbers {
    Described a;
    Described b;
    // The correlation of the series as they are aligned; nullopt: see k_fewest_pairs.
    std::optional<Pearson> pearson;
    std::optional<Coefficient> spearman;
    std::optional<Coefficient> kendall;
    EffectiveSample effective;
    std::optional<double> r_detrended;
    std::optional<double> r_differenced;
    std::optional<LagScan> lags;
    std::optional<Season> season;
    // On differences when one of the two is not stationary, without the season.
    std::optional<Precedence> a_to_b;
    std::optional<Precedence> b_to_a;
    Judgement judgement;
};

Numbers compare(Series a, Series b, const Terms& terms);

} // namespace correlate
