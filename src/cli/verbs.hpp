// The verbs of `assay`: one function and one file for each, and the table that lists them.
#pragma once

#include "startup/exit.hpp"

#include <array>
#include <span>
#include <string_view>

namespace cli {

using startup::Exit;

using Words = std::span<const std::string_view>;

struct Verb {
    std::string_view name;
    std::string_view usage;                     // what follows "assay "
    std::string_view summary;                   // one line
    Exit (*run)(Words words);                   // the words after the verb
    std::array<std::string_view, 2> examples{}; // what follows "assay "
};

std::span<const Verb> verbs();

// What holds for every verb: where the configuration is, and what the exit codes mean. Lines.
std::string_view help_for_all();

// Runs `assay words...`: what main() does with its arguments. Faults pass through.
Exit run(Words words);

// Complaints go to stderr, what was asked for to stdout. Returns Exit::usage.
Exit complain_usage(const Verb& verb, std::string_view message);
const Verb& verb_named(std::string_view name); // of the table: a wrong name is a bug

Exit run_config(Words words);
Exit run_render(Words words);
Exit run_stack(Words words);
Exit run_status(Words words);
Exit run_doctor(Words words);
Exit run_site(Words words);
Exit run_setup(Words words);
Exit run_jobs(Words words);
Exit run_payments(Words words);
Exit run_credits(Words words);
Exit run_anchor(Words words);
Exit run_key(Words words);
Exit run_db(Words words);
Exit run_metrics(Words words);
Exit run_reference(Words words);
Exit run_scan(Words words);
Exit run_verify(Words words);
Exit run_llm(Words words);
Exit run_synthesize(Words words);
Exit run_correlate(Words words);
Exit run_verify_artifact(Words words);
Exit run_manual(Words words);
Exit run_version(Words words);
Exit run_help(Words words);

} // namespace cli
