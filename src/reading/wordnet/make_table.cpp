// Makes the table of words out of WordNet's files, when Assay is built.
//
//   wordnet-table FOLDER > table
//
// Formats: wndb(5), morphy(7), cntlist(5) of WordNet 3.0. Of each word the first two meanings
// count: later ones join words that no reader would take for each other.
#include "reading/wordnet/table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace table = reading::wordnet;

constexpr std::size_t k_kind_count = 4;
constexpr std::array<std::string_view, k_kind_count> k_files{"noun", "verb", "adj", "adv"};
constexpr std::string_view k_letters = "nvar";
constexpr std::size_t k_meanings = 2;
constexpr std::size_t k_meanings_for_opposites = 3;

using Synset = std::pair<std::size_t, std::string>; // kind, offset in its file

struct Pointer {
    std::string symbol;
    Synset target;
    std::size_t from = 0; // number of the word that points, from 1; 0: the whole synset
    std::size_t to = 0;
};

struct Meaning {
    std::vector<std::string> words; // as written: names have their capitals
    std::vector<Pointer> pointers;
};

struct Word {
    std::uint32_t flags = 0;
    std::array<std::size_t, k_kind_count> uses{};
    std::map<std::string, std::uint32_t> links;
    std::map<std::string, std::set<std::uint32_t>> others; // links that several may be
};

std::string lower(std::string text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

bool is_one_word(const std::string& text)
{
    return text.find('_') == std::string::npos;
}

std::size_t kind_of(char letter)
{
    return k_letters.find(letter == 's' ? 'a' : letter);
}

std::size_t number(std::string_view text, int base = 10)
{
    std::size_t out = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), out, base).ec != std::errc{})
        throw std::runtime_error{"WordNet: no number: " + std::string{text}};
    return out;
}

class Maker {
public:
    explicit Maker(std::string folder) : m_folder{std::move(folder)} {}

    void read()
    {
        for (std::size_t kind = 0; kind < k_kind_count; ++kind) {
            read_meanings(kind);
            read_index(kind);
        }
        read_uses();
        for (std::size_t kind = 0; kind < k_kind_count; ++kind) {
            read_forms(kind);
            for (const auto& [word, meanings] : m_index[kind]) link(kind, word, meanings);
        }
        mark(table::k_person, {m_index[0].at("person").front()});
        mark(table::k_event, {m_index[0].at("event").front(), m_index[0].at("phenomenon").front()});
        mark_places();
        mark_bodies();
        for (auto& [text, word] : m_words) finish(word);
    }

    void write(std::ostream& out) const
    {
        std::map<std::string_view, std::uint32_t> place;
        for (const auto& [text, word] : m_words)
            place.emplace(text, static_cast<std::uint32_t>(place.size()));
        std::vector<std::uint32_t> begins;
        std::vector<std::uint32_t> flags;
        std::vector<std::uint32_t> link_begins;
        std::vector<std::uint32_t> links;
        std::string pool;
        for (const auto& [text, word] : m_words) {
            begins.push_back(static_cast<std::uint32_t>(pool.size()));
            pool += text;
            flags.push_back(word.flags);
            link_begins.push_back(static_cast<std::uint32_t>(links.size()));
            for (const auto& [other, codes] : word.others)
                for (const auto code : codes)
                    links.push_back(place.at(other) << table::k_link_bits | code);
        }
        begins.push_back(static_cast<std::uint32_t>(pool.size()));
        link_begins.push_back(static_cast<std::uint32_t>(links.size()));
        const table::Header header{table::k_magic, static_cast<std::uint32_t>(m_words.size()),
                                   static_cast<std::uint32_t>(links.size()),
                                   static_cast<std::uint32_t>(pool.size())};
        for (const auto value : {header.magic, header.words, header.links, header.pool})
            write_number(out, value);
        for (const auto* all : {&begins, &flags, &link_begins, &links})
            for (const auto value : *all) write_number(out, value);
        out << pool;
    }

private:
    std::ifstream open(const std::string& name) const
    {
        std::ifstream out{m_folder + "/" + name};
        if (!out) throw std::runtime_error{"no file " + m_folder + "/" + name};
        return out;
    }

    void read_meanings(std::size_t kind)
    {
        auto file = open("data." + std::string{k_files[kind]});
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with(' ')) continue;
            std::istringstream fields{line};
            std::string offset;
            std::string field;
            std::string count;
            fields >> offset >> field >> field >> count;
            Meaning meaning;
            for (std::size_t i = number(count, 16); i > 0; --i) {
                fields >> field;
                meaning.words.push_back(field.substr(0, field.find('('))); // "galore(ip)"
                fields >> field;
            }
            fields >> count;
            for (std::size_t i = number(count); i > 0; --i) {
                Pointer pointer;
                std::string places;
                fields >> pointer.symbol >> pointer.target.second >> field >> places;
                pointer.target.first = kind_of(field.front());
                pointer.from = number(std::string_view{places}.substr(0, 2), 16);
                pointer.to = number(std::string_view{places}.substr(2), 16);
                meaning.pointers.push_back(std::move(pointer));
            }
            m_meanings[kind].emplace(offset, std::move(meaning));
        }
    }

    void read_index(std::size_t kind)
    {
        auto file = open("index." + std::string{k_files[kind]});
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with(' ')) continue;
            std::istringstream fields{line};
            std::vector<std::string> all;
            for (std::string field; fields >> field;) all.push_back(field);
            const std::size_t count = number(all.at(2));
            m_index[kind][all[0]] = {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
            if (is_one_word(all[0])) m_words[all[0]].flags |= 1U << kind;
        }
    }

    // "abandon%2:40:00:: 1 5": how often texts use the word as which kind.
    void read_uses()
    {
        auto file = open("cntlist.rev");
        for (std::string line; std::getline(file, line);) {
            const auto mark = line.find('%');
            const auto last = line.rfind(' ');
            if (mark == std::string::npos || last == std::string::npos) continue;
            const auto word = m_words.find(line.substr(0, mark));
            if (word == m_words.end()) continue;
            const char type = line[mark + 1]; // 1 to 4, 5: an adjective too
            const std::size_t kind = type == '5' ? 2 : static_cast<std::size_t>(type - '1');
            word->second.uses.at(kind) += number(std::string_view{line}.substr(last + 1));
        }
    }

    void read_forms(std::size_t kind)
    {
        auto file = open(std::string{k_files[kind]} + ".exc");
        for (std::string line; std::getline(file, line);) {
            std::istringstream fields{line};
            std::string form;
            fields >> form;
            for (std::string base; fields >> base;)
                if (is_one_word(form) && m_index[kind].contains(base) && is_one_word(base) &&
                    form != base)
                    m_words[form].others[base].insert(static_cast<std::uint32_t>(kind + 1));
        }
    }

    void add(const std::string& one, const std::string& other, std::uint32_t strength)
    {
        const std::string right = lower(other);
        if (one == right || !is_one_word(right) || !m_words.contains(right)) return;
        auto& known = m_words[one].links[right];
        known = std::max(known, strength);
        auto& back = m_words[right].links[one];
        back = std::max(back, strength);
    }

    void link(std::size_t kind, const std::string& word, const std::vector<std::string>& meanings)
    {
        if (!is_one_word(word)) return;
        for (std::size_t rank = 0; rank < std::min(meanings.size(), k_meanings_for_opposites);
             ++rank) {
            const Meaning& meaning = m_meanings[kind].at(meanings[rank]);
            const auto own = std::find_if(meaning.words.begin(), meaning.words.end(),
                                          [&](const auto& each) { return lower(each) == word; });
            const auto mine = static_cast<std::size_t>(own - meaning.words.begin()) + 1;
            for (const auto& pointer : meaning.pointers) {
                const Meaning& target = m_meanings[pointer.target.first].at(pointer.target.second);
                if (pointer.symbol == "!" && pointer.from == mine) {
                    const auto other = lower(target.words.at(pointer.to - 1));
                    if (is_one_word(other) && m_words.contains(other)) {
                        m_words[word].others[other].insert(table::k_opposite);
                        m_words[other].others[word].insert(table::k_opposite);
                    }
                }
                if (rank >= k_meanings) continue;
                const bool derives = pointer.symbol == "+" || pointer.symbol == "\\";
                if (derives && pointer.from == mine && pointer.to > 0)
                    add(word, target.words.at(pointer.to - 1), table::k_derived);
                // "kill" makes "die" true.
                if (pointer.symbol == ">" && pointer.to == 0)
                    for (const auto& each : target.words) add(word, each, table::k_second);
                if (pointer.symbol == "@" && rank == 0 && k_files[kind] == "verb")
                    for (const auto& each : target.words) add(word, each, table::k_wider);
            }
            if (rank >= k_meanings) continue;
            for (const auto& each : meaning.words)
                add(word, each, rank == 0 ? table::k_same : table::k_second);
        }
    }

    // The synsets below those given, and they themselves.
    [[nodiscard]] std::set<std::string> below(std::vector<std::string> open) const
    {
        std::multimap<std::string, std::string> under;
        for (const auto& [offset, meaning] : m_meanings[0])
            for (const auto& pointer : meaning.pointers)
                if (pointer.symbol == "@") under.emplace(pointer.target.second, offset);
        std::set<std::string> out;
        while (!open.empty()) {
            const auto next = open.back();
            open.pop_back();
            if (!out.insert(next).second) continue;
            for (auto [at, end] = under.equal_range(next); at != end; ++at)
                open.push_back(at->second);
        }
        return out;
    }

    // The words whose first meaning as a noun is one of those given, or below them.
    void mark(std::uint32_t flag, const std::vector<std::string>& synsets)
    {
        const auto all = below(synsets);
        for (const auto& [word, meanings] : m_index[0])
            if (is_one_word(word) && all.contains(meanings.front())) m_words[word].flags |= flag;
    }

    // Instances of a location or a region, and the last word of longer names ("Los Angeles") unless
    // it is a noun of its own ("United States").
    void mark_places()
    {
        auto kinds = m_index[0].at("location");
        const auto& regions = m_index[0].at("region");
        kinds.insert(kinds.end(), regions.begin(), regions.end());
        const auto places = below(kinds);
        for (const auto& [offset, meaning] : m_meanings[0]) {
            const bool place = std::any_of(
                meaning.pointers.begin(), meaning.pointers.end(), [&](const Pointer& pointer) {
                    return pointer.symbol == "@i" && places.contains(pointer.target.second);
                });
            if (!place) continue;
            for (const auto& written : meaning.words) {
                const auto name = lower(written);
                const auto last = name.substr(name.rfind('_') + 1);
                if (written.front() < 'A' || written.front() > 'Z' || last.size() < 4) continue;
                if (is_one_word(name) || !m_words.contains(last))
                    m_words[last].flags |= table::k_place;
            }
        }
    }

    // Words of which some meaning is a person, people who act together, or a place, or one of those
    // by name. A region and a river are places, a building is not.
    void mark_bodies()
    {
        std::vector<std::string> kinds;
        for (const std::string_view kind : {"person", "social_group", "location", "region",
                                            "body_of_water", "geological_formation"}) {
            const auto& meanings = m_index[0].at(std::string{kind});
            kinds.push_back(meanings.front());
        }
        const auto bodies = below(kinds);
        for (const auto& [word, meanings] : m_index[0]) {
            if (!is_one_word(word)) continue;
            const bool is_body =
                std::any_of(meanings.begin(), meanings.end(), [&](const std::string& meaning) {
                    const auto& pointers = m_meanings[0].at(meaning).pointers;
                    return bodies.contains(meaning) ||
                           std::any_of(pointers.begin(), pointers.end(), [&](const Pointer& each) {
                               return each.symbol == "@i" && bodies.contains(each.target.second);
                           });
                });
            if (is_body) m_words[word].flags |= table::k_body;
        }
    }

    static void finish(Word& word)
    {
        const auto most = std::max_element(word.uses.begin(), word.uses.end());
        if (*most > 0)
            word.flags |= table::k_chiefly_noun << (most - word.uses.begin());
        else
            word.flags |= (word.flags & 0xfU) << 4U; // no text counted: each that it can be
        for (const auto& [other, strength] : word.links) {
            auto& codes = word.others[other];
            if (!codes.contains(table::k_opposite)) codes.insert(strength);
        }
    }

    static void write_number(std::ostream& out, std::uint32_t value)
    {
        for (unsigned shift = 0; shift < 32; shift += 8)
            out.put(static_cast<char>(value >> shift & 0xffU));
    }

    std::string m_folder;
    std::array<std::map<std::string, Meaning>, k_kind_count> m_meanings;
    std::array<std::map<std::string, std::vector<std::string>>, k_kind_count> m_index;
    std::map<std::string, Word> m_words;
};

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 2) throw std::runtime_error{"wordnet-table FOLDER > table"};
        Maker maker{argv[1]};
        maker.read();
        maker.write(std::cout);
        std::cout.flush();
        return std::cout ? 0 : 1;
    } catch (const std::exception& fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
}
