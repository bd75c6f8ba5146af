// The questions of `assay setup`: asked at a terminal one after the other, or answered beforehand
// by options. Each answer is checked at once by what reads the configuration.
#pragma once

#include "base/result.hpp"
#include "cli/arguments.hpp"
#include "cli/site.hpp"
#include "config/show.hpp"

#include <array>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Question {
    std::string_view option; // that answers it
    std::string_view key;    // of the configuration
    std::string_view text;
    std::string_view fallback{}; // "": it must be answered
};

// "none" is an empty value.
inline constexpr std::string_view k_no_value = "none";

inline constexpr Question k_questions[] = {
    {"--base-url", "service.base_url", "Public address of the shop, such as https://assay.example"},
    {"--pay-to", "payment.pay_to",
     "Account that buyers pay (0x...), for this installation alone; its key stays elsewhere"},
    {"--contact", "service.contact",
     "Where buyers reach you: mailto:NAME@HOST, an https:// page, or none", k_no_value},
    {"--rpc-urls", "payment.rpc_urls",
     "RPC endpoints of the chain, of two providers, with a comma between"},
    {"--facilitator-urls", "facilitator.urls",
     "x402 facilitators, with a comma between; none: sold by transfers alone", k_no_value},
    {"--anchor", "anchor.mode", "How results are anchored on the chain: eas, selfsend or off",
     "eas"},
};
inline constexpr std::string_view k_certificate_option = "--certificate";

struct Answered {
    config::Answers answers;
    SitePlan site;
};

// Why the reader of the configuration refuses the value of `key`, given the other answers; nullopt:
// it does not.
std::optional<std::string> find_refusal(const config::Answers& answers, std::string_view key);

// Takes the answers of `given`, asks for the others at `terminal` (nullptr: there is none, and what
// has a fallback is not asked). Nothing is written but questions. The errors are sentences: each
// answer of `given` that is refused, each that is missing; or that the input ended.
class Interview {
public:
    Interview(const Arguments& given, std::istream* terminal, std::ostream& out);
    base::Result<Answered, std::vector<std::string>> run();

private:
    // nullopt: the input ended, or the answer is among the errors.
    std::optional<std::string> ask(const Question& question);
    std::optional<std::string> find_refusal_of(const Question& question, const std::string& answer);

    const Arguments& m_given;
    std::istream* m_terminal;
    std::ostream& m_out;
    Answered m_out_answers{};
    std::vector<std::string> m_errors{};
};

} // namespace cli
