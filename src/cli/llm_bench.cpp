#include "cli/llm_bench.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "cli/own_analysis.hpp"

#include <chrono>
#include <iomanip>
#include <sstream>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_product = "verify_standard";

std::string bare_text_in(const json_t* view, const char* key)
{
    return std::string{json::text_member(view, key).value_or("")};
}

std::int64_t count_in(const json_t* view, const char* key)
{
    return json::integer_member(view, key).value_or(0);
}

void read_calls(const json_t* llm_view, ModelReview& out)
{
    const json_t* calls_view = json::array_member(llm_view, "calls");
    for (std::size_t i = 0; i < json_array_size(calls_view); ++i) {
        const json_t* call_view = json_array_get(calls_view, i);
        const auto outcome = bare_text_in(call_view, "outcome");
        ++out.outcomes[outcome];
        ++out.calls;
        if (outcome == "used") ++out.used;
        out.tokens_in += count_in(call_view, "prompt_tokens");
        out.tokens_out += count_in(call_view, "completion_tokens");
    }
}

ModelReview read_review(json::Ref artifact)
{
    ModelReview out;
    const json_t* engine_view = json::object_member(artifact.get(), "engine");
    const json_t* llm_view = json::object_member(engine_view, "llm");
    const json_t* gate_view = json::object_member(llm_view, "gate");
    out.lack = bare_text_in(engine_view, "degraded_reason");
    out.reported_model = bare_text_in(llm_view, "reported_model");
    read_calls(llm_view, out);
    out.pointed = count_in(gate_view, "pointed");
    out.refuted = count_in(gate_view, "refuted_by_code");
    out.kept_exact = count_in(gate_view, "kept_exact");
    out.kept_opinion = count_in(gate_view, "kept_opinion");
    out.canary_ok = count_in(gate_view, "canary_ok");
    out.canary_total = count_in(gate_view, "canary_total");
    out.artifact = std::move(artifact);
    return out;
}

// Whether a finding of minor or above stands, of all or of the built-in critics alone.
bool has_finding(const json_t* artifact_view, bool with_pointed)
{
    const json_t* all_view = json::array_member(artifact_view, "findings");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* each_view = json_array_get(all_view, i);
        const json_t* final_view = json::object_member(each_view, "final");
        const bool stands = json::text_member(final_view, "status") != "withdrawn" &&
                            json::text_member(final_view, "severity") != "info";
        if (stands && (with_pointed || !json::text_member(each_view, "pointed_by"))) return true;
    }
    return false;
}

bool has_opinion_at(const json_t* artifact_view, std::size_t begin, std::size_t end)
{
    const json_t* all_view = json::array_member(artifact_view, "opinions");
    for (std::size_t i = 0; i < json_array_size(all_view); ++i) {
        const json_t* spans_view = json::array_member(json_array_get(all_view, i), "spans");
        for (std::size_t k = 0; k < json_array_size(spans_view); ++k) {
            const json_t* span_view = json_array_get(spans_view, k);
            const auto from = static_cast<std::size_t>(count_in(span_view, "byte_start"));
            const auto to = static_cast<std::size_t>(count_in(span_view, "byte_end"));
            if (from < end && begin < to) return true;
        }
    }
    return false;
}

std::string share(std::int64_t part, std::int64_t whole)
{
    if (whole == 0) return "none";
    return concat(part, " of ", whole, " (", (part * 100 + whole / 2) / whole, " %)");
}

} // namespace

base::Result<ModelReview, std::string> review_with_model(const config::Config& config,
                                                         std::string_view text)
{
    const auto begun = std::chrono::steady_clock::now();
    const auto model = OwnModel::start(config);
    if (!model) return base::refuse(model.error());
    const auto told = make_artifact(
        k_product,
        [&]() -> base::Result<json::Ref, std::string> { return json::object("payload", text); }, {},
        nullptr, model->get());
    if (told.exit != Exit::ok) return base::refuse(told.text);
    const auto made = json::parse(told.text);
    const json_t* artifact_view = made ? json::object_member(made->get(), "artifact") : nullptr;
    if (artifact_view == nullptr) throw base::Fault{"the critics gave no artifact"};
    auto out = read_review(json::share(artifact_view));
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return out;
}

std::string Bench::add(const config::Config& config, const BenchCase& each)
{
    const auto review = review_with_model(config, each.text);
    if (!review) return review.error();
    const json_t* artifact_view = review->artifact.get();
    const bool is_found = has_finding(artifact_view, true);
    const bool is_found_without = has_finding(artifact_view, false);
    if (each.is_wrong) {
        const auto at = each.text.find(each.quote);
        ++m_wrong;
        m_found_without += is_found_without ? 1 : 0;
        m_found_with += is_found ? 1 : 0;
        m_opinion_at_place += has_opinion_at(artifact_view, at, at + each.quote.size()) ? 1 : 0;
    } else {
        ++m_right;
        m_quiet_without += is_found_without ? 0 : 1;
        m_quiet_with += is_found ? 0 : 1;
        m_no_opinion += review->kept_opinion == 0 ? 1 : 0;
    }
    m_degraded += review->lack.empty() ? 0 : 1;
    m_sum.calls += review->calls;
    m_sum.used += review->used;
    m_sum.tokens_in += review->tokens_in;
    m_sum.tokens_out += review->tokens_out;
    m_sum.pointed += review->pointed;
    m_sum.refuted += review->refuted;
    m_sum.kept_exact += review->kept_exact;
    m_sum.kept_opinion += review->kept_opinion;
    m_sum.canary_ok += review->canary_ok;
    m_sum.canary_total += review->canary_total;
    m_sum.seconds += review->seconds;
    return {};
}

void Bench::add(const Bench& other)
{
    for (int Bench::*each :
         {&Bench::m_wrong, &Bench::m_right, &Bench::m_found_without, &Bench::m_found_with,
          &Bench::m_opinion_at_place, &Bench::m_quiet_without, &Bench::m_quiet_with,
          &Bench::m_no_opinion, &Bench::m_degraded})
        this->*each += other.*each;
    for (std::int64_t ModelReview::*each :
         {&ModelReview::calls, &ModelReview::used, &ModelReview::tokens_in,
          &ModelReview::tokens_out, &ModelReview::pointed, &ModelReview::refuted,
          &ModelReview::kept_exact, &ModelReview::kept_opinion, &ModelReview::canary_ok,
          &ModelReview::canary_total})
        m_sum.*each += other.m_sum.*each;
    m_sum.seconds += other.m_sum.seconds;
}

std::string Bench::text(std::string_view name, const config::Llm& llm) const
{
    const std::int64_t texts = m_wrong + m_right;
    const double cost =
        (static_cast<double>(m_sum.tokens_in) * static_cast<double>(llm.price_in.atoms()) +
         static_cast<double>(m_sum.tokens_out) * static_cast<double>(llm.price_out.atoms())) /
        1e12;
    std::ostringstream out;
    out << name << ": " << texts << " texts, model " << llm.model << '\n'
        << "  wrong texts    found by rules " << share(m_found_without, m_wrong)
        << ", with what the model pointed at " << share(m_found_with, m_wrong)
        << ", an opinion at the place " << share(m_opinion_at_place, m_wrong) << '\n'
        << "  right texts    quiet by rules " << share(m_quiet_without, m_right)
        << ", with what the model pointed at " << share(m_quiet_with, m_right)
        << ", without an opinion " << share(m_no_opinion, m_right) << '\n'
        << "  pointed at     " << m_sum.pointed << ": findings "
        << share(m_sum.kept_exact, m_sum.pointed) << ", opinions "
        << share(m_sum.kept_opinion, m_sum.pointed) << ", refuted by code "
        << share(m_sum.refuted, m_sum.pointed) << '\n'
        << "  answers        used " << share(m_sum.used, m_sum.calls) << ", canary "
        << share(m_sum.canary_ok, m_sum.canary_total) << ", reviews that lack some "
        << share(m_degraded, texts) << '\n'
        << std::fixed << std::setprecision(4) << "  a text         "
        << (texts == 0 ? 0 : (m_sum.tokens_in + m_sum.tokens_out) / texts) << " tokens, "
        << (texts == 0 ? 0.0 : m_sum.seconds / static_cast<double>(texts)) << " s, "
        << (texts == 0 ? 0.0 : cost / static_cast<double>(texts)) << " USD\n";
    return out.str();
}

} // namespace cli
