// What a critic is and what it says: findings with evidence, and the statements it could confirm.
//
// A critic reads an immutable document and what the critics before it found. It judges by what the
// text itself says and never looks anything up. Deterministic: the same text gives the same review.
#pragma once

#include "analysis/text/passage.hpp"
#include "base/json.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace analysis::verify {

enum class Severity { info, minor, major, critical };
enum class Certainty { exact, strong, heuristic };
enum class Category { consistency, statistics, identifiers, sourcing, language, safety };
inline constexpr std::size_t k_categories = 6;

std::string_view name_of(Severity severity);
std::string_view name_of(Certainty certainty);
std::string_view name_of(Category category);

// A place in the document's view: bytes [begin, end).
struct Mark {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string_view role; // "stated", "operand", "context"
};

// One way to read a statement, and whether the statement is right when read so.
struct Reading {
    std::string_view name;
    bool holds = false;
};

struct Finding {
    std::string_view check; // id, "arith.sum"
    Category category = Category::consistency;
    Severity severity = Severity::major;
    Certainty certainty = Certainty::exact;
    std::string title;
    std::vector<Mark> marks; // never empty; the first is what the finding is about
    base::json::Ref evidence;
    std::string reasoning;
    std::string suggestion;
    std::optional<std::string> replacement; // for the text of the first mark
};

// A statement a check applied to and found right.
struct Pass {
    std::string_view check;
    std::uint32_t begin = 0; // view byte of the statement
};

struct Review {
    std::vector<Finding> findings;
    std::vector<Pass> passes;
};

struct Critic {
    std::string_view name;
    std::span<const std::string_view> checks;
    Review (*review)(const text::Document& document, std::span<const Finding> earlier);
};

// The probability that a finding of this certainty is right, for the artifact.
double confidence_of(Certainty certainty);

// Marks of tokens and quantities, for the checks.
Mark mark_tokens(const text::Document& document, std::uint32_t begin, std::uint32_t end,
                 std::string_view role);
Mark mark_of(const text::Document& document, const text::Quantity& quantity, std::string_view role);
bool is_quoted(const text::Document& document, const Mark& mark);

// [{"reading":"plain","holds":false}, ...]
base::json::Ref readings_json(std::span<const Reading> readings);

} // namespace analysis::verify
