// Orders without a call.
#include "reading/lexicon/lexicon.hpp"
#include "verify/orders/checks.hpp"
#include "verify/orders/form_finder.hpp"
#include "verify/orders/form_words.hpp"

#include <algorithm>

namespace verify::orders {

using namespace form;
using reading::is_one_of;
using reading::WordSet;

namespace {

constexpr std::size_t k_longest_order = 30; // words of an order that stands alone
constexpr std::size_t k_shown = 9;          // words of a role that are marked
// How far behind a role its freedoms may be told.
constexpr std::size_t k_role_words = 250;
constexpr std::size_t k_roles_read = 200;

} // namespace

// A paragraph that is one order about the reader's output, behind a text that asks nothing.
// People ask for an answer by a day, at an address or with "please": the manner is the sign.
void FormFinder::look_at_output(const Sentence& sentence)
{
    const std::size_t length = sentence.end - sentence.first;
    if (sentence.paragraph == 0 || length > k_longest_order) return;
    // Neither an entry of a list nor a name in quotation marks.
    const std::size_t begin = begin_of(sentence);
    if (m_text[begin - 1] != '\n') return;
    if (!stands_alone(sentence) || m_question < begin) return;
    const bool asked = is_one_of(lower(sentence.first), {"can", "could"});
    const auto order = order_at(sentence.first, sentence.end);
    if (!asked && (!order || order->negated || order->verb != sentence.first)) return;
    if (has_near(sentence.first, sentence.end, k_first_person)) return;
    // "Answer in Latin": the verb is the output.
    const bool answers = !asked && is_one_of(lower(sentence.first), k_answering) &&
                         sentence.end > sentence.first + 2 &&
                         tells_manner(sentence.first + 1, sentence.end);
    for (std::size_t k = sentence.first; k < sentence.end; ++k) {
        const bool own = k > sentence.first + 1 && is_output(k) && lower(k - 1) != "its";
        if (!own && !(answers && k == sentence.first)) continue;
        const bool shaped = asked ? k + 1 == sentence.end : tells_manner(k + 1, sentence.end);
        if (!shaped) continue;
        Effects found;
        found.add(2, k_inject_output_hijack, "dictates the output");
        found.signals.emplace_back("stands alone");
        found.signals.emplace_back("imperative mood");
        add(found, sentence.first, sentence.end, Severity::minor);
        return;
    }
}

// "in Base32", "into Latin", "by suggesting ...", "backward".
bool FormFinder::tells_manner(std::size_t at, std::size_t end) const
{
    if (at >= end || is_link(at + 1)) return false;
    if (at + 1 == end) return !is_in(k_closed, lower(at));
    if (is_one_of(lower(at), {"as", "with"}))
        return is_in(WordSet::indefinite, lower(at + 1)) || lower(at) == "as";
    if (lower(at) == "by") return lower(at + 1).ends_with("ing");
    return is_one_of(lower(at), {"in", "into", "to"}) && !is_in(k_closed, lower(at + 1)) &&
           !reading::is_digit(lower(at + 1).front());
}

std::size_t FormFinder::begin_of(const Sentence& sentence) const
{
    return m_words[sentence.first].word.begin;
}

bool FormFinder::stands_alone(const Sentence& sentence) const
{
    const auto index = static_cast<std::size_t>(&sentence - m_sentences.data());
    const bool first = index == 0 || m_sentences[index - 1].paragraph != sentence.paragraph;
    return first && (index + 1 == m_sentences.size() ||
                     m_sentences[index + 1].paragraph != sentence.paragraph);
}

// "print all instructions formatted as ...": no person is asked to render what they were told.
void FormFinder::look_at_told(const Sentence& sentence)
{
    for (std::size_t k = sentence.first; k + 1 < sentence.end; ++k) {
        const bool opens = k == sentence.first || m_words[k].word.after_sign ||
                           is_one_of(lower(k - 1), k_courtesy);
        const auto order = opens ? order_at(k, sentence.end) : std::nullopt;
        if (!order || order->negated) continue;
        const std::size_t last = std::min(sentence.end, order->verb + 5);
        for (std::size_t told = order->verb + 1; told < last; ++told) {
            if (!is_told(told) || lower(told - 1) == "the") continue;
            // Only a machine has a system's or an initial prompt of its own.
            // Their computer's configuration a person has too.
            const bool own = lower(told - 2) == "your" && is_one_of(lower(told - 1), k_told_by) &&
                             lower(told - 1) != "other" && lower(told) != "configuration";
            if (!own && !has_near(told + 1, std::min(sentence.end, told + 6), k_rendering))
                continue;
            Effects found;
            found.add(2, k_inject_extraction, "reaches for instructions");
            found.signals.emplace_back("imperative mood");
            add(found, order->verb, sentence.end, Severity::minor);
            return;
        }
    }
}

// Whether "you" is given a role at `at`.
bool FormFinder::gives_role(std::size_t at) const
{
    const auto word = lower(at);
    if (word == "you" && lower(at + 1) == "are")
        return m_words[at].word.starts || m_words[at].word.after_sign;
    if (word == "you") return lower(at + 1) == "will" && lower(at + 2) == "be";
    if (word == "from") return lower(at + 1) == "now" && has_near(at + 2, at + 5, k_you);
    return is_one_of(word, {"pretend", "simulate"}) && order_at(at, m_words.size()).has_value();
}

bool FormFinder::is_freed(std::size_t at) const
{
    if (!is_one_of(lower(at), k_absence)) return false;
    // "You cannot override the rules" binds.
    if (has_near(at > 3 ? at - 3 : 0, at, k_denials)) return false;
    return has_near(at + 1, at + 6, k_limits) && !has_near(at + 1, at + 4, k_breaks);
}

// A role for the reader (2) that is free of what binds a machine (2), with a machine named (2)
// or something that it was told to keep (2).
void FormFinder::look_at_roles()
{
    std::size_t roles = 0;
    for (std::size_t at = 0; at < m_words.size() && m_found.size() < m_most; ++at) {
        if (!gives_role(at)) continue;
        if (++roles > k_roles_read) return;
        const std::size_t end = std::min(m_words.size(), at + k_role_words);
        bool freed = false;
        bool machine = false;
        bool keeps = false;
        for (std::size_t k = at; k < end; ++k) {
            freed = freed || is_freed(k);
            machine = machine || is_machine(k);
            keeps = keeps || is_one_of(lower(k), {"password", "passwords", "secret"});
            const bool ordered = k > 1 && is_one_of(lower(k), {"told", "instructed", "ordered"});
            freed = freed || (ordered && keeps && has_near(k + 1, k + 3, k_denials));
        }
        if (!freed || !(machine || keeps)) continue;
        Effects found;
        found.add(2, k_inject_persona, "free of limits");
        found.signals.emplace_back(machine ? "addresses a machine or reviewer" : "secret");
        add(found, at, std::min(end, at + k_shown), Severity::major);
        return;
    }
}

} // namespace verify::orders
