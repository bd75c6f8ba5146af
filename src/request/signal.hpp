// Two signal streams and the stretch of time in which they are compared, as a buyer sends them:
// what is in hand is right, what is not has its problems named, each with its place.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "value/instant.hpp"

#include <string>
#include <variant>
#include <vector>

namespace request {

inline constexpr std::size_t k_longest_name = 200;   // of a stream, in bytes
inline constexpr std::size_t k_most_points = 50'000; // of one stream

// What is wrong with a member, in the words of pydantic v2.
struct Problem {
    std::vector<std::variant<std::string, std::size_t>> place; // from the member itself on
    std::string message;
    std::string type;
};
// At most so many of them: an answer does not grow with what a stranger sends.
inline constexpr std::size_t k_most_problems = 20;
using Problems = std::vector<Problem>;

struct Point {
    value::Instant time;
    double number = 0;
};

struct Event {
    value::Instant time;
    double weight = 1;
};

// From here on a number is not a measurement: programs that have none write the largest double.
inline constexpr double k_no_measurement = 1.7e308;

// Either points or events, in the order sent.
struct Stream {
    std::string name; // at most k_longest_name; "a" and "b" when none was given
    std::string unit; // at most 50 bytes; empty: not said
    bool of_events = false;
    std::vector<Point> points;
    std::vector<Event> events;
    std::size_t gaps = 0;     // points sent without a number
    std::size_t unusable = 0; // points sent with one from k_no_measurement on, above or below zero

    // Into the points, or counted as unusable. `number`: finite.
    void add(value::Instant time, double number);
};

struct Streams {
    Stream a;
    Stream b;
};

// An object with two members, whose names are the streams' names, or an array of two. A stream is
// {name?, unit?, kind?, points | t + v | events}; see the 422 answers for the forms.
base::Result<Streams, Problems> read_streams(const json_t* given_view);

// All absent: where both streams have something.
struct TimeFrame {
    std::optional<value::Instant> start;
    std::optional<value::Instant> end; // not before start
    std::optional<value::Period> last; // a period alone: so much, back from the last common moment
    std::optional<value::Period> step; // above zero
    std::optional<value::Period> max_lag;
    std::optional<value::Period> window;
    std::optional<value::Period> lag;
};

// {start?, end?, step?, max_lag?, window?, lag?}, or a text: "start/end", "start/period",
// "period/end", "period".
base::Result<TimeFrame, Problems> read_time_frame(const json_t* given_view);

} // namespace request
