#include "verify/against/comparison.hpp"
#include "verify/against/checks.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"
#include "verify/forms/checks.hpp"
#include "verify/law/found.hpp"

#include <algorithm>

namespace verify::against {

using base::concat;

namespace {

// The far words of a sentence longer than this tell of something else.
constexpr std::uint32_t k_context_reach = 14;
constexpr std::uint32_t k_least_tokens = 4;

std::vector<bool> compared(const Document& text)
{
    std::vector<bool> out;
    for (std::size_t i = 0; i < text.sentences.size(); ++i) {
        const auto& range = text.of_sentence[i];
        const auto kind = text.blocks[text.sentences[i].block].kind;
        const bool asks = range.end > range.begin && text.word(range.end - 1) == "?";
        out.push_back(kind != BlockKind::heading && !asks &&
                      range.end - range.begin >= k_least_tokens);
    }
    return out;
}

} // namespace

Comparison::Comparison(const Document& whole, const std::vector<sources::Material>& materials)
    : text{whole}, given{whole, materials}, values{given}, binding{whole, given},
      is_compared{compared(whole)}, m_is_quoted(whole.tokens.size(), false)
{
    for (const auto* document : given.documents())
        digests.push_back(base::to_hex_0x(base::sha256(base::bytes_of(document->source))));
    for (const auto i : given.all_read()) {
        Review found;
        forms::k_secrets.look(given.source(i).document, found);
        for (const auto& finding : found.findings)
            for (auto mark : finding.marks) {
                mark.source = i;
                if (mark.masked) secrets.push_back(mark);
            }
    }
    quotations = read_quotations(*this);
    for (const auto& quotation : quotations)
        if (quotation.how == Quoted::verbatim)
            std::fill(m_is_quoted.begin() + quotation.begin, m_is_quoted.begin() + quotation.end,
                      true);
}

std::vector<TermId> context_of(const Comparison& with, const Focus& focus)
{
    const auto& range = with.text.of_sentence[focus.sentence];
    const auto first = std::max(range.begin, focus.begin - std::min(focus.begin, k_context_reach));
    const auto last = std::min(range.end, focus.end + k_context_reach);
    auto out = with.given.text_terms().of(first, focus.begin);
    const auto behind = with.given.text_terms().of(focus.end, last);
    out.insert(out.end(), behind.begin(), behind.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

bool goes_on(const Comparison& with, std::size_t sentence, const Review& review)
{
    return with.is_compared[sentence] && !with.binding.among(sentence).empty() &&
           review.findings.size() < k_max_findings && !with.given.is_spent();
}

std::optional<Rival> rival_of(const Comparison& with, const Contest& contest)
{
    constexpr double k_near = 0.38;
    constexpr double k_surely_near = 0.6;
    // So much nearer must it be than the nearest one that has the value.
    constexpr double k_nearer = 3.0;
    const double least = contest.is_known ? k_surely_near : k_near;
    const auto has_near = [&](const Window& window) {
        const auto last = static_cast<std::uint32_t>(
            with.given.source(window.source).document.sentences.size() - 1);
        Window near = window;
        near.sentence = window.sentence - std::min(window.sentence, contest.reach);
        for (; near.sentence <= std::min(last, window.sentence + contest.reach); ++near.sentence) {
            with.given.spend_on(near);
            if (contest.has_value(near)) return true;
        }
        return false;
    };
    double own = 0;
    std::optional<Rival> out;
    for (const auto& window : contest.windows) {
        if (has_near(window)) {
            own = std::max(own, window.covered);
        } else if (!out && window.covered >= least) {
            auto found = contest.others(window);
            if (!found.empty()) out = Rival{window, std::move(found)};
        }
    }
    if (!out || out->window.covered < own * k_nearer) return std::nullopt;
    return out;
}

std::string source_name(const Comparison& with, std::uint32_t source)
{
    const auto& title = with.given.source(source).material.title;
    return concat("source ", source + 1, title.empty() ? "" : concat(" (", title, ')'));
}

Mark mark_source(const Comparison& with, std::uint32_t source, std::uint32_t begin,
                 std::uint32_t end)
{
    Mark out = mark_tokens(with.given.source(source).document, begin, end, "source");
    out.source = source;
    return out;
}

Mark mark_window(const Comparison& with, const Window& window)
{
    const auto& range = with.given.source(window.source).document.of_sentence[window.sentence];
    return mark_source(with, window.source, range.begin, range.end);
}

void tell_lack(const Comparison& with, const Focus& focus, std::span<const Window> windows,
               Review& review)
{
    constexpr double k_something_of_it = 0.3;
    if (!with.binding.are_all_read(focus.sentence)) return;
    const bool partly = !windows.empty() && windows.front().covered >= k_something_of_it;
    tell(with,
         {.check = partly ? k_source_partial : k_source_absent,
          .severity = Severity::minor,
          .certainty = Certainty::heuristic,
          .title = partly ? "The sources say a part of it" : "No source says so",
          .focus = focus,
          .window = partly ? std::optional{windows.front()} : std::nullopt},
         review);
}

void tell(const Comparison& with, const Told& told, Review& review)
{
    auto found = verify::found(told.check, told.title, with.text, told.certainty, told.severity);
    found.stated(told.focus.begin, told.focus.end).shows("stated", Marked{0});
    std::vector<std::string_view> quotes;
    std::string instead;
    std::string_view sentence;
    if (told.window) {
        const auto& document = with.given.source(told.window->source).document;
        const auto show = [&](const Mark& mark) {
            found.mark(mark, mark.role);
            return quote_of(document, mark);
        };
        for (const auto& run : told.found) {
            quotes.push_back(show(mark_source(with, told.window->source, run.begin, run.end)));
            instead += concat(instead.empty() ? "" : ", ", '"', quotes.back(), '"');
        }
        sentence = show(mark_window(with, *told.window));
        found.shows("source", told.window->source, "sha256", with.digests[told.window->source],
                    "covered", static_cast<int>(told.window->covered * 100) / 100.0);
    }
    found.shows("found", quotes);
    if (told.window)
        found.says("The text says \"", Marked{0}, "\"; ", source_name(with, told.window->source),
                   instead.empty() ? " says: " : concat(" says ", instead, ": "), '"', sentence,
                   "\".");
    else
        found.says("No source given says \"", Marked{0}, "\".");
    found.note(review, "Correct the text, or give the source that says so.");
}

} // namespace verify::against
