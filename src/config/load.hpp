// assay.toml into a Config: every mistake at once, each with its place and the nearest right word.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "config/options.hpp"

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

    // "FILE:LINE:COLUMN: message"
    [[nodiscard]] std::string text() const;
};

// One key as it stands in effect, for `assay config show`.
struct Setting {
    std::string_view section; // of the option table or of `Knowledge::products`
    std::string_view key;
    std::string value; // TOML notation; where the value may hold a key, only its public part
    int line = 0;      // 0: the default
};

struct Loaded {
    Config config;
    std::vector<Setting> settings;
    std::string file;
};

using LoadResult = base::Result<Loaded, std::vector<Problem>>;

// What a file is read for.
enum class Purpose {
    shop,
    model, // to ask the model of [llm]: what a shop needs besides may be missing
};

// `file` only names the text in problems. Problems are sorted by place.
LoadResult parse(std::string_view text, const std::string& file, const Knowledge& knowledge,
                 Purpose purpose = Purpose::shop);

// Largest file taken.
inline constexpr std::size_t k_file_max_bytes = std::size_t{256} * 1024;

LoadResult load(const std::string& file, const Knowledge& knowledge,
                Purpose purpose = Purpose::shop);

} // namespace config
