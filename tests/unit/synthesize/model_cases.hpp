// A scripted model for the synthesis, and what is said of its opinions.
#pragma once

#include "support/scripted_model.hpp"
#include "synthesize/order.hpp"

#include <map>

namespace tests {

// Texts of one house each, asked about the pool of Linden.
synthesize::Order pool_order(std::initializer_list<std::string_view> texts);
// Three of them, whose letters are bytes.
extern const synthesize::Order k_pool;

// What a model is shown.
struct ShownLines {
    std::map<int, std::string> lines; // by number

    explicit ShownLines(const std::string& material);
    // The number of the first with these words; 0: none.
    [[nodiscard]] int with(std::string_view words) const;
};

struct Related {
    std::string kind;
    std::vector<std::string> words; // of each sentence, and its quote
};

// The answer that says so; with what is right about the service's own sentences, or wrong.
std::string related_text(const ShownLines& shown, const std::vector<Related>& all,
                         bool is_right_about_ours = true);
// What confirms every pointer, and is right about ours.
std::string confirming_text(const std::string& material);
// The answer to either question.
std::string related_well(const llm::Question& question, const std::vector<Related>& related);

// Of a synthesis or a brief, which keeps its schema.
Asked merged_by(llm::Model& model, const synthesize::Order& order, bool as_brief = false);

// What the rules say, of an artifact with or without a model.
std::string of_the_rules(const json_t* artifact_view);
std::string rules_alone(const synthesize::Order& order);

// "answers: Bathers may come back ...", a line each.
std::string opinions_of(const json_t* artifact_view);

// A count of what became of what a model said.
std::int64_t gate_count(const json_t* artifact_view, const char* name);

} // namespace tests
