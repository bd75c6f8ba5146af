#include "base/concat.hpp"
#include "synthesize/artifact.hpp"
#include "synthesize/brief/section.hpp"
#include "synthesize/conflict_json.hpp"

#include <algorithm>
#include <map>

namespace synthesize::brief {

using base::concat;

namespace {

constexpr std::size_t k_most_cited = 5;

// "4.2e+06" is no figure for readers.
std::string plain(const reading::Rational& number)
{
    const int place = number.get_den() == 1 ? 0 : -3;
    return reading::grouped(reading::rounded_text(number, place), ",", '.');
}

std::string two_digits(int number)
{
    return concat(number < 10 ? "0" : "", number);
}

// "2024-05-04", "2024-05", "2024"; of a moment with a year.
std::string iso_text(const Moment& moment)
{
    std::string out = std::to_string(*moment.year);
    if (moment.month != 0) out += concat('-', two_digits(moment.month));
    if (moment.month != 0 && moment.day != 0) out += concat('-', two_digits(moment.day));
    return out;
}

// Words with a capital that stand next to each other inside the sentence, or at its beginning when
// there are two of them.
std::vector<std::string> names_in(const Study& study, std::size_t statement)
{
    const reading::Document& document = study.source_of(statement).document;
    const auto sentence = passage_of(study.source_of(statement), study.statements[statement]);
    std::vector<std::string> out;
    const auto is_name = [&](std::uint32_t token) {
        const auto raw = document.raw(token);
        return sentence.holds(token) && document.kind(token) == reading::TokenKind::word &&
               raw.size() > 1 && reading::is_upper(raw.front()) &&
               !study.source_of(statement).terms.of(token).empty();
    };
    for (std::uint32_t i = sentence.begin(); i < sentence.end(); ++i) {
        if (!is_name(i)) continue;
        std::uint32_t end = i + 1;
        while (is_name(end)) ++end;
        if (i > sentence.begin() || end - i > 1) {
            std::string name;
            for (std::uint32_t k = i; k < end; ++k) {
                auto raw = document.raw(k);
                if (raw.ends_with("'s")) raw.remove_suffix(2);
                name += concat(name.empty() ? "" : " ", raw);
            }
            out.push_back(std::move(name));
        }
        i = end;
    }
    return out;
}

void add_changes(const Study& study, std::vector<Item>& out)
{
    for (const auto& update : study.conflicts.updates) {
        if (update.kind != Opposition::value || out.size() >= k_most_items) continue;
        Item item;
        std::string last;
        for (const auto& position : update.positions) {
            const Source& source = study.source_of(position.statement);
            for (const auto& figure : study.statements[position.statement].figures) {
                if (figure.begin > position.value.begin || position.value.begin >= figure.end)
                    continue;
                auto value =
                    concat(plain(figure.value), figure.shown.empty() ? "" : " ", figure.shown);
                if (value == last) continue;
                item.text += concat(item.text.empty() ? concat(update.attribute, ": ") : ", then ",
                                    value, " (", source.material.published.substr(0, 10), ')');
                last = std::move(value);
            }
            if (item.cited.size() < k_most_cited) item.cited.push_back(position.statement);
        }
        const auto latest = study.claim_of[update.positions.back().statement];
        if (latest < listed_claims(study)) item.claim = latest;
        item.confidence = study.claims[latest].confidence;
        out.push_back(std::move(item));
    }
}

} // namespace

std::vector<Item> figures(const Study& study)
{
    std::vector<Item> out;
    add_changes(study, out);
    for (std::size_t i = 0; i < listed_claims(study) && out.size() < k_most_items; ++i) {
        const Claim& claim = study.claims[i];
        const Statement& best = study.statements[claim.members.front()];
        if (best.figures.empty() || claim.status == ClaimStatus::superseded) continue;
        Item item = item_of(study, i);
        std::string numbers;
        for (const auto& figure : best.figures)
            numbers += concat(numbers.empty() ? "" : "; ", plain(figure.value),
                              figure.shown.empty() ? "" : " ", figure.shown);
        item.text = concat(numbers, ": ", item.text);
        out.push_back(std::move(item));
    }
    return out;
}

std::vector<Item> timeline(const Study& study)
{
    std::vector<std::pair<std::string, std::size_t>> dated;
    for (std::size_t i = 0; i < listed_claims(study); ++i)
        for (const auto& moment : study.statements[study.claims[i].members.front()].moments)
            if (moment.year && *moment.year >= 1000 && *moment.year <= 9999) {
                dated.emplace_back(iso_text(moment), i);
                break;
            }
    std::sort(dated.begin(), dated.end());
    std::vector<Item> out;
    for (const auto& [day, claim] : dated) {
        if (out.size() >= k_most_items) break;
        out.push_back(item_of(study, claim));
        out.back().text = concat(day, ": ", out.back().text);
    }
    return out;
}

std::vector<Item> actors(const Study& study)
{
    std::map<std::string, Item> by_name;
    std::vector<std::string> order;
    for (std::size_t i = 0; i < listed_claims(study); ++i)
        for (const auto member : study.claims[i].members)
            for (auto& name : names_in(study, member)) {
                const auto [at, is_new] = by_name.try_emplace(name);
                Item& item = at->second;
                if (is_new) {
                    item.text = name;
                    item.claim = i;
                    item.confidence = study.claims[i].confidence;
                    order.push_back(name);
                }
                const bool known =
                    std::find(item.cited.begin(), item.cited.end(), member) != item.cited.end();
                if (!known && item.cited.size() < k_most_cited) item.cited.push_back(member);
            }
    std::stable_sort(order.begin(), order.end(), [&](const auto& left, const auto& right) {
        return by_name[left].cited.size() > by_name[right].cited.size();
    });
    std::vector<Item> out;
    for (const auto& name : order)
        if (out.size() < k_most_items) out.push_back(std::move(by_name[name]));
    return out;
}

std::vector<Item> disagreements(const Study& study)
{
    std::vector<Item> out;
    for (const auto& conflict : study.conflicts.contradictions) {
        if (out.size() >= k_most_items) break;
        Item item;
        item.text = concat(conflict.attribute, ": ", assessment_of(study, conflict));
        const auto claim = study.claim_of[conflict.positions.front().statement];
        if (claim < listed_claims(study)) item.claim = claim;
        item.confidence = study.claims[claim].confidence;
        for (const auto& position : conflict.positions)
            if (item.cited.size() < k_most_cited) item.cited.push_back(position.statement);
        out.push_back(std::move(item));
    }
    return out;
}

std::vector<Item> source_assessment(const Study& study)
{
    std::vector<Item> out;
    for (std::size_t i = 0; i < study.sources.size(); ++i) {
        const Source& source = *study.sources[i];
        std::string text = source.material.id;
        if (!source.material.title.empty()) text += concat(" (", source.material.title, ')');
        text += concat(": ", name_of(source.status));
        if (source.status == SourceStatus::used) {
            const std::size_t copied = study.independence.copy_of[i];
            text += source.published ? concat(", of ", source.material.published.substr(0, 10))
                                     : std::string{", without a date"};
            if (copied != Independence::k_none)
                text += concat(", much the same text as ", study.sources[copied]->material.id);
            for (const auto flag : source.flags) text += concat(", flagged ", flag);
        }
        out.push_back({text + '.', {}, {}, {}});
    }
    return out;
}

} // namespace synthesize::brief
