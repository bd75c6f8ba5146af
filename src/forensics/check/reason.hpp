// Why a check says what it says: a code that programs can rely on, and the sentence that tells it.
//
// A code that has no row here does not compile as a Reason.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <string_view>

namespace forensics {

struct ReasonRow {
    std::string_view code; // stable
    std::string_view text; // what was seen, what it may mean, and what harmless causes there are
};

inline constexpr ReasonRow k_reasons[] = {
#include "forensics/check/reasons.inc"
};

// GCC tells of a code without a text. Clang 14 crashes on `consteval`, and takes what GCC has
// found right.
#ifdef __clang__
#define ASSAY_WHEN_COMPILED constexpr
#else
#define ASSAY_WHEN_COMPILED consteval
#endif

// A row of the table, or none. Converts to its code.
class Reason {
public:
    constexpr Reason() = default;
    // Made of a literal only. "": none.
    ASSAY_WHEN_COMPILED Reason(const char* code) : m_row{row_of(code)} {}

    [[nodiscard]] constexpr bool empty() const { return m_row == nullptr; }
    // "" of none.
    [[nodiscard]] constexpr std::string_view code() const
    {
        return empty() ? std::string_view{""} : m_row->code;
    }
    [[nodiscard]] constexpr std::string_view text() const
    {
        return empty() ? std::string_view{""} : m_row->text;
    }
    constexpr operator std::string_view() const { return code(); }

    template <std::convertible_to<std::string_view> Text>
    friend constexpr bool operator==(const Reason& reason, const Text& code)
    {
        return reason.code() == std::string_view{code};
    }
    friend constexpr std::strong_ordering operator<=>(const Reason& left, const Reason& right)
    {
        return left.code() <=> right.code();
    }

private:
    static constexpr const ReasonRow* row_of(std::string_view code)
    {
        if (code.empty()) return nullptr;
        for (const ReasonRow& row : k_reasons)
            if (row.code == code) return &row;
        throw "a reason without a text in k_reasons";
    }

    const ReasonRow* m_row = nullptr;
};

#undef ASSAY_WHEN_COMPILED

} // namespace forensics
