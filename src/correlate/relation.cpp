#include "correlate/relation.hpp"

#include "base/enumerators.hpp"

#include <algorithm>
#include <cmath>

namespace correlate {

namespace {

constexpr std::size_t k_usual_max_lag = 10;
constexpr std::size_t k_fewest_for_granger = 20;

bool wanders(const Described& series)
{
    return !series.stationarity || !series.stationarity->is_stationary();
}

std::vector<double> version_of(Series values, Detrend detrend)
{
    switch (detrend) {
    case Detrend::linear: return without_trend(values);
    case Detrend::diff: return differences(values);
    case Detrend::automatic:
    case Detrend::none: break;
    }
    return {values.begin(), values.end()};
}

Detrend chosen(const Numbers& numbers, Detrend wanted, std::size_t count)
{
    if (wanted != Detrend::automatic) return wanted;
    // Too short to tell: as it is.
    if (count < k_fewest_for_stationarity) return Detrend::none;
    return wanders(numbers.a) || wanders(numbers.b) ? Detrend::diff : Detrend::none;
}

// Time alone says all of it: without a trend there is nothing to judge, and with it whatever else
// has one fits.
bool leaves_nothing(const Described& series, Detrend detrend)
{
    return series.is_line || (series.is_parabola && detrend == Detrend::diff);
}

struct Pairs {
    std::vector<double> a;
    std::vector<double> b;
};

// b behind a by `shift` steps.
Pairs shifted(Series a, Series b, std::ptrdiff_t shift)
{
    const auto distance = static_cast<std::size_t>(std::abs(shift));
    const std::size_t count = a.size() - distance;
    const Series early = (shift >= 0 ? a : b).first(count);
    const Series late = (shift >= 0 ? b : a).last(count);
    Pairs out{{early.begin(), early.end()}, {late.begin(), late.end()}};
    if (shift < 0) out.a.swap(out.b);
    return out;
}

// r without each pair, from the sums: the one that lies farthest from the r of all.
struct Influence {
    std::size_t at = 0;
    double distance = -1;
};

Influence most_influential(const Pairs& pairs)
{
    const auto x = standardized(pairs.a);
    const auto y = standardized(pairs.b);
    const auto n = static_cast<double>(x.size());
    double products = 0;
    for (std::size_t i = 0; i < x.size(); ++i) products += x[i] * y[i];
    const double r = products / n;
    Influence out;
    for (std::size_t i = 0; i < x.size(); ++i) {
        // All sums are 0, all sums of squares n: what is left without i.
        const double scale = 1 / (n - 1);
        const double spread_x = n - x[i] * x[i] - x[i] * x[i] * scale;
        const double spread_y = n - y[i] * y[i] - y[i] * y[i] * scale;
        const double joint = products - x[i] * y[i] - x[i] * y[i] * scale;
        const bool constant = spread_x <= 1e-9 || spread_y <= 1e-9;
        const double without = constant ? 0 : joint / std::sqrt(spread_x * spread_y);
        if (std::fabs(without - r) > out.distance) out = {i, std::fabs(without - r)};
    }
    return out;
}

Pairs without(Pairs pairs, std::size_t at)
{
    pairs.a.erase(pairs.a.begin() + static_cast<std::ptrdiff_t>(at));
    pairs.b.erase(pairs.b.begin() + static_cast<std::ptrdiff_t>(at));
    return pairs;
}

// The effective sample, with one degree of freedom fewer for each seasonal mean taken away.
EffectiveSample effective_beside(std::size_t lost, const Pairs& pairs, double r)
{
    auto out = effective_sample(pairs.a, pairs.b, r);
    if (lost == 0) return out;
    const auto n = static_cast<double>(pairs.a.size());
    out.n = std::max(3.0, out.n * (n - static_cast<double>(lost)) / n);
    out.p = p_of_r(r, out.n - 2);
    return out;
}

// At a shift that was searched for, `of_search` is the p of all the shifts there were.
void judge_pairs(const Pairs& pairs, std::optional<double> of_search, std::size_t lost,
                 Judgement& out)
{
    const auto r = pearson(pairs.a, pairs.b);
    const auto rho = spearman(pairs.a, pairs.b);
    if (!r || !rho || pairs.a.size() < k_fewest_pairs) return;
    out.r = r->r;
    out.rho = rho->value;
    out.effective = effective_beside(lost, pairs, r->r);
    if (of_search) out.effective.p = *of_search;
    out.is_significant = out.effective.p <= out.bar;
    out.has_one_sign = out.r * out.rho > 0;
    const auto rest = without(pairs, most_influential(pairs).at);
    if (const auto again = pearson(rest.a, rest.b)) {
        // It has passed its door already: of the rest no more than alpha is asked.
        const double alpha = 2 * out.bar;
        out.r_without_one = again->r;
        out.survives = again->r * out.r > 0 && effective_beside(lost, rest, again->r).p <= alpha;
    }
    if (!out.is_significant || !out.has_one_sign || !out.survives)
        out.relation = Relation::none;
    else
        out.relation = out.r > 0 ? Relation::positive : Relation::negative;
}

struct Versions {
    std::vector<double> a;
    std::vector<double> b;
};

std::optional<Season> season_in(const Versions& versions, const std::vector<Place>& places,
                                std::size_t period)
{
    constexpr double k_clear = 0.01;
    constexpr double k_seen = 0.05;
    auto a = fit_season(versions.a, places, period);
    auto b = fit_season(versions.b, places, period);
    if (!a || !b || !(a->is_seen(k_clear) || b->is_seen(k_clear))) return std::nullopt;
    const bool is_shared = a->is_seen(k_seen) && b->is_seen(k_seen);
    return Season{period, std::move(*a), std::move(*b), is_shared};
}

// A peak of the autocorrelation beside a rhythm of the calendar is this one, missed by a step.
bool is_near_one_of(const std::vector<std::size_t>& periods, std::size_t period)
{
    return std::ranges::any_of(periods, [&](std::size_t each) {
        return std::max(each, period) - std::min(each, period) <=
               std::max<std::size_t>(each / 8, 1);
    });
}

// The rhythm that tells most of both for the means it needs.
std::optional<Season> find_season(const Versions& versions, Detrend detrend,
                                  std::span<const std::int64_t> bins,
                                  const std::vector<std::size_t>& periods)
{
    const auto told = [](const Season& season) {
        return season.a.information + season.b.information;
    };
    std::optional<Season> out;
    for (const std::size_t period : periods) {
        if (period < 2 || bins.size() < 2 * period) continue;
        const auto places =
            detrend == Detrend::diff ? places_of_changes(bins, period) : places_of(bins, period);
        auto found = season_in(versions, places, period);
        if (found && (!out || told(*found) > told(*out))) out = std::move(found);
    }
    return out;
}

Versions versions_of(Series a, Series b, Detrend detrend, const std::optional<Season>& season)
{
    if (season) return {season->a.rest, season->b.rest};
    return {version_of(a, detrend), version_of(b, detrend)};
}

// What repeats itself changes a little from one time to the next, in both alike, and that stays
// when its means are gone: where a season is shared, less is taken for chance.
double alpha_of(const Numbers& numbers, const Terms& terms)
{
    constexpr double k_stricter = 5;
    return numbers.season && numbers.season->is_shared ? terms.alpha / k_stricter : terms.alpha;
}

// That the best of all shifts is as large by chance. Where no permutation comes near, their number
// is all that p_family tells: then as many times the p of that one shift as there are shifts, when
// that is less.
double p_of_search(const LagScan& scan, const Pairs& best, std::size_t lost)
{
    const double fewest = 1 / static_cast<double>(scan.permutations + 1);
    if (scan.p_family > fewest) return scan.p_family;
    const double p = effective_beside(lost, best, scan.best_r).p;
    return std::min(scan.p_family, p * static_cast<double>(scan.r.size()));
}

// Two doors lead to a relation, where the series stand and at the best of all shifts, so each has
// half of alpha. Where the second is closed the judgement is that of the first.
Judgement judge_relation(const Versions& versions, const Numbers& numbers, const Terms& terms)
{
    const auto& [x, y] = versions;
    const std::size_t lost = numbers.season ? numbers.season->a.means - 1 : 0;
    Judgement out;
    out.bar = alpha_of(numbers, terms) / 2;
    const auto scan = numbers.lags ? scan_lags(x, y, numbers.lags->max_lag, terms.seed, lost)
                                   : std::optional<LagScan>{};
    if (scan && scan->best_lag != 0) {
        Judgement later = out;
        later.shift = scan->best_lag;
        const Pairs pairs = shifted(x, y, later.shift);
        judge_pairs(pairs, p_of_search(*scan, pairs, lost), lost, later);
        if (later.relation == Relation::positive || later.relation == Relation::negative)
            return later;
    }
    judge_pairs(shifted(x, y, 0), std::nullopt, lost, out);
    // The season explains all there is.
    if (numbers.season && out.relation == Relation::inconclusive && x.size() >= k_fewest_pairs)
        out.relation = Relation::none;
    return out;
}

std::size_t max_lag_of(std::size_t count, const Terms& terms)
{
    return std::min(terms.max_lag.value_or(k_usual_max_lag), count / 4);
}

std::vector<std::int64_t> bins_in_time(std::size_t count, const Terms& terms)
{
    std::vector<std::int64_t> out(terms.bins.begin(), terms.bins.end());
    if (out.empty())
        for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<std::int64_t>(i));
    return out;
}

// `lead`: by how many steps the cause is found to come first; 0: by none.
std::optional<Precedence> precedence(Series cause, Series effect, std::size_t max_lag,
                                     std::size_t lead)
{
    constexpr std::size_t k_most_by_bic = 12; // the work grows with its third power
    constexpr std::size_t k_most_by_scan = 30;
    constexpr std::size_t k_fewest_df = 8;
    const std::size_t n = effect.size();
    const std::size_t most = std::clamp<std::size_t>(max_lag, 1, std::min(n / 10, k_most_by_bic));
    std::size_t lag = preferred_lag(cause, effect, most).value_or(1);
    const bool by_scan = lead > lag && lead <= k_most_by_scan && n > 3 * lead + k_fewest_df;
    if (by_scan) lag = lead;
    const auto test = granger(cause, effect, lag);
    if (!test) return std::nullopt;
    return Precedence{*test, by_scan};
}

struct BothWays {
    std::optional<Precedence> a_to_b;
    std::optional<Precedence> b_to_a;
};

BothWays precedences(Series a, Series b, Detrend detrend, std::span<const std::int64_t> bins,
                     const Numbers& numbers)
{
    const auto plain = versions_of(a, b, detrend, {});
    std::optional<Season> season;
    if (numbers.season) season = find_season(plain, detrend, bins, {numbers.season->period});
    const auto [x, y] = season ? versions_of(a, b, detrend, season) : plain;
    if (x.size() < k_fewest_for_granger) return {};
    const std::ptrdiff_t shift = numbers.judgement.shift;
    const std::size_t max_lag = numbers.lags ? numbers.lags->max_lag : k_usual_max_lag;
    const auto lead = [](std::ptrdiff_t steps) {
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(steps, 0));
    };
    return {precedence(x, y, max_lag, lead(shift)), precedence(y, x, max_lag, lead(-shift))};
}

// On differences where one of the two wanders, whatever the buyer wants judged. The other one's
// differences then depend on each other so that even what it leads can seem to come before it; the
// levels do not show that.
void add_granger(Series a, Series b, std::span<const std::int64_t> bins, double alpha, Numbers& out)
{
    const bool of_changes = wanders(out.a) || wanders(out.b);
    auto found = precedences(a, b, of_changes ? Detrend::diff : Detrend::none, bins, out);
    if (of_changes) {
        const auto levels = precedences(a, b, Detrend::none, bins, out);
        const auto mark = [&](std::optional<Precedence>& changes,
                              const std::optional<Precedence>& level) {
            if (changes)
                changes->by_changes_only =
                    changes->test.p < alpha && level && level->test.p >= alpha;
        };
        mark(found.a_to_b, levels.a_to_b);
        mark(found.b_to_a, levels.b_to_a);
    }
    out.a_to_b = found.a_to_b;
    out.b_to_a = found.b_to_a;
}

} // namespace

std::string_view name_of(Relation relation)
{
    constexpr std::string_view k_names[] = {"positive", "negative", "none", "inconclusive"};
    return base::row_of(k_names, relation);
}

Numbers compare(Series a, Series b, const Terms& terms)
{
    Numbers out;
    if (a.empty()) return out;
    const auto in_time = bins_in_time(a.size(), terms);
    out.a = describe(a, in_time, terms.alpha);
    out.b = describe(b, in_time, terms.alpha);
    if (a.size() < k_fewest_pairs || out.a.is_constant || out.b.is_constant) return out;
    out.pearson = pearson(a, b);
    out.spearman = spearman(a, b);
    out.kendall = kendall(a, b);
    out.effective = effective_sample(a, b, out.pearson->r);
    if (const auto r = pearson(without_trend(a), without_trend(b))) out.r_detrended = r->r;
    const auto step_a = differences(a);
    const auto step_b = differences(b);
    if (const auto r = pearson(step_a, step_b)) out.r_differenced = r->r;
    out.lags = scan_lags(a, b, max_lag_of(a.size(), terms), terms.seed);
    const auto detrend = chosen(out, terms.detrend, a.size());
    if (terms.detrend != Detrend::none &&
        (leaves_nothing(out.a, detrend) || leaves_nothing(out.b, detrend)))
        return out;
    auto periods = terms.periods;
    for (const std::size_t period : {out.a.season, out.b.season})
        if (!is_near_one_of(terms.periods, period)) periods.push_back(period);
    out.season = find_season(versions_of(a, b, detrend, {}), detrend, in_time, periods);
    out.judgement = judge_relation(versions_of(a, b, detrend, out.season), out, terms);
    out.judgement.judged = detrend;
    add_granger(a, b, in_time, terms.alpha, out);
    return out;
}

} // namespace correlate
