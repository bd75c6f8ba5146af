// English frames that take a machine's orders away from it.
#include "verify/orders/checks.hpp"
#include "verify/orders/frames.hpp"

namespace verify::orders {

namespace {

constexpr Set k_english_override_sets[] = {
    // To make an order void; each is harmless without an object of the next sets.
    {"@kill", "ignore|disregard|forget|neglect"},
    // Also said of settings and filters of programs: only with what a model is told.
    {"@over", "override|overwrite|bypass|circumvent"},
    // Also said of purchase orders and events: only with what a model is told.
    {"@void", "cancel|discard|abandon|erase|nullify|dismiss|drop|revoke|delete"},
    {"@told", "instruction|instructions|directive|directives|prompt|prompts|guideline|guidelines"},
    {"@rule", "@told|rules|commands|orders|directions|restrictions|constraints|programming|policy|"
              "policies|filters|safeguards|limitations|conditioning|guardrails|checks"},
    {"@prev", "previous|prior|preceding|above|earlier|former|foregoing|initial|original|system|"
              "hidden|safety|content|ethical|moral|developer"},
    {"@maker",
     "developer|developers|creator|creators|maker|makers|openai|anthropic|google|trainers"},
    {"@ai", "ai|assistant|assistants|model|models|chatbot|bot|chatgpt|gpt|llm|llms|claude|gemini|"
            "copilot|agent"},
};

using enum Strength;

constexpr Row k_english_override_rows[] = {
    {k_inject_override, whole, true, "@kill ~5 @prev ~2 @rule"},
    {k_inject_override, whole, true, "@void ~3 @prev ~2 @told"},
    {k_inject_override, whole, true,
     "cancel|revoke|nullify|discard ~3 previous|prior|preceding commands"},
    {k_inject_override, whole, true, "@kill ~4 @rule ~1 above|before"},
    {k_inject_override, whole, true,
     "@kill ~4 @rule ~2 you ~4 given|told|received|learned|taught|provided|have"},
    {k_inject_override, whole, true, "@kill ~4 @rule your|the|of ~1 @maker"},
    {k_inject_override, whole, true,
     "@over ~3 previous|prior|preceding|above|earlier|initial|original|system ~1 @told"},
    {k_inject_override, whole, true,
     "@over ?all ?of your ~1 safety|content|ethical|moral ~1 @rule"},
    {k_inject_override, whole, true, "@over your ?own @told|programming|guardrails|safeguards"},
    {k_inject_override, whole, true,
     "@kill ?all ?of your ~2 @told|programming|guardrails|safeguards|filters"},
    {k_inject_override, whole, true, "@kill ?all ?of your rules"},
    {k_inject_override, whole, true,
     "@kill every|all|any ?of ?the ?these instruction|instructions|directives"},
    {k_inject_override, whole, true,
     "@kill every|all|any ~1 instruction|instructions|rules ~2 before|above|earlier"},
    {k_inject_override, whole, true,
     "@kill everything|anything|all|whatever|what ~2 you ~3 "
     "told|taught|instructed|learned|trained"},
    {k_inject_override, whole, true, "@kill everything|anything|all above|before|prior|previously"},
    {k_inject_override, whole, true,
     "set|throw|put|push aside|away ~5 instructions|prompt|guidelines|directives"},
    {k_inject_override, whole, true,
     "set|throw|put ~5 instructions|prompt|guidelines|directives aside|away"},
    {k_inject_override, whole, true, "pay no attention|heed to ~3 @rule above|before"},
    {k_inject_override, whole, true, "pay no attention|heed to ~3 @prev ~2 @rule"},
    {k_inject_override, whole, true,
     "do|don't|never ?not follow|obey|heed ~4 @prev ~2 @rule|message|messages"},
    {k_inject_override, whole, false,
     "you shall|must|should|will|may ~1 not|never ~1 follow|obey|heed ~4 @prev ~2 @rule|message"},
    {k_inject_override, whole, true,
     "do|don't|never ?not follow|obey|heed ~3 instructions|prompt|rules above"},
    {k_inject_override, whole, true, "stop|cease following|obeying ~2 your|@prev ~2 @rule"},
    {k_inject_override, whole, false, "you no longer ~4 follow|obey|bound ~4 @rule ~2 @maker"},
    {k_inject_override, spoken, false, "you no longer ~4 follow|obey|bound ~4 @rule"},
    {k_inject_override, spoken, false, "no longer apply to you"},
    {k_inject_override, spoken, false,
     "your|@prev|all ~2 @rule|message are|is|were ?all ?now ?hereby "
     "cancelled|canceled|void|null|revoked|obsolete|superseded|suspended|lifted|outdated"},
    {k_inject_override, whole, false, "above ~6 disregard|ignore|forget it ~2 follow|obey|do"},
    {k_inject_override, spoken, false,
     "new|updated|real|revised ?system "
     "instructions:|instruction:|task:|message:|directive:|directives:|prompt:|policy:|rules:"},
    {k_inject_override, weak, false,
     "new|updated|real ?system instruction:|instructions:|message:|policy|prompt:"},

    {k_inject_override, weak, false, "your new task|role|goal|objective|job|instructions is|are"},
    {k_inject_override, whole, false,
     "@ai ?shall|must|will ?now comply|complies|obey|obeys ?with every|all|any ~1 "
     "request|requests|command|commands"},
    {k_inject_override, weak, false, "comply with every|all|any ~1 request|requests"},
    {k_inject_override, weak, false, "system|admin|root override|override:"},
    {k_inject_override, weak, false,
     "@kill|skip ~1 the|all|any ~1 checks|rules|instructions|guidelines"},
    {k_inject_override, spoken, false, "follow|obey mine|me|these instead"},
    {k_inject_override, weak, true, "obey|follow this|these one|rules|instead|only"},
    {k_inject_override, whole, true,
     "@kill ~4 instructions|rules|guidelines ~6 follow|obey mine|these|this|my"},
    {k_inject_override, whole, true, "pretend ~3 forgotten ~3 rules|instructions|guidelines"},
};

} // namespace

Language english_override()
{
    return {k_english_override_sets, k_english_override_rows};
}

} // namespace verify::orders
