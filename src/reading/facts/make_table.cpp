// Makes the table of facts out of Debian's iso-codes, unicode-cldr-core and bodr, and of known.tsv,
// when Assay is built.
//
//   facts-table FOLDER known.tsv > table
//
// FOLDER is /usr/share. What CLDR and BODR write on lines of their own is read as lines; where a
// change of their form leaves hardly any rows, the build ends.
#include "reading/facts/table.hpp"

#include <jansson.h>

#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

namespace table = reading::facts;

// When known.tsv was written; it tells what it was compared with.
constexpr std::string_view k_known = "known.tsv 2026-11";

std::string lower(std::string text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

// What stands between `before` and `after`; empty when that is not in the line.
std::string between(const std::string& line, std::string_view before, std::string_view after)
{
    const auto found = line.find(before);
    if (found == std::string::npos) return {};
    const auto begin = found + before.size();
    const auto end = line.find(after, begin);
    return end == std::string::npos ? std::string{} : line.substr(begin, end - begin);
}

std::vector<std::string> parts(const std::string& text, char mark)
{
    std::vector<std::string> out;
    std::size_t begin = 0;
    for (auto end = text.find(mark); end != std::string::npos; end = text.find(mark, begin)) {
        out.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    out.push_back(text.substr(begin));
    return out;
}

class Maker {
public:
    explicit Maker(std::string folder) : m_folder{std::move(folder)} {}

    void read(const std::string& known)
    {
        read_codes();
        read_english();
        read_known(known);
        read_tender();
        read_elements();
        for (const std::string_view relation :
             {table::k_capital, table::k_alpha_2, table::k_tender, table::k_symbol})
            if (m_counts[std::string{relation}] < 100)
                throw std::runtime_error{"hardly any " + std::string{relation}};
    }

    void write(std::ostream& out) const
    {
        for (const auto& [relation, subject, value] : m_rows)
            out << relation << '\t' << subject << '\t' << value << '\n';
    }

private:
    std::ifstream open(const std::string& path) const
    {
        std::ifstream out{path};
        if (!out) throw std::runtime_error{"no file " + path};
        return out;
    }

    // What follows `before` up to `after` in the first line of a file that has it.
    std::string told(const std::string& name, std::string_view before, std::string_view after) const
    {
        auto file = open(m_folder + "/" + name);
        for (std::string line; std::getline(file, line);)
            if (auto found = between(line + "\n", before, after); !found.empty()) return found;
        throw std::runtime_error{"no version in " + name};
    }

    void add(std::string_view relation, const std::string& subject, const std::string& value)
    {
        if (m_rows.emplace(relation, lower(subject), value).second)
            ++m_counts[std::string{relation}];
    }

    void add_source(std::initializer_list<std::string_view> relations, const std::string& data)
    {
        for (const auto relation : relations)
            m_rows.emplace(table::k_source, std::string{relation}, data);
    }

    // "Bolivia, Plurinational State of" and "Congo - Kinshasa" are names in lists, not in texts.
    void name(const std::string& code, const std::string& text)
    {
        if (text.find_first_of(",()&") == std::string::npos &&
            text.find(" - ") == std::string::npos)
            m_names[code].insert(text);
    }

    void each(const std::string& file, const char* key, auto&& take) const
    {
        const std::unique_ptr<json_t, decltype(&json_decref)> all{
            json_load_file((m_folder + "/iso-codes/json/" + file).c_str(), 0, nullptr),
            &json_decref};
        const json_t* row = nullptr;
        const auto text = [&](const char* member) {
            const char* const found = json_string_value(json_object_get(row, member));
            return std::string{found == nullptr ? "" : found};
        };
        const json_t* const rows = json_object_get(all.get(), key);
        if (!json_is_array(rows)) throw std::runtime_error{"iso-codes: no " + file};
        for (std::size_t i = 0; i < json_array_size(rows); ++i) {
            row = json_array_get(rows, i);
            take(text);
        }
    }

    void read_codes()
    {
        each("iso_3166-1.json", "3166-1", [&](const auto& text) {
            const auto code = text("alpha_2");
            m_codes[code] = {text("alpha_3"), text("numeric")};
            for (const char* const member : {"name", "official_name", "common_name"})
                if (!text(member).empty()) name(code, text(member));
        });
        each("iso_4217.json", "4217", [&](const auto& text) {
            m_money.insert(text("alpha_3"));
            add(table::k_currency_code, text("name"), text("alpha_3"));
        });
        add_source({table::k_alpha_2, table::k_alpha_3, table::k_numeric, table::k_currency_code},
                   "iso-codes " + told("pkgconfig/iso-codes.pc", "Version: ", "\n"));
    }

    // Names of countries and currencies.
    void read_english()
    {
        auto file = open(m_folder + "/unicode/cldr/common/main/en.xml");
        std::string money;
        for (std::string line; std::getline(file, line);) {
            const auto country = between(line, "<territory type=\"", "\"");
            if (country.size() == 2) name(country, between(line, ">", "<"));
            if (line.find("</currency>") != std::string::npos) money.clear();
            if (const auto code = between(line, "<currency type=\"", "\""); !code.empty())
                money = code;
            if (money.empty() || !m_money.contains(money)) continue;
            if (line.find("<displayName") == std::string::npos) continue;
            const auto text = between(line, ">", "<");
            add(table::k_currency_code, text, money);
            add(table::k_currency_name, money, text);
            if (text.starts_with("US "))
                add(table::k_currency_name, money, "U.S. " + text.substr(3));
        }
    }

    void read_known(const std::string& path)
    {
        auto file = open(path);
        std::vector<std::vector<std::string>> rows;
        for (std::string line; std::getline(file, line);)
            if (!line.starts_with('#')) rows.push_back(parts(line, '\t'));
        for (const auto& row : rows)
            if (row.at(0) == "name")
                for (const auto& text : parts(row.at(2), '|')) name(row[1], text);
        for (const auto& [code, others] : m_codes) {
            add_of(table::k_alpha_2, code, code);
            add_of(table::k_alpha_3, code, others.first);
            add_of(table::k_numeric, code, others.second);
        }
        for (const auto& row : rows)
            if (row[0] != "name")
                for (const auto& value : parts(row.at(2), '|')) add_of(row[0], row[1], value);
        add_source({table::k_capital}, std::string{k_known});
    }

    void add_of(std::string_view relation, const std::string& code, const std::string& value)
    {
        for (const auto& text : m_names[code]) add(relation, text, value);
    }

    // Money that is tender in a country today.
    void read_tender()
    {
        const std::string name = "unicode/cldr/common/supplemental/supplementalData.xml";
        auto file = open(m_folder + "/" + name);
        std::string country;
        for (std::string line; std::getline(file, line);) {
            if (const auto code = between(line, "<region iso3166=\"", "\""); !code.empty())
                country = code;
            const auto money = between(line, "<currency iso4217=\"", "\"");
            const bool is_past = line.find(" to=\"") != std::string::npos ||
                                 line.find("tender=\"false\"") != std::string::npos;
            if (!money.empty() && !is_past) add_of(table::k_tender, country, money);
        }
        add_source(
            {table::k_tender, table::k_currency_name},
            "unicode-cldr-core " +
                told("unicode/cldr/common/dtd/ldml.dtd", "cldrVersion CDATA #FIXED \"", "\"") +
                ", " + std::string{k_known});
    }

    void read_elements()
    {
        auto file = open(m_folder + "/bodr/elements.xml");
        std::string number;
        std::string symbol;
        for (std::string line; std::getline(file, line);) {
            if (line.find("\"bo:atomicNumber\"") != std::string::npos)
                number = between(line, ">", "<");
            if (line.find("\"bo:symbol\"") != std::string::npos)
                symbol = between(line, "value=\"", "\"");
            if (line.find("\"bo:name\"") == std::string::npos || number == "0") continue;
            const auto text = between(line, "value=\"", "\"");
            for (const auto& each : spellings(text)) {
                add(table::k_symbol, each, symbol);
                add(table::k_atomic_number, each, number);
            }
        }
        add_source({table::k_symbol, table::k_atomic_number},
                   "bodr " + told("pkgconfig/bodr.pc", "Version: ", "\n"));
    }

    // What IUPAC and American English write in two ways.
    static std::vector<std::string> spellings(const std::string& name)
    {
        if (name == "Aluminium") return {name, "Aluminum"};
        if (name == "Caesium") return {name, "Cesium"};
        if (name == "Sulfur") return {name, "Sulphur"};
        return {name};
    }

    std::string m_folder;
    std::map<std::string, std::pair<std::string, std::string>> m_codes; // alpha-3, numeric
    std::map<std::string, std::set<std::string>> m_names;               // of a country's alpha-2
    std::set<std::string> m_money;                                      // of ISO 4217 today
    std::map<std::string, int> m_counts;
    std::set<std::tuple<std::string, std::string, std::string>> m_rows;
};

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 3) throw std::runtime_error{"facts-table FOLDER known.tsv > table"};
        Maker maker{argv[1]};
        maker.read(argv[2]);
        maker.write(std::cout);
        std::cout.put('\0');
        std::cout.flush();
        return std::cout ? 0 : 1;
    } catch (const std::exception& fault) {
        std::cerr << fault.what() << '\n';
        return 1;
    }
}
