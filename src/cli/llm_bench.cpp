#include "cli/llm_bench.hpp"

#include <algorithm>
#include <optional>

namespace cli {

using llm::Level;

namespace {

class BenchCourse {
public:
    BenchCourse(const config::Config& config, const BenchSet& set, BenchLog& log,
                const TellBench& tell)
        : m_set{set}, m_talk{config, log, k_reviewing}, m_tell{tell}
    {
    }

    base::Result<llm::Record, BenchStop> run()
    {
        for (const Level level : {Level::a, Level::b}) {
            if (auto stop = judge(level)) return base::refuse(std::move(*stop));
            if (m_record.reason.empty()) break;
            // All texts again would only show once more what no level allows.
            auto why = llm::hopelessness(m_record.figures, Level::b);
            if (why.empty()) continue;
            m_record.reason = std::move(why);
            break;
        }
        if (auto stop = m_talk.rest()) return base::refuse(std::move(*stop));
        static_cast<llm::Measurement&>(m_record) = m_talk.measurement();
        return std::move(m_record);
    }

private:
    // All texts, or as many as show that the level cannot be met.
    std::optional<BenchStop> judge(Level level)
    {
        m_record.judged_as = level;
        m_record.figures = {};
        m_record.wrong_by_rules = 0;
        m_record.reason.clear();
        auto right_to_come = std::ranges::count(m_set.cases, false, &BenchCase::is_wrong);
        m_progress.as = level;
        m_progress.of = m_set.cases.size();
        m_progress.done = 0;
        for (const auto& each : m_set.cases) {
            const auto review = m_talk.review(each.id, each.request(), level);
            if (!review) return review.error();
            count(each, *review);
            m_progress.tokens_in = m_talk.tokens_in();
            m_progress.tokens_out = m_talk.tokens_out();
            if (!each.is_wrong) --right_to_come;
            ++m_progress.done;
            m_tell(m_progress);
            m_record.reason = llm::hindrance(m_record.figures, level, right_to_come);
            if (!m_record.reason.empty()) return std::nullopt;
        }
        m_record.reason = llm::hindrance(m_record.figures, level);
        return std::nullopt;
    }

    void count(const BenchCase& each, const ModelReview& review)
    {
        auto& [found, alarmed, missed] = m_record.figures;
        missed.of += review.canary_total + review.unusable;
        missed.part += review.canary_total - review.canary_ok + review.unusable;
        if (!each.is_wrong) {
            alarmed.count(finds(review, Finder::model, 0, each.text.size()));
            return;
        }
        const auto begin = each.text.find(each.quote);
        const auto end = begin + each.quote.size();
        if (finds(review, Finder::rules, begin, end))
            ++m_record.wrong_by_rules;
        else
            found.count(finds(review, Finder::model, begin, end));
    }

    const BenchSet& m_set;
    BenchTalk m_talk;
    const TellBench& m_tell;
    llm::Record m_record;
    BenchProgress m_progress;
};

} // namespace

base::Result<llm::Record, BenchStop> measure(const config::Config& config, const BenchSet& set,
                                             BenchLog& log, const TellBench& tell)
{
    return BenchCourse{config, set, log, tell}.run();
}

} // namespace cli
