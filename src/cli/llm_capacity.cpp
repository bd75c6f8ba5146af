#include "cli/llm_capacity.hpp"

#include "base/concat.hpp"
#include "catalog/lanes.hpp"
#include "startup/shop.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace cli {

namespace {

using base::concat;
using std::chrono::milliseconds;

// What is asked about a text of a thousand words, and more where 45 to 60 claims of it stand beside
// sources: most calls, and tokens with instructions, test questions and second votes.
struct Asked {
    std::int64_t calls;
    std::int64_t tokens_in;
    std::int64_t tokens_out;
};
constexpr Asked k_of_a_text{8, 15'000, 2'100};
constexpr Asked k_of_sources{34, 45'000, 7'000};
// An account is written, and written again once; a brief in two questions.
constexpr Asked k_of_an_account{2, 16'000, 3'000};
constexpr Asked k_of_a_brief{3, 30'000, 6'000};

// One slot of a server does so much while the others are busy.
constexpr std::int64_t k_read_per_second = 2'000;
constexpr std::int64_t k_written_per_second = 50;

constexpr std::int64_t k_at_a_time[] = {1, 4, 16};

std::string row(const catalog::Offer& offer, std::string_view more, const Asked& asked,
                const config::Llm& llm)
{
    const milliseconds wanted{asked.tokens_in * 1'000 / k_read_per_second +
                              asked.tokens_out * 1'000 / k_written_per_second};
    const milliseconds allowed =
        catalog::asked_time(offer.product->model_part, offer.sla, llm).asking;
    const auto whole = std::min(wanted, allowed) + offer.product->typical_time;
    std::string out =
        concat("| ", offer.product->key, more, " | ", asked.calls, " | ", asked.tokens_in, " | ",
               asked.tokens_out, " | ", std::chrono::ceil<std::chrono::seconds>(whole).count(),
               wanted > allowed ? ", cut off" : "", " |");
    for (const auto at_a_time : k_at_a_time)
        out += concat(' ', at_a_time * milliseconds{std::chrono::hours{1}} / whole, " |");
    return out + '\n';
}

} // namespace

std::string capacity_table(const config::Config& config)
{
    std::string head = "| product | calls | tokens in | tokens out | seconds |";
    std::string line = "|---|---|---|---|---|";
    for (const auto at_a_time : k_at_a_time) {
        head += concat(" ", at_a_time, " at a time |");
        line += "---|";
    }
    std::string out = concat(head, '\n', line, '\n');
    const auto catalog = startup::catalog_of(config);
    for (const auto& offer : catalog.offers()) {
        // Accounts are planned for before persons have judged any.
        if (offer.product->model_part == catalog::ModelPart::writes && config.llm.is_set()) {
            const bool is_brief = offer.product->variant == "brief";
            out += row(offer, "", is_brief ? k_of_a_brief : k_of_an_account, config.llm);
            continue;
        }
        if (!offer.asks_model) continue;
        out += row(offer, "", k_of_a_text, config.llm);
        if (catalog::sources_field(*offer.product) == nullptr) continue;
        out += row(offer, " beside sources",
                   {k_of_a_text.calls + k_of_sources.calls,
                    k_of_a_text.tokens_in + k_of_sources.tokens_in,
                    k_of_a_text.tokens_out + k_of_sources.tokens_out},
                   config.llm);
    }
    return concat(out, "\nOrders an hour; a slot of the server reads ", k_read_per_second,
                  " tokens a second and writes ", k_written_per_second, ".\n");
}

} // namespace cli
