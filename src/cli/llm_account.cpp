#include "cli/llm_account.hpp"

#include "base/concat.hpp"
#include "base/fd.hpp"
#include "cli/account_page.hpp"
#include "cli/child.hpp"
#include "cli/llm_report.hpp"
#include "cli/own_model.hpp"
#include "llm/account_record.hpp"
#include "llm/edition.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace cli {

using base::concat;

namespace {

constexpr std::size_t k_most_of_topics = std::size_t{64} << 20U;
constexpr std::size_t k_most_shown = std::size_t{64} << 20U;
constexpr std::int64_t k_of_a_topic = 5;   // sentences, about
constexpr unsigned k_for_its_owner = 0600; // it holds the texts
constexpr unsigned k_for_everybody = 0644;

Exit refuse_account(std::string_view why, Exit exit = Exit::usage)
{
    complain("llm", why);
    return exit;
}

std::string beside(const std::string& page)
{
    return page + ".bench.json";
}

base::Result<AccountSet, std::string> read_topics(const std::vector<std::string>& files)
{
    AccountSet out;
    out.name = name_of_sets(files);
    for (const auto& file : files) {
        if (!std::filesystem::is_regular_file(file))
            return base::refuse(concat(file, " is no file"));
        const auto added = add_topics(base::read_file(file, k_most_of_topics), out);
        if (!added) return base::refuse(concat(file, ": ", added.error()));
    }
    return out;
}

base::Result<AccountBench, std::string> read_bench(const std::string& path)
{
    if (!std::filesystem::is_regular_file(path)) return base::refuse(concat(path, " is no file"));
    auto out = parse_account_bench(base::read_file(path, k_most_shown));
    if (!out) return base::refuse(concat(path, ": ", out.error()));
    return out;
}

// What the model named in the configuration now, and this program, would not be measured by.
std::string why_foreign(const llm::Measurement& measurement, const config::Llm& llm)
{
    const llm::Edition edition{llm::k_account_prompts, llm::k_account_gate};
    return llm::why_void(measurement, edition, llm, {});
}

// How many topics more make as many sentences as a record takes.
std::string told_of_topics(std::int64_t sentences)
{
    const auto missing = std::max<std::int64_t>(0, llm::k_least_judged - sentences);
    if (missing == 0) return {};
    return concat("A record takes ", llm::k_least_judged, " judged sentences, and a topic makes ",
                  k_of_a_topic, ", about: add some ", (missing + k_of_a_topic - 1) / k_of_a_topic,
                  " topics.\n");
}

} // namespace

Exit bench_accounts(const config::Config& config, const std::vector<std::string>& files,
                    const std::string& page, const Course& course)
{
    const bool is_replay = course.replayed.has_value();
    if (!config.llm.is_set() && !is_replay) return refuse_account(k_no_model);
    if (!can_be_file(page))
        return refuse_account(
            concat("the page cannot be written: ", page, " is a folder, or in none"));
    // Hours of judging are of the bench that is there.
    if (std::filesystem::exists(page) && !course.is_anew)
        return refuse_account(concat(page, " is there; name another page, or say --anew"));
    const auto set = read_topics(files);
    if (!set) return refuse_account(set.error());
    const auto held = hold_beside(page);
    if (!held.is_open())
        return refuse_account(concat("another bench is writing ", page,
                                     "; wait for its end, or "
                                     "name another page"));
    const BenchHead head{is_replay ? "" : config.llm.model,
                         set->name,
                         set->sha256(),
                         today(),
                         {llm::k_account_prompts, llm::k_account_gate}};
    const std::string partial = page + ".partial";
    auto log = open_log(partial, course, head);
    if (!log) return refuse_account(log.error());
    std::cerr << told_of_topics(static_cast<std::int64_t>(set->topics.size()) * k_of_a_topic);
    BenchTicker ticker{config.llm};
    const auto shown =
        measure_accounts(config, *set, *log, [&](const BenchProgress& at) { ticker(at); });
    ticker.end();
    if (!shown) return refuse_account(shown.error().why, shown.error().exit);
    const auto bench = parse_account_bench(*shown);
    if (!bench) return refuse_account(bench.error(), Exit::error);
    const std::string kept = course.replayed.value_or(page + ".transcripts");
    if (!is_replay) std::filesystem::rename(partial, kept);
    base::replace_file(beside(page), *shown, k_for_its_owner);
    base::replace_file(page, account_page(*bench), k_for_its_owner);
    const auto without = base::json::integer_member(
        base::json::object_member(bench->whole.get(), "counts"), "without_account");
    std::cout << "topics      " << set->topics.size() << ", of which " << without.value_or(0)
              << " gave no account\n"
              << "sentences   " << bench->edited_at_first << " edited at first, "
              << bench->rewritten << " when asked once more, " << bench->quoted << " quoted\n"
              << "Judge those that were edited in " << page << "; what was shown stands in "
              << beside(page) << ", and what was asked and heard in " << kept << ".\n";
    const auto edited = bench->edited_at_first + bench->rewritten;
    std::cout << told_of_topics(edited);
    return edited < llm::k_least_judged ? Exit::error : Exit::ok;
}

Exit judge_accounts(const config::Config& config, const std::string& judgements,
                    const std::string& page)
{
    if (!config.llm.is_set()) return refuse_account(k_no_model);
    if (!can_be_file(config.llm.account_record))
        return refuse_account(concat("llm.account_record cannot be written: ",
                                     config.llm.account_record, " is a folder, or in none"));
    const auto bench = read_bench(beside(page));
    if (!bench) return refuse_account(bench.error());
    if (const auto why = why_foreign(bench->measurement, config.llm); !why.empty())
        return refuse_account(concat(beside(page), ": ", why));
    if (!std::filesystem::is_regular_file(judgements))
        return refuse_account(concat(judgements, " is no file"));
    const auto judged = read_judgements(base::read_file(judgements, k_most_shown), *bench);
    if (!judged) return refuse_account(concat(judgements, ": ", judged.error()));
    llm::AccountRecord record;
    static_cast<llm::Measurement&>(record) = bench->measurement;
    record.false_ones = *judged;
    record.edited_at_first = bench->edited_at_first;
    record.rewritten = bench->rewritten;
    record.quoted = bench->quoted;
    record.median_ms = bench->median_ms;
    base::replace_file(config.llm.account_record, llm::account_record_text(record),
                       k_for_everybody);
    std::cout << account_report(record) << "It stands in " << config.llm.account_record << ".\n";
    return record.reason().empty() ? Exit::ok : Exit::error;
}

} // namespace cli
