#include "cli/setup.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"
#include "chain/anchor_key.hpp"
#include "cli/config_check.hpp"
#include "cli/interview.hpp"
#include "cli/key.hpp"
#include "cli/online_check.hpp"
#include "cli/terminal_text.hpp"
#include "startup/load_config.hpp"

#include <openssl/crypto.h>
#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <sstream>

namespace cli {

using base::concat;

namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_configuration = "/etc/assay/assay.toml";
constexpr std::string_view k_anchor_key = "/etc/assay/credentials/anchor-key";
constexpr std::string_view k_drop_in = "/etc/systemd/system/assay-worker.service.d/anchor-key.conf";
constexpr std::size_t k_key_max_bytes = 1'000;
constexpr std::size_t k_answers_max_bytes = std::size_t{16} * 1024;

// The answers, and a file of them that is read as options are.
constexpr std::string_view k_answers_option = "--answers";
std::vector<AcceptedOption> accepted_options()
{
    std::vector<AcceptedOption> out{{k_answers_option, true},
                                    {k_certificate_option, true},
                                    {"--root", true},
                                    {"--replace"},
                                    {"--online"},
                                    k_dry_run_option};
    for (const auto& question : k_questions) out.push_back({question.option, true});
    return out;
}

// All that is to be written.
struct SetupPlan {
    std::string root; // of the image, "" for this machine
    Answered answered;
    std::string account{}; // of anchors; "": they are off
    std::vector<NewFile> files{};

    ~SetupPlan()
    {
        for (auto& file : files)
            if (file.mode == k_mode_of_key) OPENSSL_cleanse(file.text.data(), file.text.size());
    }
};

// The key that is there, else a new one. One sentence where that is not possible.
std::optional<std::string> plan_anchors(SetupPlan& plan)
{
    auto& answers = plan.answered.answers;
    if (answers.at("anchor.mode") == "off") return std::nullopt;
    const auto path = concat(plan.root, k_anchor_key);
    const bool is_there = fs::exists(path);
    std::string text =
        is_there ? base::read_file(path, k_key_max_bytes) : concat(chain::new_key_text(), '\n');
    const auto account = account_of_key(std::string_view{text}.substr(0, text.find('\n')));
    if (!is_there) plan.files.push_back({.path = path, .text = text, .mode = k_mode_of_key});
    OPENSSL_cleanse(text.data(), text.size());
    if (!account)
        return concat(path, " is there and holds no key: move it away, and a new one is made");
    plan.account = *account;
    answers["anchor.address"] = *account;
    plan.files.push_back({.path = concat(plan.root, k_drop_in),
                          .text = concat("# Written by `assay setup`: only the worker gets the "
                                         "key.\n[Service]\nLoadCredential=anchor-key:",
                                         k_anchor_key, '\n')});
    return std::nullopt;
}

void plan_files(SetupPlan& plan)
{
    for (auto& file : site_files(plan.answered.site)) plan.files.push_back(std::move(file));
    const auto products = startup::knowledge().products;
    plan.files.push_back({.path = concat(plan.root, k_configuration),
                          .text = config::sample_file(products, plan.answered.answers),
                          .mode = 0640,
                          .replaces = {config::sample_file(products)},
                          .group = HouseRules{}.user});
}

// What is still to be done, in its order.
std::vector<std::string> steps_of(const SetupPlan& plan)
{
    std::vector<std::string> out;
    if (::getpwnam(HouseRules{}.user.c_str()) == nullptr || !plan.root.empty())
        out.emplace_back("systemd-sysusers && systemd-tmpfiles --create");
    out.emplace_back("systemctl daemon-reload");
    out.emplace_back("systemctl start --no-block assay-reference   # without its list no scan is "
                     "sold");
    out.emplace_back("assay config check --online");
    out.emplace_back("systemctl enable --now assay.target");
    for (auto& step : site_steps(plan.answered.site)) out.push_back(std::move(step));
    return out;
}

void tell_steps(const SetupPlan& plan, std::ostream& out)
{
    if (!plan.account.empty())
        out << "\nThe account of anchors is " << plan.account << ": " << k_fund_anchors
            << ",\nand keep a copy of " << plan.root << k_anchor_key
            << " where this machine is not.\n";
    out << "\nNext:\n";
    for (const auto& step : steps_of(plan)) out << "  " << step << '\n';
}

// What chain and facilitators say of the answers.
Exit ask_outside(const SetupPlan& plan)
{
    const auto knowledge = startup::knowledge();
    const auto text = config::sample_file(knowledge.products, plan.answered.answers);
    OnlineReport report;
    check_online(config::read(text, "answers", knowledge).loaded.config, report);
    return report.exit();
}

// An image cannot be checked from here: the places in it are not this machine's.
Exit check_written(const SetupPlan& plan)
{
    if (!plan.root.empty()) return Exit::ok;
    std::cerr << '\n';
    const auto report = check_config_file(std::string{k_configuration}, {.is_new = true});
    print(report);
    return report.problems.empty() ? Exit::ok : Exit::usage;
}

Exit complain(const std::vector<std::string>& errors, Exit how)
{
    for (const auto& error : errors)
        std::cerr << "assay setup: " << safe_on_terminal(error) << '\n';
    return how;
}

// A line each: an option without its dashes, as "pay-to = 0x...". The error is one sentence.
base::Result<std::vector<std::string>, std::string> options_in(const std::string& path)
{
    std::vector<std::string> out;
    std::istringstream lines{base::read_file(path, k_answers_max_bytes)};
    for (std::string line; std::getline(lines, line);) {
        line.erase(line.find_last_not_of(" \t\r") + 1);
        if (line.empty() || line.starts_with('#')) continue;
        const auto equals = line.find('=');
        if (equals == std::string::npos)
            return base::refuse(concat(path, ": a line must be NAME = VALUE, such as base-url = "
                                             "https://assay.example"));
        auto name = line.substr(0, equals);
        name.erase(name.find_last_not_of(" \t") + 1);
        const auto value = line.find_first_not_of(" \t", equals + 1);
        out.push_back(concat("--", name, '=',
                             value == std::string::npos ? std::string{} : line.substr(value)));
    }
    return out;
}

} // namespace

Exit set_up(const Arguments& given, std::istream* terminal, std::ostream& out)
{
    auto answered = Interview{given, terminal, out}.run();
    if (!answered) return complain(answered.error(), Exit::usage);
    SetupPlan plan{.root = given.value("--root").value_or(""), .answered = std::move(*answered)};
    if (const auto refusal = plan_anchors(plan)) return complain({*refusal}, Exit::error);
    plan_files(plan);
    const Exit outside = given.has("--online") ? ask_outside(plan) : Exit::ok;
    if (outside == Exit::usage)
        return complain({"nothing was written: mend the answers that are contradicted above"},
                        outside);
    const Deeds deeds{given};
    const auto copies = put_in_place(plan.files, given.has("--replace"), deeds);
    if (!copies) return complain({copies.error()}, Exit::error);
    for (const auto& file : plan.files) out << deeds.line("written", file.path);
    for (const auto& copy : *copies) out << deeds.line("kept", copy);
    if (deeds.are_only_told()) return deeds.exit(outside);
    tell_steps(plan, out);
    out << std::flush;
    const Exit written = check_written(plan);
    return written == Exit::ok ? outside : written;
}

Exit run_setup(Words words)
{
    const auto& verb = verb_named("setup");
    const auto options = accepted_options();
    auto given = Arguments::parse(words, options, 0);
    if (!given) return complain_usage(verb, given.error());
    if (const auto path = given->value(k_answers_option)) {
        const auto lines = options_in(*path);
        if (!lines) return complain_usage(verb, lines.error());
        std::vector<std::string_view> all{words.begin(), words.end()};
        all.insert(all.end(), lines->begin(), lines->end());
        given = Arguments::parse(all, options, 0);
        if (!given) return complain_usage(verb, given.error());
    }
    const bool can_ask = !given->has(k_answers_option) && ::isatty(STDIN_FILENO) == 1;
    return set_up(*given, can_ask ? &std::cin : nullptr, std::cout);
}

} // namespace cli
