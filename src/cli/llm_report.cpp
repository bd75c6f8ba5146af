#include "cli/llm_report.hpp"

#include "base/concat.hpp"
#include "cli/terminal_text.hpp"

#include <unistd.h>

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace cli {

using base::concat;

namespace {

std::string percent(double share)
{
    const auto tenths = std::lround(share * 1'000);
    return concat(tenths / 10, '.', tenths % 10, " %");
}

// "148 of 200"
std::string counted(const llm::Share& share)
{
    return concat(share.part, " of ", share.of);
}

std::string between(const llm::Share& share)
{
    return concat(counted(share), " (", percent(share.low()), " to ", percent(share.high()), ')');
}

double dollars(const BenchProgress& at, const config::Llm& llm)
{
    return (static_cast<double>(at.tokens_in) * static_cast<double>(llm.price_in.atoms()) +
            static_cast<double>(at.tokens_out) * static_cast<double>(llm.price_out.atoms())) /
           1e12;
}

} // namespace

std::string standing_line(const llm::Standing& standing)
{
    if (!standing.why_void.empty()) return concat("void: ", safe_on_terminal(standing.why_void));
    if (!standing.record)
        return "none: what the model points at are opinions until `assay llm bench` has made one";
    const auto& [found, alarmed, missed] = standing.record->figures;
    return concat("level ", llm::name_of(standing.level()), ", of ", standing.record->date,
                  ": found ", counted(found), " wrong texts, and errors in ", counted(alarmed),
                  " right ones");
}

std::string standing_line(const llm::AccountStanding& standing)
{
    if (!standing.why_void.empty()) return concat("void: ", safe_on_terminal(standing.why_void));
    if (!standing.record) return "none until `assay llm bench account` has made one";
    return concat("level ", standing.record->level(), ", of ", standing.record->date, ": ",
                  counted(standing.record->false_ones),
                  " judged sentences not carried by their quotes");
}

std::string account_report(const llm::AccountRecord& record)
{
    const auto reason = record.reason();
    return concat("model       ", record.model, ", which calls itself ",
                  record.reported_model.empty() ? "nothing"
                                                : safe_on_terminal(record.reported_model),
                  "\nsentences   ", record.edited_at_first, " edited at first, ", record.rewritten,
                  " when asked once more, ", record.quoted, " quoted\nfalse       ",
                  between(record.false_ones), " of those judged\nlevel       ", record.level(),
                  reason.empty() ? "" : concat(": ", reason), "\n");
}

std::string bench_report(const llm::Record& record)
{
    const auto& [found, alarmed, missed] = record.figures;
    return concat("model          ", record.model, ", which calls itself ",
                  record.reported_model.empty() ? "nothing"
                                                : safe_on_terminal(record.reported_model),
                  "\n", "wrong texts    found ", between(found), "; ", record.wrong_by_rules,
                  " more are found by rules\n", "right texts    alarmed ", between(alarmed), "\n",
                  "test sentences missed ", between(missed), "\n", "level          ",
                  llm::name_of(record.level()),
                  record.reason.empty() ? "" : concat(": ", record.reason), "\n");
}

BenchTicker::BenchTicker(const config::Llm& llm)
    : m_llm{llm}, m_is_seen{::isatty(STDERR_FILENO) == 1}
{
}

void BenchTicker::operator()(const BenchProgress& at)
{
    using std::chrono::steady_clock;
    if (!m_is_seen) return;
    if (at.as != m_as) m_begun = steady_clock::now();
    m_as = at.as;
    const auto left = (steady_clock::now() - m_begun) / at.done * (at.of - at.done);
    std::ostringstream line;
    const bool is_leveled = at.as != llm::Level::none;
    line << std::fixed << std::setprecision(4) << "\r\x1b[K"
         << (is_leveled ? concat("as of level ", llm::name_of(at.as), ": ") : std::string{})
         << at.done << " of " << at.of << (is_leveled ? " texts" : " topics") << ", at most "
         << std::chrono::ceil<std::chrono::minutes>(left).count() << " min left, "
         << dollars(at, m_llm) << " USD so far";
    std::cerr << line.str() << std::flush;
}

void BenchTicker::end() const
{
    if (m_is_seen) std::cerr << "\r\x1b[K" << std::flush;
}

} // namespace cli
