// `assay llm`: whether the configured model can do the work, how well, and how much of it.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/arguments.hpp"
#include "cli/bench_files.hpp"
#include "cli/child.hpp"
#include "cli/llm_account.hpp"
#include "cli/llm_bench.hpp"
#include "cli/llm_capacity.hpp"
#include "cli/llm_report.hpp"
#include "cli/model_review.hpp"
#include "cli/own_model.hpp"
#include "cli/verbs.hpp"
#include "llm/probe.hpp"
#include "llm/test_sentences.hpp"
#include "startup/load_config.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

namespace cli {

namespace {

using base::concat;
using config::Config;
constexpr std::size_t k_most_of_a_set = std::size_t{16} << 20U;

Exit check_llm(const Config& config)
{
    const auto review = review_with_model(config, base::json::object("payload", llm::k_probe));
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
              << " test sentences of ours are answered right\n"
              << "pointed at  " << seen.pointed << ", of which " << seen.kept << " stand\n"
              << "record      " << standing_line(llm::standing_of(config.llm, seen.reported_model))
              << '\n'
              << "accounts    "
              << standing_line(llm::account_standing_of(config.llm, seen.reported_model)) << '\n';
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

// The sets of these files; without one, the program's own. The error is a line.
base::Result<BenchSet, std::string> read_sets(const std::vector<std::string>& files)
{
    if (files.empty()) return made_set();
    BenchSet out;
    out.name = name_of_sets(files);
    for (const auto& file : files) {
        if (!std::filesystem::is_regular_file(file))
            return base::refuse(concat(file, " is no file"));
        auto cases = read_set(base::read_file(file, k_most_of_a_set));
        if (!cases) return base::refuse(concat(file, ": ", cases.error()));
        std::ranges::move(*cases, std::back_inserter(out.cases));
    }
    const auto right = std::ranges::count(out.cases, false, &BenchCase::is_wrong);
    if (auto why = llm::hindrance({}, llm::Level::b, right); !why.empty())
        return base::refuse(std::move(why));
    return out;
}

Exit bench(const Config& config, const std::vector<std::string>& files, const Course& course)
{
    const auto refuse = [](std::string_view why, Exit exit = Exit::usage) {
        complain("llm", why);
        return exit;
    };
    const bool is_replay = course.replayed.has_value();
    if (!config.llm.is_set() && !is_replay) return refuse(k_no_model);
    if (!is_replay && !can_be_file(config.llm.record))
        return refuse(concat("llm.record cannot be written: ", config.llm.record,
                             " is a folder, or in none"));
    const auto set = read_sets(files);
    if (!set) return refuse(set.error());
    const auto held = is_replay ? base::Fd{} : hold_beside(config.llm.record);
    if (!is_replay && !held.is_open())
        return refuse(concat("another bench is writing ", config.llm.record,
                             "; wait for its end, or name another llm.record"));
    const BenchHead head{is_replay ? "" : config.llm.model, set->name, set->sha256(), today()};
    const std::string partial = config.llm.record + ".partial";
    auto log = open_log(partial, course, head);
    if (!log) return refuse(log.error());
    BenchTicker ticker{config.llm};
    const auto record = measure(config, *set, *log, [&](const BenchProgress& at) { ticker(at); });
    ticker.end();
    if (!record) return refuse(record.error().why, record.error().exit);
    if (is_replay) {
        std::cout << llm::record_text(*record);
    } else {
        const std::string kept = config.llm.record + ".transcripts";
        std::filesystem::rename(partial, kept);
        constexpr unsigned k_for_all_to_read = 0644;
        base::replace_file(config.llm.record, llm::record_text(*record), k_for_all_to_read);
        std::cout << bench_report(*record) << "It stands in " << config.llm.record
                  << ", and what was asked and heard in " << kept << ".\n";
    }
    return record->level() == llm::Level::none ? Exit::error : Exit::ok;
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

Exit print_controls()
{
    const auto frames = llm::frames_json();
    for (std::size_t i = 0; i < json_array_size(frames.get()); ++i)
        std::cout << base::json::dump(json_array_get(frames.get(), i)) << '\n';
    return Exit::ok;
}

constexpr AcceptedOption k_page_option{"--page", true};
constexpr AcceptedOption k_judged_option{"--judged", true};

Exit run_account_bench(const Verb& verb, const Arguments& arguments,
                       const std::vector<std::string>& sets, const Course& course)
{
    const auto page = arguments.value(k_page_option.name);
    if (!page) return complain_usage(verb, "--page is the file to judge in");
    const auto judged = arguments.value(k_judged_option.name);
    if (judged && (!sets.empty() || course.replayed || course.is_anew))
        return complain_usage(verb, "--judged takes no sets, no --replay and no --anew");
    if (!judged && sets.empty())
        return complain_usage(verb, "SET is missing: topics of your own, about 40, for a topic "
                                    "makes some 5 of the 200 sentences that a record takes");
    if (course.replayed) return bench_accounts({}, sets, *page, course);
    const auto config = startup::load_model_config(arguments.value(k_config_option.name));
    if (!config) return Exit::usage;
    if (judged) return judge_accounts(*config, *judged, *page);
    return bench_accounts(*config, sets, *page, course);
}

} // namespace

Exit run_llm(Words words)
{
    constexpr std::size_t k_most_sets = 100;
    constexpr AcceptedOption k_options[] = {
        k_config_option, {"--replay", true}, {"--anew"}, k_page_option, k_judged_option};
    const Verb& verb = verb_named("llm");
    const auto arguments = Arguments::parse(words, k_options, 2 + k_most_sets);
    if (!arguments) return complain_usage(verb, arguments.error());
    std::vector<std::string> rest = arguments->words();
    const std::string what = rest.empty() ? "" : rest.front();
    if (what != "check" && what != "bench" && what != "capacity" && what != "controls")
        return complain_usage(verb, "say check, bench, capacity or controls");
    rest.erase(rest.begin());
    const Course course{arguments->value("--replay"), arguments->has("--anew")};
    if (what != "bench" && (!rest.empty() || course.replayed || course.is_anew))
        return complain_usage(verb, "bench, and nothing else, takes sets, --replay and --anew");
    if (course.replayed && course.is_anew)
        return complain_usage(verb, "a replay asks nothing anew");
    if (what == "bench" && !rest.empty() && rest.front() == "account") {
        rest.erase(rest.begin());
        return run_account_bench(verb, *arguments, rest, course);
    }
    if (arguments->has(k_page_option.name) || arguments->has(k_judged_option.name))
        return complain_usage(verb, "--page and --judged go with bench account");
    if (what == "controls") return print_controls();
    if (course.replayed) return bench({}, rest, course);
    const auto config = startup::load_model_config(arguments->value(k_config_option.name));
    if (!config) return Exit::usage;
    if (what == "check") return check_llm(*config);
    if (what == "capacity") return tell_capacity(*config);
    return bench(*config, rest, course);
}

} // namespace cli
