// What a critic is and what it says: findings with evidence, and the statements it could confirm.
//
// A critic is a table of families, one for each kind of check. It reads an immutable document, the
// sources given with it, and what the critics before it found. It judges by what these say and
// never looks anything up. Deterministic: the same text gives the same review.
#pragma once

#include "base/json.hpp"
#include "verify/law/check.hpp"
#include "verify/law/words.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace verify {

enum class Severity { info, minor, major, critical };
// `model`: a model read how it follows, and code computed it.
enum class Certainty { exact, strong, heuristic, model };

std::string_view name_of(Severity severity);
std::string_view name_of(Certainty certainty);

// A place in the text that was sent, or in a source given with it: bytes [begin, end) of
// `document.source`, whole code points.
struct Mark {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string_view role{};               // "stated", "operand", "context", "source"
    bool masked = false;                   // a secret: no part of the artifact may show these bytes
    std::optional<std::uint32_t> source{}; // in the buyer's order; nullopt: it is the text itself
};

// One way to read a statement, and whether the statement is right when read so.
struct Reading {
    std::string_view name;
    bool holds = false;
};

// What a later critic says of a finding.
enum class Action { confirm, dispute, note };

struct Response {
    std::size_t finding = 0; // index in the review
    Action action = Action::note;
    std::string reason;
    // The reading of a dispute under which the statement holds. An exact finding is lowered one
    // level by it, any other is withdrawn.
    std::string_view reading{};
};

struct Finding {
    CheckRef check;
    Severity severity = Severity::major;
    Certainty certainty = Certainty::exact;
    std::string title;
    std::vector<Mark> marks; // never empty; the first, of the text, is what the finding is about
    base::json::Ref evidence;
    std::string reasoning;
    std::string suggestion;
    std::optional<std::string> replacement; // for the text of the first mark
};

// The reading of a stated value that is not what its parts give as printed, and fits only within
// their rounding. It makes a claim partly verified.
inline constexpr std::string_view k_compatible = "compatible";

// A statement a check applied to and found right.
struct Pass {
    CheckRef check;
    std::vector<Mark> marks; // all that the check looked at; never empty
    // Under which reading it holds; "plain" is the one a reader takes first.
    std::string_view reading = "plain";
    bool is_pointed = false; // a model read how it follows, and code computed it
};

// What is wrong with a text that has more errors is beyond doubt; the work that a hostile text can
// cause, and the memory, stay bounded. For each family.
inline constexpr std::size_t k_max_findings = 500;

struct Review {
    std::vector<Finding> findings;
    std::vector<Pass> passes;

    [[nodiscard]] bool is_full() const { return findings.size() >= k_max_findings; }
};

// The critic that speaks of what was found: for buyers a label.
enum class Voice { skeptic, verifier, red_team, model };

// A look at a text, and the checks that speak of what it sees.
struct Family {
    Voice voice;
    std::span<const Check* const> checks;
    void (*look)(const Document& document, Review& review);
    // Decides about every text, not only about statements it recognizes: "no secret" is a result.
    bool reads_whole = false;
};

namespace against {
struct Comparison;
}

// The same of what compares the text with the sources given with it; the verifier speaks of it.
struct SourceFamily {
    std::span<const Check* const> checks;
    void (*look)(const against::Comparison& with, Review& review);
};

// Marks of bytes of the view, tokens and quantities, for the checks.
Mark mark_view(const Document& document, std::size_t begin, std::size_t end,
               std::string_view role = {});
Mark mark_tokens(const Document& document, std::uint32_t begin, std::uint32_t end,
                 std::string_view role = {});
Mark mark_of(const Document& document, const Quantity& quantity, std::string_view role = {});
std::string_view quote_of(const Document& document, const Mark& mark);
// Whether it stands between quotation marks.
bool is_quoted(const Document& document, const Mark& mark);

// [{"reading":"plain","holds":false}, ...]
base::json::Ref readings_json(std::span<const Reading> readings);

} // namespace verify
