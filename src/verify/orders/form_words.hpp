// Closed classes by which the form of an order is told. A class of function words is listed whole;
// a class of nouns names what a machine reader is, holds and gives, never what an attack says.
#pragma once

#include "reading/lexicon/lexicon.hpp"

#include <string_view>

namespace verify::orders::form {

// Names that no person answers to.
inline constexpr std::string_view k_machines[] = {
    "ai",  "ais",  "llm", "llms", "gpt", "chatgpt",      "chatbot",   "chatbots",
    "bot", "bots", "ki",  "ia",   "ии",  "sprachmodell", "automated", "sprachmodelle"};

// Turns of a dialogue with a machine; persons and devices are called so too.
inline constexpr std::string_view k_roles[] = {
    "system",  "assistant", "agent",   "model", "système",   "systeme",   "assistente",
    "sistema", "asistente", "система", "агент", "ассистент", "assistent", "modell"};

// What may follow a role in its mark: "SYSTEM MESSAGE:", "[AI-INSTRUCTION]".
inline constexpr std::string_view k_of_mark[] = {
    "message",  "prompt", "instruction", "instructions", "note", "notice",
    "override", "update", "command",     "directive",    "alert"};

// What may stand before the name of who is called: "Note to any", "Dear".
inline constexpr std::string_view k_calling[] = {
    "note",     "notes", "attention", "attn",        "message",      "notice", "important",
    "reminder", "memo",  "hint",      "instruction", "instructions", "to",     "for",
    "any",      "all",   "every",     "each",        "the",          "an",     "a",
    "dear",     "hey",   "hi",        "hello",       "other",        "large",  "language",
    "your",     "only",  "jede",      "alle",        "hinweis",      "für",    "liebe",
    "lieber",   "cher",  "chère",     "querida",     "estimada",     "nota",   "la",
    "внимание", "new",   "task",      "update",      "role",         "p",      "s",
    "à",        "toute", "pour",      "para",        "toda",         "для",    "automated",
    "das",      "liest", "die"};

// No clause of an order begins with them: determiners, pronouns, prepositions, conjunctions,
// auxiliaries, question words and adverbs of place and degree.
inline constexpr reading::OwnCues k_closed{
    reading::WordSet::possessive | reading::WordSet::personal | reading::WordSet::asks |
        reading::WordSet::may | reading::WordSet::some | reading::WordSet::demonstrative |
        reading::WordSet::copula | reading::WordSet::role_prep | reading::WordSet::contrasts |
        reading::WordSet::article | reading::WordSet::have | reading::WordSet::place_prep |
        reading::WordSet::must | reading::WordSet::will | reading::WordSet::explains |
        reading::WordSet::joins | reading::WordSet::all | reading::WordSet::every |
        reading::WordSet::way_prep | reading::WordSet::over_under | reading::WordSet::supposes |
        reading::WordSet::relative | reading::WordSet::nor | reading::WordSet::no |
        reading::WordSet::not_so | reading::WordSet::only | reading::WordSet::until,
    {"any",  "much",  "more",   "one",    "as",      "than",   "so",  "yet",   "without", "into",
     "onto", "about", "after",  "before", "between", "during", "am",  "there", "here",    "very",
     "too",  "also",  "please", "der",    "die",     "das",    "ein", "eine",  "le",      "la",
     "les",  "un",    "une",    "el",     "los",     "las",    "una", "yes",   "il",      "ich",
     "wir",  "nous",  "yo",     "мы",     "он",      "она"}};

// After a noun at the beginning: it was the subject of a statement.
inline constexpr reading::OwnCues k_finite{reading::WordSet::may | reading::WordSet::copula |
                                               reading::WordSet::have | reading::WordSet::must |
                                               reading::WordSet::will | reading::WordSet::does,
                                           {"ist", "sind", "wird", "est", "sont", "es", "son"}};

inline constexpr std::string_view k_duty[] = {"must", "should", "shall"};
inline constexpr std::string_view k_courtesy[] = {
    "please", "kindly", "bitte", "always",  "just",     "now",        "then",
    "also",   "next",   "first", "instead", "secretly", "immediately"};

// They open a clause before the order.
inline constexpr std::string_view k_conditions[] = {"when",  "whenever", "if", "while", "before",
                                                    "after", "once",     "in", "as",    "because"};
// Between a condition and the name of who is called.
inline constexpr std::string_view k_joining[] = {"when",    "whenever", "if",     "once", "while",
                                                 "because", "as",       "you",    "are",  "be",
                                                 "happen",  "to",       "you're", "the"};
// Words that say where something is brought.
inline constexpr std::string_view k_towards[] = {"to", "at", "into", "via", "an", "à", "a", "на"};
inline constexpr reading::OwnCues k_articles{reading::WordSet::article,
                                             {"its", "this", "all", "your"}};
inline constexpr std::string_view k_first_person[] = {"i", "me", "my", "we", "us", "our"};
inline constexpr std::string_view k_you[] = {"you"};

// Whose things a machine reader handles.
inline constexpr std::string_view k_owners[] = {
    "user",        "users",         "user's",  "users'",       "nutzers",
    "utilisateur", "l'utilisateur", "usuario", "пользователя", "customer's"};
inline constexpr std::string_view k_of_reader[] = {
    "conversation", "chat",    "transcript", "password",   "passwords",  "credential",
    "credentials",  "secrets", "token",      "tokens",     "contacts",   "calendar",
    "location",     "history", "inbox",      "contraseña", "chatverlauf"};
inline constexpr std::string_view k_keys[] = {"key", "keys"};
inline constexpr std::string_view k_of_keys[] = {"api",     "private", "secret",    "access",
                                                 "session", "ssh",     "encryption"};
inline constexpr std::string_view k_told[] = {"instruction", "instructions", "prompt",
                                              "prompts",     "directives",   "guidelines",
                                              "message",     "context",      "configuration"};
inline constexpr std::string_view k_told_by[] = {
    "your", "system", "hidden", "previous", "prior", "initial", "original", "all", "other", "the"};
inline constexpr std::string_view k_output[] = {
    "answer",  "answers", "reply",     "response", "output",  "summary", "replies",
    "antwort", "réponse", "respuesta", "verdict",  "respond", "message"};
// What else a machine that was called gives out.
inline constexpr std::string_view k_products[] = {"review", "translation", "report", "evaluation",
                                                  "assessment"};
inline constexpr std::string_view k_documents[] = {"page",  "text", "document", "article",
                                                   "paper", "site", "file"};
inline constexpr reading::OwnCues k_relatives{reading::WordSet::relative,
                                              {"die", "der", "das", "qui", "que"}};
inline constexpr reading::OwnCues k_concluding{reading::WordSet::so, {"instead"}};
inline constexpr std::string_view k_answering[] = {"answer", "reply", "respond"};
// Words of an output that is still to come.
inline constexpr std::string_view k_coming[] = {"your", "its",   "every", "each", "next",
                                                "any",  "deine", "ta",    "tu"};
inline constexpr std::string_view k_verdicts[] = {"rating",   "score", "grade",     "ranking",
                                                  "approval", "best",  "höchstnote"};
inline constexpr std::string_view k_people[] = {"user",   "users",  "human",
                                                "humans", "reader", "anyone"};
inline constexpr std::string_view k_rendering[] = {"format",  "formatted", "verbatim", "code",
                                                   "bullet",  "bullets",   "listed",   "bytes",
                                                   "encoded", "base64",    "json",     "markdown"};

// What keeps a machine from answering everything.
inline constexpr std::string_view k_limits[] = {
    "rule",       "rules",  "restriction", "restrictions", "restricted",  "limit",       "limits",
    "limited",    "policy", "policies",    "filter",       "filters",     "moderation",  "bound",
    "guidelines", "morals", "ethics",      "censor",       "instruction", "instructions"};
inline constexpr std::string_view k_absence[] = {"no",      "not",   "zero",     "without", "never",
                                                 "doesn't", "isn't", "override", "free"};

inline constexpr reading::OwnCues k_denials{reading::WordSet::not_so, {"can't", "don't"}};
inline constexpr std::string_view k_breaks[] = {"override", "break", "violate", "ignore"};

} // namespace verify::orders::form
