#include "synthesize/central.hpp"

#include "reading/ascii.hpp"
#include "reading/denial.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
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
    while (end > 0 &&
           icu::UnicodeString{u"\"'\u201d\u2019)]\u300d\uff09"}.indexOf(wide[end - 1]) >= 0)
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

struct Sentence {
    std::size_t place = 0; // among the lines
    std::size_t source = 0;
    Vector words;
    bool has_asked = false;
    bool is_denial = false;
};

bool has_denial(std::string_view text)
{
    return denies(text) || std::ranges::any_of(words_of(wide_of(text)), [](const Word& word) {
               return reading::is_denial(lower(word.written));
           });
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

bool is_year(std::string_view stem)
{
    return stem.size() == 4 && (stem.starts_with("19") || stem.starts_with("20"));
}

// Whether nearly all of a sentence, and each number of it, stands in an older one that does not
// turn it round. A year may be new where the older one has none: "in 1986" beside "last year".
bool is_said_in(const Sentence& sentence, const Sentence& older)
{
    constexpr double k_nearly = .9;
    if (sentence.is_denial != older.is_denial) return false;
    const bool has_year = std::ranges::any_of(older.words, is_year, &Vector::value_type::first);
    double shared = 0;
    for (const auto& [stem, weight] : sentence.words)
        if (older.words.contains(stem) || (is_year(stem) && !has_year))
            shared += weight * weight;
        else if (reading::is_digit(stem.front()))
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

// The first sentences of each source, those of the oldest source first, with their words weighted
// by how rare they are among them.
std::vector<Sentence> sentences_of(const Sources& sources, const std::vector<Line>& lines)
{
    std::vector<std::size_t> taken(sources.size());
    std::vector<Sentence> out;
    std::map<std::string, double> with;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto& line = lines[i];
        const auto text = text_of(*sources[line.source], line);
        if (line.words < k_least_words || sources[line.source]->carries_instructions() ||
            !is_sentence(text) || taken[line.source]++ >= k_most_walked / sources.size())
            continue;
        out.push_back({i, line.source, {}, !line.asked.empty(), has_denial(text)});
        for (const auto& stem : stems_in(text))
            if (out.back().words.emplace(stem, 1).second) ++with[stem];
    }
    const auto count = static_cast<double>(out.size());
    for (auto& own : out) {
        for (auto& [stem, weight] : own.words) weight = std::log(1 + count / with[stem]);
        scale(own.words);
    }
    std::ranges::stable_sort(out, {}, [&](const Sentence& each) {
        const auto published = published_at(sources[each.source]->material);
        return std::pair{!published, published};
    });
    return out;
}

// Drops the sentences that an older one says, so that copies vote once and news leads.
void leave_out_said(std::vector<Sentence>& sentences)
{
    std::vector<Sentence> kept;
    for (auto& each : sentences)
        if (std::ranges::none_of(kept,
                                 [&](const Sentence& older) { return is_said_in(each, older); }))
            kept.push_back(std::move(each));
    sentences = std::move(kept);
}

// Leaves out the sources that have less of the name, and with a word of it no sentence like one of
// those that have it: they tell of another of that name.
void leave_out_others(std::vector<Sentence>& sentences, const std::vector<Mention>& mentions)
{
    constexpr double k_akin = .3;
    std::set<std::size_t> akin;
    for (const auto& each : sentences)
        if (mentions[each.source].has_whole ||
            (each.has_asked && std::ranges::any_of(sentences, [&](const Sentence& other) {
                 return mentions[other.source].has_whole &&
                        cosine(each.words, other.words) >= k_akin;
             })))
            akin.insert(each.source);
    std::erase_if(sentences, [&](const Sentence& each) { return !akin.contains(each.source); });
}

// The chance of each sentence that the walk begins anew there. It has one with words of the name,
// or as the first of a source that opens with the name: that may call it otherwise ("A man was
// sentenced today").
std::vector<double> bias_of(const std::vector<Sentence>& sentences, const Name& name)
{
    constexpr double k_any = 1e-9;
    std::vector<double> out;
    std::map<std::size_t, std::size_t> first; // of each source
    std::map<std::size_t, double> most;
    for (const auto& each : sentences) {
        double own = k_any;
        for (const auto& stem : name.stems)
            if (const auto found = each.words.find(stem); found != each.words.end())
                own += found->second;
        first.try_emplace(each.source, out.size());
        most[each.source] = std::max(most[each.source], own);
        out.push_back(own);
    }
    for (const auto& [source, at] : first)
        if (name.mentions[source].opens) out[at] = most[source];
    return out;
}

} // namespace

std::vector<double> centrality_of(const Sources& sources, const std::vector<Line>& lines,
                                  const Name& name)
{
    constexpr double k_same = .7; // cosine of sentences that say the same, but for numbers
    auto sentences = sentences_of(sources, lines);
    leave_out_others(sentences, name.mentions);
    leave_out_said(sentences);
    const auto count = sentences.size();
    std::vector<std::vector<double>> like(count, std::vector<double>(count));
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < i; ++k) {
            const double each = cosine(sentences[i].words, sentences[k].words);
            like[i][k] = like[k][i] = each < k_same ? each : 0;
        }
    const auto weights = walk(like, bias_of(sentences, name));
    std::vector<double> out(lines.size());
    for (std::size_t i = 0; i < count; ++i) out[sentences[i].place] = weights[i];
    return out;
}

} // namespace synthesize
