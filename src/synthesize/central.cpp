#include "synthesize/central.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace synthesize {

namespace {

using Sources = std::vector<std::unique_ptr<Source>>;
using Vector = std::map<std::string, double>; // of length 1, by stem

constexpr std::size_t k_most_walked = 600;
constexpr std::uint32_t k_least_words = 5;

// The first lines of each source, by their places.
std::vector<std::size_t> walked(const Sources& sources, const std::vector<Line>& lines)
{
    std::vector<std::size_t> taken(sources.size());
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].words >= k_least_words && !sources[lines[i].source]->carries_instructions() &&
            taken[lines[i].source]++ < k_most_walked / sources.size())
            out.push_back(i);
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

} // namespace

std::vector<double> centrality_of(const Sources& sources, const Asked& asked,
                                  const std::vector<Line>& lines)
{
    constexpr double k_same = .9; // cosine of lines that say the same
    constexpr double k_any = 1e-9;
    std::vector<double> out(lines.size());
    const auto places = walked(sources, lines);
    if (places.empty()) return out;
    std::vector<Vector> words;
    std::map<std::string, double> with;
    for (const auto i : places) {
        Vector own;
        for (const auto& stem : stems_in(text_of(*sources[lines[i].source], lines[i])))
            own[stem] = 1;
        for (const auto& [stem, weight] : own) ++with[stem];
        words.push_back(std::move(own));
    }
    Vector question;
    for (const auto& word : asked.words) question[word.stem] = 1;
    const auto weigh = [&](Vector& own) {
        for (auto& [stem, weight] : own)
            weight = std::log(1 + static_cast<double>(places.size()) / std::max(1., with[stem]));
        scale(own);
    };
    for (auto& own : words) weigh(own);
    weigh(question);
    const auto count = places.size();
    std::vector<std::vector<double>> like(count, std::vector<double>(count));
    std::vector<double> bias;
    for (std::size_t i = 0; i < count; ++i) {
        bias.push_back(cosine(words[i], question) + k_any);
        for (std::size_t k = 0; k <= i; ++k) like[i][k] = like[k][i] = cosine(words[i], words[k]);
    }
    const auto weights = walk(like, bias);
    for (std::size_t i = 0; i < count; ++i) {
        bool is_like_another = false;
        for (std::size_t k = 0; k < count; ++k)
            is_like_another = is_like_another || (like[i][k] >= k_same && weights[k] > weights[i]);
        out[places[i]] = is_like_another ? 0 : weights[i];
    }
    return out;
}

} // namespace synthesize
