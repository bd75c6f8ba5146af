#include "verify/entailment/inquiry.hpp"

#include "base/concat.hpp"
#include "verify/entailment/claim_gap.hpp"
#include "verify/law/judge.hpp"
#include "verify/questions/prompts.hpp"
#include "verify/questions/shown.hpp"

#include <algorithm>

namespace verify::entailment {

using against::Agreement;
using base::concat;

namespace {

constexpr std::size_t k_most_asked = 60; // claims of a text
constexpr std::size_t k_most_ballots = 3;
constexpr std::size_t k_most_tokens_asked = 3'000;

// A claim with what was answered about it so far.
struct Inquiry {
    Claimed claimed;
    std::vector<Ballot> ballots; // those that count
    std::size_t asked = 0;
    std::optional<ClaimGap> gap{};
    std::size_t confirmed = 0; // gaps that a source fills otherwise
    bool is_refuted = false;

    [[nodiscard]] std::size_t count(Vote vote) const
    {
        return static_cast<std::size_t>(std::ranges::count(ballots, vote, &Ballot::vote));
    }
    [[nodiscard]] const Ballot& first(Vote vote) const
    {
        return *std::ranges::find(ballots, vote, &Ballot::vote);
    }
};

class Session {
public:
    Session(const Matter& matter, llm::Interview& interview)
        : m_matter{matter}, m_interview{interview}, m_with{matter.support.with()},
          m_sources{m_with}, m_text{m_with.text, questions::shown_view(m_with.text, matter.secrets)}
    {
    }

    Inquired run()
    {
        collect();
        if (m_inquiries.size() > k_most_claims) m_interview.note_long_text();
        for (const Turn turn : {Turn::forwards, Turn::backwards, Turn::from_the_middle}) vote(turn);
        fill_gaps();
        for (auto& each : m_inquiries)
            if (each.asked > 0) conclude(each);
        m_out.tally.asked = static_cast<int>(m_out.claims.size());
        return std::move(m_out);
    }

private:
    void collect()
    {
        for (std::size_t i = 0; i < m_matter.rows.size(); ++i) {
            const auto& row = m_matter.rows[i];
            const auto sentence = m_matter.claims[i].sentence;
            const bool is_decided = row.agreement == Agreement::verbatim ||
                                    row.agreement == Agreement::contradicted ||
                                    row.agreement == Agreement::unreadable;
            if (is_decided || m_with.given.is_spent()) continue;
            ++m_out.tally.claims;
            if (m_inquiries.size() == k_most_asked ||
                m_text.shown(sentence).size() > k_longest_line)
                continue;
            Claimed claimed{sentence, evidence_for(m_sources, sentence)};
            if (!claimed.lines.empty()) m_inquiries.push_back({std::move(claimed), {}});
        }
    }

    // Whether one more vote may decide.
    [[nodiscard]] bool is_open(const Inquiry& inquiry) const
    {
        if (inquiry.asked < 2) return true;
        if (inquiry.asked == k_most_ballots || inquiry.ballots.empty()) return false;
        const auto denials = inquiry.count(Vote::contradicted);
        if (inquiry.ballots.size() < 2) return true;
        if (denials == 2) return is_nearly_all(inquiry);
        if (inquiry.count(Vote::not_there) == 2) return false;
        return denials > 0 || inquiry.count(Vote::not_there) > 0;
    }

    // Nothing is left around the words that a source denies, so that there is no gap to fill.
    [[nodiscard]] bool is_nearly_all(const Inquiry& inquiry) const
    {
        constexpr std::size_t k_of = 5;
        const Place& words = inquiry.first(Vote::contradicted).claim;
        const auto size = m_text.shown(inquiry.claimed.sentence).size();
        return (words.end - words.begin) * k_of > size * (k_of - 1);
    }

    void vote(Turn turn)
    {
        std::vector<Inquiry*> open;
        for (auto& each : m_inquiries)
            if (is_open(each)) open.push_back(&each);
        const auto tokens = [&](const Inquiry* inquiry) {
            return tokens_of(m_sources, inquiry->claimed.lines);
        };
        for (const auto& batch : batches(open, k_most_claims, tokens)) {
            if (m_is_over) return;
            ask(batch, turn);
        }
    }

    // In their order, so many in one and so much to read.
    template <typename Tokens>
    [[nodiscard]] std::vector<std::vector<Inquiry*>> batches(const std::vector<Inquiry*>& all,
                                                             std::size_t most, Tokens tokens) const
    {
        const auto limit =
            std::min(k_most_tokens_asked,
                     static_cast<std::size_t>(m_interview.settings().context_tokens) / 3);
        std::vector<std::vector<Inquiry*>> out;
        std::size_t told = 0;
        for (Inquiry* each : all) {
            const std::size_t own = tokens(each);
            if (out.empty() || out.back().size() == most || told + own > limit) {
                out.emplace_back();
                told = 0;
            }
            out.back().push_back(each);
            told += own;
        }
        return out;
    }

    [[nodiscard]] llm::Chance next_chance(std::string_view question)
    {
        return llm::Chance{concat(m_interview.settings().nonce, '/', question, '/', ++m_questions)};
    }

    base::json::Ref put(const llm::Prompt& prompt, const std::string& material,
                        base::json::Ref schema)
    {
        bool was_cut = false;
        auto answer = m_interview.ask(prompt, material, std::move(schema), was_cut);
        if (was_cut) m_interview.note(llm::Lack::answer);
        // Once the server or the budget is gone nothing more is asked.
        const auto lack = m_interview.lack();
        m_is_over = !answer && lack && (*lack == llm::Lack::away || *lack == llm::Lack::budget);
        return answer;
    }

    void ask(const std::vector<Inquiry*>& batch, Turn turn)
    {
        auto chance = next_chance("claim");
        std::vector<const Claimed*> claims;
        claims.reserve(batch.size());
        for (const Inquiry* each : batch) claims.push_back(&each->claimed);
        const auto sheet = make_claim_sheet(m_text, m_sources, claims, turn, chance);
        const auto answer = put(k_claim, sheet.material, claim_schema());
        if (!answer) return;
        const auto ballots = read_ballots(answer.get(), m_text, m_sources, claims, sheet);
        if (!ballots) m_interview.reject();
        const bool is_heard = ballots && m_interview.passes(ballots->ours_right, k_ours_claimed, 1);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            ++batch[i]->asked;
            ++m_out.tally.answers;
            if (is_heard && ballots->cast[i])
                batch[i]->ballots.push_back(*ballots->cast[i]);
            else
                ++m_out.tally.void_answers;
        }
    }

    [[nodiscard]] std::size_t gaps_asked() const
    {
        return m_interview.settings().level == llm::Level::b ? 3 : 2;
    }

    void fill_gaps()
    {
        std::vector<Inquiry*> denied;
        for (auto& each : m_inquiries) {
            if (each.count(Vote::contradicted) < 2 || is_nearly_all(each)) continue;
            each.gap = ClaimGap{&each.claimed, each.first(Vote::contradicted).claim};
            denied.push_back(&each);
        }
        const auto tokens = [&](const Inquiry* inquiry) {
            return tokens_of(m_sources, inquiry->claimed.lines);
        };
        for (const auto& batch : batches(denied, k_most_claim_gaps, tokens))
            for (std::size_t round = 0; round < gaps_asked() && !m_is_over; ++round) fill(batch);
    }

    void fill(const std::vector<Inquiry*>& batch)
    {
        auto chance = next_chance("claim gap");
        std::vector<const ClaimGap*> gaps;
        gaps.reserve(batch.size());
        for (const Inquiry* each : batch) gaps.push_back(&*each->gap);
        const ClaimGapSheet sheet{m_text, m_sources, gaps, chance};
        const auto answer = put(questions::k_fill, sheet.material(), questions::gap_schema());
        if (!answer) return;
        const auto answers = sheet.read(answer.get());
        if (!answers) m_interview.reject();
        if (!answers || !m_interview.passes(answers->ours_right, k_ours_in_gaps, 1)) return;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (answers->filled[i] == questions::Filled::same) ++batch[i]->confirmed;
            if (answers->filled[i] == questions::Filled::stated) batch[i]->is_refuted = true;
        }
    }

    [[nodiscard]] bool is_contradicted(const Inquiry& inquiry) const
    {
        const auto denials = inquiry.count(Vote::contradicted);
        if (denials < 2) return false;
        if (!inquiry.gap) return denials == k_most_ballots;
        return !inquiry.is_refuted && inquiry.confirmed + 1 >= gaps_asked();
    }

    void conclude(const Inquiry& inquiry)
    {
        ReadClaim out{inquiry.claimed.sentence};
        const auto place = std::ranges::find_if(
            inquiry.ballots, [](const Ballot& each) { return each.window.has_value(); });
        if (place != inquiry.ballots.end())
            out.place = against::mark_window(m_with, *place->window);
        if (is_contradicted(inquiry)) {
            const Ballot& ballot = inquiry.first(Vote::contradicted);
            out.agreement = Agreement::contradicted;
            out.place = against::mark_window(m_with, *ballot.window);
            ++m_out.tally.contradicted;
            tell(inquiry, ballot);
        } else if (inquiry.count(Vote::contradicted) > 0) {
            if (inquiry.count(Vote::contradicted) > 1) ++m_out.tally.unconfirmed;
        } else if (inquiry.count(Vote::not_there) > 1) {
            out.agreement = Agreement::not_found;
            out.place.reset();
        } else if (inquiry.count(Vote::entailed) + inquiry.count(Vote::partly) > 1) {
            std::vector<Window> quoted;
            for (const auto& each : inquiry.ballots)
                if (each.window) quoted.push_back(*each.window);
            out.missing = m_matter.support.missing(inquiry.claimed.sentence, quoted);
            const bool is_whole = inquiry.count(Vote::entailed) > 1 && out.missing.empty();
            out.agreement = is_whole ? Agreement::supported : Agreement::partly;
        }
        m_out.claims.push_back(std::move(out));
    }

    // One finding a claim: that of a check which knows no model wins.
    [[nodiscard]] bool is_told(std::size_t sentence) const
    {
        const Place own = m_text.place_of(sentence);
        const Mark place = mark_view(m_with.text, own.begin, own.end);
        return std::ranges::any_of(m_matter.told.findings, [&](const Finding& finding) {
            const Mark& at = finding.marks.front();
            const auto nature = finding.check->nature;
            return finding.severity != Severity::info && !at.source &&
                   (nature == Nature::agreement || nature == Nature::support) &&
                   at.begin < place.end && place.begin < at.end;
        });
    }

    void tell(const Inquiry& inquiry, const Ballot& ballot)
    {
        const auto& with = m_with;
        const Mark stated = mark_view(with.text, ballot.claim.begin, ballot.claim.end);
        if (is_told(inquiry.claimed.sentence) || is_quoted(with.text, stated) ||
            is_disowned(Passage::sentence(with.text, inquiry.claimed.sentence)))
            return;
        const auto votes = inquiry.count(Vote::contradicted);
        const bool is_major = ballot.differs_in_value || votes == k_most_ballots;
        const auto source = ballot.window->source;
        const Document& there = with.given.source(source).document;
        Mark told = mark_view(there, ballot.source.begin, ballot.source.end, "source");
        told.source = source;
        Found out = found(k_source_contradicted, "A source given says otherwise", with.text,
                          Certainty::model, is_major ? Severity::major : Severity::minor);
        out.stated(stated);
        out.mark(told, "source");
        out.mark(against::mark_window(with, *ballot.window), "source");
        const auto instead = quote_of(there, told);
        out.shows("stated", Marked{0}, "found", std::vector{instead}, "source", source, "sha256",
                  with.digests[source], "votes", votes, "gaps", inquiry.confirmed);
        const std::string without =
            inquiry.confirmed == 0 ? ""
                                   : concat(", and ", inquiry.confirmed,
                                            " that did not see the words of the text filled in "
                                            "words of the sources");
        out.says("The text says \"", Marked{0}, "\"; ", against::source_name(with, source),
                 " says \"", instead, "\": \"",
                 quote_of(there, against::mark_window(with, *ballot.window)), "\". ", votes,
                 " readings by a model came to that", without, "; the reading is the model's.");
        m_out.findings.push_back(out.take("Correct the text, or give the source that says so."));
    }

    const Matter& m_matter;
    llm::Interview& m_interview;
    const against::Comparison& m_with;
    ShownSources m_sources;
    Quotes m_text;
    std::vector<Inquiry> m_inquiries;
    std::size_t m_questions = 0;
    bool m_is_over = false;
    Inquired m_out;
};

} // namespace

const Check k_source_contradicted{
    .id = "source.contradicted",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {"a model reads that a source says otherwise, and fills a gap in the claim with words "
              "of the source",
              "what no model is asked about"}};

Inquired inquire(const Matter& matter, llm::Interview& interview)
{
    return Session{matter, interview}.run();
}

void enter(const Inquired& inquired, std::span<const Claim> claims, std::span<against::Row> rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = rows[i];
        const auto read =
            std::ranges::find(inquired.claims, claims[i].sentence, &ReadClaim::sentence);
        if (read == inquired.claims.end() || row.agreement == Agreement::verbatim ||
            (row.agreement == Agreement::contradicted &&
             read->agreement != Agreement::contradicted))
            continue;
        row.agreement = read->agreement;
        row.is_of_a_model = true;
        row.missing = read->missing;
        for (auto& cell : row.cells)
            if (read->place && cell.source == read->place->source)
                cell = {cell.source, read->agreement, read->place, true};
    }
}

base::json::Ref tally_json(const ClaimTally& tally)
{
    return base::json::object("claims", tally.claims, "asked", tally.asked, "answers",
                              tally.answers, "void", tally.void_answers, "unconfirmed",
                              tally.unconfirmed, "contradicted", tally.contradicted);
}

} // namespace verify::entailment
