// What the forms of an order are made of: calls, clauses, objects.
#include "reading/lexicon/lexicon.hpp"
#include "verify/orders/form_finder.hpp"
#include "verify/orders/form_words.hpp"

#include <algorithm>

namespace verify::orders {

using namespace form;
using reading::is_one_of;
using reading::WordSet;

FormFinder::FormFinder(const layers::Layer& layer, std::size_t most)
    : m_text{layer.text}, m_words{words_of(layer)}, m_most{most}, m_question{m_text.find('?')}
{
    split();
}

void FormFinder::split()
{
    std::size_t paragraph = 0;
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        if (!m_words[i].word.starts && i > 0) continue;
        if (i > 0) {
            m_sentences.back().end = i;
            const auto gap = between(i - 1);
            if (std::count(gap.begin(), gap.end(), '\n') > 1) ++paragraph;
        }
        m_sentences.push_back({i, m_words.size(), paragraph});
    }
}

std::string_view FormFinder::lower(std::size_t at) const
{
    return at < m_words.size() ? std::string_view{m_words[at].lower} : std::string_view{};
}

// The signs behind a word.
std::string_view FormFinder::between(std::size_t at) const
{
    const std::size_t from = m_words[at].word.end;
    const std::size_t to = at + 1 < m_words.size() ? m_words[at + 1].word.begin : m_text.size();
    return m_text.substr(from, to - from);
}

bool FormFinder::is_link(std::size_t at) const
{
    return lower(at).starts_with("http") || lower(at).find('@') != std::string_view::npos;
}

bool FormFinder::opens_line(std::size_t at) const
{
    if (m_words[at].word.starts) return true;
    std::size_t i = m_words[at].word.begin;
    while (i > 0 && (reading::is_punct(m_text[i - 1]) || m_text[i - 1] == ' ')) --i;
    if (i == 0 || m_text[i - 1] == '\n') return true;
    // Behind a tag or inside a value of JSON.
    const char before = m_text[m_words[at].word.begin - 1];
    return before == '>' || before == '"';
}

bool FormFinder::is_loud(std::size_t at) const
{
    const auto& word = m_words[at].word;
    const auto raw = m_text.substr(word.begin, word.end - word.begin);
    return std::all_of(raw.begin(), raw.end(), [](char c) {
        return reading::to_lower(c) != c || !reading::is_letter(c) ||
               static_cast<unsigned char>(c) >= 0x80;
    });
}

bool FormFinder::opens_entry(std::size_t at) const
{
    const std::size_t begin = m_words[at].word.begin;
    constexpr std::size_t k_signs = 8; // "\n  * ["
    const std::size_t from = begin - std::min(begin, k_signs);
    if (m_text.substr(from, begin - from).find('\n') == std::string_view::npos) return false;
    const char before = m_text[begin - 1];
    return before == '[' || between(at).starts_with(":") ||
           (before == ' ' && begin > 1 && reading::is_punct(m_text[begin - 2]));
}

// "ai-instruction", "ai_note"
bool FormFinder::is_machine(std::size_t at) const
{
    const auto word = lower(at);
    if (is_one_of(word.substr(0, word.find_first_of("-_'")), k_machines)) return true;
    return word.starts_with("model") && at > 0 && lower(at - 1) == "language";
}

struct Place {
    std::size_t verb = 0;
    bool negated = false;
};
std::optional<FormFinder::Place> FormFinder::order_at(std::size_t at, std::size_t end) const
{
    bool certain = false;
    for (std::size_t skipped = 0; skipped < 2; ++skipped) {
        while (at < end && is_one_of(lower(at), k_courtesy)) {
            certain = true;
            ++at;
        }
        if (!is_one_of(lower(at), k_conditions)) break;
        while (at < end && between(at).find(',') == std::string_view::npos) ++at;
        ++at;
    }
    if (at >= end) return std::nullopt;
    if (is_one_of(lower(at), k_duty)) return negation(at + 1, end);
    if (lower(at) == "are" && lower(at + 1) == "to") return negation(at + 2, end);
    // "you must", "you are required to", "the user has authorised you to"
    for (std::size_t k = at; k < std::min(end, at + 8); ++k) {
        if (lower(k) != "you") continue;
        if (is_one_of(lower(k + 1), k_duty)) return negation(k + 2, end);
        for (std::size_t to = k + 1; to <= k + 3; ++to)
            if (lower(to) == "to") return negation(to + 1, end);
    }
    if (is_one_of(lower(at), {"do", "don't", "never"})) return negation(at, end);
    if (at + 1 >= end || is_in(k_closed, lower(at))) {
        // "the assistant should reply"
        const bool third = is_machine(at + 1) || is_one_of(lower(at + 1), k_roles);
        if (third && is_one_of(lower(at + 2), k_duty)) return negation(at + 3, end);
        return std::nullopt;
    }
    // "build 2211" is a name.
    if (reading::is_digit(lower(at).front()) || is_link(at)) return std::nullopt;
    if (!certain && reading::is_digit(lower(at + 1).front())) return std::nullopt;
    // "forwards the messages", "Logging the keys": told, not ordered.
    const auto word = lower(at);
    const bool bends = word.ends_with('s') && !word.ends_with("ss");
    const bool told = word.size() > 4 && (bends ? is_in(k_articles, lower(at + 1))
                                                : word.size() > 5 && word.ends_with("ing"));
    if (!certain && (told || is_in(k_finite, lower(at + 1)))) return std::nullopt;
    return Place{at, false};
}

FormFinder::Place FormFinder::negation(std::size_t at, std::size_t end) const
{
    bool negated = false;
    while (at < end && is_in(reading::Cues{WordSet::not_so, {"do", "don't", "now"}}, lower(at))) {
        negated = negated || lower(at) != "now";
        ++at;
    }
    return {at, negated};
}

bool FormFinder::has_near(std::size_t from, std::size_t to, const reading::Cues& words) const
{
    for (std::size_t k = from; k < std::min(to, m_words.size()); ++k)
        if (is_in(words, lower(k))) return true;
    return false;
}

// The reader's own output: "your next answer".
bool FormFinder::is_output(std::size_t at) const
{
    if (!is_one_of(lower(at), k_output)) return false;
    return at > 0 &&
           (is_one_of(lower(at - 1), k_coming) || (at > 1 && is_one_of(lower(at - 2), k_coming)));
}

bool FormFinder::is_told(std::size_t at) const
{
    return at > 1 && is_one_of(lower(at), k_told) &&
           (is_one_of(lower(at - 1), k_told_by) || is_one_of(lower(at - 2), k_told_by)) &&
           (lower(at) != "message" || lower(at - 1) == "system");
}

} // namespace verify::orders
