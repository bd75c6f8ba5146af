// A share of what was counted, with what is known of it.
#pragma once

#include <cstdint>

namespace llm {

// `part` of `of`, with the bounds of Wilson's interval of 95 %. Of nothing nothing is known.
struct Share {
    std::int64_t part = 0;
    std::int64_t of = 0;

    void count(bool is_one)
    {
        ++of;
        if (is_one) ++part;
    }
    [[nodiscard]] double low() const;
    [[nodiscard]] double high() const;
    bool operator==(const Share&) const = default;
};

// As records and artifacts print it.
double to_four_digits(double share);

} // namespace llm
