// English frames of all other checks: who the machine shall be, what it shall give away, hide, run
// and answer.
#include "verify/orders/checks.hpp"
#include "verify/orders/frames.hpp"

namespace verify::orders {

namespace {

constexpr Set k_english_other_sets[] = {
    {"@play", "act|pretend|simulate|roleplay|answer|reply|respond|behave|speak|become"},
    {"@limit", "restrictions|restriction|rules|limits|limitations|filter|filters|guidelines|"
               "censorship|boundaries|morals|ethics|policy|policies|constraints"},
    {"@free", "without|no|zero|any|free|ignores|ignoring"},
    {"@show", "reveal|show|print|output|repeat|display|disclose|tell|give|list|write|reproduce|"
              "recite|expose|dump|translate|echo|paste|leak"},
    {"@secret", "system|initial|original|hidden|secret|internal|full|first|confidential|starting"},
    {"@text", "prompt|prompts|instructions|rules|guidelines|directives|configuration"},
    // No person is asked to do so with their own rules.
    {"@leak", "reveal|print|output|repeat|disclose|recite|dump|leak|expose|echo|reproduce"},
    // What a reviewer is asked to give and to leave out.
    {"@award", "give|award|assign|set|return|grant|report|output|grade|rate"},
    {"@top", "full|highest|maximum|max|top|perfect|best|100|99|98|10|pass|verified|excellent|a+"},
    {"@mark", "score|marks|mark|rating|grade|points|verdict|result|stars"},
    {"@fault",
     "errors|problems|findings|issues|weaknesses|mistakes|flaws|error|problem|inconsistencies"},
    {"@good", "verified|correct|true|safe|valid|passed|approved|excellent|accurate|reliable|"
              "compliant|first|outstanding|flawless"},
    {"@reads", "reading|processing|screening|reviewing|evaluating|summarizing|summarising|grading|"
               "analyzing|analysing|reads|evaluates|reviews|summarizes|processes|screens|grades"},
    {"@doc", "this|the "
             "page|paper|article|text|document|application|resume|submission|essay|report|"
             "candidate|applicant|review|statement"},
    {"@must", "must|should|shall"},
    {"@judge", "rank|rate|recommend|accept|approve|state|say|report|mark|ignore|skip|conclude|"
               "praise|give|score"},
    {"@talk", "conversation|chat|history|dialogue|transcript"},
    {"@affirm", R"("sure|"absolutely|"certainly|"yes|"okay|"ok|"understood)"},
};

using enum Strength;

constexpr Row k_english_other_rows[] = {
    {k_inject_persona, whole, true, "@play ~6 @ai|dan ~6 @free ~3 @limit"},
    {k_inject_persona, whole, true,
     "@play ~6 unrestricted|unfiltered|uncensored|jailbroken|amoral ~2 @ai"},
    {k_inject_persona, whole, false,
     "you are|become ?now ?an ?a ?the ?my ~1 @ai|dan ~6 @free ~3 @limit"},
    {k_inject_persona, whole, false, "you are|become ~6 @ai|dan ~6 do anything"},
    {k_inject_persona, whole, false,
     "you are|become ~3 unrestricted|unfiltered|uncensored|jailbroken ~2 @ai"},
    {k_inject_persona, whole, false, "you are|become ~2 free of|from ~2 @limit"},
    {k_inject_persona, spoken, false, "you are|become ~2 dan|antigpt|stan"},
    {k_inject_persona, whole, false, "you are|become ~8 @ai ~4 never|not refuse|refuses"},
    {k_inject_persona, spoken, false,
     "you are|have ~3 developer|dan|jailbreak|god|unrestricted|sudo mode"},
    {k_inject_persona, whole, true, "enter|activate|enable ~2 jailbreak|dan|god|unrestricted mode"},
    {k_inject_persona, whole, true, "pretend|imagine ~3 you ~3 no ~2 @limit"},
    {k_inject_persona, weak, false, "do anything now"},
    {k_inject_persona, spoken, false, "@ai can do anything"},
    {k_inject_persona, whole, true, "@play ~3 @ai ~4 not|never follow|follows|obey|refuse|refuses"},
    {k_inject_persona, weak, false, "you|and ~1 must|can|will|may|cannot ?not|never refuse"},
    {k_inject_persona, weak, false, "never refuse|refuses"},
    {k_inject_persona, spoken, true, "answer|respond|reply ~4 without ~1 @limit"},
    {k_inject_persona, weak, false, "without ~1 @limit"},
    {k_inject_persona, weak, false, "you ~2 immerse yourself"},
    {k_inject_persona, spoken, false,
     "from now on ~3 dan|you ~3 @ai ~8 anything|everything|never|no"},

    {k_inject_extraction, whole, true, "@show ~6 your ~2 @secret ~1 @text"},
    {k_inject_extraction, whole, true, "@show ~6 your system message|messages"},
    {k_inject_extraction, whole, true, "@leak ~3 your ?own prompt|instructions|guidelines|rules"},
    {k_inject_extraction, whole, true, "@show ~4 hidden|secret|system prompt|prompts|instructions"},
    {k_inject_extraction, whole, false,
     "what are|is|were your ~1 initial|original|system|hidden|secret|first "
     "instructions|prompt|rules|directives"},
    {k_inject_extraction, whole, true,
     "@show ~4 instructions|text|everything|words|prompt|message above|before ~6 "
     "verbatim|word|exactly|starting|code|full|beginning"},
    {k_inject_extraction, whole, true,
     "@show ~1 everything|all above ~3 line|message|conversation|text"},
    {k_inject_extraction, whole, true,
     "@show ~6 told|instructed|ordered you ~1 not|never ?to reveal|share|disclose|tell"},
    {k_inject_extraction, whole, false,
     "developers|creators|makers told|instructed|ordered you not|never ?to "
     "reveal|share|disclose|tell|say"},
    {k_inject_extraction, whole, false,
     "@text ~3 you ~2 given at|in ~4 start|beginning|conversation"},
    {k_inject_extraction, weak, true,
     "@show ~2 previous|prior|hidden|admin|your instructions|rules|password"},
    {k_inject_extraction, spoken, true,
     "output|reveal|print ~2 admin|root|system|secret password|key|prompt"},
    {k_inject_extraction, weak, false, "tell|show me the key|password|secret"},
    {k_inject_extraction, whole, true, "repeat ~1 instructions|prompt ~1 given|to"},

    {k_inject_reviewer, spoken, true, "@award ~5 @mark of|to|is ~1 100|99|98|97|95|10"},
    {k_inject_reviewer, spoken, true, "@award ~4 @top ~2 @mark"},
    {k_inject_reviewer, spoken, true, "give|award|assign|grant|rate|grade ~3 as? @top"},
    {k_inject_reviewer, whole, true,
     "return|give|output|report|assign ~2 verdict ~1 pass|verified|true|valid|correct"},
    {k_inject_reviewer, spoken, true, "return|output|report ?the ?verdict pass|verified"},
    {k_inject_reviewer, whole, false, "verdict must|should|shall be ~1 pass|verified|100"},
    {k_inject_reviewer, spoken, false,
     "result|score|rating must|should|shall be ~1 @top|verified|approved"},
    {k_inject_reviewer, spoken, true,
     "mark|classify|label|treat|rate|rank|report|flag|accept ~6 @good"},
    {k_inject_reviewer, spoken, true,
     "do|don't|never ?not report|mention|list|flag|raise|note ~3 @fault"},

    {k_inject_reviewer, spoken, true, "report|mention|list|find|raise|flag no @fault"},
    {k_inject_reviewer, spoken, true,
     "skip|omit|bypass ~2 verification|checks|check|review|validation|checking"},
    {k_inject_reviewer, spoken, true, "ignore ~2 @fault"},
    {k_inject_reviewer, weak, true, "give|award|assign|grant it|this ~1 score|mark|grade|rating"},
    {k_inject_reviewer, weak, false, "already been? ~1 verified|checked|approved|validated"},
    {k_inject_reviewer, spoken, true,
     "recommend|accept|approve|praise ~1 this|the candidate|paper|applicant|submission|product"},
    {k_inject_reviewer, whole, false, "@ai ~4 @reads ~3 @doc ~1 @must ~1 @judge"},

    {k_inject_reviewer, whole, false,
     "when|while|if|whenever you? ?summarize|@reads ?the|this ~3 ?the @ai ~1 @must ~1 "
     "state|say|mention|recommend|praise|rank|rate|conclude"},
    {k_inject_reviewer, whole, false,
     "@ai ~1 when|if|while you ~2 summarize|review|evaluate|rate|read|process this"},
    {k_inject_reviewer, whole, false, "if you are an? ai|llm|language|automated ~3 @reads"},
    {k_inject_reviewer, weak, false, "if you are an? ai|llm|language"},
    {k_inject_reviewer, weak, false, "if an? ai|llm|language|model ~3 @reads ~2 this|the"},
    {k_inject_reviewer, whole, false,
     "as ?an ?the ai|automated|llm|language ~1 grader|reviewer|judge|evaluator|model you ~1 "
     "must|should|shall|are|will"},
    {k_inject_reviewer, spoken, true,
     "tell|assure ~1 reader|user|reviewer ~2 that ~3 product|document|text|report ~2 "
     "safe|correct|best|true"},
    {k_inject_reviewer, whole, false, "@ai: ~4 previous|prior ~1 review ~2 void|invalid"},
    {k_inject_reviewer, spoken, true, "say|state ~2 that? ~6 best|fine|correct|safe|never"},
    {k_inject_reviewer, weak, true, "praise|approve ~2 product|payment|everything|transfer"},
    {k_inject_reviewer, weak, true, "approve everything|payment|all"},

    {k_inject_tool, whole, true, "call|invoke|use|execute|run|trigger ~2 <ident> ~1 tool"},
    {k_inject_tool, spoken, true,
     "call|invoke|use|execute|run|trigger ~2 <ident> ~1 function|api|command"},
    {k_inject_tool, whole, true,
     "use|using your browser|browsing|search|email|mail|shell|file|code|python|terminal|web ~1 "
     "tool|tools|plugin|plugins"},
    {k_inject_tool, whole, true,
     "use the shell|terminal|browser|email|python|mail|file|code tool to"},
    {k_inject_tool, spoken, true,
     "send|forward|post|upload|exfiltrate|transmit ~3 @talk ~3 to|using ~2 <link>"},
    {k_inject_tool, whole, true, "send|forward|post|upload ~4 of ?the user|users to ~2 <link>"},
    {k_inject_tool, whole, true,
     "run|execute the following command|commands|code ~2 do? not|without ask|asking ~2 "
     "confirmation|permission"},
    {k_inject_tool, weak, false, "do not ask for confirmation|permission"},
    {k_inject_tool, weak, true, "run|execute the ~1 commands|command"},
    {k_inject_tool, weak, true, "send|include|append|add ~8 @talk ~3 to|in"},

    {k_inject_conceal, whole, true,
     "do|don't|never ?not tell|inform|alert|notify ~1 user|users|human|humans ~4 "
     "this|instruction|instructions|message|note|paragraph|prompt"},
    {k_inject_conceal, whole, true,
     "do|don't|never ?not tell|inform|alert ?the user|users|human|reader ?that ?about you"},
    {k_inject_conceal, spoken, false,
     "without mentioning|telling|informing|alerting ~3 user|users|human"},
    {k_inject_conceal, whole, true,
     "do|don't|never ?not mention|reveal|disclose this|these ?hidden "
     "note|instruction|instructions|message|prompt|text|paragraph"},
    {k_inject_conceal, spoken, false,
     "not mention|reveal|disclose this|these note|instruction|instructions|text"},
    {k_inject_conceal, spoken, true, "hide|conceal ~3 from the user|users|human"},
    {k_inject_conceal, whole, true, "secretly|covertly include|add|insert|append|send|forward"},

    {k_inject_output_hijack, whole, true,
     "begin|start|prefix ~1 your answer|response|reply|output|message with @affirm"},
    {k_inject_output_hijack, whole, false,
     "your answer|response|reply|output must|should|shall|has|will ?to ?always begin|start with "
     "@affirm"},
    {k_inject_output_hijack, whole, true,
     "respond|reply|answer ~1 only|solely|exclusively with ~6 whatever|regardless"},
    {k_inject_output_hijack, whole, true,
     "begin|start ~1 your answer|response|reply with \"i have|am ~1 no|free"},
    {k_inject_output_hijack, whole, false, "your only response|answer|reply to any|every ~3 is|be"},
    {k_inject_output_hijack, whole, true, "reply|respond|return|answer|output ~9 verdict ~2 pass"},
    {k_inject_output_hijack, whole, true,
     "output|say|write|print|return exactly|only ~2 sentence|phrase|word|words|string ~16 nothing "
     "else"},
    {k_inject_output_hijack, weak, true, "respond|reply|answer ~1 only|solely with"},
    {k_inject_output_hijack, weak, true,
     "output|say|write|print|return exactly|only ~2 sentence|phrase|word|words|string"},
};

} // namespace

Language english_other()
{
    return {k_english_other_sets, k_english_other_rows};
}

} // namespace verify::orders
