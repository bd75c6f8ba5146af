#include "verify/model/panel.hpp"

#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/ledger.hpp"
#include "verify/model/gap.hpp"
#include "verify/model/held.hpp"
#include "verify/model/suspicion.hpp"
#include "verify/model/wording.hpp"
#include "verify/questions/prompts.hpp"
#include "verify/questions/shown.hpp"

#include <algorithm>
#include <set>

namespace verify::model {

namespace {

// A quarter of a small context, and no more of a large one than a reader keeps in mind.
constexpr std::size_t k_most_tokens_shown = 3'000;
// A long text is shown so far: what follows would take a server hours, and the artifact says so.
constexpr std::size_t k_most_portions = 24;
constexpr std::size_t k_ours_derived = 3; // test sentences in each of two answers
constexpr std::size_t k_ours_filled = 6;  // test items in a question about gaps
constexpr std::size_t k_wrong_of_six = 1; // so many may be answered wrong
constexpr std::size_t k_most_asked = questions::k_most_gaps - k_ours_filled;
constexpr std::size_t k_most_suspicions = 4 * k_most_asked;
// Sentences between what is stated and its operands, one after the other.
constexpr std::size_t k_window = 2;

class Session {
public:
    Session(const Document& document, const Review& told, const Review& secrets,
            llm::Interview& interview, bool twice)
        : m_document{document}, m_told{told}, m_interview{interview}, m_ledger{told},
          m_quotes{document, questions::shown_view(document, secrets)},
          m_level{interview.settings().level}, m_twice{twice}
    {
    }

    Consulted run()
    {
        const auto context = static_cast<std::size_t>(m_interview.settings().context_tokens);
        auto parts = portions(m_document, std::min(k_most_tokens_shown, context / 4));
        const auto count = [](const auto& all) {
            std::size_t out = 0;
            for (const auto& part : all) out += part.size();
            return static_cast<int>(out);
        };
        m_out.seen.resize(m_document.sentences.size());
        m_out.tally.askable = count(parts);
        if (parts.size() > k_most_portions) parts.resize(k_most_portions);
        m_out.tally.shown = count(parts);
        if (parts.size() > 1) m_interview.note_long_text();
        std::erase_if(parts, [&](const auto& part) { return !derive(part); });
        for (const auto& part : parts) clash(part);
        fill_gaps();
        defend();
        conclude();
        return std::move(m_out);
    }

private:
    [[nodiscard]] llm::Chance chance_for(std::string_view question, std::size_t number)
    {
        return llm::Chance{base::concat(m_interview.settings().nonce, '/', question, '/', number)};
    }

    // Twice: in the order of the text, and the last block first. False: the model was
    // wrong about the test sentences, so that this part was not read.
    bool derive(const std::vector<std::size_t>& part)
    {
        std::vector<std::vector<Pointed>> answers;
        std::size_t ours_right = 0;
        for (const bool is_turned : {false, true}) {
            const auto order = is_turned ? turned_round(m_document, part) : part;
            auto derived = ask_derive(order);
            if (!derived) continue;
            ours_right += derived->controls_right;
            answers.push_back(std::move(derived->pointed));
        }
        if (answers.empty()) return false;
        if (!m_interview.passes(ours_right, answers.size() * k_ours_derived, k_wrong_of_six))
            return false;
        if (answers.size() == 2) {
            for (const auto sentence : part) m_out.seen[sentence] = Seen::read;
            for (auto& held : held_twice(m_quotes, answers[0], answers[1])) hold(std::move(held));
        }
        for (auto& pointed : answers)
            for (auto& each : pointed) consider(std::move(each));
        return true;
    }

    // Under the conditions under which a misfit would be a suspicion.
    void hold(Held held)
    {
        const Place& stated = held.pointed.stated;
        const Mark& mark = held.pass.marks.front();
        const Passage sentence = Passage::sentence(m_document, m_quotes.sentence_of(stated));
        if (m_level == llm::Level::none || m_ledger.knows(mark) || is_quoted(m_document, mark) ||
            is_disowned(sentence) || !is_in_window(m_quotes, {held.pointed}, k_window))
            return;
        m_out.found.passes.push_back(std::move(held.pass));
    }

    // Once, of a thorough review twice.
    void clash(const std::vector<std::size_t>& part)
    {
        for (int round = 0; round < (m_twice ? 2 : 1); ++round) {
            llm::Chance chance = chance_for("clash", ++m_questions);
            const auto order = round == 0 ? part : turned_round(m_document, part);
            const Sheet sheet = make_sheet(m_quotes, order, {}, chance);
            const auto answer = ask(questions::k_clash, sheet.material, clash_schema());
            if (!answer) continue;
            const auto clashes = read_clashes(answer.get(), m_quotes, sheet, m_out.tally.bad_quote);
            if (!clashes) m_interview.reject();
            if (!clashes) continue;
            m_out.tally.pointed += static_cast<int>(clashes->size());
            for (const auto& each : *clashes) suspect({{}, each});
        }
    }

    std::optional<Derived> ask_derive(const std::vector<std::size_t>& sentences)
    {
        llm::Chance chance = chance_for("derive", ++m_questions);
        std::vector<Control> controls;
        for (std::size_t i = 0; i < k_ours_derived; ++i)
            controls.emplace_back(chance, m_document.language);
        const Sheet sheet = make_sheet(m_quotes, sentences, controls, chance);
        const auto answer = ask(questions::k_derive, sheet.material, derive_schema());
        if (!answer) return std::nullopt;
        auto derived = read_derived(answer.get(), m_quotes, sheet, m_out.tally);
        if (!derived) m_interview.reject();
        return derived;
    }

    base::json::Ref ask(const llm::Prompt& prompt, const std::string& material,
                        base::json::Ref schema)
    {
        bool was_cut = false;
        auto answer = m_interview.ask(prompt, material, std::move(schema), was_cut);
        if (was_cut) m_interview.note(llm::Lack::answer);
        return answer;
    }

    void consider(Pointed pointed)
    {
        Tally& tally = m_out.tally;
        if (pointed.fits) {
            ++tally.held;
            return;
        }
        Suspicion suspicion{std::move(pointed)};
        if (is_in_window(m_quotes, suspicion, k_window))
            suspect(std::move(suspicion));
        else
            ++tally.far;
    }

    void suspect(Suspicion suspicion)
    {
        Tally& tally = m_out.tally;
        const Place& place = suspicion.place();
        const Mark mark = mark_view(m_document, place.begin, place.end);
        const bool is_known = std::ranges::any_of(m_suspicions, [&](const Suspicion& each) {
            return each.place().meets(place) && is_same_reading(each, suspicion);
        });
        if (is_known || m_ledger.knows(mark) || m_suspicions.size() >= k_most_suspicions) {
            ++tally.told_already;
            if (!is_known && !m_ledger.knows(mark)) m_untried.push_back(suspicion);
            return;
        }
        if (is_quoted(m_document, mark) ||
            is_disowned(Passage::sentence(m_document, m_quotes.sentence_of(place)))) {
            ++tally.not_meant;
            return;
        }
        if (std::ranges::none_of(m_places, [&](const Place& each) { return each.meets(place); }))
            m_places.push_back(place);
        m_suspicions.push_back(std::move(suspicion));
    }

    // Two formulas of one place are tried apart, if they come to two values.
    [[nodiscard]] static bool is_same_reading(const Suspicion& one, const Suspicion& other)
    {
        if (one.clash || other.clash) return one.clash.has_value() == other.clash.has_value();
        const auto& first = one.pointed->computed;
        const auto& second = other.pointed->computed;
        return first.truth.has_value() == second.truth.has_value() &&
               (first.truth || equations::are_same(first.value, second.value));
    }

    // The reading that most answers came to.
    void keep_one_of_a_place()
    {
        std::ranges::stable_sort(m_suspicions, std::ranges::greater{}, &Suspicion::confirmed);
        std::vector<Suspicion> kept;
        for (auto& each : m_suspicions)
            if (std::ranges::none_of(kept, [&](const Suspicion& other) {
                    return other.place().meets(each.place());
                }))
                kept.push_back(std::move(each));
        m_suspicions = std::move(kept);
    }

    [[nodiscard]] std::size_t gaps_asked() const { return m_level == llm::Level::b ? 3 : 2; }

    void fill_gaps()
    {
        for (auto first = m_suspicions.begin(); first != m_suspicions.end();) {
            std::size_t gaps = 0;
            const auto last = std::find_if(first, m_suspicions.end(), [&](const Suspicion& each) {
                gaps += each.clash ? 2U : 1U;
                return gaps > k_most_asked;
            });
            for (std::size_t round = 0; round < gaps_asked(); ++round) fill({first, last});
            first = last;
        }
        std::erase_if(m_suspicions, [&](const Suspicion& each) {
            const bool is_confirmed = !each.is_refuted && each.confirmed() + 1 >= gaps_asked();
            if (is_confirmed) return false;
            ++m_out.tally.unconfirmed;
            if (is_undecided(each)) {
                m_interview.note(llm::Lack::canary);
                m_untried.push_back(each);
            }
            return true;
        });
    }

    // What was dropped might have confirmed it, and what was heard does not speak against it. One
    // answer that passed its tests and did not come to the same is enough to let it go.
    [[nodiscard]] bool is_undecided(const Suspicion& each) const
    {
        if (each.is_refuted || each.heard == gaps_asked()) return false;
        return each.heard == 0 || each.confirmed() > 0;
    }

    void fill(std::span<Suspicion> batch)
    {
        llm::Chance chance = chance_for("gap", ++m_questions);
        std::vector<GapItem> items;
        for (const auto& each : batch) {
            if (each.pointed) items.push_back({.suspicion = &*each.pointed});
            for (const bool is_second : {false, true})
                if (each.clash) items.push_back({.clash = &*each.clash, .is_second = is_second});
        }
        // One is of the text itself: a value that the rules have shown looks like any suspicion.
        const auto shown = shown_value(chance);
        if (shown) items.push_back({.shown = shown});
        std::vector<Control> controls;
        for (std::size_t i = shown ? 1 : 0; i < k_ours_filled; ++i)
            controls.emplace_back(chance, m_document.language);
        for (const auto& control : controls) items.push_back({.control = &control});
        const GapSheet sheet = make_gap_sheet(m_quotes, std::move(items), chance);
        const auto answer = ask(questions::k_fill, sheet.material, questions::gap_schema());
        if (!answer) return;
        const auto answers = read_gaps(answer.get(), m_quotes, sheet);
        if (!answers) {
            m_interview.reject();
            return;
        }
        if (!m_interview.are_enough(answers->ours_right, k_ours_filled, k_wrong_of_six)) return;
        for (auto& each : batch) ++each.heard;
        for (std::size_t i = 0; i < sheet.items.size(); ++i) {
            const GapItem& item = sheet.items[i];
            for (auto& each : batch) {
                const bool is_of_it = (each.pointed && item.suspicion == &*each.pointed) ||
                                      (each.clash && item.clash == &*each.clash);
                if (!is_of_it) continue;
                if (answers->filled[i] == Filled::same) ++each.same.at(item.is_second ? 1 : 0);
                each.is_refuted = each.is_refuted || answers->filled[i] == Filled::stated;
            }
        }
    }

    // A number that a check has shown to follow from others of the text.
    [[nodiscard]] std::optional<Place> shown_value(llm::Chance& chance) const
    {
        std::vector<Place> places;
        const auto& origin = m_document.view.origin;
        for (const auto& pass : m_told.passes) {
            const Mark& mark = pass.marks.front();
            constexpr std::size_t k_least = 3; // a stated value and two operands
            if (!is_relation(pass.check->nature) || pass.reading != "plain" ||
                pass.marks.size() < k_least || mark.source || mark.role != "stated")
                continue;
            const auto begin = std::ranges::lower_bound(origin, mark.begin) - origin.begin();
            const auto end = std::ranges::lower_bound(origin, mark.end) - origin.begin();
            places.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
        }
        if (places.empty()) return std::nullopt;
        return places[chance.below(places.size())];
    }

    void defend()
    {
        const std::size_t rounds = m_level == llm::Level::b ? 2 : 1;
        for (std::size_t first = 0; first < m_suspicions.size(); first += k_most_objections) {
            const auto count = std::min(k_most_objections, m_suspicions.size() - first);
            for (std::size_t round = 0; round < rounds; ++round)
                ask_defenders(std::span{m_suspicions}.subspan(first, count), round > 0);
        }
        std::erase_if(m_suspicions, [&](const Suspicion& each) {
            if (!each.is_denied) ++m_out.tally.explained;
            return !each.is_denied;
        });
    }

    void ask_defenders(std::span<Suspicion> batch, bool backwards)
    {
        llm::Chance chance = chance_for("defend", ++m_questions);
        std::vector<Objection> objections;
        for (const auto& each : batch) objections.push_back(objection_to(m_quotes, each));
        const DefendSheet sheet = make_defend_sheet(m_quotes, objections, backwards, chance);
        const auto answer = ask(questions::k_defend, sheet.material, defend_schema());
        auto defence = answer ? read_defence(answer.get(), sheet) : std::nullopt;
        if (answer && !defence) m_interview.reject();
        // One of two: a model that denies both right sentences is not believed.
        const bool is_heard =
            defence && m_interview.passes(defence->ours_right, k_ours_defended, 1);
        for (std::size_t i = 0; i < batch.size(); ++i)
            batch[i].is_denied = batch[i].is_denied && is_heard && defence->denied[i];
    }

    void conclude()
    {
        Tally& tally = m_out.tally;
        keep_one_of_a_place();
        // The model is guessing if less than half of the places stand at which it saw a misfit.
        if (m_suspicions.size() * 2 < m_places.size()) {
            tally.guessed = static_cast<int>(m_suspicions.size());
            std::ranges::move(m_suspicions, std::back_inserter(m_untried));
            m_suspicions.clear();
        }
        see(m_untried, Seen::unread);
        see(m_suspicions, Seen::objected);
        tally.kept = static_cast<int>(m_suspicions.size());
        for (const auto& each : m_suspicions) {
            const auto gaps = each.confirmed();
            auto finding = each.clash ? finding_of(m_quotes, *each.clash, gaps,
                                                   severity_of(m_quotes, each, m_level))
                                      : finding_of(m_quotes, *each.pointed, gaps,
                                                   severity_of(m_quotes, each, m_level));
            if (m_level == llm::Level::none)
                m_out.opinions.push_back(std::move(finding));
            else
                m_out.found.findings.push_back(std::move(finding));
        }
        const auto by_place = [](const Finding& left, const Finding& right) {
            return left.marks.front().begin < right.marks.front().begin;
        };
        std::ranges::stable_sort(m_out.opinions, by_place);
        std::ranges::stable_sort(m_out.found.findings, by_place);
    }

    void see(std::span<const Suspicion> suspicions, Seen as)
    {
        for (const auto& each : suspicions)
            for (const auto sentence : sentences_of(m_quotes, each)) m_out.seen[sentence] = as;
    }

    const Document& m_document;
    const Review& m_told;
    llm::Interview& m_interview;
    Ledger m_ledger;
    Quotes m_quotes;
    llm::Level m_level;
    bool m_twice;
    std::vector<Suspicion> m_suspicions;
    std::vector<Place> m_places;      // at which any was tried
    std::vector<Suspicion> m_untried; // that no answer has confirmed or refuted
    std::size_t m_questions = 0;
    Consulted m_out;
};

} // namespace

Consulted consult(const Document& document, const Review& told, const Review& secrets,
                  llm::Interview& interview, bool twice)
{
    return Session{document, told, secrets, interview, twice}.run();
}

} // namespace verify::model
