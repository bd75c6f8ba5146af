#include "synthesize/ballot.hpp"

#include "base/enumerators.hpp"
#include "synthesize/central.hpp"
#include "synthesize/patterns.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unicode/uchar.h>

namespace synthesize {

namespace {

using Sources = std::vector<std::unique_ptr<Source>>;

bool is_used(const Source& source)
{
    return source.status == SourceStatus::used;
}

// BM25 over the lines, for the words of the question.
class Scorer {
public:
    Scorer(const std::vector<Line>& lines, std::size_t words) : m_weights(words)
    {
        std::vector<double> with(words);
        double total = 0;
        for (const auto& line : lines) {
            total += line.words;
            for (const auto& [word, times] : line.asked) ++with[word];
        }
        const auto count = static_cast<double>(lines.size());
        m_mean_length = total > 0 ? total / count : 1;
        for (std::size_t i = 0; i < words; ++i)
            m_weights[i] = std::log(1 + (count - with[i] + .5) / (with[i] + .5));
        const double sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.);
        m_total = sum > 0 ? sum : 1;
    }

    [[nodiscard]] double score(const Line& line) const
    {
        constexpr double k_1 = 1.2;
        constexpr double k_b = .75;
        double out = 0;
        const double norm = k_1 * (1 - k_b + k_b * line.words / m_mean_length);
        for (const auto& [word, times] : line.asked)
            out += m_weights[word] * times * (k_1 + 1) / (times + norm);
        return out;
    }

    [[nodiscard]] double weight_of(const Line& line) const
    {
        double out = 0;
        for (const auto& [word, times] : line.asked) out += m_weights[word];
        return out / m_total;
    }

private:
    std::vector<double> m_weights; // of each word of the question
    double m_total = 1;
    double m_mean_length = 1;
};

// The words of the question in the title of a line's source, in it and in the two before it.
std::size_t words_around(const std::vector<Line>& lines, std::size_t at, const AskedCounts& title)
{
    constexpr std::size_t k_before = 2;
    auto out = title;
    for (std::size_t back = 0; back <= std::min(at, k_before); ++back)
        if (lines[at - back].source == lines[at].source)
            out.insert(lines[at - back].asked.begin(), lines[at - back].asked.end());
    return out.size();
}

// Whether the question is a name alone, with words that ask nothing of it.
bool is_name(const Asked& asked)
{
    constexpr std::string_view k_open[] = {"happen", "happened", "known",  "know",
                                           "new",    "news",     "latest", "say",
                                           "said",   "tell",     "update", "going"};
    std::size_t names = 0;
    for (const auto& word : asked.words) {
        names += is_of_name(word) ? 1U : 0U;
        if (!is_of_name(word) && std::ranges::find(k_open, lower(word.written)) == std::end(k_open))
            return false;
    }
    return asked.thing == Thing::any && names > 0;
}

std::size_t words_of_name(std::string_view text, const Asked& asked)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(asked_in(text, asked), [&](const auto& each) {
            return is_of_name(asked.words[each.first]);
        }));
}

// The name that is asked for, where the question is nothing more.
std::optional<Name> name_in(const Sources& sources, const std::vector<Line>& lines,
                            const Asked& asked)
{
    if (sources.empty() || !is_name(asked)) return std::nullopt;
    constexpr std::size_t k_first = 3;
    struct Count {
        std::size_t lines = 0;
        std::size_t with_word = 0;
        std::size_t most = 0;    // words of the name in a line, or in the title
        std::size_t opening = 0; // in the title, or one of the first lines
    };
    Name out;
    for (const auto& word : asked.words)
        if (is_of_name(word)) out.stems.push_back(word.stem);
    std::vector<Count> counts;
    for (const auto& source : sources) {
        const auto words = words_of_name(source->material.title, asked);
        counts.push_back({0, words > 0 ? 1U : 0U, words, words});
    }
    for (const auto& line : lines) {
        auto& count = counts[line.source];
        const auto words = words_of_name(text_of(*sources[line.source], line), asked);
        count.with_word += words > 0 ? 1 : 0;
        count.most = std::max(count.most, words);
        if (count.lines++ < k_first) count.opening = std::max(count.opening, words);
    }
    const auto whole = std::ranges::max(counts, {}, &Count::most).most;
    for (const auto& each : counts) {
        const bool has_whole = whole > 0 && each.most == whole;
        const bool opens = has_whole && each.opening == whole;
        out.mentions.push_back({.has_whole = has_whole,
                                .is_about = opens || (has_whole && each.with_word > 1),
                                .opens = opens});
    }
    return out;
}

std::vector<RankedLine> ranked(const Sources& sources, std::vector<Line> lines, const Asked& asked,
                               const std::optional<Name>& name)
{
    constexpr double k_kind = 1.6;
    constexpr double k_long = 60;
    constexpr double k_new = .4;
    std::vector<AskedCounts> titles;
    std::vector<std::optional<value::Instant>> published;
    std::set<std::optional<value::Instant>> dates; // of sources that could be read
    for (const auto& source : sources) {
        titles.push_back(asked_in(source->material.title, asked));
        published.push_back(published_at(source->material));
        if (is_used(*source)) dates.insert(published.back());
    }
    // From 1, the oldest date of publication, to 1.4, the newest one.
    const auto newness = [&](std::size_t source) {
        const auto place = std::distance(dates.begin(), dates.find(published[source]));
        return 1 + k_new * static_cast<double>(place) /
                       static_cast<double>(std::max<std::size_t>(dates.size(), 2) - 1);
    };
    const Scorer scorer{lines, asked.words.size()};
    const auto words = static_cast<double>(std::max<std::size_t>(asked.words.size(), 1));
    const auto central = name ? centrality_of(sources, lines, *name) : std::vector<double>{};
    std::vector<RankedLine> out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line& line = lines[i];
        const double kind = line.fits ? k_kind : 1;
        const auto around = words_around(lines, i, titles[line.source]);
        out.push_back({line,
                       (name ? central[i] : scorer.score(line) * kind) * newness(line.source),
                       name.has_value(),
                       {.here = static_cast<double>(line.asked.size()) / words,
                        .around = static_cast<double>(around) / words,
                        .weight = scorer.weight_of(line),
                        .length = std::min<double>(line.words, k_long) / k_long,
                        .over_best = 0,
                        .fits = line.fits,
                        .any_kind = asked.thing == Thing::any}});
    }
    // Among equal scores the newer source's leads, then the line that comes first.
    std::ranges::stable_sort(out, std::ranges::greater{}, [&](const RankedLine& each) {
        return std::pair{each.score, published[each.line.source]};
    });
    const double best = out.empty() || out.front().score == 0 ? 1 : out.front().score;
    for (auto& each : out) each.features.over_best = each.score / best;
    return out;
}

// The best line of a source that was not written to steer its readers; where all were, of all.
std::optional<std::size_t> best_of(const Sources& sources, const std::vector<RankedLine>& lines)
{
    std::optional<std::size_t> out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].line.asked.empty()) continue;
        if (!sources[lines[i].line.source]->carries_instructions()) return i;
        if (!out) out = i;
    }
    return out;
}

// The lines that are shown for a question that is a name alone: two for each source with a word of
// it. Each source about the name has one; the others are taken by their score, at most
// k_most_lines_of_a_source from a source, one from a source in another language than most lines.
std::vector<bool> central_lines(const Sources& sources, const Ballot& ballot, const Name& name)
{
    std::vector<bool> out(ballot.lines.size());
    std::vector<std::size_t> taken(sources.size());
    std::set<std::size_t> with_word;
    std::map<std::string_view, std::size_t> languages;
    std::size_t count = 0;
    const auto take = [&](std::size_t at) {
        if (out[at]) return;
        out[at] = true;
        ++count;
        ++taken[ballot.lines[at].line.source];
    };
    if (ballot.best) take(*ballot.best);
    for (std::size_t i = 0; i < ballot.lines.size(); ++i) {
        const auto& [line, score, is_central, features] = ballot.lines[i];
        if (!line.asked.empty()) with_word.insert(line.source);
        if (score > 0) ++languages[sources[line.source]->language];
        if (name.mentions[line.source].is_about && taken[line.source] == 0 &&
            (score > 0 || !line.asked.empty()))
            take(i);
    }
    const auto most = std::ranges::max_element(
        languages, {}, &std::pair<const std::string_view, std::size_t>::second);
    for (std::size_t i = 0; i < ballot.lines.size() && ballot.lines[i].score > 0 &&
                            count < k_lines_of_a_source * with_word.size();
         ++i) {
        const auto& line = ballot.lines[i].line;
        const bool is_foreign = sources[line.source]->language != most->first;
        if (taken[line.source] < (is_foreign ? 1 : k_most_lines_of_a_source) &&
            (name.mentions[line.source].is_about || !line.asked.empty()))
            take(i);
    }
    return out;
}

BallotRow row_of(const Ballot& ballot, const Source& source, std::size_t number, bool has_word,
                 const std::vector<bool>& central)
{
    BallotRow out{.source = number, .lines = {}, .reason = {}};
    std::vector<std::size_t> own;
    bool is_asked = false;
    for (std::size_t i = 0; i < ballot.lines.size(); ++i) {
        if (ballot.lines[i].line.source != number) continue;
        is_asked = is_asked || !ballot.lines[i].line.asked.empty();
        if (central.empty() ? own.size() < k_lines_of_a_source : central[i]) own.push_back(i);
    }
    if (!central.empty())
        std::ranges::sort(own, {}, [&](std::size_t i) { return ballot.lines[i].line.begin; });
    if (is_asked)
        for (const auto line : own)
            if (line == ballot.best ||
                share_of(source, ballot.lines[line]).value_or(1) >= k_least_share)
                out.lines.push_back(line);
    if (out.lines.empty())
        out.reason = !is_used(source)  ? NoLine::not_read
                     : !has_word       ? NoLine::no_asked_word
                     : !is_asked       ? NoLine::no_line
                     : central.empty() ? NoLine::low_share
                                       : NoLine::less_central;
    return out;
}

} // namespace

std::string_view name_of(NoLine reason)
{
    constexpr std::string_view k_names[] = {"not_read", "no_asked_word", "no_line", "low_share",
                                            "less_central"};
    return base::row_of(k_names, reason);
}

std::optional<double> share_of(const Source& source, const RankedLine& line)
{
    if (line.is_central || source.language != k_calibrated_language) return std::nullopt;
    return share_of_line(line.features);
}

Ballot make_ballot(const Sources& sources, const Asked& asked)
{
    Ballot out;
    std::vector<Line> lines;
    std::vector<bool> has_word(sources.size());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (!is_used(*sources[i])) continue;
        for (auto& line : lines_of(*sources[i], i, asked)) lines.push_back(std::move(line));
        for (const auto& text : {sources[i]->material.title, sources[i]->document.source})
            if (!asked_in(text, asked).empty()) has_word[i] = true;
    }
    const auto name = name_in(sources, lines, asked);
    out.lines = ranked(sources, std::move(lines), asked, name);
    out.best = best_of(sources, out.lines);
    const auto central = name ? central_lines(sources, out, *name) : std::vector<bool>{};
    for (std::size_t i = 0; i < sources.size(); ++i)
        out.rows.push_back(row_of(out, *sources[i], i, has_word[i], central));
    // The newest first, what has no date last; of one moment in the canonical order.
    std::ranges::stable_sort(out.rows, std::ranges::greater{}, [&](const BallotRow& row) {
        return published_at(sources[row.source]->material);
    });
    return out;
}

} // namespace synthesize
