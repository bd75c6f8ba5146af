#include "cli/llm_bench.hpp"

#include "base/concat.hpp"
#include "cli/model_review.hpp"
#include "llm/edition.hpp"
#include "llm/interview.hpp"

#include <algorithm>
#include <optional>

namespace cli {

namespace json = base::json;
using base::concat;
using llm::Level;

namespace {

class BenchCourse {
public:
    BenchCourse(const config::Config& config, const BenchSet& set, BenchLog& log,
                const TellBench& tell)
        : m_config{config}, m_set{set}, m_log{log}, m_tell{tell}
    {
        const auto& head = log.head();
        m_record.model = head.model;
        m_record.date = head.date;
        m_record.set = head.set;
        m_record.set_sha256 = head.set_sha256;
        m_record.prompts.assign(std::begin(llm::k_prompts), std::end(llm::k_prompts));
        m_record.gate = llm::k_gate;
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
        if (!m_log.is_used_up())
            return base::refuse(BenchStop{Exit::error, "more was kept than this bench asks for"});
        m_record.transcripts_sha256 = m_log.sha256();
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
            auto review = review_of(each, level);
            if (!review) return review.error();
            count(each, *review);
            if (!each.is_wrong) --right_to_come;
            ++m_progress.done;
            m_tell(m_progress);
            m_record.reason = llm::hindrance(m_record.figures, level, right_to_come);
            if (!m_record.reason.empty()) return std::nullopt;
        }
        m_record.reason = llm::hindrance(m_record.figures, level);
        return std::nullopt;
    }

    base::Result<ModelReview, BenchStop> review_of(const BenchCase& each, Level level)
    {
        auto kept = m_log.next(each.id, llm::name_of(level));
        if (!kept) return base::refuse(BenchStop{Exit::error, kept.error()});
        if (*kept == nullptr && m_log.is_replay())
            return base::refuse(BenchStop{Exit::error, "what was kept ends before the bench does"});
        auto review = *kept == nullptr ? review_with_model(m_config, each.request(), level)
                                       : review_again(each.request(), kept->get());
        if (!review) return base::refuse(BenchStop{Exit::error, review.error()});
        if (review->lack == llm::name_of(llm::Lack::away))
            return base::refuse(BenchStop{Exit::unreachable,
                                          "the server does not answer, or llm.job_* is too "
                                          "small for a short text; another run goes on"});
        if (auto stop = meet(*review)) return base::refuse(std::move(*stop));
        if (*kept == nullptr) m_log.add(each.id, llm::name_of(level), review->transcript);
        return std::move(*review);
    }

    // A record is of one model, by what the server calls it.
    std::optional<BenchStop> meet(const ModelReview& review)
    {
        auto& known = m_record.reported_model;
        if (!known.empty() && !review.reported_model.empty() && known != review.reported_model)
            return BenchStop{Exit::error, concat("the model called itself ", known, ", and now ",
                                                 review.reported_model)};
        if (!review.reported_model.empty()) known = review.reported_model;
        if (!review.fingerprint.empty()) m_record.fingerprint = review.fingerprint;
        m_record.ruleset =
            json::text_member(json::object_member(review.artifact.get(), "engine"), "ruleset")
                .value_or("");
        m_progress.tokens_in += review.tokens_in;
        m_progress.tokens_out += review.tokens_out;
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

    const config::Config& m_config;
    const BenchSet& m_set;
    BenchLog& m_log;
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
