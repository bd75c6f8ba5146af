#include "cli/bench_talk.hpp"

#include "base/concat.hpp"
#include "llm/interview.hpp"

#include <algorithm>

namespace cli {

namespace json = base::json;
using base::concat;

BenchTalk::BenchTalk(const config::Config& config, BenchLog& log, std::string_view product)
    : m_config{config}, m_log{log}, m_product{product}
{
    const auto& head = log.head();
    m_measurement.model = head.model;
    m_measurement.date = head.date;
    m_measurement.set = head.set;
    m_measurement.set_sha256 = head.set_sha256;
    m_measurement.prompts.assign(head.edition.prompts.begin(), head.edition.prompts.end());
    m_measurement.gate = head.edition.gate;
}

base::Result<ModelReview, BenchStop> BenchTalk::review(std::string_view id,
                                                       const json::Ref& request, llm::Level as)
{
    auto kept = m_log.next(id, llm::name_of(as));
    if (!kept) return base::refuse(BenchStop{Exit::error, kept.error()});
    const bool is_new = kept->transcript == nullptr;
    if (is_new && m_log.is_replay())
        return base::refuse(BenchStop{Exit::error, "what was kept ends before the bench does"});
    const auto begun = std::chrono::steady_clock::now();
    auto review = is_new ? review_with_model(m_config, request, as, m_product)
                         : review_again(request, kept->transcript.get(), m_product);
    if (!review) return base::refuse(BenchStop{Exit::error, review.error()});
    if (review->lack == llm::name_of(llm::Lack::away))
        return base::refuse(BenchStop{Exit::unreachable,
                                      "the server does not answer, or llm.job_* is too "
                                      "small for a short text; another run goes on"});
    if (auto stop = meet(*review)) return base::refuse(std::move(*stop));
    if (is_new) {
        kept->took = std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::steady_clock::now() - begun);
        kept->transcript = json::share(review->transcript.get());
        m_log.add(id, llm::name_of(as), *kept);
    }
    m_took.push_back(kept->took);
    return std::move(*review);
}

// A record is of one model, by what the server calls it.
std::optional<BenchStop> BenchTalk::meet(const ModelReview& review)
{
    auto& known = m_measurement.reported_model;
    if (!known.empty() && !review.reported_model.empty() && known != review.reported_model)
        return BenchStop{Exit::error, concat("the model called itself ", known, ", and now ",
                                             review.reported_model)};
    if (!review.reported_model.empty()) known = review.reported_model;
    if (!review.fingerprint.empty()) m_measurement.fingerprint = review.fingerprint;
    m_measurement.ruleset =
        json::text_member(json::object_member(review.artifact.get(), "engine"), "ruleset")
            .value_or("");
    m_tokens_in += review.tokens_in;
    m_tokens_out += review.tokens_out;
    return std::nullopt;
}

std::optional<BenchStop> BenchTalk::rest() const
{
    if (m_log.is_used_up()) return std::nullopt;
    return BenchStop{Exit::error, "more was kept than this bench asks for"};
}

std::chrono::milliseconds BenchTalk::median() const
{
    auto took = m_took;
    if (took.empty()) return {};
    const auto middle = took.begin() + static_cast<std::ptrdiff_t>((took.size() - 1) / 2);
    std::ranges::nth_element(took, middle);
    return *middle;
}

llm::Measurement BenchTalk::measurement() const
{
    auto out = m_measurement;
    out.transcripts_sha256 = m_log.sha256();
    return out;
}

} // namespace cli
