#include "reading/wordnet/wordnet.hpp"

#include "base/fault.hpp"
#include "reading/wordnet/table.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

// The table, as the build put it into the program.
extern "C" const std::uint32_t assay_wordnet_table[];
extern "C" const std::uint32_t assay_wordnet_table_end[];

namespace reading {

namespace table = wordnet;

static_assert(std::endian::native == std::endian::little, "the table is read where it lies");

namespace {

struct Ending {
    std::string_view form;
    std::string_view base;
};

// The endings of morphy(7), by kind.
constexpr Ending k_noun_endings[] = {{"s", ""},      {"ses", "s"},   {"xes", "x"},   {"zes", "z"},
                                     {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}};
constexpr Ending k_verb_endings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                     {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr Ending k_adjective_endings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

std::span<const Ending> endings_of(WordKind kind)
{
    switch (kind) {
    case WordKind::noun: return k_noun_endings;
    case WordKind::verb: return k_verb_endings;
    case WordKind::adjective: return k_adjective_endings;
    case WordKind::adverb: return {};
    }
    throw base::Fault{"a kind of word without endings"};
}

constexpr std::array k_kinds{WordKind::noun, WordKind::verb, WordKind::adjective, WordKind::adverb};

std::uint32_t flag_of(WordKind kind)
{
    return table::k_noun << static_cast<unsigned>(kind);
}

std::uint32_t chiefly(WordKind kind)
{
    return table::k_chiefly_noun << static_cast<unsigned>(kind);
}

} // namespace

WordNet::WordNet()
{
    const std::span<const std::uint32_t> all{
        assay_wordnet_table,
        static_cast<std::size_t>(assay_wordnet_table_end - assay_wordnet_table)};
    const table::Header header{all[0], all[1], all[2], all[3]};
    if (header.magic != table::k_magic) throw base::Fault{"the table of words is none"};
    std::size_t at = 4;
    const auto take = [&](std::size_t count) {
        const auto out = all.subspan(at, count);
        at += count;
        return out;
    };
    m_begins = take(header.words + std::size_t{1});
    m_flags = take(header.words);
    m_link_begins = take(header.words + std::size_t{1});
    m_links = take(header.links);
    m_pool = {reinterpret_cast<const char*>(all.data() + at), header.pool};
}

const WordNet& WordNet::embedded()
{
    static const WordNet out;
    return out;
}

std::string_view WordNet::text(Id word) const
{
    return m_pool.substr(m_begins[word], m_begins[word + 1] - m_begins[word]);
}

std::optional<WordNet::Id> WordNet::find(std::string_view folded) const
{
    std::size_t low = 0;
    std::size_t high = m_flags.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (text(static_cast<Id>(middle)) < folded)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == m_flags.size() || text(static_cast<Id>(low)) != folded) return std::nullopt;
    return static_cast<Id>(low);
}

std::span<const std::uint32_t> WordNet::links(Id word) const
{
    return m_links.subspan(m_link_begins[word], m_link_begins[word + 1] - m_link_begins[word]);
}

template <typename Take>
void WordNet::each_base(std::string_view folded, WordKind kind, Take&& take) const
{
    const auto flag = flag_of(kind);
    bool is_known = false;
    if (const auto whole = find(folded)) {
        is_known = (m_flags[*whole] & flag) != 0;
        if (is_known) take(*whole);
        const auto form = table::k_form_of_noun + static_cast<std::uint32_t>(kind);
        for (const auto link : links(*whole))
            if ((link & ((1U << table::k_link_bits) - 1)) == form) {
                take(link >> table::k_link_bits);
                is_known = true;
            }
    }
    if (is_known) return;
    for (const auto& ending : endings_of(kind)) {
        if (folded.size() <= ending.form.size() || !folded.ends_with(ending.form)) continue;
        std::string base{folded.substr(0, folded.size() - ending.form.size())};
        base += ending.base;
        const auto found = find(base);
        if (found && (m_flags[*found] & flag) != 0) take(*found);
    }
}

std::vector<WordNet::Id> WordNet::bases(std::string_view folded, WordKind kind) const
{
    std::vector<Id> out;
    each_base(folded, kind, [&](Id base) {
        if (std::find(out.begin(), out.end(), base) == out.end()) out.push_back(base);
    });
    return out;
}

std::vector<WordNet::Id> WordNet::bases(std::string_view folded) const
{
    std::vector<Id> out;
    for (const auto kind : k_kinds)
        each_base(folded, kind, [&](Id base) {
            if (std::find(out.begin(), out.end(), base) == out.end()) out.push_back(base);
        });
    return out;
}

std::uint32_t WordNet::flags_of_forms(std::string_view folded, WordKind kind) const
{
    std::uint32_t out = 0;
    each_base(folded, kind, [&](Id base) { out |= m_flags[base]; });
    return out;
}

bool WordNet::can_be(std::string_view folded, WordKind kind) const
{
    return flags_of_forms(folded, kind) != 0;
}

bool WordNet::is_chiefly(std::string_view folded, WordKind kind) const
{
    return (flags_of_forms(folded, kind) & chiefly(kind)) != 0;
}

bool WordNet::is_person(std::string_view folded) const
{
    return (flags_of_forms(folded, WordKind::noun) & table::k_person) != 0;
}

bool WordNet::can_be_body(std::string_view folded) const
{
    return (flags_of_forms(folded, WordKind::noun) & table::k_body) != 0;
}

bool WordNet::is_event(std::string_view folded) const
{
    return (flags_of_forms(folded, WordKind::noun) & table::k_event) != 0;
}

bool WordNet::is_place(std::string_view folded) const
{
    const auto word = find(folded);
    return word && (m_flags[*word] & table::k_place) != 0;
}

double WordNet::likeness(Id left, Id right) const
{
    if (left == right) return 1;
    std::uint32_t best = 0;
    for (const auto link : links(left))
        if (link >> table::k_link_bits == right)
            best = std::max(best, link & ((1U << table::k_link_bits) - 1));
    return best < table::k_wider ? 0 : static_cast<double>(best) / 100;
}

bool WordNet::are_opposite(Id left, Id right) const
{
    const auto all = links(left);
    return std::find(all.begin(), all.end(), right << table::k_link_bits | table::k_opposite) !=
           all.end();
}

std::vector<WordNet::Related> WordNet::related(Id word) const
{
    std::vector<Related> out;
    for (const auto link : links(word)) {
        const auto kind = link & ((1U << table::k_link_bits) - 1);
        if (kind == table::k_opposite || kind >= table::k_wider)
            out.push_back({link >> table::k_link_bits, static_cast<double>(kind) / 100});
    }
    return out;
}

} // namespace reading
