// The judgement in words a person can act on, with what should make them careful.
#pragma once

#include "correlate/alignment.hpp"
#include "correlate/relation.hpp"

#include <string>
#include <vector>

namespace correlate {

struct Warning {
    std::string_view code;
    std::string_view stream; // "a", "b"; empty: both
    std::string detail;
};

// All there is to say of two series; `alignment` is nullptr when they have nothing in common.
std::vector<Warning> warnings_of(const request::Streams& streams, const request::TimeFrame& frame,
                                 const Alignment* alignment, const Numbers& numbers);

struct Conclusion {
    Relation relation = Relation::inconclusive;
    std::string_view strength = "none"; // none, weak (below 0.3), moderate (below 0.6), strong
    std::string_view lead;              // "a", "b"; empty: neither
    std::optional<value::Period> lag;   // by which it leads
    std::string text;
    double confidence = 0; // that the relation is as stated; 0 when inconclusive
};

Conclusion conclude(const request::Streams& streams, const Alignment* alignment,
                    const Numbers& numbers, const std::vector<Warning>& warnings);

// A sentence on the values of the stream that are not measurements; empty: it has none.
std::string unusable_detail(const request::Stream& stream);

// "0.84", "7.7e-28": at most three digits that count.
std::string short_number(double number);

} // namespace correlate
