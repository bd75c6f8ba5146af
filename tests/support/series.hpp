// Series of numbers for tests of what is compared: the same in every run and with every library.
#pragma once

#include "request/signal.hpp"

#include <random>
#include <string>
#include <vector>

namespace support {

// Independent and nearly normal, with mean 0 and variance 1: sums of twelve even ones.
inline std::vector<double> noise(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random{seed};
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i) {
        double sum = 0;
        for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() >> 11U) * 0x1p-53;
        out.push_back(sum - 6);
    }
    return out;
}

// One value a step, from the first of January 2024 on.
inline request::Stream stream(std::string name, const std::vector<double>& values,
                              std::string_view step = "P1D")
{
    request::Stream out;
    out.name = std::move(name);
    for (std::size_t i = 0; i < values.size(); ++i)
        out.points.push_back(
            {*value::Period::parse(step)->after(*value::Instant::parse("2024-01-01"),
                                                static_cast<std::int64_t>(i)),
             values[i]});
    return out;
}

} // namespace support
