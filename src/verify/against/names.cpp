// source.name: another person, place or organisation stands in the same role.
#include "reading/wordnet/wordnet.hpp"
#include "statements/capitals.hpp"
#include "verify/against/checks.hpp"
#include "verify/against/comparison.hpp"
#include "verify/against/fragments.hpp"

#include <algorithm>
#include <unordered_set>

namespace verify::against {

using reading::WordNet;

const Check k_source_name{
    .id = "source.name",
    .category = Category::sourcing,
    .nature = Nature::agreement,
    .proof = {
        "the sentence of the sources that tells the same has another person, place or organisation "
        "there",
        "which of two names that a source has did it"}};

namespace {

constexpr std::size_t k_common_beginning = 5; // "Italian", "Italy"
constexpr std::size_t k_bytes_at_once = 8;    // a search through letters takes less than words do
static_assert(k_common_beginning <= Fragments::k_longest);

class Names {
public:
    Names(const Comparison& with, Review& review)
        : m_with{with}, m_given{with.given}, m_text{with.text}, m_review{review}
    {
        for (std::uint32_t i = 0; i < with.given.size(); ++i) {
            const auto& document = with.given.source(i).document;
            m_texts.emplace_back(document.view.folded);
            m_initials.push_back(initials_of(document));
            auto& names = m_with_capital.emplace_back();
            for (std::size_t token = 0; token < document.tokens.size(); ++token)
                if (reading::begins_upper(document.raw(token))) names.insert(document.word(token));
        }
    }

    void check(std::size_t sentence)
    {
        m_sentence = sentence;
        m_among = m_with.binding.among(sentence);
        const auto words = Passage::sentence(m_text, sentence);
        for (const auto& run : statements::names_in(words))
            if (m_with.is_claimed(run.begin)) check(words, run);
    }

private:
    using Run = statements::Run;

    // The first letters of its words, one after the other, in lower case.
    [[nodiscard]] static std::string initials_of(const Document& document)
    {
        std::string out;
        for (std::size_t i = 0; i < document.tokens.size(); ++i)
            if (document.kind(i) == TokenKind::word) out += document.word(i).front();
        return out;
    }

    // Whether a source has the word, one that begins like it, or what it is an abbreviation of.
    [[nodiscard]] bool is_known(std::uint32_t token) const
    {
        const auto terms = m_given.text_terms().of(token);
        if (terms.empty()) return true;
        const auto word = m_text.word(token);
        const auto raw = m_text.raw(token);
        const bool is_short = std::all_of(raw.begin(), raw.end(), reading::is_upper);
        for (const auto term : terms)
            if (m_given.is_in(term, m_among) || is_related(term)) return true;
        return std::any_of(m_among.begin(), m_among.end(), [&](std::uint32_t source) {
            if (m_texts[source].has(word.substr(0, k_common_beginning))) return true;
            if (is_short) {
                m_given.spend(m_initials[source].size() / k_bytes_at_once);
                if (m_initials[source].find(word) != std::string::npos) return true;
            }
            return is_in_label(m_given.source(source).material, raw);
        });
    }

    [[nodiscard]] bool is_related(TermId term) const
    {
        const auto near = m_given.meanings().near(term);
        return std::any_of(near.begin(), near.end(), [&](const auto& each) {
            return !each.is_opposite && m_given.is_in(each.term, m_among);
        });
    }

    [[nodiscard]] static bool is_in_label(const sources::Material& material, std::string_view raw)
    {
        return material.title.find(raw) != std::string::npos ||
               material.author.find(raw) != std::string::npos ||
               material.url.find(raw) != std::string::npos;
    }

    // "United Kingdom" of a source that writes "UK".
    [[nodiscard]] bool is_abbreviated(const Run& run) const
    {
        std::string initials;
        for (auto i = run.begin; i < run.end; ++i) initials += m_text.word(i).front();
        if (initials.size() < 2) return false;
        return std::any_of(m_among.begin(), m_among.end(), [&](std::uint32_t source) {
            return m_with_capital[source].contains(initials);
        });
    }

    // "Executive", "Order": a word of the dictionary with a capital, which a source may well tell
    // in another way.
    [[nodiscard]] bool is_common(std::uint32_t token) const
    {
        const auto word = m_text.word(token);
        return !WordNet::embedded().bases(word).empty() && !WordNet::embedded().is_place(word);
    }

    // "Order of the British Empire"
    [[nodiscard]] static bool is_part_of_title(const Passage& words, const Run& run)
    {
        const auto joins = [&](std::uint32_t token) {
            return words.is(token, {"of", "the", "and"});
        };
        return joins(run.begin - 1) || joins(run.end);
    }

    [[nodiscard]] static bool has_place(const Document& document, const Run& run)
    {
        for (auto i = run.begin; i < run.end; ++i)
            if (WordNet::embedded().is_place(document.word(i))) return true;
        return false;
    }

    void check(const Passage& words, const Run& run)
    {
        std::vector<std::uint32_t> unknown;
        for (auto i = run.begin; i < run.end; ++i)
            if (!is_known(i)) unknown.push_back(i);
        // The sources tell in too many ways which of two that they name did it.
        if (unknown.empty() || is_abbreviated(run)) return;
        const bool common = std::all_of(unknown.begin(), unknown.end(),
                                        [&](std::uint32_t token) { return is_common(token); });
        // A title beside a name that the sources have.
        if (common && unknown.size() < run.end - run.begin) return;
        const Focus focus{m_sentence, unknown.front(), unknown.back() + 1};
        const auto windows = m_given.windows(context_of(m_with, {m_sentence, run.begin, run.end}),
                                             m_among, k_looked_at);
        if (const auto rival = rival_of(words, run, windows)) {
            tell(m_with,
                 {.check = k_source_name,
                  .title = "The source names another one",
                  .focus = focus,
                  .window = rival->window,
                  .found = rival->found},
                 m_review);
            return;
        }
        if (common && is_part_of_title(words, run)) return;
        tell_lack(m_with, focus, windows, m_review);
    }

    // The name that stands in this one's place where the sources tell the rest without it.
    [[nodiscard]] std::optional<Rival> rival_of(const Passage& words, const Run& run,
                                                const std::vector<Window>& windows) const
    {
        constexpr std::uint32_t k_pronouns = 2; // sentences back, and on
        const auto name = m_given.text_terms().of(run.end - 1);
        const auto said = m_given.text_terms().of(words.begin(), words.end());
        const bool is_place = has_place(m_text, run);
        return against::rival_of(
            m_with,
            {.windows = windows,
             .has_value =
                 [&](const Window& window) {
                     const auto& range =
                         m_given.source(window.source).document.of_sentence[window.sentence];
                     const auto all =
                         m_given.source(window.source).terms.of(range.begin, range.end);
                     return std::any_of(name.begin(), name.end(), [&](const TermId term) {
                         return m_given.meanings().best(term, all) > 0;
                     });
                 },
             .others =
                 [&](const Window& window) {
                     const auto there = m_given.passage(window);
                     std::vector<Run> out;
                     for (const auto& other : statements::names_in(there)) {
                         const auto terms =
                             m_given.source(window.source).terms.of(other.begin, other.end);
                         if (!terms.empty() && has_place(there.document(), other) == is_place &&
                             std::none_of(terms.begin(), terms.end(), [&](const TermId term) {
                                 return std::binary_search(said.begin(), said.end(), term);
                             }))
                             out.push_back(other);
                     }
                     return out;
                 },
             .reach = k_pronouns});
    }

    const Comparison& m_with;
    const Given& m_given;
    const Document& m_text;
    Review& m_review;
    std::size_t m_sentence = 0;
    std::span<const std::uint32_t> m_among;
    // By source.
    std::vector<Fragments> m_texts;
    std::vector<std::string> m_initials;
    std::vector<std::unordered_set<std::string_view>> m_with_capital; // words in lower case
};

void check_names(const Comparison& with, Review& review)
{
    if (with.given.text_language() != "en") return; // where all nouns have capitals none is a name
    Names names{with, review};
    for (std::size_t i = 0; i < with.is_compared.size(); ++i)
        if (goes_on(with, i, review)) names.check(i);
}

// And what is told of a number, a date or a name that no source has: tell_lack().
constexpr const Check* k_names_checks[] = {&k_source_name, &k_source_absent, &k_source_partial};

} // namespace

const SourceFamily k_names{k_names_checks, check_names};

} // namespace verify::against
