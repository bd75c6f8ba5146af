#include "verify/wording/closed_names.hpp"

#include "base/concat.hpp"
#include "reading/facts/facts.hpp"
#include "reading/facts/table.hpp"
#include "reading/lexicon/lexicon.hpp"
#include "reading/wordnet/wordnet.hpp"

#include <algorithm>
#include <set>

namespace verify::wording {

using reading::Cues;
using reading::Facts;
using reading::WordSet;

namespace table = reading::facts;

namespace {

constexpr std::uint32_t k_longest_name = 6; // words of a name

std::string lower(std::string_view text)
{
    std::string out{text};
    for (char& c : out)
        if (reading::is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// In lower case, with blanks where the text has them.
std::string joined(const Passage& sentence, std::uint32_t begin, std::uint32_t end)
{
    std::string out;
    for (std::uint32_t at = begin; at < end; ++at) {
        if (at > begin && sentence.document().tokens[at].space_before) out += ' ';
        out += sentence.word(at);
    }
    return out;
}

bool is_capital(const Passage& sentence, std::uint32_t at)
{
    if (!sentence.holds(at) || sentence.document().kind(at) != TokenKind::word) return false;
    return sentence.document().raw(at) != sentence.word(at);
}

bool is_of_country(Kind kind)
{
    return kind != Kind::symbol && kind != Kind::atomic_number;
}

std::span<const Facts::Row> rows_of(Kind kind, std::string_view subject)
{
    const auto& facts = Facts::embedded();
    switch (kind) {
    case Kind::capital: return facts.values(table::k_capital, subject);
    case Kind::country_code:
    case Kind::alpha_2: return facts.values(table::k_alpha_2, subject);
    case Kind::alpha_3: return facts.values(table::k_alpha_3, subject);
    case Kind::numeric: return facts.values(table::k_numeric, subject);
    case Kind::currency: return facts.values(table::k_tender, subject);
    case Kind::currency_code: {
        const auto own = facts.values(table::k_currency_code, subject);
        return own.empty() ? facts.values(table::k_tender, subject) : own;
    }
    case Kind::symbol: return facts.values(table::k_symbol, subject);
    case Kind::atomic_number: return facts.values(table::k_atomic_number, subject);
    }
    return {};
}

// A subject, without the "'s" of a possessor.
std::optional<std::string> subject_of(std::string name, Kind kind, bool is_possessor)
{
    if (is_possessor) {
        for (const std::string_view ending : {"'s", "\u2019s", "'", "\u2019"})
            if (name.ends_with(ending)) {
                name.erase(name.size() - ending.size());
                return rows_of(kind, name).empty() ? std::nullopt : std::optional{name};
            }
        return std::nullopt;
    }
    if (rows_of(kind, name).empty()) return std::nullopt;
    return name;
}

bool is_value_of(std::span<const Facts::Row> rows, std::string_view folded)
{
    return std::any_of(rows.begin(), rows.end(),
                       [&](const auto& row) { return lower(row.value) == folded; });
}

std::optional<NamedValue> city_at(const Passage& sentence, std::uint32_t at,
                                  const std::string& subject)
{
    if (!is_capital(sentence, at)) return std::nullopt;
    const auto rows = rows_of(Kind::capital, subject);
    for (std::uint32_t end = std::min(at + k_longest_name, sentence.end()); end > at; --end)
        if (is_value_of(rows, joined(sentence, at, end))) return NamedValue{{at, end}, true};
    std::uint32_t end = at + 1;
    while (is_capital(sentence, end) || (sentence.is(end, {"de", "del", "da", "do", "of", "es"}) &&
                                         is_capital(sentence, end + 1)))
        ++end;
    const std::string whole = joined(sentence, at, end);
    const bool is_city = Facts::embedded().is_value(table::k_capital, whole) ||
                         reading::WordNet::embedded().is_place(sentence.word(end - 1)) ||
                         (end - at > 1 && sentence.is(end - 1, {"city"}));
    // Sucre, the capital, may be told with more than the table knows of it.
    const bool is_near = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
        const auto known = lower(row.value);
        return known.starts_with(whole) || whole.starts_with(known) || whole.ends_with(known);
    });
    if (!is_city || is_near) return std::nullopt;
    return NamedValue{{at, end}, false};
}

// The last words of all names of currencies: "yen", "dollars".
bool is_money(std::string_view word)
{
    static const std::set<std::string, std::less<>> k_heads = [] {
        std::set<std::string, std::less<>> out;
        const auto take = [&](std::string_view name) {
            out.insert(lower(name.substr(name.rfind(' ') + 1)));
        };
        for (const auto& row : Facts::embedded().rows(table::k_currency_name)) take(row.value);
        return out;
    }();
    return k_heads.contains(word);
}

std::optional<NamedValue> money_at(const Passage& sentence, std::uint32_t at,
                                   const std::string& subject)
{
    const auto& facts = Facts::embedded();
    if (sentence.is(at, WordSet::article)) ++at;
    const bool is_told = sentence.is(at - 1, WordSet::article) || is_capital(sentence, at);
    if (!is_told) return std::nullopt;
    const auto tender = rows_of(Kind::currency, subject);
    for (std::uint32_t size = 4; size > 0; --size) {
        const std::uint32_t end = at + size;
        if (end > sentence.end()) continue;
        const auto named = facts.values(table::k_currency_code, joined(sentence, at, end));
        if (named.empty()) continue;
        const bool holds = std::any_of(named.begin(), named.end(), [&](const auto& row) {
            return is_value_of(tender, lower(row.value));
        });
        if (holds || size > 1) return NamedValue{{at, end}, holds};
    }
    std::uint32_t end = at;
    while (end < at + 3 && is_capital(sentence, end)) ++end;
    const auto head = sentence.word(end);
    if (!is_money(head)) return std::nullopt;
    const bool holds = std::any_of(tender.begin(), tender.end(), [&](const auto& code) {
        const auto names = facts.values(table::k_currency_name, lower(code.value));
        return std::any_of(names.begin(), names.end(), [&](const auto& name) {
            const auto known = lower(name.value);
            return known.ends_with(head) || known.starts_with(head);
        });
    });
    return NamedValue{{at, end + 1}, holds};
}

// What looks like a code or a symbol, also between quotation marks.
std::optional<NamedValue> sign_at(const Passage& sentence, std::uint32_t at, Kind kind,
                                  const std::string& subject)
{
    if (sentence.is(at, Cues{WordSet::quote | WordSet::article, {"`", "*"}})) ++at;
    if (!sentence.holds(at)) return std::nullopt;
    const auto raw = sentence.document().raw(at);
    const bool is_number = kind == Kind::numeric || kind == Kind::atomic_number;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (is_number || (kind == Kind::country_code && is_digit(raw.front()))) {
        if (raw.size() > 3 || !std::all_of(raw.begin(), raw.end(), is_digit)) return std::nullopt;
        const auto wanted = kind == Kind::country_code ? Kind::numeric : kind;
        if (wanted == Kind::numeric && raw.size() != 3) return std::nullopt;
        return NamedValue{{at, at + 1}, is_value_of(rows_of(wanted, subject), raw)};
    }
    const auto is_upper = [](char c) { return reading::is_upper(c); };
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (kind == Kind::symbol) {
        if (raw.size() > 2 || !is_upper(raw.front()) || (raw.size() == 2 && !is_lower(raw[1])))
            return std::nullopt;
        const auto rows = rows_of(kind, subject);
        return NamedValue{{at, at + 1}, std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
                              return row.value == raw;
                          })};
    }
    if (raw.size() < 2 || raw.size() > 3 || !std::all_of(raw.begin(), raw.end(), is_upper))
        return std::nullopt;
    bool holds = is_value_of(rows_of(kind, subject), lower(raw));
    if (kind == Kind::country_code)
        holds = holds || is_value_of(rows_of(Kind::alpha_3, subject), lower(raw));
    return NamedValue{{at, at + 1}, holds};
}

// "ISO 3166-1 alpha-2 country code": what the words before "code" make of it.
bool find_code(const Passage& sentence, TokenRange& named, Kind& kind)
{
    std::string words;
    while (sentence.is(named.begin - 1,
                       {"iso",     "3166",     "3166-1",      "4217",         "-",   "1",
                        "alpha",   "alpha-2",  "alpha-3",     "two-letter",   "two", "letter",
                        "three",   "country",  "currency",    "three-letter", "3",   "2",
                        "numeric", "standard", "two-letters", "3166-1:2020"})) {
        --named.begin;
        words = base::concat(sentence.word(named.begin), " ", words);
    }
    const auto has = [&](std::string_view part) { return words.find(part) != std::string::npos; };
    const bool is_money = has("currency") || has("4217");
    if (!is_money && !has("iso") && !has("alpha")) return false;
    if (is_money)
        kind = Kind::currency_code;
    else if (has("numeric"))
        kind = Kind::numeric;
    else if (has("alpha-2") || has("alpha - 2") || has("two"))
        kind = Kind::alpha_2;
    else if (has("alpha-3") || has("alpha - 3") || has("three"))
        kind = Kind::alpha_3;
    else
        kind = Kind::country_code;
    return true;
}

} // namespace

std::string_view name_of(Kind kind)
{
    switch (kind) {
    case Kind::capital: return "capital";
    case Kind::country_code: return "country code";
    case Kind::alpha_2: return "alpha-2 code";
    case Kind::alpha_3: return "alpha-3 code";
    case Kind::numeric: return "numeric code";
    case Kind::currency: return "currency";
    case Kind::currency_code: return "currency code";
    case Kind::symbol: return "chemical symbol";
    case Kind::atomic_number: return "atomic number";
    }
    return {};
}

std::string_view source_of(Kind kind)
{
    const auto& facts = Facts::embedded();
    switch (kind) {
    case Kind::capital: return facts.source(table::k_capital);
    case Kind::country_code:
    case Kind::alpha_2:
    case Kind::alpha_3:
    case Kind::numeric: return facts.source(table::k_alpha_2);
    case Kind::currency: return facts.source(table::k_tender);
    case Kind::currency_code: return facts.source(table::k_currency_code);
    case Kind::symbol:
    case Kind::atomic_number: return facts.source(table::k_symbol);
    }
    return {};
}

bool find_kind(const Passage& sentence, TokenRange& named, Kind& kind)
{
    const std::uint32_t at = named.begin;
    if (sentence.is(at, {"capital"})) {
        kind = Kind::capital;
        if (sentence.is(at + 1, {"city"})) ++named.end;
        return true;
    }
    if (sentence.is(at, {"currency"}) && !sentence.is(at + 1, {"code"})) {
        kind = Kind::currency;
        return true;
    }
    if (sentence.is(at, {"symbol"})) {
        kind = Kind::symbol;
        if (sentence.is(at - 1, {"chemical", "element", "atomic"})) --named.begin;
        return true;
    }
    if (sentence.is(at, {"number"}) && sentence.is(at - 1, {"atomic"})) {
        kind = Kind::atomic_number;
        --named.begin;
        return true;
    }
    return sentence.is(at, {"code"}) && find_code(sentence, named, kind);
}

bool is_name_before(const Passage& sentence, std::uint32_t at)
{
    if (!is_capital(sentence, at - 1)) return false;
    return at - 1 != sentence.begin() ||
           !sentence.is(at - 1, Cues{WordSet::article | WordSet::place_prep | WordSet::role_prep |
                                     WordSet::joins | WordSet::contrasts});
}

std::optional<NamedSubject> subject_at(const Passage& sentence, std::uint32_t at, Kind kind)
{
    if (sentence.is(at, WordSet::article)) ++at;
    if (is_of_country(kind) && kind != Kind::currency_code && !is_capital(sentence, at))
        return std::nullopt;
    for (std::uint32_t end = std::min(at + k_longest_name, sentence.end()); end > at; --end) {
        const auto found = subject_of(joined(sentence, at, end), kind, false);
        if (!found) continue;
        const bool goes_on = is_capital(sentence, end) || sentence.is(end, {"-"});
        return goes_on ? std::nullopt : std::optional{NamedSubject{*found, {at, end}}};
    }
    return std::nullopt;
}

std::optional<NamedSubject> subject_before(const Passage& sentence, std::uint32_t end, Kind kind,
                                           bool is_possessor)
{
    for (std::uint32_t size = k_longest_name; size > 0; --size) {
        const std::uint32_t begin = end - size;
        if (!sentence.holds(begin)) continue;
        auto found = subject_of(joined(sentence, begin, end), kind, is_possessor);
        if (!found) continue;
        if (is_of_country(kind) && kind != Kind::currency_code && !is_capital(sentence, begin))
            return std::nullopt;
        if (is_name_before(sentence, begin) || sentence.is(begin - 1, {"-"})) return std::nullopt;
        return NamedSubject{std::move(*found), {begin, end}};
    }
    return std::nullopt;
}

std::optional<NamedValue> value_at(const Passage& sentence, std::uint32_t at, Kind kind,
                                   const std::string& subject)
{
    if (kind == Kind::capital) return city_at(sentence, at, subject);
    if (kind == Kind::currency) return money_at(sentence, at, subject);
    return sign_at(sentence, at, kind, subject);
}

std::vector<std::string> expected_of(Kind kind, const std::string& subject)
{
    std::vector<std::string> out;
    const auto take = [&](Kind of) {
        for (const auto& row : rows_of(of, subject)) out.emplace_back(row.value);
    };
    if (kind == Kind::currency) {
        for (const auto& row : rows_of(kind, subject)) {
            const auto names = Facts::embedded().values(table::k_currency_name, lower(row.value));
            out.emplace_back(names.empty() ? row.value : names.front().value);
        }
        return out;
    }
    take(kind);
    if (kind == Kind::country_code) take(Kind::alpha_3);
    return out;
}

} // namespace verify::wording
