#include "correlate/precedence.hpp"

#include "correlate/regression.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cmath>

namespace correlate {

namespace {

// The values before, newest first, of one series in columns from `column` on.
void put_lags(Eigen::MatrixXd& design, Eigen::Index column, Series values, std::size_t lag)
{
    for (Eigen::Index row = 0; row < design.rows(); ++row)
        for (std::size_t back = 1; back <= lag; ++back)
            design(row, column + static_cast<Eigen::Index>(back) - 1) =
                values[static_cast<std::size_t>(row) + lag - back];
}

std::optional<Coincidence> judge_coincidence(std::size_t hits, std::size_t events,
                                             std::size_t others, const CoincidenceFrame& frame)
{
    const double room = frame.length - frame.lag;
    if (events == 0 || others == 0 || room <= 0) return std::nullopt;
    const double share = std::clamp(frame.window / room, 0.0, 1.0);
    const double by_chance = 1 - std::pow(1 - share, static_cast<double>(others));
    Coincidence out{hits, events, static_cast<double>(hits) / static_cast<double>(events), 1};
    const boost::math::binomial distribution{static_cast<double>(events), by_chance};
    if (hits > 0)
        out.p =
            boost::math::cdf(boost::math::complement(distribution, static_cast<double>(hits) - 1));
    return out;
}

bool any_between(Series times, double low, double high)
{
    const auto first = std::lower_bound(times.begin(), times.end(), low);
    return first != times.end() && *first <= high;
}

} // namespace

std::optional<Granger> granger(Series cause, Series effect, std::size_t lag)
{
    if (lag == 0 || effect.size() < 3 * lag + 2) return std::nullopt;
    const auto rows = static_cast<Eigen::Index>(effect.size() - lag);
    const auto lags = static_cast<Eigen::Index>(lag);
    const auto own = standardized(effect); // F does not depend on the units
    Eigen::VectorXd response(rows);
    for (Eigen::Index row = 0; row < rows; ++row)
        response(row) = own[static_cast<std::size_t>(row) + lag];
    Eigen::MatrixXd both = Eigen::MatrixXd::Ones(rows, 2 * lags + 1);
    put_lags(both, 0, own, lag);
    put_lags(both, lags, standardized(cause), lag);
    Eigen::MatrixXd alone = Eigen::MatrixXd::Ones(rows, lags + 1);
    put_lags(alone, 0, own, lag);
    const auto with = least_squares(both, response);
    const auto without = least_squares(alone, response);
    if (!with || !without || with->residual_squares <= 0) return std::nullopt;
    Granger out;
    out.lag = lag;
    out.df_num = static_cast<double>(lag);
    out.df_denom = with->df;
    out.f = std::max(0.0, without->residual_squares - with->residual_squares) / out.df_num /
            (with->residual_squares / with->df);
    if (!std::isfinite(out.f)) return std::nullopt; // as good as without a residual
    const boost::math::fisher_f distribution{out.df_num, out.df_denom};
    out.p = boost::math::cdf(boost::math::complement(distribution, out.f));
    return out;
}

std::optional<std::size_t> preferred_lag(Series cause, Series effect, std::size_t most)
{
    if (most == 0 || effect.size() < 3 * most + 2) return std::nullopt;
    const auto own = standardized(effect);
    const auto other = standardized(cause);
    const std::size_t rows = effect.size() - most;
    const auto response =
        Eigen::Map<const Eigen::VectorXd>(own.data() + most, static_cast<Eigen::Index>(rows));
    std::optional<std::size_t> out;
    double lowest = 0;
    for (std::size_t lag = 1; lag <= most; ++lag) {
        // The same rows for all: from the place on that the longest needs.
        const auto lags = static_cast<Eigen::Index>(lag);
        Eigen::MatrixXd design =
            Eigen::MatrixXd::Ones(static_cast<Eigen::Index>(rows), 2 * lags + 1);
        put_lags(design, 0, Series{own}.subspan(most - lag), lag);
        put_lags(design, lags, Series{other}.subspan(most - lag), lag);
        const auto fit = least_squares(design, response);
        if (!fit || fit->residual_squares <= 0) continue;
        const auto n = static_cast<double>(rows);
        const double criterion = n * std::log(fit->residual_squares / n) +
                                 static_cast<double>(2 * lag + 1) * std::log(n);
        if (out && criterion >= lowest) continue;
        out = lag;
        lowest = criterion;
    }
    return out;
}

std::optional<Coincidence> preceded(Series earlier, Series later, const CoincidenceFrame& frame)
{
    const auto hits = std::count_if(later.begin(), later.end(), [&](double time) {
        return any_between(earlier, time - frame.lag - frame.window, time - frame.lag);
    });
    return judge_coincidence(static_cast<std::size_t>(hits), later.size(), earlier.size(), frame);
}

std::optional<Coincidence> followed(Series earlier, Series later, const CoincidenceFrame& frame)
{
    const auto hits = std::count_if(earlier.begin(), earlier.end(), [&](double time) {
        return any_between(later, time + frame.lag, time + frame.lag + frame.window);
    });
    return judge_coincidence(static_cast<std::size_t>(hits), earlier.size(), later.size(), frame);
}

} // namespace correlate
