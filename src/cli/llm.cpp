// `assay llm`: whether the configured model can do the work, how well, and how much of it.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/child.hpp"
#include "cli/llm_bench.hpp"
#include "cli/llm_capacity.hpp"
#include "cli/own_model.hpp"
#include "cli/verbs.hpp"
#include "llm/probe.hpp"
#include "startup/load_config.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace cli {

namespace {

using config::Config;
constexpr std::size_t k_most_of_a_set = std::size_t{16} << 20U;

Exit check_llm(const Config& config)
{
    const auto review = review_with_model(config, llm::k_probe);
    if (!review) {
        complain("llm", review.error());
        return Exit::usage;
    }
    const auto& seen = *review;
    std::cout << "model       " << config.llm.model << ", which calls itself "
              << (seen.reported_model.empty() ? "nothing" : seen.reported_model) << '\n'
              << "calls       " << seen.calls << ", of which " << seen.used << " could be used\n"
              << "tokens      " << seen.tokens_in << " in, " << seen.tokens_out << " out\n"
              << "canary      " << seen.canary_ok << " of " << seen.canary_total
              << ": it points at our wrong sum and not at our right one\n"
              << "pointed at  " << seen.pointed << ", of which " << seen.kept_exact
              << " became findings and " << seen.kept_opinion << " opinions\n";
    if (seen.lack.empty()) {
        std::cout << "The model does what a review asks of it.\n";
        return Exit::ok;
    }
    std::cout << "The model does not do what a review asks of it: " << seen.lack;
    for (const auto& [outcome, count] : seen.outcomes)
        if (outcome != "used") std::cout << "; " << count << " times " << outcome;
    std::cout << ".\n";
    return seen.lack == "model_away" ? Exit::unreachable : Exit::error;
}

std::vector<std::filesystem::path> sets_in(const std::string& directory)
{
    std::vector<std::filesystem::path> out;
    for (const auto& each : std::filesystem::directory_iterator{directory})
        if (each.path().extension() == ".jsonl") out.push_back(each.path());
    std::sort(out.begin(), out.end());
    return out;
}

Exit bench(const Config& config, const std::string& directory, std::size_t limit)
{
    Bench whole;
    for (const auto& path : sets_in(directory)) {
        const auto cases = read_set(base::read_file(path, k_most_of_a_set));
        if (!cases) {
            complain("llm", base::concat(path.filename().string(), ": ", cases.error()));
            return Exit::usage;
        }
        Bench own;
        for (std::size_t i = 0; i < std::min(limit, cases->size()); ++i) {
            const auto problem = own.add(config, (*cases)[i]);
            if (!problem.empty()) {
                complain("llm", problem);
                return Exit::usage;
            }
        }
        std::cout << own.text(path.stem().string(), config.llm) << std::flush;
        whole.add(own);
    }
    std::cout << whole.text("all", config.llm);
    return whole.has_any() ? Exit::ok : Exit::usage;
}

Exit tell_capacity(const Config& config)
{
    if (!config.llm.is_set()) {
        complain("llm", k_no_model);
        return Exit::usage;
    }
    std::cout << capacity_table(config);
    return Exit::ok;
}

} // namespace

Exit run_llm(Words words)
{
    const Verb& verb = verb_named("llm");
    constexpr AcceptedOption k_options[] = {k_config_option, {"--sets", true}, {"--limit", true}};
    const auto arguments = Arguments::parse(words, k_options, 1);
    if (!arguments) return complain_usage(verb, arguments.error());
    const std::string what = arguments->words().empty() ? "" : arguments->words().front();
    const auto sets = arguments->value("--sets");
    if (what != "check" && what != "bench" && what != "capacity")
        return complain_usage(verb, "say check, bench or capacity");
    if ((what == "bench") != sets.has_value())
        return complain_usage(verb, "bench, and nothing else, takes --sets DIR");
    std::size_t limit = 100'000;
    if (const auto text = arguments->value("--limit")) {
        const bool is_number =
            !text->empty() && text->size() < 6 &&
            std::all_of(text->begin(), text->end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!is_number) return complain_usage(verb, "--limit takes a number of texts");
        limit = std::stoul(*text);
    }
    const auto config = startup::load_model_config(arguments->value(k_config_option.name));
    if (!config) return Exit::usage;
    if (what == "check") return check_llm(*config);
    if (what == "capacity") return tell_capacity(*config);
    if (!std::filesystem::is_directory(*sets))
        return complain_usage(verb, "--sets names no directory");
    return bench(*config, *sets, limit);
}

} // namespace cli
