// lang.*: words that claim more than the text shows. Notes for an editor, never an error by
// themselves; a number that rests on an unnamed source is a minor one.
#include "reading/language.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "verify/law/judge.hpp"
#include "verify/wording/checks.hpp"

#include <vector>

namespace verify::wording {

using reading::WordSet;

namespace json = base::json;

namespace {

constexpr Check language_check(std::string_view id)
{
    return {.id = id,
            .category = Category::language,
            .nature = Nature::note,
            .proof = {"wording, from word lists: notes that move neither verdict nor score",
                      "whether the statement is true"}};
}

} // namespace

const Check k_lang_absolute = language_check("lang.absolute");
const Check k_lang_weasel = language_check("lang.weasel");
const Check k_lang_superlative = language_check("lang.superlative");
const Check k_lang_vague_source = language_check("lang.vague_source");

namespace {

// No exception is left: one counterexample is enough against them.
constexpr std::string_view k_absolute[] = {
    "always",     "never",    "undeniably",  "undoubtedly", "unquestionably", "guaranteed",
    "impossible", "everyone", "unfailingly", "invariably",  "certainly",      "everybody"};
// They take back what the sentence says, so that it cannot be wrong.
constexpr std::string_view k_weasel[] = {"arguably",  "reportedly", "supposedly", "allegedly",
                                         "possibly",  "perhaps",    "somewhat",   "virtually",
                                         "seemingly", "presumably", "purportedly"};
// A rank among all others, which only a comparison of all others could show.
constexpr std::string_view k_superlative[] = {
    "best",          "greatest", "unparalleled", "unmatched",     "unrivaled",      "unrivalled",
    "revolutionary", "perfect",  "ultimate",     "unprecedented", "groundbreaking", "flawless"};
// A speaker without a name: "studies show", "experts say".
constexpr std::string_view k_sources[] = {"studies",  "experts",   "scientists", "researchers",
                                          "research", "critics",   "analysts",   "surveys",
                                          "doctors",  "observers", "sources",    "insiders"};
constexpr std::string_view k_saying[] = {"show",     "shows",     "say",      "says",   "suggest",
                                         "suggests", "agree",     "believe",  "claim",  "warn",
                                         "indicate", "indicates", "prove",    "proves", "argue",
                                         "found",    "confirm",   "estimate", "have"};
// What names a source: a link, a bracket with a year or a number, "according to".
constexpr std::string_view k_citing[] = {"according", "cited", "source", "doi", "http",
                                         "https",     "ibid",  "see",    "al"};

constexpr std::size_t k_most_marks = 20; // of one finding; its density counts all

struct RemarkKind {
    CheckRef check;
    std::string_view title;
    reading::Words words;
    std::string_view suggestion;
};

bool has_citation(const Passage& passage)
{
    if (passage.any(k_citing)) return true;
    for (std::uint32_t i = passage.begin(); i < passage.end(); ++i) {
        const auto kind = passage.document().kind(i);
        const bool bracket = passage.is(i, WordSet::opens) && kind == TokenKind::symbol;
        if (bracket && passage.document().kind(i + 1) == TokenKind::number &&
            passage.is(i + 2, WordSet::closes))
            return true;
        if (kind == TokenKind::opaque && passage.word(i).find("://") != std::string_view::npos)
            return true;
    }
    return false;
}

// Density for each thousand words, one decimal.
json::Ref density(std::size_t found, std::size_t words)
{
    return reading::exact_json(
        reading::rounded(Rational{static_cast<unsigned long>(found * 1000),
                                  static_cast<unsigned long>(std::max<std::size_t>(words, 1))},
                         -1));
}

class LanguageCues {
public:
    LanguageCues(const Document& document, Review& review) : m_document{document}, m_review{review}
    {
    }

    void run()
    {
        for (const auto& token : m_document.tokens)
            m_words += token.kind == TokenKind::word ? 1 : 0;
        constexpr RemarkKind k_kinds[] = {
            {k_lang_absolute, "Words that allow no exception", k_absolute,
             "Say under which conditions it holds, or name the evidence."},
            {k_lang_weasel, "Words that take the statement back", k_weasel,
             "State it, or say how sure it is and why."},
            {k_lang_superlative, "Ranks without a comparison", k_superlative,
             "Name what it was compared with, or leave the rank out."},
        };
        for (const auto& kind : k_kinds) note(kind);
        for (std::size_t i = 0; i < m_document.sentences.size(); ++i) vague_source(i);
    }

private:
    void note(const RemarkKind& kind)
    {
        auto remark =
            found(kind.check, kind.title, m_document, Certainty::heuristic, Severity::info);
        std::size_t count = 0;
        for (std::uint32_t i = 0; i < m_document.tokens.size(); ++i) {
            if (m_document.tokens[i].quoted || !reading::is_one_of(m_document.word(i), kind.words))
                continue;
            if (++count <= k_most_marks) remark.stated(i, i + 1);
        }
        if (count == 0) return;
        remark.evidence("cues", count, "density_per_1000_words", density(count, m_words))
            .says(count, count == 1 ? " word" : " words", " of this kind in ", m_words,
                  " words. A style is no error; it is noted for the editor.")
            .note(m_review, kind.suggestion);
    }

    // "Studies show that 90 % of ..." without a source in this sentence or the next.
    void vague_source(std::size_t index)
    {
        if (m_review.is_full()) return;
        const Passage sentence = Passage::sentence(m_document, index);
        for (std::uint32_t i = sentence.begin(); i + 1 < sentence.end(); ++i) {
            const bool named = reading::is_one_of(sentence.word(i), k_sources) &&
                               (reading::is_one_of(sentence.word(i + 1), k_saying)) &&
                               !sentence.is(i - 1, {"the", "these", "our", "two", "three", "both"});
            const bool known = sentence.is(i, {"widely", "generally", "commonly"}) &&
                               sentence.is(i + 1, {"known", "believed", "accepted", "thought"});
            if (!named && !known) continue;
            if (m_document.tokens[i].quoted ||
                has_citation(Passage::sentence_and_next(m_document, index)))
                return;
            bool numeric = false;
            for (const auto& quantity : sentence.quantities())
                numeric = numeric || (!quantity.year_like && !quantity.doubtful &&
                                      !(quantity.spelled && quantity.value.mantissa == 1));
            return found(k_lang_vague_source,
                         numeric ? "A number rests on a source without a name"
                                 : "A source without a name",
                         m_document, Certainty::heuristic,
                         numeric ? Severity::minor : Severity::info)
                .stated(i, i + 2)
                .evidence("cue", Marked{0}, "numeric", numeric)
                .says("Neither this sentence nor the next names who found it out.")
                .raise(m_review, "Name the source, so that a reader can look it up.");
        }
    }

    const Document& m_document;
    Review& m_review;
    std::size_t m_words = 0;
};

void check_language(const Document& document, Review& review)
{
    if (document.sentences.empty() || reading::guess_language(document) != "en") return;
    // That the words of an English text were looked at is a result too.
    review.passes.push_back(
        {k_lang_absolute,
         {mark_view(document, document.sentences[0].begin, document.sentences[0].end, "context")}});
    LanguageCues{document, review}.run();
}

constexpr const Check* k_language_checks[] = {&k_lang_absolute, &k_lang_weasel, &k_lang_superlative,
                                              &k_lang_vague_source};

} // namespace

const Family k_language{Voice::skeptic, k_language_checks, check_language};

} // namespace verify::wording
