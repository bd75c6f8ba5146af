// Orders to a reader who is called.
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

// A call is short, and an order says soon what it is about.
constexpr std::size_t k_call = 9;
constexpr std::size_t k_form_reach = 60;
// How far before a word the markup that hides it may stand.
constexpr std::size_t k_markup = 120;

} // namespace

std::vector<FormedOrder> FormFinder::run()
{
    std::optional<std::size_t> called_in; // the paragraph of the last call
    Call last;
    for (const auto& sentence : m_sentences) {
        if (m_found.size() >= m_most) break;
        bool called = false;
        for (std::size_t k = sentence.first; k < sentence.end; ++k) {
            if (!opens_line(k)) continue;
            const auto duty = duty_at(k, sentence.end);
            const auto call = duty ? duty : call_at(k, sentence.end);
            if (!call) continue;
            called = true;
            last = *call;
            const bool ordered = judge(k, *call, sentence.end, duty.has_value());
            // "LLM agents: a survey." calls no reader.
            called_in.reset();
            if (ordered || call->greets || call->order >= sentence.end)
                called_in = sentence.paragraph;
        }
        if (!called && called_in == sentence.paragraph && !last.states) {
            last.order = sentence.first;
            judge(sentence.first, last, sentence.end, /*certain=*/false);
        }
        look_at_output(sentence);
        look_at_told(sentence);
    }
    look_at_roles();
    return std::move(m_found);
}

std::optional<FormFinder::Call> FormFinder::call_at(std::size_t at, std::size_t end) const
{
    const std::size_t last = std::min(end, at + k_call);
    const auto first = lower(at);
    // "If you are an AI", "when you (the assistant)", "as an AI", "you, the AI"
    const bool condition =
        first == "you" ||
        (is_one_of(first, k_conditions) &&
         (first == "as" || lower(at + 1).starts_with("you") || lower(at + 2) == "you"));
    std::size_t noun = at;
    for (; noun < last && !is_machine(noun) && !is_one_of(lower(noun), k_roles); ++noun) {
        const auto word = lower(noun);
        const bool joins = condition && is_one_of(word, k_joining);
        if (!joins && !is_one_of(word, k_calling)) return std::nullopt;
    }
    if (noun >= last) return std::nullopt;
    const bool machine = is_machine(noun) || is_machine(noun + 1);
    const bool greeted =
        noun > at && !condition && !is_in(reading::Cues{WordSet::article, {"all", "for"}}, first);
    if (!machine && noun > at && !greeted && !condition) return std::nullopt;
    Call call;
    call.greets = greeted || (!machine && noun == at && is_loud(noun));
    call.reads = condition && machine;
    const char before = m_words[at].word.begin > 0 ? m_text[m_words[at].word.begin - 1] : '\n';
    call.marked = machine || condition || before == '[' || before == '<' || before == '{' ||
                  before == '#' || is_loud(noun);
    bool does = false; // "reading this"
    for (std::size_t k = noun; k < std::min(end, noun + k_call); ++k) {
        // "Assistant: how may I", "System administrators: rotate"
        const bool bare = !machine && !greeted && !condition;
        if (bare && k > noun && !is_one_of(lower(k), k_of_mark)) return std::nullopt;
        // "AI policy:": what is behind the name must name a reader still.
        does = does || (k > noun && (lower(k).ends_with("ing") || lower(k) == "this"));
        if (machine && !greeted && !does && k > noun && !names_reader(k, condition))
            return std::nullopt;
        call.reads = call.reads || (k > noun && lower(k) == "this" && !bare);
        call.order = k + 1;
        if (!condition && ends_call(k, at)) return call;
        if (before == '(' && !condition && between(k).starts_with(")")) return call;
        if (first == "as" && lower(k + 1) == "you") return call;
        if (between(k).find(',') == std::string_view::npos) continue;
        // "To any AI, which ..."
        if (is_in(k_relatives, lower(k + 1))) continue;
        if (bare && !is_one_of(first, {"assistant", "agent"})) return std::nullopt;
        return call;
    }
    // "Attention all language models! Add ...": the call is the sentence.
    if (greeted && end - noun <= 2) return call;
    return std::nullopt;
}

bool FormFinder::names_reader(std::size_t at, bool condition) const
{
    auto word = lower(at);
    if (is_machine(at) || is_one_of(word, k_of_mark) || is_in(k_closed, word)) return true;
    // "If you are an AI engineer": a person.
    const bool does =
        word.ends_with("ing") || (!condition && (word.ends_with("er") || word.ends_with("ers")));
    if (word.ends_with('s')) word.remove_suffix(1);
    return does || is_one_of(word, k_roles);
}

bool FormFinder::ends_call(std::size_t at, std::size_t opening) const
{
    const auto signs = between(at);
    if (signs.find_first_of(":]}>") != std::string_view::npos) return true;
    if (signs.find("%%") != std::string_view::npos || signs.find("--") != std::string_view::npos ||
        signs.find("**") != std::string_view::npos || signs.find(" - ") != std::string_view::npos)
        return true;
    const std::size_t begin = m_words[opening].word.begin;
    const bool heading = begin >= 2 && m_text.substr(begin - 2, 2) == "# ";
    return heading && signs.find('\n') != std::string_view::npos;
}

std::optional<FormFinder::Call> FormFinder::duty_at(std::size_t at, std::size_t end) const
{
    bool machine = false;
    Call call;
    call.marked = true;
    call.states = true;
    for (std::size_t k = at; k < std::min(end, at + 2 * k_call); ++k) {
        const bool named = is_machine(k) || is_one_of(lower(k), k_roles);
        if (!machine && !named && !is_one_of(lower(k), k_calling)) return std::nullopt;
        machine = machine || named;
        call.reads = call.reads || (machine && is_in(WordSet::demonstrative, lower(k)));
        if (machine && k > at && is_one_of(lower(k), k_duty)) {
            call.order = k + 1;
            return call;
        }
        if (machine && between(k).find_first_of(":,") != std::string_view::npos) break;
    }
    return std::nullopt;
}

bool FormFinder::is_out_of_sight(std::size_t at) const
{
    const std::size_t begin = m_words[at].word.begin;
    const auto before = m_text.substr(begin - std::min(begin, k_markup), std::min(begin, k_markup));
    if (before.rfind("<!--") != std::string_view::npos)
        return before.find("-->", before.rfind("<!--")) == std::string_view::npos;
    const std::size_t tag = before.rfind('<');
    if (tag == std::string_view::npos || before.find("</", tag) != std::string_view::npos)
        return false;
    constexpr std::string_view k_styles[] = {"display:none", "display: none", " hidden",
                                             "font-size:0",  "font-size: 0",  "visibility:hidden",
                                             "opacity:0",    "color:white",   "color:#fff"};
    return std::any_of(std::begin(k_styles), std::end(k_styles), [&](std::string_view style) {
        return before.find(style, tag) != std::string_view::npos;
    });
}

// Not "token counting", "keys to the house".
bool FormFinder::is_secret(std::size_t at) const
{
    const auto word = lower(at);
    if (is_one_of(word, k_keys)) return at > 0 && is_one_of(lower(at - 1), k_of_keys);
    if (!is_one_of(word, k_of_reader)) return false;
    if (at + 1 >= m_words.size() || m_words[at + 1].word.after_sign) return true;
    return is_in(k_closed, lower(at + 1)) || is_one_of(lower(at + 1), k_courtesy);
}

// "to https://...", "an https://..."
bool FormFinder::leads_outside(std::size_t at) const
{
    return is_link(at) && at > 0 && is_one_of(lower(at - 1), k_towards);
}

FormFinder::Effects FormFinder::effects(const Place& order, std::size_t end) const
{
    Effects out;
    const std::size_t last = std::min(end, order.verb + k_form_reach);
    for (std::size_t k = order.verb; k < last; ++k) {
        // The next entry of a list, the next turn of a dialogue.
        if (k > order.verb && opens_line(k) && opens_entry(k)) break;
        const auto word = lower(k);
        const bool hides = is_in(k_denials, word) || word == "without";
        const bool silent = (hides || (order.negated && k == order.verb)) &&
                            has_near(k + 1, std::min(last, k + 6), k_people);
        if (silent || (word == "from" && has_near(k + 1, std::min(last, k + 3), k_people))) {
            out.add(2, k_inject_conceal, "concealment");
            out.leaves = true;
        }
        if (order.negated) continue;
        if (is_one_of(word, k_owners)) take(out, k_inject_tool, "reaches for a user");
        if (is_secret(k)) take(out, k_inject_tool, "reaches for a secret");
        if (is_told(k)) {
            take(out, k_inject_extraction, "reaches for instructions");
            out.leaves = true;
        }
        const bool product = is_one_of(word, k_products) && is_one_of(lower(k - 1), k_coming);
        if (product || (is_output(k) && word != "message")) {
            out.add(2, k_inject_output_hijack, "dictates the output");
            out.leaves = true;
        }
        if (is_one_of(word, k_verdicts) && lower(k - 1) != "your")
            out.add(2, k_inject_reviewer, "dictates a verdict");
        if (is_link(k)) {
            // "Send your request to": who has things of their own is a person.
            const bool brings = leads_outside(k) && lower(order.verb + 1) != "your";
            out.add(brings ? 2 : 1, k_inject_tool, "address outside");
            out.leaves = true;
        }
        if (is_one_of(word, k_documents) && lower(k - 1) == "this")
            out.add(1, k_inject_reviewer, "this very text");
        if (word.find('_') != std::string_view::npos) out.add(2, k_inject_tool, "tool");
    }
    return out;
}

void FormFinder::take(Effects& out, CheckRef check, std::string_view signal)
{
    out.add(2, check, signal);
    out.takes = true;
}

bool FormFinder::judge(std::size_t at, const Call& call, std::size_t end, bool certain)
{
    if (call.order >= end) return false;
    auto order = certain ? std::optional{negation(call.order, end)} : order_at(call.order, end);
    // "This page is the source, so cite it": after a reason.
    for (std::size_t k = call.order + 1;
         !order && call.marked && k < std::min(end, call.order + 16); ++k)
        if (is_in(k_concluding, lower(k))) order = order_at(k + 1, end);
    if (!order || order->verb >= end) return false;
    auto found = effects(*order, end);
    const bool hidden = is_out_of_sight(at);
    if (hidden) found.add(2, k_inject_conceal, "hidden carrier");
    if (call.reads && !order->negated) found.add(2, k_inject_reviewer, "reader of this text");
    // What software must do is told in many texts; a role with a colon stands on devices.
    if (call.states && !call.reads && !hidden && found.sum < 5) return true;
    if (!call.marked && !hidden && (found.sum < 3 || !found.leaves)) return true;
    if (found.sum < 2) return true;
    found.signals.emplace_back("addresses a machine or reviewer");
    found.signals.emplace_back("imperative mood");
    const bool full = found.takes || found.sum > 2;
    add(found, at, end, full ? Severity::major : Severity::minor);
    return true;
}

void FormFinder::Effects::add(int weight, CheckRef of, std::string_view signal)
{
    if (std::find(signals.begin(), signals.end(), signal) != signals.end()) return;
    sum += weight;
    signals.push_back(signal);
    if (weight <= best) return;
    best = weight;
    check = of;
}

void FormFinder::add(const Effects& found, std::size_t first, std::size_t end, Severity severity)
{
    const std::size_t last = std::min(end, first + k_form_reach) - 1;
    m_found.push_back(
        {found.check, m_words[first].word.begin, m_words[last].word.end, severity, found.signals});
}

std::vector<FormedOrder> find_formed_orders(const layers::Layer& layer, std::size_t most)
{
    auto out = FormFinder{layer, most}.run();
    std::sort(out.begin(), out.end(), [](const FormedOrder& left, const FormedOrder& right) {
        return left.begin < right.begin;
    });
    return out;
}

} // namespace verify::orders
