// inject.*: orders to a machine that reads the text.
//
// Bare words never count: a frame is a verb, an object and a scope in the order of its language,
// and it is an order only where a command stands or a machine is spoken to. What is quoted, told of
// or asked about is noted only.
#include "base/concat.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"
#include "verify/layers/mention.hpp"
#include "verify/orders/checks.hpp"
#include "verify/orders/form.hpp"
#include "verify/orders/frames.hpp"
#include "verify/orders/role_markers.hpp"

#include <algorithm>
#include <optional>

namespace verify::orders {

namespace {

constexpr Check order_check(std::string_view id, Precision real = {})
{
    return {
        .id = id,
        .category = Category::safety,
        .nature = Nature::safety,
        .proof = {"an order to a machine or a reviewer, plain or carried (base64, hexadecimal, "
                  "look-alikes, tags, ...) in nine languages",
                  "an order that is worded as nobody did before; what is quoted or told of is a "
                  "note"},
        .real = real};
}

} // namespace

const Check k_inject_override = order_check("inject.override", k_real_orders);
const Check k_inject_role_marker = order_check("inject.role_marker");
const Check k_inject_persona = order_check("inject.persona");
const Check k_inject_extraction = order_check("inject.extraction");
const Check k_inject_reviewer = order_check("inject.reviewer");
const Check k_inject_tool = order_check("inject.tool", k_real_orders);
const Check k_inject_conceal = order_check("inject.conceal");
const Check k_inject_output_hijack = order_check("inject.output_hijack");

namespace {

// Two weak signs support each other within this many bytes.
constexpr std::size_t k_near = 300;
constexpr std::size_t k_max_matches = 2'000;

struct Candidate {
    CheckRef check;
    SourceRange place;
    const layers::Layer* layer = nullptr;
    std::uint32_t begin = 0; // bytes of the layer
    std::uint32_t end = 0;
    bool counts = false; // an order; else told of
    bool certain = false;
    std::optional<Severity> severity; // else after its check
    std::vector<std::string_view> signals;
};

bool overlap(const SourceRange& left, const SourceRange& right)
{
    return left.begin < right.end && right.begin < left.end;
}

std::string_view title_of_order(CheckRef check)
{
    if (check == k_inject_override) return "Orders a machine reader to drop its instructions";
    if (check == k_inject_role_marker) return "Holds marks that tell a machine who speaks";
    if (check == k_inject_persona) return "Orders a machine reader to become another one";
    if (check == k_inject_extraction) return "Asks a machine reader for what it must not show";
    if (check == k_inject_reviewer) return "Tells its reviewer what to find";
    if (check == k_inject_tool) return "Orders a machine reader to act with its tools";
    if (check == k_inject_conceal) return "Orders a machine reader to hide something from people";
    return "Dictates what a machine reader answers";
}

class OrderSearch {
public:
    OrderSearch(const Document& document, Review& review) : m_document{document}, m_review{review}
    {
    }

    void run()
    {
        std::vector<layers::Layer> layers;
        layers.push_back(layers::reading_layer(m_document));
        for (auto& layer : layers::rewritten_layers(m_document)) layers.push_back(std::move(layer));
        for (auto& layer : layers::decoded_layers(layers::source_layer(m_document)))
            layers.push_back(std::move(layer));
        for (const auto& layer : layers) look_into(layer);
    }

private:
    void look_into(const layers::Layer& layer)
    {
        auto matches = find_frames(layer, k_max_matches);
        for (auto& match : find_frames_without_blanks(layer, k_max_matches))
            matches.push_back(match);
        std::sort(matches.begin(), matches.end(),
                  [](const Match& left, const Match& right) { return left.begin < right.begin; });
        // What a rewriting left as it was has been read in the text itself.
        std::erase_if(matches, [&](const Match& match) { return is_untouched(layer, match); });
        const auto markers = find_role_markers(layer, k_max_matches);
        for (std::size_t i = 0; i < matches.size(); ++i) weigh(layer, matches, i, markers);
        for (const auto& marker : markers) weigh(layer, marker, matches);
        // Digits make short names by chance ("14" is "AI"): a form needs more than a name.
        if (layer.carrier == "digits for letters") return;
        for (auto& order : find_formed_orders(layer, k_max_matches)) weigh(layer, order);
    }

    void weigh(const layers::Layer& layer, FormedOrder& order)
    {
        Candidate found;
        found.check = order.check;
        found.layer = &layer;
        found.begin = order.begin;
        found.end = order.end;
        found.place = layers::source_of(layer, order.begin, order.end);
        found.severity = order.severity;
        found.signals = std::move(order.signals);
        // What was rewritten is read in the text itself, unless only the rewriting makes words.
        Match whole;
        whole.begin = order.begin;
        whole.end = order.end;
        if (is_untouched(layer, whole)) return;
        if (layer.hidden) found.signals.emplace_back("hidden carrier");
        // Programs speak to models in their strings, and tools answer in JSON: there the whole form
        // is asked for.
        const bool code =
            !layer.hidden && layers::code_block_at(m_document, found.place.begin) != nullptr;
        found.counts = !code || order.severity == Severity::major;
        if (code) found.severity = Severity::minor;
        add(std::move(found));
    }

    // Whether fewer than a third of the words of a rewritten passage were rewritten: a number in a
    // sentence hides nothing.
    [[nodiscard]] bool is_untouched(const layers::Layer& layer, const Match& match) const
    {
        const bool rewrites = layer.carrier == "digits for letters" ||
                              layer.carrier == "look-alike letters" ||
                              layer.carrier == "character references";
        if (!layer.hidden || !rewrites) return false;
        std::size_t words = 0;
        std::size_t changed = 0;
        bool differs = false;
        for (std::size_t i = match.begin; i < match.end; ++i) {
            const bool blank = reading::is_blank(layer.text[i]);
            const auto range = layer.origin[i];
            const bool same =
                range.end - range.begin == 1 && reading::to_lower(m_document.source[range.begin]) ==
                                                    reading::to_lower(layer.text[i]);
            differs = differs || (!blank && !same);
            if (!blank && i + 1 < match.end && !reading::is_blank(layer.text[i + 1])) continue;
            if (!blank || i + 1 == match.end) {
                ++words;
                changed += differs ? 1 : 0;
            }
            differs = false;
        }
        return changed * 3 < words;
    }

    static bool is_near(std::uint32_t left, std::uint32_t right)
    {
        return (left < right ? right - left : left - right) <= k_near;
    }

    // Whether another frame nearby says the same in other words.
    static bool is_supported(const std::vector<Match>& matches, std::size_t index,
                             const std::vector<RoleMarker>& markers)
    {
        const Match& match = matches[index];
        const auto supports = [&](const Match& other) {
            // Orders to write and to grade stand side by side among people too.
            const bool another = other.check != match.check || match.check != k_inject_reviewer;
            return another && other.row != match.row && other.commands &&
                   (other.begin >= match.end || other.end <= match.begin);
        };
        for (std::size_t k = index; k > 0 && is_near(matches[k - 1].begin, match.begin); --k)
            if (supports(matches[k - 1])) return true;
        for (std::size_t k = index + 1;
             k < matches.size() && is_near(matches[k].begin, match.begin); ++k)
            if (supports(matches[k])) return true;
        return std::any_of(markers.begin(), markers.end(), [&](const RoleMarker& marker) {
            return is_near(marker.begin, match.begin);
        });
    }

    void weigh(const layers::Layer& layer, const std::vector<Match>& matches, std::size_t index,
               const std::vector<RoleMarker>& markers)
    {
        const Match& match = matches[index];
        Candidate found;
        found.check = match.check;
        found.layer = &layer;
        found.begin = match.begin;
        found.end = match.end;
        found.place = layers::source_of(layer, match.begin, match.end);
        const bool imperative = match.row == nullptr || match.row->imperative;
        if (imperative && match.commands) found.signals.emplace_back("imperative mood");
        if (match.strength == Strength::whole) found.signals.emplace_back("scope");
        if (match.addresses) found.signals.emplace_back("addresses a machine or reviewer");
        if (match.check == k_inject_conceal) found.signals.emplace_back("concealment");
        if (layer.hidden) found.signals.emplace_back("hidden carrier");
        const bool spoken = match.strength == Strength::spoken && (match.addresses || layer.hidden);
        const bool carried = match.strength == Strength::whole || spoken;
        const bool may_join = match.strength == Strength::spoken || found.signals.size() >= 2;
        found.counts =
            match.commands && (carried || (may_join && is_supported(matches, index, markers)));
        // Programs return, report and set things too.
        const bool program = !layer.hidden && match.strength != Strength::whole &&
                             layers::code_block_at(m_document, found.place.begin) != nullptr;
        found.counts = found.counts && !program;
        found.certain = match.strength == Strength::whole;
        if (!found.counts && match.strength != Strength::whole) return;
        add(std::move(found));
    }

    void weigh(const layers::Layer& layer, const RoleMarker& marker,
               const std::vector<Match>& matches)
    {
        const bool with_order =
            std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
                return match.commands && is_near(match.begin, marker.begin);
            });
        if (!marker.alone && !with_order) return;
        const SourceRange place = layers::source_of(layer, marker.begin, marker.end);
        // Manuals of chat interfaces show them in code.
        const bool shown_as_code = !layer.hidden && !with_order &&
                                   layers::code_block_at(m_document, place.begin) != nullptr;
        Candidate found;
        found.check = k_inject_role_marker;
        found.layer = &layer;
        found.begin = marker.begin;
        found.end = marker.end;
        found.place = place;
        found.signals = {"addresses a machine or reviewer"};
        if (with_order) found.signals.emplace_back("imperative mood");
        if (layer.hidden) found.signals.emplace_back("hidden carrier");
        found.counts = !shown_as_code;
        found.certain = true;
        add(std::move(found));
    }

    void add(Candidate&& found)
    {
        if (m_review.is_full()) return;
        for (const auto& [check, place] : m_reported)
            if (check == found.check && overlap(place, found.place)) return;
        // An author who hides an order does not quote it.
        const bool decoded = found.layer->hidden && found.layer->carrier != "character references";
        if (found.counts && !decoded && layers::is_mentioned(m_document, found.place))
            found.counts = false;
        // The last ones are enough to look back at: candidates come in the order of a layer.
        if (m_reported.size() >= 64) m_reported.erase(m_reported.begin());
        m_reported.emplace_back(found.check, found.place);
        report(found);
    }

    void report(const Candidate& found)
    {
        const bool worst = found.check == k_inject_reviewer || found.check == k_inject_override;
        const Severity severity = !found.counts                ? Severity::info
                                  : found.layer->hidden        ? Severity::critical
                                  : found.severity.has_value() ? *found.severity
                                  : worst                      ? Severity::critical
                                                               : Severity::major;
        verify::found(found.check, title_of_order(found.check), m_document,
                      found.certain ? Certainty::strong : Certainty::heuristic, severity)
            .stated(Mark{found.place.begin, found.place.end})
            .shows("carrier", found.layer->carrier, "signals", found.signals, "mentioned_only",
                   !found.counts)
            .says(found.counts ? "The text gives an order to whoever processes it by machine"
                               : "The text speaks of an order to a machine without giving it",
                  found.layer->hidden ? base::concat(", hidden as ", found.layer->carrier) : "",
                  ".")
            .note(m_review,
                  found.counts
                      ? "Remove the passage, and treat what a machine made of this text "
                        "as chosen by its author."
                      : "Nothing needs to be done; a machine may still take it for an order.");
    }

    const Document& m_document;
    Review& m_review;
    std::vector<std::pair<CheckRef, SourceRange>> m_reported;
};

void look_for_injections(const Document& document, Review& review)
{
    Review own;
    OrderSearch{document, own}.run();
    for (auto& finding : own.findings) review.findings.push_back(std::move(finding));
}

constexpr const Check* k_orders_checks[] = {
    &k_inject_override, &k_inject_role_marker, &k_inject_persona, &k_inject_extraction,
    &k_inject_reviewer, &k_inject_tool,        &k_inject_conceal, &k_inject_output_hijack};

} // namespace

const Family k_orders{Voice::red_team, k_orders_checks, look_for_injections, true};

} // namespace verify::orders
