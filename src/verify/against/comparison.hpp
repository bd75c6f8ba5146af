// A text beside the sources that were given with it, and what the checks of it share.
#pragma once

#include "verify/against/binding.hpp"
#include "verify/against/quotes.hpp"
#include "verify/against/values.hpp"
#include "verify/law/critic.hpp"

#include <functional>

namespace verify::against {

// Windows of the sources that a value is looked for in.
inline constexpr std::size_t k_nearest = 6;
// As much of what stands around a value must stand around the other one.
inline constexpr double k_same_thing = 0.5;

struct Comparison {
    // Both must outlive it.
    Comparison(const Document& whole, const std::vector<sources::Material>& materials);

    const Document& text;
    Given given;
    Values values;
    Binding binding;
    std::vector<bool> is_compared;    // by sentence of the text: it states something
    std::vector<std::string> digests; // of each source: its SHA-256, "0x..."
    std::vector<Mark> secrets;        // in the sources: no part of the artifact may show them
    std::vector<Quotation> quotations;

    // Whether the sources may be wrong about the token of the text: it neither points at one nor
    // stands in a quotation that one of them has word for word.
    [[nodiscard]] bool is_claimed(std::uint32_t token) const
    {
        return !binding.is_pointer(token) && !m_is_quoted[token];
    }

private:
    std::vector<bool> m_is_quoted; // by token
};

// Tokens of one sentence of the text with the words around it.
struct Focus {
    std::size_t sentence = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// The terms around a focus in its sentence, without its own, sorted, each once.
std::vector<TermId> context_of(const Comparison& with, const Focus& focus);

// "source 2 (Annual report)"
std::string source_name(const Comparison& with, std::uint32_t source);

// Tokens [begin, end) of a source.
Mark mark_source(const Comparison& with, std::uint32_t source, std::uint32_t begin,
                 std::uint32_t end);
Mark mark_window(const Comparison& with, const Window& window);

// A sentence of a source that is nearer to what stands around a value than any that has the value,
// and what stands there instead.
struct Rival {
    Window window;
    std::vector<statements::Run> found;
};

inline constexpr std::size_t k_looked_at = 40;

// The values of the sources that could stand in the place of a value of the text.
struct Contest {
    // The sentences nearest to what stands around it, the best first: at least k_looked_at.
    std::span<const Window> windows;
    std::function<bool(const Window&)> has_value;
    std::function<std::vector<statements::Run>(const Window&)> others; // of its kind
    std::uint32_t reach = 0; // sentences on each side that may tell whose value it is
    // The sources have the value, if of something else: then the place must be surely this one.
    bool is_known = false;
};

// nullopt: a sentence with the value is as near, or none with another one is near enough.
std::optional<Rival> rival_of(const Comparison& with, const Contest& contest);

struct Told {
    CheckRef check;
    Severity severity = Severity::major;
    Certainty certainty = Certainty::strong;
    std::string title;
    Focus focus;
    std::optional<Window> window; // the sentence of the source that is nearest
    std::vector<statements::Run>
        found{}; // what stands there instead; tokens of the window's source
};

// Raises a finding with both sides quoted, and the source's name and SHA-256 in the evidence.
void tell(const Comparison& with, const Told& told, Review& review);

// Whether a check looks at the sentence: it states something, and neither is the order's work spent
// nor are there findings enough.
bool goes_on(const Comparison& with, std::size_t sentence, const Review& review);

// source.partial or source.absent: what nothing of the sources has, beside what is nearest to it.
void tell_lack(const Comparison& with, const Focus& focus, std::span<const Window> windows,
               Review& review);

} // namespace verify::against
