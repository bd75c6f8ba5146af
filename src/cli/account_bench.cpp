#include "cli/account_bench.hpp"

#include "base/concat.hpp"
#include "llm/chance.hpp"
#include "value/digest.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace cli {

namespace json = base::json;
using base::concat;

namespace {

constexpr std::string_view k_bench_format = "assay-account-bench/1";

std::int64_t counted_in(const json_t* view, const char* key)
{
    return json::integer_member(view, key).value_or(0);
}

class Gathering {
public:
    explicit Gathering(std::int64_t topics) : m_topics{topics} {}

    // `artifact_view`: of the topic with this number.
    void take(std::size_t number, const json_t* topic_view, const json_t* artifact_view)
    {
        const json_t* account_view = json::object_member(artifact_view, "account");
        if (account_view == nullptr) {
            ++m_without;
            return;
        }
        const auto edited = counted_in(account_view, "edited");
        // What is more than an account holds is left out, whenever it was written.
        const auto again = std::min(edited, counted_in(account_view, "rewritten"));
        m_rewritten += again;
        m_at_first += edited - again;
        m_quoted += counted_in(account_view, "quoted");
        json::for_each_member(json::object_member(account_view, "refused"),
                              [&](std::string_view check, const json_t* count_view) {
                                  m_refused[std::string{check}] += json_integer_value(count_view);
                              });
        const json_t* sentences_view = json::array_member(account_view, "sentences");
        for (std::size_t i = 0; i < json_array_size(sentences_view); ++i) {
            const json_t* each_view = json_array_get(sentences_view, i);
            json::append(m_sentences.get(),
                         json::object("id", concat('T', number, '.', text_of(each_view, "id")),
                                      "query", text_of(topic_view, "query"), "form",
                                      text_of(each_view, "form"), "text",
                                      text_of(each_view, "text"), "quotes",
                                      quotes_of(each_view, artifact_view)));
        }
    }

    [[nodiscard]] std::string told(const BenchTalk& talk)
    {
        auto refused = json::object();
        for (const auto& [check, count] : m_refused)
            json::set(refused.get(), check, json::value(count));
        auto whole = llm::measurement_json(k_bench_format, talk.measurement());
        json::set_all(whole.get(), "counts",
                      json::object("topics", m_topics, "without_account", m_without,
                                   "edited_at_first", m_at_first, "rewritten", m_rewritten,
                                   "quoted", m_quoted, "refused", std::move(refused), "median_ms",
                                   talk.median().count()),
                      "sentences", std::move(m_sentences));
        return llm::lines_of(whole);
    }

private:
    static std::string text_of(const json_t* view, const char* key)
    {
        return std::string{json::text_member(view, key).value_or("")};
    }

    static json::Ref quotes_of(const json_t* sentence_view, const json_t* artifact_view)
    {
        auto out = json::array();
        const json_t* quotes_view = json::array_member(sentence_view, "quotes");
        for (std::size_t i = 0; i < json_array_size(quotes_view); ++i) {
            const json_t* quote_view = json_array_get(quotes_view, i);
            const auto source = text_of(quote_view, "source");
            json::append(out.get(),
                         json::object("source", source, "title", title_of(artifact_view, source),
                                      "published", text_of(quote_view, "published"), "quote",
                                      text_of(quote_view, "quote")));
        }
        return out;
    }

    static std::string title_of(const json_t* artifact_view, std::string_view source)
    {
        const json_t* sources_view = json::array_member(artifact_view, "sources");
        for (std::size_t i = 0; i < json_array_size(sources_view); ++i) {
            const json_t* each_view = json_array_get(sources_view, i);
            if (json::text_member(each_view, "id") == source) return text_of(each_view, "title");
        }
        return {};
    }

    std::int64_t m_topics;
    std::int64_t m_without = 0;
    std::int64_t m_at_first = 0;
    std::int64_t m_rewritten = 0;
    std::int64_t m_quoted = 0;
    std::map<std::string, std::int64_t> m_refused;
    json::Ref m_sentences = json::array();
};

// Fisher and Yates.
void draw_order(std::vector<const json_t*>& all, llm::Chance chance)
{
    for (std::size_t left = all.size(); left > 1; --left)
        std::swap(all[left - 1], all[chance.below(left)]);
}

} // namespace

base::Result<std::string, BenchStop> measure_accounts(const config::Config& config,
                                                      const AccountSet& set, BenchLog& log,
                                                      const TellBench& tell)
{
    BenchTalk talk{config, log, k_accounting};
    Gathering gathering{static_cast<std::int64_t>(set.topics.size())};
    BenchProgress at;
    at.of = set.topics.size();
    for (const auto& topic : set.topics) {
        const auto number = ++at.done;
        const auto review = talk.review(concat('T', number), topic, llm::Level::none);
        if (!review) return base::refuse(review.error());
        gathering.take(number, topic.get(), review->artifact.get());
        at.tokens_in = talk.tokens_in();
        at.tokens_out = talk.tokens_out();
        tell(at);
    }
    if (auto stop = talk.rest()) return base::refuse(std::move(*stop));
    return gathering.told(talk);
}

base::Result<AccountBench, std::string> parse_account_bench(std::string_view text)
{
    auto parsed = json::parse(text);
    if (!parsed || json::text_member(parsed->get(), "format") != k_bench_format)
        return base::refuse(concat("it is no file of the format ", k_bench_format));
    const json_t* whole_view = parsed->get();
    llm::Members members{whole_view};
    llm::Members counts{json::object_member(whole_view, "counts")};
    AccountBench out;
    out.measurement = members.measurement();
    out.edited_at_first = counts.count("edited_at_first");
    out.rewritten = counts.count("rewritten");
    out.quoted = counts.count("quoted");
    out.median_ms = counts.count("median_ms");
    const json_t* sentences_view = json::array_member(whole_view, "sentences");
    for (std::size_t i = 0; i < json_array_size(sentences_view); ++i) {
        const json_t* each_view = json_array_get(sentences_view, i);
        if (json::text_member(each_view, "form") == "edited") out.to_judge.push_back(each_view);
    }
    const auto edited = static_cast<std::size_t>(out.edited_at_first + out.rewritten);
    if (!members.are_good() || !counts.are_good() || out.to_judge.size() != edited)
        return base::refuse(std::string{"members of it are missing or wrong"});
    draw_order(out.to_judge, llm::Chance{out.measurement.transcripts_sha256});
    out.sha256 = value::Digest{base::sha256(base::bytes_of(text))}.text();
    out.whole = std::move(*parsed);
    return out;
}

} // namespace cli
