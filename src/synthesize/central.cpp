#include "synthesize/central.hpp"

#include "reading/ascii.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ranges>
#include <set>
#include <unicode/uchar.h>

namespace synthesize {

namespace {

using Sources = std::vector<std::unique_ptr<Source>>;
using Vector = std::map<std::string, double>; // of length 1, by stem

constexpr std::size_t k_most_walked = 600;
constexpr std::uint32_t k_least_words = 5;

// Whether a line is a sentence and no heading, list of names or row of a table: it begins with no
// small letter ("eBay" has a capital, too), ends as sentences do, and not most of its words have a
// capital.
bool is_sentence(std::string_view text)
{
    const auto wide = wide_of(text);
    const auto first = wide.char32At(0);
    if (u_islower(first) != 0 && u_isupper(wide.char32At(wide.moveIndex32(0, 1))) == 0)
        return false;
    auto end = wide.length();
    while (end > 0 && icu::UnicodeString{u"\"'\u201d\u2019)]\u300d\uff09"}.indexOf(wide[end - 1]) >= 0)
        --end;
    if (end == 0 || !u_hasBinaryProperty(wide[end - 1], UCHAR_S_TERM)) return false;
    std::size_t words = 0;
    std::size_t capitals = 0;
    for (const auto& word : words_of(wide)) {
        ++words;
        capitals += u_isupper(wide_of(word.written).char32At(0)) != 0 ? 1U : 0U;
    }
    return capitals * 3 <= words * 2;
}

// The first sentences of each source, by their places, those of the oldest source first.
std::vector<std::size_t> walked(const Sources& sources, const std::vector<Line>& lines)
{
    std::vector<std::size_t> taken(sources.size());
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].words >= k_least_words && !sources[lines[i].source]->carries_instructions() &&
            is_sentence(text_of(*sources[lines[i].source], lines[i])) &&
            taken[lines[i].source]++ < k_most_walked / sources.size())
            out.push_back(i);
    std::ranges::stable_sort(out, {}, [&](std::size_t i) {
        const auto published = published_at(sources[lines[i].source]->material);
        return std::pair{!published, published};
    });
    return out;
}

void scale(Vector& words)
{
    double sum = 0;
    for (const auto& [stem, weight] : words) sum += weight * weight;
    for (auto& [stem, weight] : words) weight /= sum > 0 ? std::sqrt(sum) : 1;
}

double cosine(const Vector& left, const Vector& right)
{
    double out = 0;
    for (auto one = left.begin(), other = right.begin(); one != left.end() && other != right.end();)
        if (one->first == other->first)
            out += one++->second * other++->second;
        else
            ++(one->first < other->first ? one : other);
    return out;
}

// "last year" and "in 1986" are told of one year.
bool is_year(std::string_view stem)
{
    return stem.size() == 4 && (stem.starts_with("19") || stem.starts_with("20"));
}

// Whether nearly all of a line, and each number of it but years, stands in an older one.
bool is_said_in(const Vector& line, const Vector& older)
{
    constexpr double k_nearly = .8;
    double shared = 0;
    for (const auto& [stem, weight] : line)
        if (older.contains(stem))
            shared += weight * weight;
        else if (reading::is_digit(stem.front()) && !is_year(stem))
            return false;
    return shared >= k_nearly;
}

// How often each line is come by, all together 1.
std::vector<double> walk(const std::vector<std::vector<double>>& like,
                         const std::vector<double>& bias)
{
    constexpr int k_steps = 50;
    constexpr double k_on = .85;
    const double whole = std::accumulate(bias.begin(), bias.end(), 0.);
    std::vector<double> out(like.size(), 1. / static_cast<double>(like.size()));
    for (int step = 0; step < k_steps; ++step) {
        auto next = bias;
        for (double& each : next) each *= (1 - k_on) / whole;
        for (std::size_t i = 0; i < like.size(); ++i) {
            const double sum = std::accumulate(like[i].begin(), like[i].end(), 0.);
            for (std::size_t k = 0; sum > 0 && k < like.size(); ++k)
                next[k] += k_on * out[i] * like[i][k] / sum;
        }
        out = std::move(next);
    }
    return out;
}

// The words of the lines, weighted by how rare they are among them.
std::vector<Vector> vectors_of(const Sources& sources, const std::vector<Line>& lines,
                               const std::vector<std::size_t>& places)
{
    std::vector<Vector> out;
    std::map<std::string, double> with;
    for (const auto i : places) {
        auto& own = out.emplace_back();
        for (const auto& stem : stems_in(text_of(*sources[lines[i].source], lines[i])))
            if (own.emplace(stem, 1).second) ++with[stem];
    }
    for (auto& own : out) {
        for (auto& [stem, weight] : own)
            weight = std::log(1 + static_cast<double>(places.size()) / with[stem]);
        scale(own);
    }
    return out;
}

template <typename IsKept>
void keep(std::vector<std::size_t>& places, std::vector<Vector>& words, IsKept is_kept)
{
    std::vector<std::size_t> kept_places;
    std::vector<Vector> kept_words;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!is_kept(i)) continue;
        kept_places.push_back(places[i]);
        kept_words.push_back(words[i]);
    }
    places = std::move(kept_places);
    words = std::move(kept_words);
}

// Leaves out the lines that an older one says: they are no news, and vote once.
void leave_out_said(std::vector<std::size_t>& places, std::vector<Vector>& words)
{
    std::vector<std::size_t> kept;
    keep(places, words, [&](std::size_t i) {
        if (std::ranges::any_of(kept,
                                [&](std::size_t k) { return is_said_in(words[i], words[k]); }))
            return false;
        kept.push_back(i);
        return true;
    });
}

// Leaves out the lines of sources that have less of the name and no line like one of those that
// have it: they tell of another of that name.
void leave_out_others(std::vector<std::size_t>& places, std::vector<Vector>& words,
                      const std::vector<Line>& lines, const std::vector<Mention>& mentions)
{
    constexpr double k_akin = .5;
    std::set<std::size_t> akin;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& line = lines[places[i]];
        const auto is_akin = [&](std::size_t k) {
            return mentions[lines[places[k]].source].has_whole &&
                   cosine(words[i], words[k]) >= k_akin;
        };
        if (mentions[line.source].has_whole ||
            (!line.asked.empty() &&
             std::ranges::any_of(std::views::iota(std::size_t{0}, places.size()), is_akin)))
            akin.insert(line.source);
    }
    keep(places, words, [&](std::size_t i) { return akin.contains(lines[places[i]].source); });
}

// Where the walk begins anew: at lines with words of the name, and at the first sentence of a
// source about it, which may call it otherwise: "A man was sentenced today".
std::vector<double> bias_of(const std::vector<std::size_t>& places,
                            const std::vector<Vector>& words, const std::vector<Line>& lines,
                            const Name& name)
{
    constexpr double k_any = 1e-9;
    std::vector<double> out;
    std::map<std::size_t, std::size_t> first; // of each source
    std::map<std::size_t, double> most;
    for (std::size_t i = 0; i < places.size(); ++i) {
        double own = k_any;
        for (const auto& stem : name.stems)
            if (const auto found = words[i].find(stem); found != words[i].end())
                own += found->second;
        out.push_back(own);
        const auto source = lines[places[i]].source;
        first.try_emplace(source, i);
        most[source] = std::max(most[source], own);
    }
    for (const auto& [source, i] : first)
        if (name.mentions[source].is_about) out[i] = most[source];
    return out;
}

} // namespace

std::vector<double> centrality_of(const Sources& sources, const std::vector<Line>& lines,
                                  const Name& name)
{
    constexpr double k_same = .7; // cosine of lines that say the same, but for numbers
    std::vector<double> out(lines.size());
    auto places = walked(sources, lines);
    auto words = vectors_of(sources, lines, places);
    leave_out_others(places, words, lines, name.mentions);
    leave_out_said(places, words);
    const auto count = places.size();
    std::vector<std::vector<double>> like(count, std::vector<double>(count));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const double each = cosine(words[i], words[k]);
            like[i][k] = like[k][i] = each < k_same ? each : 0;
        }
    const auto weights = walk(like, bias_of(places, words, lines, name));
    for (std::size_t i = 0; i < count; ++i) out[places[i]] = weights[i];
    return out;
}

} // namespace synthesize
