// One source: its text taken apart, and what makes it less trustworthy.
#pragma once

#include "reading/utterances.hpp"
#include "sources/material.hpp"
#include "statements/vocabulary.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace statements {

struct Source {
    // `common`: the language of all texts together, for one too short to tell its own.
    Source(const sources::Material& given, std::string_view common, Vocabulary& vocabulary);
    // The same of a text that is taken apart already, and must outlive the Source.
    Source(const sources::Material& given, const reading::Document& read, std::string_view common,
           Vocabulary& vocabulary);

    const sources::Material& material; // must outlive the Source
    sources::SourceStatus status;      // of the material; `empty` when its text is blank
    const reading::Document& document;
    std::string_view language;
    TokenTerms terms;
    std::vector<reading::Utterance> utterances; // that can be quoted
    std::set<TermId> of_title;
    std::set<TermId> mentioned; // in its title and its text
    std::optional<std::chrono::sys_days> published;
    // What looks for attacks writes down what they found (verify::orders::note_attacks).
    // The checks that found something in it, each once: "inject.override".
    std::set<std::string_view> flags;
    // The bytes of the text that speak to a machine which reads it. In order.
    std::vector<reading::SourceRange> instructions;
    // A source with instructions was written to steer its readers: it weighs less, and nothing of
    // it that speaks to the reader is ever quoted.
    [[nodiscard]] bool carries_instructions() const { return !instructions.empty(); }

private:
    Source(const sources::Material& given, std::unique_ptr<const reading::Document> read,
           std::string_view common, Vocabulary& vocabulary);

    std::unique_ptr<const reading::Document> m_own; // null when the caller took the text apart
};

// The language most of the texts are written in; English when nothing tells.
std::string_view common_language(const std::vector<sources::Material>& materials);

// The sources of the materials, which must outlive them, in an order of their contents: the same
// sources give the same claims in whatever order a buyer lists them.
std::vector<std::unique_ptr<Source>> read_sources(const std::vector<sources::Material>& materials,
                                                  Vocabulary& vocabulary);

// Indexes of the sources in the order in which the buyer listed them.
std::vector<std::size_t> as_ordered(const std::vector<std::unique_ptr<Source>>& sources);

} // namespace statements
