#include "verify/model/panel.hpp"
#include "verify/relations/checks.hpp"
#include "verify/sameness/checks.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/model/calculation.hpp"
#include "verify/model/prompts.hpp"
#include "verify/model/questions.hpp"
#include "verify/model/two_values.hpp"

#include <algorithm>
#include <set>

namespace verify::model {

namespace json = base::json;

namespace {

constexpr std::size_t k_most_opinions = 40;
// A quarter of a small context, and no more of a large one than a reader keeps in mind.
constexpr std::size_t k_most_tokens_shown = 3'000;
// A long text is shown so far: what follows would take a server hours, and the artifact says so.
constexpr std::size_t k_most_portions = 24;
constexpr std::size_t k_context_around = 2; // sentences that the red team sees beside an item

struct Candidate {
    Opinion opinion;
    Item item;
};

class Session {
public:
    Session(const Document& document, const Review& told, llm::Interview& interview, bool attacks)
        : m_document{document}, m_told{told},
          m_interview{interview}, m_attacks{attacks}, m_secrets{secrets_in(told)}
    {
    }

    Consulted run()
    {
        const auto context = static_cast<std::size_t>(m_interview.settings().context_tokens);
        auto parts = portions(m_document, std::min(k_most_tokens_shown, context / 4));
        m_out.tally.askable = sentences_of(parts);
        if (parts.size() > k_most_portions) parts.resize(k_most_portions);
        m_out.tally.shown = sentences_of(parts);
        if (parts.size() > 1) m_interview.note_long_text();
        for (const auto& part : parts) point(k_point, "skeptic", part);
        if (m_attacks)
            for (const auto& part : parts) point(k_attack, "red_team", part);
        vote(k_answer, "verifier", 0);
        if (m_attacks) vote(k_defend, "red_team", k_context_around);
        for (auto& each : m_candidates) m_out.opinions.push_back(std::move(each.opinion));
        const auto by_place = [](const auto& left, const auto& right) {
            return left.marks.front().begin < right.marks.front().begin;
        };
        std::stable_sort(m_out.opinions.begin(), m_out.opinions.end(), by_place);
        std::stable_sort(m_out.found.findings.begin(), m_out.found.findings.end(), by_place);
        m_out.tally.kept_opinion = static_cast<int>(m_out.opinions.size());
        return std::move(m_out);
    }

private:
    static int sentences_of(const std::vector<std::vector<std::size_t>>& parts)
    {
        std::size_t out = 0;
        for (const auto& part : parts) out += part.size();
        return static_cast<int>(out);
    }

    // What is too much at once is asked in two halves, once.
    void point(const llm::Prompt& prompt, std::string_view by, const std::vector<std::size_t>& part,
               bool is_half = false)
    {
        const Sheet sheet = make_sheet(m_document, part, m_secrets, m_interview.settings().nonce);
        bool was_cut = false;
        const auto answer = m_interview.ask(prompt, sheet.material, pointing_schema(), was_cut);
        if (was_cut && !is_half && part.size() > 1) {
            const auto middle = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
            point(prompt, by, {part.begin(), middle}, true);
            point(prompt, by, {middle, part.end()}, true);
            return;
        }
        if (was_cut) m_interview.note(llm::Lack::answer);
        if (!answer) return;
        const auto reply = read_pointers(answer.get(), m_document, sheet, m_out.tally);
        if (!reply) {
            m_interview.reject();
            return;
        }
        if (!m_interview.passes(reply->passed_canary)) return;
        for (const auto& pointer : reply->pointers) weigh(pointer, sheet, by);
    }

    void weigh(const Pointer& pointer, const Sheet& sheet, std::string_view by)
    {
        if (m_out.found.is_full()) return;
        if (pointer.kind == Kind::contradiction && has_two_values(pointer, sheet)) return;
        if (pointer.kind != Kind::calculation) {
            consider(pointer, sheet, by);
            return;
        }
        auto ruled = rule(m_document, pointer, m_told, m_out.found);
        switch (ruled.ruling) {
        case Ruling::wrong:
            m_out.found.findings.push_back(std::move(*ruled.finding));
            ++m_out.tally.kept_exact;
            break;
        case Ruling::holds: ++m_out.tally.refuted_by_code; break;
        case Ruling::missed: consider(pointer, sheet, by, std::move(ruled.finding)); break;
        case Ruling::undecided: ++m_out.tally.undecided; break;
        }
    }

    // Whether code sees, too, that the two sentences differ in a number or a date.
    bool has_two_values(const Pointer& pointer, const Sheet& sheet)
    {
        if (!m_two_values) m_two_values.emplace(m_document);
        auto finding = m_two_values->between(*sheet.rows[pointer.quotes[0].row].sentence,
                                             *sheet.rows[pointer.quotes[1].row].sentence);
        if (!finding) return false;
        if (is_found(finding->marks)) {
            ++m_out.tally.told_already;
            return true;
        }
        raise(m_document, std::move(*finding), m_out.found);
        ++m_out.tally.kept_exact;
        return true;
    }

    void consider(const Pointer& pointer, const Sheet& sheet, std::string_view by,
                  std::optional<Finding> computed = {})
    {
        Candidate out;
        out.item.kind = pointer.kind;
        for (const auto& quote : pointer.quotes) {
            out.item.sentences.push_back(*sheet.rows[quote.row].sentence);
            out.opinion.marks.push_back(mark_view(m_document, quote.begin, quote.end, "stated"));
        }
        if (computed) {
            out.item.claim = claim_of(pointer);
            out.item.sentences = sentences_of(pointer);
            out.opinion.marks = computed->marks;
            out.opinion.computed = std::move(computed);
        }
        const auto is_same = [&](const Candidate& each) {
            return each.item.kind == out.item.kind && each.item.claim == out.item.claim &&
                   std::is_permutation(each.item.sentences.begin(), each.item.sentences.end(),
                                       out.item.sentences.begin(), out.item.sentences.end());
        };
        if (m_candidates.size() >= k_most_opinions ||
            std::any_of(m_candidates.begin(), m_candidates.end(), is_same) ||
            is_found(out.opinion.marks)) {
            ++m_out.tally.told_already;
            return;
        }
        out.opinion.kind = pointer.kind;
        out.opinion.critics = {by};
        if (pointer.kind == Kind::contradiction) out.opinion.severity = Severity::major;
        m_candidates.push_back(std::move(out));
    }

    // The sentences of the numbers of a calculation, each once, in the order of the text.
    static std::vector<std::size_t> sentences_of(const Pointer& pointer)
    {
        std::set<std::size_t> out{pointer.stated.sentence};
        for (const auto& operand : pointer.operands) out.insert(operand.sentence);
        return {out.begin(), out.end()};
    }

    // "30 as the sum of 12 and 15"
    [[nodiscard]] std::string claim_of(const Pointer& pointer) const
    {
        std::string out = base::concat(shown(m_document, *pointer.stated.term, m_secrets),
                                       " as the ", name_of(pointer.operation), " of ");
        for (std::size_t i = 0; i < pointer.operands.size(); ++i)
            out += base::concat(i == 0 ? "" : " and ",
                                shown(m_document, *pointer.operands[i].term, m_secrets));
        return out;
    }

    // Whether a finding is about all of these places.
    [[nodiscard]] bool is_found(const std::vector<Mark>& places) const
    {
        const auto meets = [](const Finding& finding, const Mark& place) {
            return std::any_of(finding.marks.begin(), finding.marks.end(), [&](const Mark& mark) {
                return !mark.source && mark.begin < place.end && place.begin < mark.end;
            });
        };
        const auto is_about_all = [&](const Finding& finding) {
            return finding.severity != Severity::info &&
                   std::all_of(places.begin(), places.end(),
                               [&](const Mark& place) { return meets(finding, place); });
        };
        return std::any_of(m_told.findings.begin(), m_told.findings.end(), is_about_all) ||
               std::any_of(m_out.found.findings.begin(), m_out.found.findings.end(), is_about_all);
    }

    // Candidates stay only where this critic, too, says no: neither so, nor under a fair reading.
    void vote(const llm::Prompt& prompt, std::string_view critic, std::size_t around)
    {
        std::vector<Candidate> kept;
        for (std::size_t first = 0; first < m_candidates.size(); first += k_most_items) {
            const std::size_t count = std::min(k_most_items, m_candidates.size() - first);
            const auto batch = std::span{m_candidates}.subspan(first, count);
            const auto said = said_of(prompt, around, batch);
            for (std::size_t i = 0; i < count; ++i) {
                if (i >= said.size() || said[i] != Said::no) {
                    ++m_out.tally.dropped_by_vote;
                    continue;
                }
                batch[i].opinion.critics.push_back(critic);
                kept.push_back(std::move(batch[i]));
            }
        }
        m_candidates = std::move(kept);
    }

    // Empty: there is no answer that could be used.
    std::vector<Said> said_of(const llm::Prompt& prompt, std::size_t around,
                              std::span<const Candidate> batch)
    {
        std::vector<Item> items;
        for (const auto& each : batch) items.push_back(each.item);
        const Paper paper =
            make_paper(m_document, items, around, m_secrets, m_interview.settings().nonce);
        bool was_cut = false;
        const auto answer = m_interview.ask(prompt, paper.material, answering_schema(), was_cut);
        if (was_cut) m_interview.note(llm::Lack::answer);
        if (!answer) return {};
        auto answers = read_answers(answer.get(), paper);
        if (!answers) {
            m_interview.reject();
            return {};
        }
        return m_interview.passes(answers->passed_canary) ? std::move(answers->said)
                                                          : std::vector<Said>{};
    }

    const Document& m_document;
    const Review& m_told;
    llm::Interview& m_interview;
    bool m_attacks;
    std::vector<Mark> m_secrets;
    std::optional<TwoValues> m_two_values; // read when a model first points at two sentences
    std::vector<Candidate> m_candidates;
    Consulted m_out;
};

} // namespace

std::span<const Check* const> pointed_checks()
{
    static constexpr const Check* k_checks[] = {&relations::k_arith_sum,
                                                &relations::k_arith_difference,
                                                &relations::k_arith_product,
                                                &relations::k_arith_share,
                                                &relations::k_arith_percent_change,
                                                &relations::k_arith_mean,
                                                &relations::k_arith_growth,
                                                &relations::k_arith_ratio,
                                                &relations::k_unit_conversion,
                                                &sameness::k_contradiction_value};
    return k_checks;
}

Consulted consult(const Document& document, const Review& told, llm::Interview& interview,
                  bool attacks)
{
    return Session{document, told, interview, attacks}.run();
}

} // namespace verify::model
