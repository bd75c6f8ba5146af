// Clock times and lengths of time as people tell them: "half past one", "ten to eleven", "at nine",
// "two hours and a quarter", "three quarters of an hour". What is printed in digits is taken from
// the document's own times and quantities.
#pragma once

#include "reading/document.hpp"

#include <vector>

namespace reading {

// Seconds.
inline constexpr long k_minute = 60;
inline constexpr long k_hour = 3600;

// Tokens [begin, end) of the document.
struct Clock {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    long second = 0;        // of the day; at most 24:00:00
    bool is_open = false;   // nothing tells which half of the day
    bool is_spoken = false; // in words
    bool is_rough = false;  // "about nine", "shortly after 9:00"
    bool has_seconds = false;
};

struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    long seconds = 0; // of weeks and below
    long months = 0;  // of months and years, which have no fixed seconds
    long finest = 0;  // seconds in the smallest unit told, half or quarter units included
    bool is_rough = false;
    bool is_limit = false; // "within 28 days"
    bool is_rate = false;  // "50 minutes per kilo", "every 20 minutes"
    bool is_shift = false; // "seven hours ahead", "UTC+9": between two clocks
    bool is_break = false; // "half-hour break": may count or not
    bool is_night = false;
    bool is_ended = false; // "two hours ago", "aged 2 years": not a length between told moments
};

// The clocks and stretches of the tokens in `range`, in order.
std::vector<Clock> clocks_of(const Document& document, TokenRange range);
std::vector<Stretch> stretches_of(const Document& document, TokenRange range);

// The same of each sentence of a document, read once.
class SentenceTimes {
public:
    explicit SentenceTimes(const Document& document);

    [[nodiscard]] const std::vector<Clock>& clocks(std::size_t sentence) const
    {
        return m_clocks[sentence];
    }
    [[nodiscard]] const std::vector<Stretch>& stretches(std::size_t sentence) const
    {
        return m_stretches[sentence];
    }

private:
    std::vector<std::vector<Clock>> m_clocks;
    std::vector<std::vector<Stretch>> m_stretches;
};

} // namespace reading
