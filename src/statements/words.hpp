// Word lists of statements: words without content, and cues of how something is said.
#pragma once

#include <string_view>

namespace statements {

// English words that tell nothing of what a sentence is about.
inline constexpr std::string_view k_stop_words[] = {
    "a",        "about",   "above",   "after",   "again",   "against", "all",     "also",
    "although", "am",      "among",   "an",      "and",     "any",     "are",     "aren't",
    "as",       "at",      "be",      "because", "been",    "before",  "being",   "below",
    "between",  "both",    "but",     "by",      "can",     "can't",   "cannot",  "could",
    "couldn't", "did",     "didn't",  "do",      "does",    "doesn't", "doing",   "don't",
    "down",     "during",  "each",    "either",  "else",    "even",    "ever",    "every",
    "few",      "for",     "from",    "further", "had",     "hadn't",  "has",     "hasn't",
    "have",     "haven't", "having",  "he",      "her",     "here",    "hers",    "herself",
    "him",      "himself", "his",     "how",     "however", "i",       "i'm",     "i've",
    "i'll",     "i'd",     "if",      "in",      "into",    "is",      "isn't",   "it",
    "it's",     "its",     "itself",  "just",    "let",     "may",     "me",      "might",
    "more",     "most",    "much",    "must",    "my",      "myself",  "neither", "no",
    "nobody",   "none",    "nor",     "not",     "nothing", "now",     "of",      "off",
    "on",       "once",    "one",     "only",    "or",      "other",   "our",     "ours",
    "out",      "over",    "own",     "per",     "rather",  "same",    "shall",   "she",
    "should",   "since",   "so",      "some",    "still",   "such",    "than",    "that",
    "that's",   "the",     "their",   "theirs",  "them",    "then",    "there",   "there's",
    "these",    "they",    "they're", "this",    "those",   "though",  "through", "thus",
    "to",       "too",     "under",   "until",   "up",      "upon",    "us",      "very",
    "was",      "wasn't",  "we",      "we're",   "were",    "weren't", "what",    "when",
    "where",    "whether", "which",   "while",   "who",     "whom",    "whose",   "why",
    "will",     "with",    "within",  "without", "won't",   "would",   "yet",     "you",
    "you're",   "your",    "yours",   "never",   "always",  "far",     "quite",   "really",
    "s",        "t"};

// A sentence with one of these speaks of what may be, of a condition or of another time.
inline constexpr std::string_view k_elsewhere[] = {
    "if",      "unless",   "would",      "could",   "may",       "might",      "should",
    "hopes",   "goal",     "originally", "once",    "initially", "previously", "formerly",
    "earlier", "proposed", "supposed",   "rumored", "rumoured",  "allegedly",  "wanted",
    "used",    "until",    "likely",     "unlikely"};

// A statement with one of these speaks of what is to come: two plans may be opposed, a plan and
// what came of it are not.
inline constexpr std::string_view k_plans[] = {
    "will",      "expected", "expects",   "expect",    "planned",  "plans",
    "plan",      "forecast", "projected", "projects",  "target",   "aims",
    "scheduled", "due",      "shall",     "predicted", "intended", "slated"};

// A sentence with one of these is careful, or tells what a person thinks of a thing.
inline constexpr std::string_view k_hedges[] = {
    "may",       "might",      "could",   "perhaps",    "possibly", "probably",   "reportedly",
    "allegedly", "apparently", "seems",   "seem",       "appears",  "suggests",   "likely",
    "unclear",   "rumoured",   "rumored", "supposedly", "believed", "unconfirmed"};
inline constexpr std::string_view k_opinions[] = {
    "i",        "my",        "me",       "we",        "love",    "hate",      "best",   "worst",
    "terrible", "beautiful", "awful",    "wonderful", "amazing", "should",    "think",  "feel",
    "believe",  "opinion",   "horrible", "ugly",      "nice",    "wonderful", "regret", "prefer"};

// Directed at the reader. In a source that carries instructions such a sentence is one of them.
inline constexpr std::string_view k_commands[] = {
    "ignore",    "disregard", "forget",   "recommend", "say",      "state",     "tell",
    "write",     "reply",     "respond",  "answer",    "output",   "print",     "include",
    "mention",   "always",    "never",    "do",        "don't",    "please",    "you",
    "describe",  "rate",      "rank",     "praise",    "conclude", "report",    "summarize",
    "summarise", "act",       "pretend",  "visit",     "click",    "send",      "buy",
    "use",       "make",      "ensure",   "remember",  "note",     "important", "system",
    "assistant", "treat",     "consider", "stop",      "begin",    "start",     "reveal",
    "follow",    "add",       "avoid",    "omit",      "skip",     "present",   "assure"};
inline constexpr std::string_view k_machines[] = {
    "ai",           "ais",     "assistant", "assistants", "llm",        "llms",
    "chatbot",      "chatgpt", "model",     "models",     "summarizer", "summariser",
    "instructions", "prompt",  "prompts",   "reader",     "readers"};

} // namespace statements
