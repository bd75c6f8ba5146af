// The language model that an operator brings.
#include "config/option_rows.hpp"

#include "config/option_setters.hpp"

namespace config {

namespace {

constexpr std::int64_t k_largest_context = 1LL << 22U;
constexpr std::int64_t k_most_tokens = 100'000'000;
constexpr std::int64_t k_dearest = 1'000'000'000; // 1,000 dollars

const Option k_options_of_model[] = {
    {.section = "llm",
     .key = "url",
     .kind = Kind::url,
     .fallback = "",
     .maximum = k_text_max,
     .help = "OpenAI-compatible API of llama.cpp, vLLM, Ollama or a hosted service, such as "
             "http://127.0.0.1:8080/v1. The texts that it reviews are sent there. Empty: no model.",
     .shows_origin_only = true,
     .set = put<&Config::llm, &Llm::url>},
    {.section = "llm",
     .key = "model",
     .kind = Kind::text,
     .fallback = "",
     .maximum = k_text_max,
     .help = "Name of the model, as requests and artifacts name it.",
     .set = put<&Config::llm, &Llm::model>},
    {.section = "llm",
     .key = "expect_model",
     .kind = Kind::text,
     .fallback = "",
     .maximum = k_text_max,
     .help = "The name that answers must bear; another one counts as no answer. Empty: any.",
     .set = put<&Config::llm, &Llm::expect_model>},
    {.section = "llm",
     .key = "auth_credential",
     .kind = Kind::credential_name,
     .fallback = "",
     .maximum = 64,
     .help = "Name of the credential that is sent as Bearer token, never its value. Empty: none.",
     .set = put<&Config::llm, &Llm::auth_credential>},
    {.section = "llm",
     .key = "record",
     .kind = Kind::path,
     .fallback = "/var/lib/assay/llm-record.json",
     .minimum = 1,
     .maximum = k_path_max,
     .help =
         "What `assay llm bench` has shown of the model. Without one that holds, what the model "
         "points at is an opinion and moves no verdict.",
     .set = put<&Config::llm, &Llm::record>},
    {.section = "llm",
     .key = "account_record",
     .kind = Kind::path,
     .fallback = "/var/lib/assay/llm-account-record.json",
     .minimum = 1,
     .maximum = k_path_max,
     .help =
         "What `assay llm bench account` has shown of the accounts that the model edits, as you "
         "have judged them.",
     .set = put<&Config::llm, &Llm::account_record>},
    {.section = "llm",
     .key = "context_tokens",
     .kind = Kind::integer,
     .fallback = "8192",
     .minimum = 4'096,
     .maximum = k_largest_context,
     .help = "Tokens that question and answer may have together: what the server really gives one "
             "request.",
     .set = put<&Config::llm, &Llm::context_tokens>},
    {.section = "llm",
     .key = "max_output_tokens",
     .kind = Kind::integer,
     .fallback = "1500",
     .minimum = 256,
     .maximum = 100'000,
     .help = "Most tokens of one answer; models that reason aloud need more.",
     .set = put<&Config::llm, &Llm::max_output_tokens>},
    {.section = "llm",
     .key = "call_timeout",
     .kind = Kind::duration,
     .fallback = "60s",
     .minimum = 1,
     .maximum = 600,
     .help = "Longest wait for one answer.",
     .set = put<&Config::llm, &Llm::call_timeout>},
    {.section = "llm",
     .key = "concurrency",
     .kind = Kind::integer,
     .fallback = "2",
     .minimum = 1,
     .maximum = 64,
     .help = "Paid reviews that ask at the same time: as many as the server has slots, or each "
             "waits for the others within call_timeout.",
     .set = put<&Config::llm, &Llm::concurrency>},
    {.section = "llm",
     .key = "job_time",
     .kind = Kind::duration,
     .fallback = "240s",
     .minimum = 5,
     .maximum = 3'000,
     .help =
         "Longest time that one review asks; a paid one asks no longer than lets two attempts "
         "with their pages end within its sla. What the model has not said by then is left out, "
         "and the artifact says so.",
     .set = put<&Config::llm, &Llm::job_time>},
    {.section = "llm",
     .key = "job_calls",
     .kind = Kind::integer,
     .fallback = "120",
     .minimum = 1,
     .maximum = 10'000,
     .help = "Most calls for one review, repeated ones included.",
     .set = put<&Config::llm, &Llm::job_calls>},
    {.section = "llm",
     .key = "job_tokens",
     .kind = Kind::integer,
     .fallback = "600000",
     .minimum = 4'096,
     .maximum = k_most_tokens,
     .help = "Most tokens for one review, of questions and answers.",
     .set = put<&Config::llm, &Llm::job_tokens>},
    {.section = "llm",
     .key = "job_cost",
     .kind = Kind::money,
     .fallback = "0.25",
     .minimum = 0,
     .maximum = k_dearest,
     .help = "Most dollars for one review, by the two prices below.",
     .set = put<&Config::llm, &Llm::job_cost>},
    {.section = "llm",
     .key = "price_in",
     .kind = Kind::money,
     .fallback = "0",
     .minimum = 0,
     .maximum = k_dearest,
     .help = "Dollars that a million tokens of questions cost you.",
     .set = put<&Config::llm, &Llm::price_in>},
    {.section = "llm",
     .key = "price_out",
     .kind = Kind::money,
     .fallback = "0",
     .minimum = 0,
     .maximum = k_dearest,
     .help = "Dollars that a million tokens of answers cost you.",
     .set = put<&Config::llm, &Llm::price_out>},
};

} // namespace

std::span<const Option> options_of_model()
{
    return k_options_of_model;
}

} // namespace config
