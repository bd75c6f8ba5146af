// assay.toml into a Config: every mistake at once, each with its place and the nearest right word.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "config/options.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace config {

// What folders above this one know and the loader needs.
struct Knowledge {
    std::span<const ProductDefault> products;
    // EIP-55 text of an address. A mixed-case address whose checksum is wrong is refused: it is
    // mistyped, and money would be lost.
    std::string (*address_text)(const value::EvmAddress&);
};

struct Problem {
    std::string file;
    int line = 0; // from 1; 0: the file as a whole
    int column = 0;
    std::string message;

    // "FILE:LINE:COLUMN"
    [[nodiscard]] std::string place_text() const;
    // "FILE:LINE:COLUMN: message"
    [[nodiscard]] std::string text() const;
};

// From 1; line 0: not in the file.
struct Place {
    int line = 0;
    int column = 0;
};

// One key as it stands in effect, for `assay config show`.
struct Setting {
    std::string_view section; // of the option table or of `Knowledge::products`
    std::string_view key;
    std::string value; // TOML notation; where the value may hold a key, only its public part
    Place place{};     // of the value; line 0: the default
};

struct Loaded {
    Config config;
    std::vector<Setting> settings; // but for keys whose value was refused, or is missing
    std::string file;
    std::map<std::string, Place, std::less<>> sections{}; // those in the file

    // `name` as "section.key". nullptr: refused or missing, so that `config` does not have it.
    [[nodiscard]] const Setting* find(std::string_view name) const;
    // A complaint of the key `name`: at its value, else its section, else the file's first line.
    [[nodiscard]] Problem problem(std::string_view name, std::string message) const;
};

using LoadResult = base::Result<Loaded, std::vector<Problem>>;

// A file with all that is wrong with it, for who has more to complain of.
struct Reading {
    Loaded loaded;
    std::vector<Problem> problems; // sorted by place

    // The configuration is only for use without problems.
    [[nodiscard]] LoadResult result() &&;
};
void sort_by_place(std::vector<Problem>& problems);

// What a file is read for.
enum class Purpose {
    shop,
    model, // to ask the model of [llm]: what a shop needs besides may be missing
};

Reading read(std::string_view text, const std::string& file, const Knowledge& knowledge,
             Purpose purpose = Purpose::shop);

// `file` only names the text in problems. Problems are sorted by place.
LoadResult parse(std::string_view text, const std::string& file, const Knowledge& knowledge,
                 Purpose purpose = Purpose::shop);

// Largest file taken.
inline constexpr std::size_t k_file_max_bytes = std::size_t{256} * 1024;

Reading read_file(const std::string& file, const Knowledge& knowledge,
                  Purpose purpose = Purpose::shop);

LoadResult load(const std::string& file, const Knowledge& knowledge,
                Purpose purpose = Purpose::shop);

} // namespace config
