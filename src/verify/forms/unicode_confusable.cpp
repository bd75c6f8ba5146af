// unicode.confusable and unicode.mixed_script: words that look like other words, UTS #39.
//
// Words of one script are fine, whatever they look like, and so are Latin names in a text of
// another script. What is told is a word that mixes Latin letters with letters of a script that
// looks like Latin.
#include "verify/forms/checks.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/layers/look_alikes.hpp"
#include "verify/layers/mention.hpp"

#include <unicode/uchar.h>

#include <algorithm>

namespace verify::forms {

const Check k_unicode_mixed_script{
    .id = "unicode.mixed_script",
    .category = Category::safety,
    .nature = Nature::safety,
    .proof = {"scripts within one word that no language mixes", "names that mix them on purpose"},
    .real = k_real_alphabets};

const Check k_unicode_confusable{
    .id = "unicode.confusable",
    .category = Category::safety,
    .nature = Nature::safety,
    .proof = {"a letter of another script that looks like the one meant",
              "a whole word of one look-alike script"},
    .real = k_real_alphabets};

namespace {

bool is_like_latin(UScriptCode script)
{
    return script == USCRIPT_CYRILLIC || script == USCRIPT_GREEK || script == USCRIPT_CHEROKEE ||
           script == USCRIPT_ARMENIAN || script == USCRIPT_COPTIC || script == USCRIPT_LISU;
}

bool is_part_of_word(UChar32 c)
{
    return u_isalnum(c) || c == '_' || u_charType(c) == U_NON_SPACING_MARK;
}

// What a word is made of.
struct Letters {
    std::size_t latin = 0;
    std::size_t foreign = 0;   // of a script that looks like Latin
    std::size_t look_like = 0; // foreign letters that look like an ASCII letter
    std::size_t changes = 0;   // from one of the two to the other
    bool foreign_first = false;
    bool greek = false;
    std::string skeleton;
};

class ConfusableSearch {
public:
    ConfusableSearch(const Document& document, Review& review)
        : m_document{document}, m_points{layers::points_of(document.source)}, m_review{review},
          m_limit{review.findings.size() + k_max_findings}
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < m_points.size() && m_review.findings.size() < m_limit;) {
            if (!is_part_of_word(m_points[i].value)) {
                ++i;
                continue;
            }
            std::size_t end = i;
            bool plain = true;
            while (end < m_points.size() && is_part_of_word(m_points[end].value)) {
                plain = plain && m_points[end].value < 0x80;
                ++end;
            }
            if (!plain) judge(i, end);
            i = end;
        }
    }

private:
    Letters read(std::size_t begin, std::size_t end)
    {
        Letters out;
        bool last_foreign = false;
        bool any = false;
        for (std::size_t i = begin; i < end; ++i) {
            const UChar32 c = m_points[i].value;
            if (!u_isalpha(c)) {
                if (c < 0x80) out.skeleton += static_cast<char>(c);
                continue;
            }
            const auto script = layers::script_of(c);
            const bool foreign = is_like_latin(script);
            if (!foreign && script != USCRIPT_LATIN) continue;
            if (any && foreign != last_foreign) ++out.changes;
            if (!any) out.foreign_first = foreign;
            any = true;
            last_foreign = foreign;
            ++(foreign ? out.foreign : out.latin);
            out.greek = out.greek || script == USCRIPT_GREEK;
            const std::string& ascii =
                c < 0x80 ? m_letter = static_cast<char>(c) : m_look_alikes.ascii_of(c);
            const bool letter = ascii.size() == 1 && u_isalpha(ascii.front()) != 0;
            if (foreign && letter) ++out.look_like;
            out.skeleton += ascii.empty() ? std::string{"?"} : ascii;
        }
        return out;
    }

    [[nodiscard]] bool is_code(std::size_t at) const
    {
        return m_document.format == reading::Format::code ||
               layers::code_block_at(m_document, m_points[at].begin) != nullptr;
    }

    void judge(std::size_t begin, std::size_t end)
    {
        const Letters letters = read(begin, end);
        if (letters.foreign == 0 || letters.latin == 0) return;
        const bool code = is_code(begin);
        // Signs of formulas: one or two Greek letters before or after a short Latin name.
        const bool formula =
            letters.greek && ((letters.changes == 1 && letters.foreign <= 2) ||
                              (letters.look_like == 0 && letters.latin + letters.foreign <= 4));
        if (formula && !code) return;
        const bool confusable =
            letters.look_like == letters.foreign && letters.latin + letters.foreign >= 3;
        // Greek letters that look like none of Latin hide nothing: "T\u0394MAX" is a difference.
        // A Latin abbreviation with an ending of the other script, as Russian forms them.
        const bool inflected =
            letters.changes == 1 && !letters.foreign_first && letters.foreign >= 2 && !confusable;
        if (confusable) {
            report(k_unicode_confusable, begin, end, letters, code);
        } else if (!inflected && letters.latin + letters.foreign >= 3 &&
                   (code || letters.look_like > 0 || (letters.changes >= 2 && !letters.greek))) {
            report(k_unicode_mixed_script, begin, end, letters, code);
        }
    }

    void report(CheckRef check, std::size_t begin, std::size_t end, const Letters& letters,
                bool code)
    {
        const bool confusable = check == k_unicode_confusable;
        std::vector<std::string> names;
        for (std::size_t i = begin; i < end && names.size() < 8; ++i)
            if (is_like_latin(layers::script_of(m_points[i].value)))
                names.push_back(layers::code_point_name(m_points[i].value));
        auto found = verify::found(check,
                                   confusable ? "A word holds letters that only look like Latin"
                                              : "A word mixes letters of two alphabets",
                                   m_document, Certainty::strong,
                                   confusable || code ? Severity::major : Severity::minor);
        found.stated(Mark{m_points[begin].begin, m_points[end - 1].end})
            .shows("code_points", names, "latin_letters", letters.latin, "foreign_letters",
                   letters.foreign);
        // Digits may belong to a key: only words are spelled out.
        constexpr std::size_t k_longest_shown = 32;
        const bool shown = confusable && letters.skeleton.size() <= k_longest_shown &&
                           std::all_of(letters.skeleton.begin(), letters.skeleton.end(),
                                       [](char c) { return u_isalpha(c) != 0; });
        if (shown) found.shows("skeleton", letters.skeleton);
        found
            .says(letters.foreign, " of its ", letters.foreign + letters.latin,
                  confusable ? " letters look like Latin ones and are not."
                             : " letters belong to another alphabet than the rest.")
            .note(m_review, "Write the word with letters of one alphabet.");
    }

    const Document& m_document;
    std::vector<layers::Point> m_points;
    Review& m_review;
    std::size_t m_limit;
    layers::LookAlikes m_look_alikes;
    std::string m_letter;
};

void look_for_confusables(const Document& document, Review& review)
{
    ConfusableSearch{document, review}.run();
}

constexpr const Check* k_confusables_checks[] = {&k_unicode_confusable, &k_unicode_mixed_script};

} // namespace

const Family k_confusables{Voice::red_team, k_confusables_checks, look_for_confusables, true};

} // namespace verify::forms
