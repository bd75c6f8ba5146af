// An account: sentences that a model writes from the lines of sources, each bound to exact quotes.
//
// The model is an editor. A sentence is shown only if it is an edit of its quotes (gate/gate.hpp);
// what is refused is asked for once more, and what is refused twice is replaced by its quote. No
// other word of the model is shown.
#pragma once

#include "account/gate/gate.hpp"
#include "llm/interview.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace account {

struct Source {
    std::string id;
    std::string title;
    std::string published; // "2026-03-28"; empty: not told
    std::size_t group = 0; // of sources that do not witness for each other
};

// A sentence of a source, as a model may be shown it: byte for byte in the places of the text.
struct Line {
    std::size_t source = 0;
    std::uint32_t begin = 0; // bytes of the source's text
    std::string text;
    bool is_outdated = false; // another line tells a later state of what it says
};

struct Material {
    std::string question;
    std::string_view language;
    std::vector<Source> sources;
    std::vector<Line> lines; // in the order in which they are shown
};

// In the order in which an account has them.
enum class Kind { answer, differs, changed, position, watch, context, limit };
std::string_view name_of(Kind kind);

// An account answers, and tells what differs, changed or limits. A brief also says who holds what,
// and what is announced: it takes two questions.
enum class Purpose { account, brief };

enum class Form { edited, quoted };
std::string_view name_of(Form form);

struct Quote {
    std::size_t line = 0; // of the material
    std::size_t source = 0;
    std::uint32_t begin = 0; // bytes of the source's text
    std::uint32_t end = 0;
};

struct Sentence {
    Kind kind = Kind::context;
    Form form = Form::edited;
    std::string text;
    std::vector<Quote> quotes;
    std::size_t groups = 0; // of its sources
};

inline constexpr std::size_t k_most_sentences = 8; // of a question

struct Account {
    std::vector<Sentence> sentences;
    std::vector<std::string> unanswered; // words of the question
    // By the check that refused them at first, and how many were written again.
    std::map<gate::Check, std::size_t> refused;
    std::size_t rewritten = 0;

    [[nodiscard]] std::size_t count(Form form) const;
};

// nullopt: the model gave no answer to work with, and the interview notes what was lacking. Without
// lines the model is not asked, and the account has no sentence.
std::optional<Account> write(const Material& material, Purpose purpose, llm::Interview& interview);

} // namespace account
