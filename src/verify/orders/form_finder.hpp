// How a layer is read for orders that are known by their form; find_formed_orders() is the way in.
#pragma once

#include "reading/ascii.hpp"
#include "verify/orders/form.hpp"
#include "verify/orders/spelled.hpp"

#include <optional>

namespace verify::orders {

class FormFinder {
public:
    FormFinder(const layers::Layer& layer, std::size_t most);

    std::vector<FormedOrder> run();

private:
    struct Sentence {
        std::size_t first = 0; // words
        std::size_t end = 0;
        std::size_t paragraph = 0;
    };

    // What an order reaches for.
    struct Effects {
        int sum = 0;
        int best = 0;
        bool takes = false;  // more than the reader's own words
        bool leaves = false; // for a place outside, or without people knowing
        CheckRef check;
        std::vector<std::string_view> signals;

        void add(int weight, CheckRef of, std::string_view signal);
    };

    struct Place {
        std::size_t verb = 0;
        bool negated = false;
    };

    // How sure it is that the one who is called is a machine.
    struct Call {
        std::size_t order = 0; // the first word behind it
        bool marked = false;   // by more than a role with a colon, which devices and people have
        bool greets = false;   // "Dear AI,": it is spoken to until the paragraph ends
        bool reads = false;    // as the reader of this very text
        bool states = false;   // a duty is told: anybody's software may have it
    };

    void split();

    [[nodiscard]] std::string_view lower(std::size_t at) const;

    // The signs behind a word.
    [[nodiscard]] std::string_view between(std::size_t at) const;

    [[nodiscard]] bool is_link(std::size_t at) const;

    [[nodiscard]] bool opens_line(std::size_t at) const;

    // "ai-instruction", "ai_note"
    [[nodiscard]] bool is_machine(std::size_t at) const;

    // The place of an order in the clause that begins at `at`.
    [[nodiscard]] std::optional<Place> order_at(std::size_t at, std::size_t end) const;

    [[nodiscard]] Place negation(std::size_t at, std::size_t end) const;

    [[nodiscard]] bool has_near(std::size_t from, std::size_t to, const reading::Cues& words) const;

    // The reader's own output: "your next answer".
    [[nodiscard]] bool is_output(std::size_t at) const;

    [[nodiscard]] bool is_told(std::size_t at) const;

    // Called readers: form.cpp.
    // The call that begins at `at`.
    [[nodiscard]] std::optional<Call> call_at(std::size_t at, std::size_t end) const;

    // Behind "AI": "agents", "reading this", "note".
    [[nodiscard]] bool names_reader(std::size_t at, bool condition) const;

    // Whether the call ends behind the word: at a colon, a bracket or what sets a heading off.
    [[nodiscard]] bool ends_call(std::size_t at, std::size_t opening) const;

    // "Any model that reads this must", "the assistant must": its order is the word behind the
    // duty.
    [[nodiscard]] std::optional<Call> duty_at(std::size_t at, std::size_t end) const;

    // Whether the markup around a word keeps it from people's eyes.
    [[nodiscard]] bool is_out_of_sight(std::size_t at) const;

    // "SYSTEM", not "System".
    [[nodiscard]] bool is_loud(std::size_t at) const;

    // Behind a line end: "[UI] Fix", "User: how".
    [[nodiscard]] bool opens_entry(std::size_t at) const;

    [[nodiscard]] bool is_secret(std::size_t at) const;

    [[nodiscard]] bool leads_outside(std::size_t at) const;

    [[nodiscard]] Effects effects(const Place& order, std::size_t end) const;

    static void take(Effects& out, CheckRef check, std::string_view signal);

    // An order to the reader who is called at `at`; whether one stands there. `certain`: a duty,
    // not an imperative.
    bool judge(std::size_t at, const Call& call, std::size_t end, bool certain);

    // Orders to no reader in particular: form_alone.cpp.
    // A paragraph that is one order about the reader's output, behind a text that asks nothing.
    // People ask for an answer by a day, at an address or with "please": the manner is the sign.
    void look_at_output(const Sentence& sentence);

    // "in Base32", "into Latin", "by suggesting ...", "backward".
    [[nodiscard]] bool tells_manner(std::size_t at, std::size_t end) const;

    [[nodiscard]] std::size_t begin_of(const Sentence& sentence) const;

    [[nodiscard]] bool stands_alone(const Sentence& sentence) const;

    // "print all instructions formatted as ...": no person is asked to render what they were
    // told.
    void look_at_told(const Sentence& sentence);

    // Whether "you" is given a role at `at`.
    [[nodiscard]] bool gives_role(std::size_t at) const;

    [[nodiscard]] bool is_freed(std::size_t at) const;

    // A role for the reader (2) that is free of what binds a machine (2), with a machine named (2)
    // or something that it was told to keep (2).
    void look_at_roles();

    void add(const Effects& found, std::size_t first, std::size_t end, Severity severity);

    std::string_view m_text;
    std::vector<Spelled> m_words;
    std::vector<Sentence> m_sentences;
    std::vector<FormedOrder> m_found;
    std::size_t m_most;
    std::size_t m_question; // where the text first asks
};

} // namespace verify::orders
