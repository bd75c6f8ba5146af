// unicode.invisible: signs that are not seen, where no script needs them.
#include "verify/forms/checks.hpp"
#include "verify/forms/secrets.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/layers/carriers.hpp"
#include "verify/layers/look_alikes.hpp"
#include "verify/layers/mention.hpp"

#include <unicode/uchar.h>

#include <algorithm>

namespace verify::forms {

const Check k_unicode_invisible{.id = "unicode.invisible",
                                .category = Category::safety,
                                .nature = Nature::safety,
                                .proof = {"invisible signs", "signs that a script needs"},
                                .real = k_real_invisible};

namespace {

enum class Kind { none, inside_word, joiner, tag, selectors, control, soft_hyphen };

bool is_word(UChar32 c)
{
    return u_isalnum(c) || c == '_' || u_charType(c) == U_NON_SPACING_MARK;
}

// Scripts whose words never hold an invisible sign.
bool is_plain_script(UChar32 c)
{
    if (c == '_' || u_isdigit(c)) return true;
    const auto script = layers::script_of(c);
    return script == USCRIPT_LATIN || script == USCRIPT_CYRILLIC || script == USCRIPT_GREEK ||
           script == USCRIPT_ARMENIAN || script == USCRIPT_CHEROKEE;
}

bool is_selector(UChar32 c)
{
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

bool is_tag(UChar32 c)
{
    return c >= 0xe0000 && c <= 0xe007f;
}

// Never needed inside a word of a plain script.
bool is_divider(UChar32 c)
{
    return c == 0x200b || c == 0x2060 || c == 0xfeff || c == 0x180e ||
           (c >= 0x2061 && c <= 0x2064) || c == 0x200e || c == 0x200f || c == 0x61c ||
           c == 0x3164 || c == 0x115f || c == 0x1160 || c == 0xffa0;
}

bool is_control(UChar32 c)
{
    if (c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x85) return false;
    return c < 0x20 || (c >= 0x7f && c <= 0x9f);
}

class InvisibleSearch {
public:
    InvisibleSearch(const Document& document, Review& review)
        : m_document{document}, m_points{layers::points_of(document.source)}, m_review{review},
          m_limit{review.findings.size() + k_max_findings}
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < m_points.size() && m_review.findings.size() < m_limit;)
            i = look_at(i);
    }

private:
    [[nodiscard]] UChar32 value(std::size_t at) const
    {
        return at < m_points.size() ? m_points[at].value : ' ';
    }

    // The nearest signs that can be seen, a few places away at most.
    [[nodiscard]] UChar32 seen_before(std::size_t at) const
    {
        for (std::size_t back = 1; back <= 8 && back <= at; ++back)
            if (kind_alone(value(at - back)) == Kind::none) return value(at - back);
        return ' ';
    }

    [[nodiscard]] UChar32 seen_after(std::size_t at) const
    {
        for (std::size_t ahead = 1; ahead <= 8; ++ahead)
            if (kind_alone(value(at + ahead)) == Kind::none) return value(at + ahead);
        return ' ';
    }

    [[nodiscard]] static Kind kind_alone(UChar32 c)
    {
        if (is_divider(c)) return Kind::inside_word;
        if (c == 0x200c || c == 0x200d) return Kind::joiner;
        if (is_tag(c)) return Kind::tag;
        if (is_selector(c)) return Kind::selectors;
        if (is_control(c)) return Kind::control;
        return c == 0xad ? Kind::soft_hyphen : Kind::none;
    }

    // Judges the sign at `i` and what belongs to it; the next place to look at.
    std::size_t look_at(std::size_t i)
    {
        const Kind kind = kind_alone(value(i));
        if (kind == Kind::none) return i + 1;
        if (kind == Kind::tag) return look_at_tags(i);
        if (kind == Kind::selectors) return look_at_selectors(i);
        if (kind == Kind::control) {
            std::size_t end = i + 1;
            while (is_control(value(end))) ++end;
            report(kind, i, end);
            return end;
        }
        if (kind == Kind::soft_hyphen) return look_at_soft_hyphens(i);
        const UChar32 before = seen_before(i);
        const UChar32 after = seen_after(i);
        const bool inside = is_word(before) && is_word(after);
        if (!inside || !is_plain_script(before) || !is_plain_script(after)) return i + 1;
        return report_word(kind, i);
    }

    // One finding for all of a word.
    std::size_t report_word(Kind kind, std::size_t i)
    {
        std::size_t end = i + 1;
        std::size_t last = end;
        while (is_word(value(end)) || kind_alone(value(end)) != Kind::none) {
            ++end;
            if (kind_alone(value(end - 1)) != Kind::none) last = end;
        }
        report(kind, i, last);
        return end;
    }

    std::size_t look_at_tags(std::size_t i)
    {
        constexpr std::size_t k_longest_region = 6;
        std::size_t end = i;
        while (is_tag(value(end))) ++end;
        const bool flag = i > 0 && value(i - 1) == 0x1f3f4 && end - i <= k_longest_region + 1 &&
                          value(end - 1) == 0xe007f;
        if (!flag) report(Kind::tag, i, end);
        return end;
    }

    std::size_t look_at_selectors(std::size_t i)
    {
        std::size_t end = i;
        while (is_selector(value(end))) ++end;
        if (end - i >= 2) report(Kind::selectors, i, end);
        return end;
    }

    // A soft hyphen stands where a word may be divided, at most once in four letters.
    std::size_t look_at_soft_hyphens(std::size_t i)
    {
        std::size_t begin = i;
        while (begin > 0 && i - begin < 40 && is_word(value(begin - 1))) --begin;
        std::size_t end = i;
        std::size_t letters = i - begin;
        std::size_t hyphens = 0;
        std::size_t last = i + 1;
        for (; is_word(value(end)) || value(end) == 0xad; ++end) {
            if (value(end) == 0xad) {
                ++hyphens;
                last = end + 1;
            } else {
                ++letters;
            }
        }
        if (hyphens >= 2 && hyphens * 4 > letters) report(Kind::soft_hyphen, i, last);
        return end;
    }

    // What tags and selectors spell; nothing when it holds a secret.
    [[nodiscard]] std::string payload(std::size_t begin, std::size_t end) const
    {
        constexpr std::size_t k_most_shown = 200;
        layers::Layer hidden;
        hidden.text = m_document.source.substr(m_points[begin].begin,
                                               m_points[end - 1].end - m_points[begin].begin);
        hidden.origin.assign(hidden.text.size(), {});
        const auto layers = layers::decoded_layers(hidden);
        if (layers.empty()) return {};
        std::vector<Secret> secrets;
        for (const auto& layer : layers) {
            find_structured(layer.text, secrets);
            find_named(layer.text, secrets);
        }
        if (!secrets.empty()) return {};
        std::string shown = layers.front().text.substr(0, k_most_shown);
        while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80U) != 0)
            shown.pop_back();
        return shown;
    }

    void report(Kind kind, std::size_t begin, std::size_t end)
    {
        const bool code = m_document.format == reading::Format::code ||
                          layers::code_block_at(m_document, m_points[begin].begin) != nullptr;
        const bool carries = kind == Kind::tag || kind == Kind::selectors;
        const bool escape = kind == Kind::control && value(begin) == 0x1b;
        std::vector<std::string> names;
        for (std::size_t i = begin; i < end && names.size() < 8; ++i)
            if (kind_alone(value(i)) != Kind::none)
                names.push_back(layers::code_point_name(value(i)));
        auto found = verify::found(k_unicode_invisible,
                                   carries                 ? "Invisible signs carry a hidden text"
                                   : kind == Kind::control ? "A control sign stands in the text"
                                                           : "Invisible signs stand inside a word",
                                   m_document, Certainty::strong,
                                   code || carries || escape ? Severity::major : Severity::minor);
        found.stated(Mark{m_points[begin].begin, m_points[end - 1].end})
            .shows("code_points", names, "count", end - begin)
            .says(layers::code_point_name(value(begin)),
                  carries  ? " and the signs after it show nothing and spell bytes."
                  : escape ? " begins an order to a terminal."
                  : kind == Kind::control
                      ? " is a control code without a use in a text."
                      : " shows nothing, and the words of this script do not need it.");
        if (carries)
            if (const auto text = payload(begin, end); !text.empty()) found.shows("payload", text);
        found.note(m_review, "Remove the invisible signs.");
    }

    const Document& m_document;
    std::vector<layers::Point> m_points;
    Review& m_review;
    std::size_t m_limit;
};

void look_for_invisibles(const Document& document, Review& review)
{
    InvisibleSearch{document, review}.run();
}

constexpr const Check* k_invisibles_checks[] = {&k_unicode_invisible};

} // namespace

const Family k_invisibles{Voice::red_team, k_invisibles_checks, look_for_invisibles, true};

} // namespace verify::forms
