#include "store/measures.hpp"

#include "store/rows.hpp"

namespace store {

std::vector<EndedJobs> Measures::ended()
{
    static_assert(k_time_bounds.size() == 10, "the statement has a column for each");
    const auto& at = k_time_bounds;
    // The words of the index jobs_ended, so that nothing else is read.
    auto row = m_reader.query(
        "SELECT product, rail, state, count(*), sum(price_atoms), sum(completed_ms - created_ms), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?1), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?2), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?3), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?4), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?5), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?6), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?7), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?8), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?9), "
        "count(*) FILTER (WHERE completed_ms - created_ms <= ?10) "
        "FROM jobs WHERE completed_ms IS NOT NULL GROUP BY product, rail, state",
        at[0].count(), at[1].count(), at[2].count(), at[3].count(), at[4].count(), at[5].count(),
        at[6].count(), at[7].count(), at[8].count(), at[9].count());
    std::vector<EndedJobs> out;
    while (row.step()) {
        EndedJobs each{.product = std::string{row.text(0)},
                       .rail = std::string{row.text(1)},
                       .state = std::string{row.text(2)},
                       .jobs = row.integer(3),
                       .price_atoms = row.integer(4),
                       .took_ms = row.integer(5)};
        for (std::size_t i = 0; i < each.within.size(); ++i)
            each.within[i] = row.integer(6 + static_cast<int>(i));
        out.push_back(std::move(each));
    }
    return out;
}

std::vector<CreditSum> Measures::credits()
{
    auto row = m_reader.query("SELECT reason, state, count(*), sum(value_atoms) FROM credit GROUP "
                              "BY reason, state ORDER BY reason, state");
    std::vector<CreditSum> out;
    while (row.step())
        out.push_back({.reason = std::string{row.text(0)},
                       .state = std::string{row.text(1)},
                       .credits = row.integer(2),
                       .value_atoms = row.integer(3)});
    return out;
}

SoldJobs Measures::sold_since(base::Instant begin)
{
    auto row = m_reader.query("SELECT count(*), coalesce(sum(price_atoms), 0), "
                              "count(*) FILTER (WHERE state = 'complete'), count(*) FILTER (WHERE "
                              "state = 'failed') FROM jobs WHERE created_ms >= ?1 AND state IN "
                              "('payment_confirmed', 'queued', 'running', 'complete', 'failed')",
                              base::to_ms(begin));
    row.step();
    return {.sold = row.integer(0),
            .price_atoms = row.integer(1),
            .complete = row.integer(2),
            .failed = row.integer(3)};
}

std::int64_t Measures::undecided()
{
    return rows::first_integer(
               m_reader.query("SELECT count(*) FROM payment WHERE phase = 'settle_sent' AND "
                              "undecided_ms IS NOT NULL"))
        .value_or(0);
}

} // namespace store
