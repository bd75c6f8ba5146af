// Money: a count of 10^-6 USDC, the token's smallest unit. Never a double.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace value {

// 0 .. 10^15 atoms (one thousand million USDC), a sanity bound far above any price or payment here.
class AtomicUsd {
public:
    static constexpr std::int64_t k_max_atoms = 1'000'000'000'000'000;

    constexpr AtomicUsd() = default;

    // For constants of ours: a value out of range does not compile in a constant expression.
    static consteval AtomicUsd from_atoms(std::int64_t atoms)
    {
        if (atoms < 0 || atoms > k_max_atoms) throw "amount out of range";
        return AtomicUsd{atoms};
    }
    static constexpr std::optional<AtomicUsd> checked(std::int64_t atoms)
    {
        if (atoms < 0 || atoms > k_max_atoms) return std::nullopt;
        return AtomicUsd{atoms};
    }

    // "500000": the form of payment terms. Digits only, no sign, no leading zero but "0" itself.
    static std::optional<AtomicUsd> parse_atoms(std::string_view digits);
    // "0.50", "4": the form of the configuration. At most six decimals.
    static std::optional<AtomicUsd> parse_decimal(std::string_view text);

    [[nodiscard]] constexpr std::int64_t atoms() const { return m_atoms; }
    [[nodiscard]] std::string atoms_text() const { return std::to_string(m_atoms); }
    // "0.50": two decimals at least, no more than needed.
    [[nodiscard]] std::string decimal_text() const;

    // nullopt past k_max_atoms.
    [[nodiscard]] std::optional<AtomicUsd> plus(AtomicUsd other) const;

    constexpr auto operator<=>(const AtomicUsd&) const = default;

private:
    explicit constexpr AtomicUsd(std::int64_t atoms) : m_atoms{atoms} {}

    std::int64_t m_atoms = 0;
};

// No price is lower, so that less than this pays for nothing (DESIGN.md, 6).
inline constexpr AtomicUsd k_cent = AtomicUsd::from_atoms(10'000);

} // namespace value
