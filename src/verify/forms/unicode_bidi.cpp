// unicode.bidi: signs that make a text look different from what it is, UAX #9.
//
// A stack of embeddings and isolates for each line of code and each paragraph of prose. Overrides
// are always told; embeddings and isolates only when they are not closed, since right-to-left text
// needs them.
#include "verify/forms/checks.hpp"
#include "verify/law/judge.hpp"
#include "verify/layers/look_alikes.hpp"
#include "verify/layers/mention.hpp"

#include <unicode/uchar.h>

namespace verify::forms {

const Check k_unicode_bidi{.id = "unicode.bidi",
                           .category = Category::safety,
                           .nature = Nature::safety,
                           .proof = {"direction marks that hide code", "marks that only look odd"}};

namespace {

constexpr UChar32 k_lre = 0x202a;
constexpr UChar32 k_pdf = 0x202c;
constexpr UChar32 k_lro = 0x202d;
constexpr UChar32 k_rlo = 0x202e;
constexpr UChar32 k_lri = 0x2066;
constexpr UChar32 k_rli = 0x2067;
constexpr UChar32 k_fsi = 0x2068;
constexpr UChar32 k_pdi = 0x2069;

bool is_isolate(UChar32 c)
{
    return c == k_lri || c == k_rli || c == k_fsi;
}

struct Scope {
    std::vector<layers::Point> open;
    std::vector<layers::Point> overrides;
    std::size_t controls = 0;

    void take(const layers::Point& point)
    {
        const UChar32 c = point.value;
        const bool control = (c >= k_lre && c <= k_rlo) || (c >= k_lri && c <= k_pdi);
        if (!control) return;
        ++controls;
        if (c == k_lro || c == k_rlo) overrides.push_back(point);
        if (c == k_pdf) {
            if (!open.empty() && !is_isolate(open.back().value)) open.pop_back();
        } else if (c == k_pdi) {
            // Closes what was opened inside it too.
            std::size_t last = open.size();
            while (last > 0 && !is_isolate(open[last - 1].value)) --last;
            if (last > 0) open.resize(last - 1);
        } else {
            open.push_back(point);
        }
    }
};

void report_scope(const Document& document, const Scope& scope, Review& review)
{
    if (scope.overrides.empty() && scope.open.empty()) return;
    const bool overrides = !scope.overrides.empty();
    const layers::Point& first = overrides ? scope.overrides.front() : scope.open.front();
    const bool code = document.format == reading::Format::code ||
                      layers::code_block_at(document, first.begin) != nullptr;
    std::vector<std::string> names;
    for (const auto* list : {&scope.overrides, &scope.open})
        for (const auto& point : *list)
            if (names.size() < 16) names.push_back(layers::code_point_name(point.value));
    found(k_unicode_bidi,
          overrides ? "The order of signs is overridden" : "A change of direction is not ended",
          document, code || overrides ? Certainty::exact : Certainty::strong,
          code        ? Severity::critical
          : overrides ? Severity::major
                      : Severity::minor)
        .stated(Mark{first.begin, first.end})
        .shows("code_points", names, "controls", scope.controls, "overrides",
               scope.overrides.size(), "not_ended", scope.open.size(), "unit",
               code ? "line" : "paragraph")
        .says("A direction control ", layers::code_point_name(first.value),
              overrides ? " shows the signs after it in another order than they have."
                        : " is still in force at the end of its line or paragraph.")
        .note(review, "Remove the direction control, or end it where the foreign text ends.");
}

void look_for_bidi(const Document& document, Review& review)
{
    // Code points of controls are three bytes long and begin alike.
    if (document.source.find("\xe2\x80") == std::string::npos &&
        document.source.find("\xe2\x81") == std::string::npos)
        return;
    const std::size_t limit = review.findings.size() + k_max_findings;
    Scope scope;
    bool line_is_empty = true;
    for (const auto& point : layers::points_of(document.source)) {
        if (review.findings.size() >= limit) return;
        scope.take(point);
        if (point.value != '\n' && point.value != 0x2029) {
            line_is_empty = line_is_empty && u_isUWhiteSpace(point.value) != 0;
            continue;
        }
        const bool code = scope.controls > 0 &&
                          (document.format == reading::Format::code ||
                           layers::code_block_at(document, point.begin == 0 ? 0 : point.begin - 1));
        if (code || line_is_empty || point.value == 0x2029) {
            report_scope(document, scope, review);
            scope = {};
        }
        line_is_empty = true;
    }
    report_scope(document, scope, review);
}

constexpr const Check* k_bidi_checks[] = {&k_unicode_bidi};

} // namespace

const Family k_bidi{Voice::red_team, k_bidi_checks, look_for_bidi, true};

} // namespace verify::forms
