// fallacy.*: forms of argument that do not carry their conclusion. Found by their wording alone, so
// each is a note; from a correlation with a number to a cause is a minor one.
#include "verify/law/judge.hpp"
#include "verify/law/walk.hpp"
#include "verify/wording/checks.hpp"

namespace verify::wording {

namespace {

constexpr Check fallacy_check(std::string_view id)
{
    return {.id = id,
            .category = Category::language,
            .nature = Nature::note,
            .proof = {"wording, from word lists: notes that move neither verdict nor score",
                      "whether the statement is true"}};
}

} // namespace

const Check k_fallacy_correlation_cause = fallacy_check("fallacy.correlation_cause");
const Check k_fallacy_post_hoc = fallacy_check("fallacy.post_hoc");
const Check k_fallacy_false_dilemma = fallacy_check("fallacy.false_dilemma");
const Check k_fallacy_slippery_slope = fallacy_check("fallacy.slippery_slope");
const Check k_fallacy_bandwagon = fallacy_check("fallacy.bandwagon");
const Check k_fallacy_ad_hominem = fallacy_check("fallacy.ad_hominem");

namespace {

// Whether the words of a frame occur in this order, each group somewhere behind the one before.
struct Frame {
    CheckRef check;
    std::string_view name;
    std::initializer_list<std::initializer_list<std::string_view>> groups;
    std::string_view reasoning;
};

const Frame k_frames[] = {
    {k_fallacy_correlation_cause,
     "From a correlation to a cause",
     {{"correlated", "correlates", "correlation", "associated"},
      {"so", "therefore", "thus", "hence", "proves", "means", "proving"},
      {"causes", "cause", "caused", "makes", "leads", "drives", "responsible"}},
     "That two things go together does not say which of them, if any, brings about the other."},
    {k_fallacy_post_hoc,
     "After it, so because of it",
     {{"after", "since"},
      {"so", "therefore", "hence", "clearly", "proves", "obviously"},
      {"caused", "because", "worked", "responsible", "thanks"}},
     "That one thing came after another does not say that it came from it."},
    {k_fallacy_false_dilemma,
     "Only two choices",
     {{"either"}, {"or"}, {"no", "only"}, {"choice", "option", "alternative", "way"}},
     "The text names two choices and rules out others without a reason."},
    {k_fallacy_slippery_slope,
     "One step leads to the last",
     {{"if"},
      {"inevitably", "soon", "eventually"},
      {"lead", "end", "then"},
      {"until", "ruin", "collapse", "nothing", "everyone", "destroy", "disaster"}},
     "Each step would need a reason of its own."},
    {k_fallacy_bandwagon,
     "Many believe it",
     {{"everyone", "everybody", "millions"},
      {"knows", "believes", "agrees", "uses", "believe", "use", "agree", "buys"},
      {"so", "therefore", "must", "should"}},
     "How many believe a thing does not make it so."},
    {k_fallacy_ad_hominem,
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

void check_fallacies(const Passage& sentence, Review& review)
{
    const auto& document = sentence.document();
    if (sentence.begin() == sentence.end() || is_refuted(sentence)) return;
    for (const auto& frame : k_frames) {
        const auto range = fit(frame, sentence);
        if (range.end == 0 || document.tokens[range.begin].quoted) continue;
        const bool is_minor =
            frame.check == k_fallacy_correlation_cause && !sentence.quantities().empty();
        return found(frame.check, frame.name, document, Certainty::heuristic,
                     is_minor ? Severity::minor : Severity::info)
            .stated(range.begin, range.end)
            .evidence("cue", Marked{0}, "frame", frame.name)
            .says(frame.reasoning, " This is told from the wording alone.")
            .raise(review, "Give the reason that is missing, or weaken the conclusion.");
    }
}

constexpr const Check* k_fallacies_checks[] = {
    &k_fallacy_correlation_cause, &k_fallacy_post_hoc,  &k_fallacy_false_dilemma,
    &k_fallacy_slippery_slope,    &k_fallacy_bandwagon, &k_fallacy_ad_hominem};

} // namespace

const Family k_fallacies{Voice::skeptic, k_fallacies_checks, in_sentences<check_fallacies>};

} // namespace verify::wording
