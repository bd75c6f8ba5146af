#include "catalog/tools.hpp"

#include "base/concat.hpp"

#include <algorithm>

namespace catalog {

namespace {

struct ToolRow {
    std::string_view name;
    std::string_view does;    // and when to use it
    std::string_view instead; // when another tool is better
    std::string_view returns; // and what it does not do
};

constexpr ToolRow k_rows[] = {
    {"verify_basic",
     "Recomputes what a text itself states (sums, shares, percentages, means, dates, ages, "
     "durations, ranges, counts) and says what is wrong under every fair reading. Use it on a "
     "draft with figures before it is sent.",
     "To compare with sources, or for tables, code and citations, use verify_standard; for text "
     "that may deceive, verify_deep.",
     "Returns verdict, score and findings with their places. It looks nothing up: PASS does not "
     "mean that the text is true."},
    {"verify_standard",
     "Does what verify_basic does, and checks statistics, tables, units, check digits, JSON, XML, "
     "CSV and citations; with sources (texts or URLs) it compares quotations, numbers, dates and "
     "names. Use it to see whether a summary says what its sources say.",
     "For hidden orders or dangerous code use verify_deep; to merge sources, synthesis.",
     "Returns verdict, score, findings and what the sources say of each claim. That a text agrees "
     "with your sources does not make it true."},
    {"verify_deep",
     "Does what verify_standard does, and reads the text as an attacker's carrier: orders to a "
     "machine, plain or hidden, secrets, deceptive characters and links, dangerous code. Use it on "
     "text of strangers before a model or a person acts on it.",
     "For figures alone use verify_standard, which finds as much.",
     "Returns verdict, score and findings with their places. It runs no code and does not say "
     "that a text without findings is safe."},
    {"synthesis",
     "Brings up to 20 sources (texts or URLs of pages) together around a question: of each the one "
     "or two sentences nearest to it, quoted and dated, the newest first, values by date, what "
     "differs, copies. Use it to see what sources that you have say.",
     "For series of numbers use correlation; for headings to decide by, brief.",
     "Returns the source map with a verdict and how often such lines were right. Nothing is "
     "searched for outside of what you send."},
    {"correlation",
     "Tells whether two streams (series or events in time) move together and which comes first: "
     "Pearson, Spearman, Kendall, shifts, stationarity, cause in Granger's sense, or coincident "
     "events. Use it on two measured columns.",
     "For texts without series use synthesis.",
     "Returns verdict, statistics and warnings. A relation is not a cause. Nothing is searched for "
     "outside of what you send."},
    {"brief",
     "Orders what up to 20 sources (texts or URLs of pages) say on a question for people who "
     "decide: the best line with its share, timeline, what changed, disputes, what is announced, "
     "the sources. Use it before a decision that rests on sources that you have.",
     "For the map alone use synthesis, which costs less; to check one text, verify_standard.",
     "Returns the brief with exact quotations. Nothing is searched for outside of what you send."},
    {"forensics_run",
     "Runs six checks of the network around the service's vantage point against a basket of public "
     "hosts: clock, captive portal, DNS, TLS, certificate transparency, route. Use it to learn "
     "whether that network is honest now. It takes no arguments.",
     "For hosts that you name use forensics_custom.",
     "Returns OK, WARN, CRITICAL or INCONCLUSIVE with the evidence of each check. It says nothing "
     "of your own network, and silence is not called dishonest."},
    {"forensics_custom",
     "Runs six checks (clock, captive portal, DNS, TLS, certificate transparency, route) on the "
     "way from the service's vantage point to 1 to 8 public hosts or addresses that you name. Use "
     "it when their answers or certificates look strange.",
     "Without hosts of your own use forensics_run; private addresses are refused before any "
     "charge.",
     "Returns OK, WARN, CRITICAL or INCONCLUSIVE with the evidence of each check. It does not scan "
     "ports, and silence is not called dishonest."},
};

constexpr std::string_view k_result_description =
    "Reads the result of a call that was paid for, and waits up to wait_s seconds for its job to "
    "end. Use it only with a job_id that a tool here has answered with, never with one of your "
    "own making. To buy an analysis use the other tools. Free. Returns the job with its artifact "
    "once it is complete, else its status: then call again after retry_after_s. It buys, starts "
    "and "
    "changes nothing.";

const ToolRow* find_row(std::string_view name)
{
    const auto* const found = std::ranges::find(k_rows, name, &ToolRow::name);
    return found == std::end(k_rows) ? nullptr : found;
}

std::string description_of(const ToolRow& row, const Offer& offer)
{
    const std::string_view declined =
        offer.asks_model ? "A language model takes part unless model is false. " : "";
    return base::concat(row.does, ' ', row.instead, " Costs ", offer.price.decimal_text(),
                        " USDC a call. ", declined, row.returns);
}

} // namespace

std::vector<Tool> tools(const Catalog& catalog)
{
    std::vector<Tool> out;
    for (const auto& offer : catalog.offers()) {
        if (find_tool_offer(catalog, offer.product->key) == nullptr) continue;
        const auto& product = *offer.product;
        out.push_back({.name = product.key,
                       .title = product.title,
                       .offer = &offer,
                       .description = description_of(*find_row(product.key), offer),
                       .looks_outside =
                           product.lane == Lane::forensics || sources_field(product) != nullptr});
    }
    out.push_back({.name = k_result_tool,
                   .title = "Read a result that was paid for",
                   .offer = nullptr,
                   .description = std::string{k_result_description},
                   .looks_outside = false});
    return out;
}

const Offer* find_tool_offer(const Catalog& catalog, std::string_view name)
{
    // A product of a test build has no row.
    if (!catalog.sells_on_v2() || find_row(name) == nullptr) return nullptr;
    return catalog.find(name);
}

} // namespace catalog
