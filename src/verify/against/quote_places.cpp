#include "verify/against/quote_places.hpp"

#include <algorithm>

namespace verify::against {

namespace {

// Words that a page may have put before the rarest word of a part.
constexpr std::uint32_t k_most_put_in = 64;
// Beginnings of a part that are tried: a hostile source would have one at each word.
constexpr std::size_t k_most_tries = 128;
// As much of it stands there in its order where it was changed.
constexpr double k_mostly = 0.6;

// How far two rows of words are read that may part their words otherwise.
struct Reading {
    std::uint32_t word = 0; // of the source
    std::size_t offset = 0; // bytes of it
    std::size_t quoted = 0; // of the part
    std::size_t quoted_offset = 0;
};

// One word further on the shorter side; false when they differ.
bool step(const std::vector<LayerWord>& words, Part part, Reading& at)
{
    const auto& source = words[at.word];
    const auto& quoted = part[at.quoted];
    const auto own = source.text.substr(at.offset);
    const auto asked = quoted.text.substr(at.quoted_offset);
    if (own == asked) {
        at = {at.word + 1, 0, at.quoted + 1, 0};
        return true;
    }
    const auto goes_on = [](const LayerWord& word, std::string_view rest, std::string_view other) {
        return word.may_go_on && other.starts_with(rest) &&
               (word.sign == 0 || other[rest.size()] == word.sign);
    };
    if (goes_on(source, own, asked)) {
        at.quoted_offset += own.size() + (source.sign != 0 ? 1U : 0U);
        at.offset = 0;
        ++at.word;
        return true;
    }
    if (at.quoted + 1 == part.size() || !goes_on(quoted, asked, own)) return false;
    at.offset += asked.size() + (quoted.sign != 0 ? 1U : 0U);
    at.quoted_offset = 0;
    ++at.quoted;
    return true;
}

} // namespace

QuotePlaces::QuotePlaces(const Given& given, std::uint32_t source)
    : m_layer{given.source(source).document, [&](std::size_t sentence) {
                  return given.is_order(source, static_cast<std::uint32_t>(sentence));
              }}
{
    const auto& words = m_layer.words();
    for (std::uint32_t i = 0; i < words.size(); ++i) {
        m_places[words[i].text].push_back(i);
        auto joined = m_layer.joined(i);
        if (joined.empty()) continue;
        m_joined.push_back(std::move(joined));
        m_places[m_joined.back()].push_back(i);
    }
}

// The places of the rarest word of the part, and its index in the part.
QuotePlaces::Anchor QuotePlaces::anchor(Part part) const
{
    std::span<const std::uint32_t> out;
    std::size_t index = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const auto found = m_places.find(part[i].text);
        if (found == m_places.end()) continue;
        if (out.empty() || found->second.size() < out.size()) {
            out = found->second;
            index = i;
        }
    }
    return {out, index};
}

// Behind the words of the part that begin there.
std::optional<std::uint32_t> QuotePlaces::end_of(Part part, std::uint32_t from) const
{
    const auto& words = m_layer.words();
    std::vector<Reading> open = {{from, 0, 0, 0}};
    // Each mark of a page may be read or passed: a hostile source would have it tried in all ways.
    for (std::size_t steps = part.size() * 8 + 64; steps > 0 && !open.empty(); --steps) {
        auto& at = open.back();
        if (at.quoted == part.size()) return at.word;
        const auto past = m_layer.past(at.word);
        auto next = at;
        const bool may_pass = past > at.word && at.offset == 0 && at.word > from;
        if (may_pass)
            at.word = past;
        else
            open.pop_back();
        if (next.word < words.size() && step(words, part, next)) open.push_back(next);
    }
    return std::nullopt;
}

// The same of one word, which stands there or not.
std::optional<std::uint32_t> QuotePlaces::end_of_word(const LayerWord& word,
                                                      std::uint32_t from) const
{
    const auto& words = m_layer.words();
    Reading at{from, 0, 0, 0};
    while (at.word < words.size() && step(words, {&word, 1}, at)) {
        if (at.quoted == 1) return at.word;
        while (m_layer.past(at.word) > at.word) at.word = m_layer.past(at.word);
    }
    return std::nullopt;
}

std::vector<Place> QuotePlaces::all(Part part) const
{
    std::vector<Place> out;
    const auto [places, index] = anchor(part);
    each(part, {places.subspan(0, std::min(places.size(), k_most_places)), index}, 0,
         [&](const Place& place) {
             out.push_back(place);
             return true;
         });
    return out;
}

std::optional<Place> QuotePlaces::next(Part part, std::uint32_t from) const
{
    std::optional<Place> out;
    auto [places, index] = anchor(part);
    const auto behind = std::ranges::lower_bound(places, from);
    places = places.subspan(static_cast<std::size_t>(behind - places.begin()));
    each(part, {places.subspan(0, std::min(places.size(), k_most_places)), index}, from,
         [&](const Place& place) {
             out = place;
             return false;
         });
    return out;
}

// Until `act` says that no more is wanted.
void QuotePlaces::each(Part part, const Anchor& anchor, std::uint32_t from,
                       const std::function<bool(const Place&)>& act) const
{
    const auto& words = m_layer.words();
    const auto index = static_cast<std::uint32_t>(anchor.index);
    const auto reach = index == 0 ? 0 : index * 2 + k_most_put_in;
    std::size_t tries = 0;
    for (const auto place : anchor.places)
        for (auto i = std::max(from, place - std::min(place, reach)); i <= place; ++i) {
            from = i + 1; // no word is tried twice
            if (words[i].text.front() != part.front().text.front()) continue;
            if (++tries > k_most_tries) return;
            const auto end = end_of(part, i);
            if (end && !act({i, *end})) return;
        }
}

std::optional<NearPlace> QuotePlaces::nearest(Part part) const
{
    const auto [places, index] = anchor(part);
    std::optional<NearPlace> best;
    for (const auto place : places.subspan(0, std::min(places.size(), k_most_places))) {
        const auto near = around(part, place, index);
        if (!best || near.met > best->met) best = near;
    }
    const bool is_near =
        best && static_cast<double>(best->met) >= k_mostly * static_cast<double>(part.size());
    return is_near ? best : std::nullopt;
}

// Word by word from the anchor on, back and forth: what the source has between is a gap.
NearPlace QuotePlaces::around(Part part, std::uint32_t place, std::size_t index) const
{
    constexpr std::uint32_t k_reach = 12;
    const auto& words = m_layer.words();
    NearPlace out{{place, end_of_word(part[index], place).value_or(place + 1)}, 1, {}};
    for (std::size_t i = index; i-- > 0;)
        for (std::uint32_t step = 1; step <= k_reach && step <= out.place.begin; ++step) {
            const auto at = out.place.begin - step;
            const auto end = end_of_word(part[i], at);
            if (!end || *end > out.place.begin) continue;
            add_gap(out, {*end, out.place.begin});
            out.place.begin = at;
            ++out.met;
            break;
        }
    for (std::size_t i = index + 1; i < part.size(); ++i)
        for (std::uint32_t step = 0; step < k_reach && out.place.end + step < words.size();
             ++step) {
            const auto end = end_of_word(part[i], out.place.end + step);
            if (!end) continue;
            add_gap(out, {out.place.end, out.place.end + step});
            out.place.end = *end;
            ++out.met;
            break;
        }
    return out;
}

// Adds a gap without the marks of the page at its begin.
void QuotePlaces::add_gap(NearPlace& near, Place gap) const
{
    while (gap.begin < gap.end && m_layer.past(gap.begin) > gap.begin)
        gap.begin = m_layer.past(gap.begin);
    if (gap.begin < gap.end) near.gaps.push_back(gap);
}

statements::Run QuotePlaces::tokens(const Place& place) const
{
    const auto& words = m_layer.words();
    return {words[place.begin].token, words[place.end - 1].token + 1};
}

statements::Run QuotePlaces::tokens_between(const Place& first, const Place& second) const
{
    return {tokens(first).end, std::max(tokens(first).end, tokens(second).begin)};
}

} // namespace verify::against
