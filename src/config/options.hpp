// The option table: each key of assay.toml once. It feeds the parser, `assay config show` and the
// commented sample file, so none of them can forget a key.
#pragma once

#include "config/config.hpp"

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <variant>

namespace config {

enum class Kind {
    text,
    choice,   // one of `choices`
    integer,  // minimum .. maximum
    duration, // seconds: minimum .. maximum
    money,    // atoms: minimum .. maximum
    gwei,     // a decimal string, held as wei: minimum .. maximum
    network,
    address,
    origin,         // https://host[:port], nothing after it
    url,            // http or https, without a slash at its end; may be empty
    url_list,       // http or https
    network_list,   // ADDRESS or ADDRESS/BITS, minimum .. maximum members
    socket_address, // HOST:PORT
    path,           // absolute
    store_url,      // sqlite:/absolute/path, or postgresql:// without a password
    proof_path,     // URL path below /.well-known/
    contact,        // mailto: or https:
    credential_name,
};

// A value after parsing. Choices are held as their position in the table.
struct Address {
    value::EvmAddress bytes;
    std::string text;
};
using Value = std::variant<std::string, std::int64_t, std::chrono::seconds, value::AtomicUsd,
                           value::EvmNetwork, Address, std::vector<std::string>>;

struct Option {
    std::string_view section;
    std::string_view key;
    Kind kind;
    // As it would stand in the file without quotes; a list's members are separated by commas.
    std::string_view fallback;
    bool required = false;
    std::int64_t minimum = 0; // of numbers; of texts the length in bytes
    std::int64_t maximum = 0;
    std::span<const std::string_view> choices{};
    std::string_view help;
    // Its value may hold a key in a URL's path: only the origin is shown.
    bool shows_origin_only = false;
    void (*set)(Config&, std::string_view key, const Value&) = nullptr;
};

// A product's row as the loader needs it: the catalog is above this folder.
struct ProductDefault {
    std::string_view key;
    value::AtomicUsd price;
    std::chrono::seconds sla;
};

// Every key of the file, in the order of the file; those of [prices] and [sla] are the products'.
class OptionTable {
public:
    // `products` must outlive the table.
    explicit OptionTable(std::span<const ProductDefault> products);
    OptionTable(const OptionTable&) = delete;
    OptionTable& operator=(const OptionTable&) = delete;

    [[nodiscard]] std::span<const Option> rows() const { return m_rows; }

private:
    void add_products(std::span<const ProductDefault> products, std::string_view section);

    std::vector<Option> m_rows;
    std::deque<std::string> m_fallbacks; // what the rows of products point to
};

// The sections in the order of the file, with a line on each.
struct Section {
    std::string_view name;
    std::string_view help;
};
std::span<const Section> sections();

} // namespace config
