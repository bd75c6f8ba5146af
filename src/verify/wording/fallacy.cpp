// fallacy.*: forms of argument that do not carry their conclusion. Found by their wording alone, so
// each is a note; from a correlation with a number to a cause is a minor one.
#include "verify/law/judge.hpp"
#include "verify/wording/wording.hpp"

namespace verify::wording {

namespace {

// Whether the words of a frame occur in this order, each group somewhere behind the one before.
struct Frame {
    std::string_view check;
    std::string_view name;
    std::initializer_list<std::initializer_list<std::string_view>> groups;
    std::string_view reasoning;
};

const Frame k_frames[] = {
    {"fallacy.correlation_cause",
     "From a correlation to a cause",
     {{"correlated", "correlates", "correlation", "associated"},
      {"so", "therefore", "thus", "hence", "proves", "means", "proving"},
      {"causes", "cause", "caused", "makes", "leads", "drives", "responsible"}},
     "That two things go together does not say which of them, if any, brings about the other."},
    {"fallacy.post_hoc",
     "After it, so because of it",
     {{"after", "since"},
      {"so", "therefore", "hence", "clearly", "proves", "obviously"},
      {"caused", "because", "worked", "responsible", "thanks"}},
     "That one thing came after another does not say that it came from it."},
    {"fallacy.false_dilemma",
     "Only two choices",
     {{"either"}, {"or"}, {"no", "only"}, {"choice", "option", "alternative", "way"}},
     "The text names two choices and rules out others without a reason."},
    {"fallacy.slippery_slope",
     "One step leads to the last",
     {{"if"},
      {"inevitably", "soon", "eventually"},
      {"lead", "end", "then"},
      {"until", "ruin", "collapse", "nothing", "everyone", "destroy", "disaster"}},
     "Each step would need a reason of its own."},
    {"fallacy.bandwagon",
     "Many believe it",
     {{"everyone", "everybody", "millions"},
      {"knows", "believes", "agrees", "uses", "believe", "use", "agree", "buys"},
      {"so", "therefore", "must", "should"}},
     "How many believe a thing does not make it so."},
    {"fallacy.ad_hominem",
     "The person instead of the argument",
     {{"he", "she", "they", "you", "who"},
      {"idiot", "liar", "fool", "stupid", "incompetent", "crook", "ignorant"},
      {"so", "therefore", "hence"}},
     "What somebody is does not decide whether what they say holds."},
};

std::uint32_t find(const Passage& sentence, std::uint32_t from,
                   std::initializer_list<std::string_view> words)
{
    while (from < sentence.end() && !sentence.is(from, words)) ++from;
    return from;
}

// The tokens [begin, end) that the frame takes; empty when it does not fit.
reading::TokenRange fit(const Frame& frame, const Passage& sentence)
{
    reading::TokenRange out;
    std::uint32_t at = sentence.begin();
    for (const auto& group : frame.groups) {
        const std::uint32_t found = find(sentence, at, group);
        if (found == sentence.end()) return {};
        if (out.end == 0) out.begin = found;
        out.end = found + 1;
        at = found + 1;
    }
    return out;
}

// Who says that it does not follow has not fallen for it.
bool is_refuted(const Passage& sentence)
{
    constexpr std::string_view k_refuting[] = {"not",     "n't",    "doesn't", "fallacy", "never",
                                               "whether", "cannot", "?",       "myth",    "wrong"};
    return sentence.any(k_refuting);
}

} // namespace

void check_fallacies(const Passage& sentence, Review& review)
{
    const auto& document = sentence.document();
    if (sentence.begin() == sentence.end() || is_refuted(sentence)) return;
    for (const auto& frame : k_frames) {
        const auto range = fit(frame, sentence);
        if (range.end == 0 || document.tokens[range.begin].quoted) continue;
        const bool is_minor =
            frame.check == "fallacy.correlation_cause" && !sentence.quantities().empty();
        return found(frame.check, frame.name, document, Certainty::heuristic,
                     is_minor ? Severity::minor : Severity::info)
            .stated(range.begin, range.end)
            .evidence("cue", Marked{0}, "frame", frame.name)
            .says(frame.reasoning, " This is told from the wording alone.")
            .raise(review, "Give the reason that is missing, or weaken the conclusion.");
    }
}

} // namespace verify::wording
