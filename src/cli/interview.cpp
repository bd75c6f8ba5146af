#include "cli/interview.hpp"

#include "base/concat.hpp"
#include "cli/terminal_text.hpp"
#include "startup/load_config.hpp"

#include <algorithm>
#include <filesystem>
#include <istream>
#include <ostream>

namespace cli {

using base::concat;

namespace {

constexpr std::size_t k_answer_max_bytes = 2'000;
constexpr std::string_view k_scheme = "https://";

constexpr Question k_certificate{k_certificate_option, "",
                                 "Folder with fullchain.pem and privkey.pem, or none yet"};

// As the table of options has it: nothing for none, and commas alone between the members of a list.
std::string value_of(std::string answer)
{
    if (answer == k_no_value) return {};
    std::erase(answer, ' ');
    return answer;
}

bool has_control_characters(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

// Trimmed at both ends; nullopt: the input ended. What is longer than an answer may be comes cut,
// and is refused.
std::optional<std::string> read_line(std::istream& in)
{
    std::string out;
    char c = 0;
    while (in.get(c) && c != '\n')
        if (out.size() <= k_answer_max_bytes) out += c;
    if (!in) return std::nullopt;
    out.erase(out.find_last_not_of(" \t\r") + 1);
    out.erase(0, out.find_first_not_of(" \t"));
    return out;
}

std::string host_of_shop(const config::Answers& answers)
{
    const auto found = answers.find("service.base_url");
    if (found == answers.end() || !found->second.starts_with(k_scheme)) return {};
    return found->second.substr(k_scheme.size());
}

} // namespace

std::optional<std::string> find_refusal(const config::Answers& answers, std::string_view key)
{
    const auto& value = answers.find(key)->second;
    if (value.size() > k_answer_max_bytes || has_control_characters(value))
        return concat("must be one line of at most ", k_answer_max_bytes,
                      " bytes without control characters");
    const auto knowledge = startup::knowledge();
    const auto reading =
        config::read(config::sample_file(knowledge.products, answers), "answers", knowledge);
    const auto name = concat(key, ' ');
    for (const auto& problem : reading.problems)
        if (problem.message.starts_with(name)) return problem.message.substr(name.size());
    // What is not TOML leaves the reader without settings.
    if (reading.loaded.settings.empty()) return std::string{"must be text in UTF-8"};
    return std::nullopt;
}

Interview::Interview(const Arguments& given, std::istream* terminal, std::ostream& out)
    : m_given{given}, m_terminal{terminal}, m_out{out}
{
}

std::optional<std::string> Interview::find_refusal_of(const Question& question,
                                                      const std::string& answer)
{
    const auto root = m_given.value("--root").value_or("");
    auto& [answers, site] = m_out_answers;
    if (question.key.empty()) {
        auto plan = plan_site(host_of_shop(answers), answer, root);
        if (!plan) return plan.error();
        site = std::move(*plan);
        return std::nullopt;
    }
    auto tried = answers;
    tried[std::string{question.key}] = value_of(answer);
    if (auto refusal = find_refusal(tried, question.key)) return refusal;
    // Its host names the site, too.
    if (question.key == "service.base_url")
        if (auto plan = plan_site(host_of_shop(tried), std::string{k_no_value}, root); !plan)
            return plan.error();
    answers = std::move(tried);
    return std::nullopt;
}

std::optional<std::string> Interview::ask(const Question& question)
{
    if (auto given = m_given.value(question.option)) {
        const auto refusal = find_refusal_of(question, *given);
        if (!refusal) return given;
        m_errors.push_back(concat(question.option, ' ', *refusal));
        return m_terminal == nullptr ? given : std::nullopt; // the rest is not asked in vain
    }
    if (m_terminal == nullptr) {
        std::string fallback{question.fallback};
        if (fallback.empty())
            m_errors.push_back(concat(question.option, " is missing: ", question.text));
        else if (const auto refusal = find_refusal_of(question, fallback))
            m_errors.push_back(concat(question.option, ' ', *refusal));
        return fallback;
    }
    for (;;) {
        m_out << question.text;
        if (!question.fallback.empty()) m_out << " [" << question.fallback << ']';
        m_out << ": " << std::flush;
        auto answer = read_line(*m_terminal);
        if (!answer) return std::nullopt;
        if (answer->empty()) *answer = question.fallback;
        const auto refusal = find_refusal_of(question, *answer);
        if (!refusal) return answer;
        m_out << "  Not taken: " << safe_on_terminal(*refusal) << '\n';
    }
}

base::Result<Answered, std::vector<std::string>> Interview::run()
{
    const auto ended = [this] {
        if (!m_errors.empty()) return base::refuse(std::move(m_errors));
        m_out << '\n';
        return base::refuse(std::vector<std::string>{
            "the input ended before the last answer: nothing was written"});
    };
    for (const auto& question : k_questions)
        if (!ask(question)) return ended();
    const auto host = host_of_shop(m_out_answers.answers);
    if (!host.empty()) {
        const auto root = m_given.value("--root").value_or("");
        const auto found = plan_site(host, std::nullopt, root);
        auto question = k_certificate;
        const std::string fallback{!found || found->certificate.empty() ? std::string{k_no_value}
                                                                        : found->certificate};
        question.fallback = fallback;
        if (!ask(question)) return ended();
    }
    if (!m_errors.empty()) return base::refuse(std::move(m_errors));
    return std::move(m_out_answers);
}

} // namespace cli
