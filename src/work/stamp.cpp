#include "work/stamp.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "work/alarms.hpp"

#include <filesystem>

namespace work {

namespace {

namespace json = base::json;

constexpr std::size_t k_most_bytes = 4'096;
constexpr unsigned k_mode = 0640;

} // namespace

Stamp::Stamp(const store::Access& at, const value::EvmNetwork& network, const StampPlan& plan)
    : m_network{network}, m_plan{plan}, m_restorations{at}, m_bulletin{at}, m_clock{at.clock}
{
}

// nullopt: there is none, as before the first start. What cannot be read says nothing, either: the
// next one is written over it.
std::optional<std::int64_t> Stamp::count_of_file() const
{
    if (!std::filesystem::exists(m_plan.path)) return std::nullopt;
    const auto parsed = json::parse(base::read_file(m_plan.path, k_most_bytes));
    const auto count =
        parsed ? json::integer_member(parsed->get(), "count") : std::optional<std::int64_t>{};
    if (!count) base::log::warning("stamp_unreadable", {{"path", m_plan.path}});
    return count;
}

void Stamp::keep()
{
    if (m_plan.path.empty()) return;
    const auto told = count_of_file();
    if (told && *told > m_restorations.count()) {
        m_restorations.open(m_network, *told, m_plan.reads_chain);
        base::log::error("database_restored", {{"stamp", *told}});
    }
    tell();
    const auto count = m_restorations.advance();
    const auto text =
        json::dump(json::object("count", count, "at", base::to_rfc3339(m_clock.now())).get());
    base::replace_file(m_plan.path, text + '\n', k_mode);
}

void Stamp::tell()
{
    const auto last = m_restorations.last();
    const bool is_told =
        last && (!last->is_read || m_clock.now() - last->found < store::k_restoration_told);
    std::string detail;
    if (is_told)
        detail = base::concat("what was sold from ", base::to_rfc3339(last->copied), " to ",
                              base::to_rfc3339(last->found), " is not in the database",
                              !m_plan.reads_chain ? ", and no chain is read here"
                              : last->is_read     ? ": the chain is read from block "
                                                  : ": the chain is being read from block ",
                              m_plan.reads_chain ? base::concat(last->first_block) : "");
    set_alarm(m_bulletin, is_told, catalog::AlarmCode::restored, detail);
}

} // namespace work
