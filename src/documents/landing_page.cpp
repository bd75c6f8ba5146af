// What a person sees first: www/pages/landing.html, filled from table and configuration.
#include "base/concat.hpp"
#include "base/fault.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/model_notes.hpp"
#include "catalog/rails.hpp"
#include "documents/html.hpp"
#include "documents/samples.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

namespace documents {

using namespace base;

namespace {

// How a program calls it, folded away.
std::string ways_html(const catalog::Catalog& catalog, const catalog::Product& product,
                      const std::vector<catalog::Way>& ways)
{
    std::string out = "<details><summary>For a program</summary><div class=\"details-body\">\n";
    for (const auto& way : ways) {
        const auto selector = catalog::family_named(product.family).selector;
        out += concat("<p><code>POST ", escaped(catalog.url(way.path)), "</code>");
        if (way.rail == catalog::Rail::v1)
            out +=
                concat(" by <a href=\"/docs#transfer\">transfer</a>",
                       selector.empty() ? std::string{}
                                        : concat(", with <code>&quot;", selector, "&quot;: &quot;",
                                                 product.variant, "&quot;</code>"));
        out += "</p>\n";
    }
    return out + "</div></details>\n";
}

std::string time_text(std::chrono::milliseconds time)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
    return seconds == 1 ? std::string{"1 second"} : concat(seconds, " seconds");
}

std::string limit_text(std::chrono::seconds sla)
{
    using std::chrono::minutes;
    const auto whole = std::chrono::floor<minutes>(sla);
    if (whole == sla && whole > minutes{1}) return concat(whole.count(), " minutes");
    return time_text(sla);
}

// Empty while no rail sells it.
std::string product_card(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto& product = *offer.product;
    const auto ways = catalog::ways_to_buy(catalog, offer);
    if (ways.empty()) return {};
    const auto sample = product.has_sample ? concat("<a href=\"/ui/result#sample=", product.key,
                                                    "\">A result of it</a> &middot; ")
                                           : std::string{};
    return concat(R"(<li class="card" id=")", product.key, "\">\n<h4>", escaped(product.title),
                  "</h4>\n<p class=\"price\"><span data-price-of=\"", product.key, "\">",
                  offer.price.decimal_text(), " USDC</span></p>\n<p>", escaped(product.in_short),
                  "</p>\n<p class=\"quiet\">Mostly within ", time_text(product.typical_time),
                  ", at the latest after ", limit_text(offer.sla), ".</p>\n<p>", sample,
                  R"(<a href="#buy" data-buy=")", product.key, "\">Price and purchase</a></p>\n",
                  ways_html(catalog, product, ways), "</li>\n");
}

std::string products_html(const catalog::Catalog& catalog)
{
    if (catalog::rails_on(catalog).empty())
        return "<p>Nothing is sold at the moment: the operator has switched the payment rail "
               "off.</p>";
    std::string out;
    for (const auto& family : catalog::families()) {
        std::string cards;
        for (const auto& offer : catalog.offers())
            if (offer.product->family == family.name) cards += product_card(catalog, offer);
        if (!cards.empty())
            out +=
                concat("<h3>", capitalized(family.name), "</h3>\n<p>", escaped(family.description),
                       "</p>\n<ul class=\"cards\">\n", cards, "</ul>\n");
    }
    return out;
}

struct Step {
    std::string_view from;
    std::string_view to; // empty: it stays there
    std::string_view what;
};

constexpr Step k_v2_steps[] = {
    {"You", "Assay", "the request"},
    {"Assay", "You", "402: the price"},
    {"Your wallet", "", "signs an authorization of exactly that amount"},
    {"You", "Assay", "the same request with the signature"},
    {"Facilitator", "Base", "the payment is settled"},
    {"Assay", "You", "the result and its hash"},
    {"Assay", "Base", "the hash is anchored"},
};

constexpr Step k_v1_steps[] = {
    {"You", "Assay", "the request"},
    {"Assay", "You", "402: a job, the amount, a ready transaction"},
    {"Your wallet", "Base", "a transfer with the job as memo"},
    {"You", "Assay", "the transaction's hash, then the request again"},
    {"Assay", "You", "the result and its hash"},
    {"Assay", "Base", "the hash is anchored"},
};

std::string steps_html(std::span<const Step> steps, std::string_view chain)
{
    const auto name = [&](std::string_view who) { return who == "Base" ? chain : who; };
    std::string out = "<ol class=\"way\">\n";
    for (const auto& step : steps)
        out += concat("<li><span class=\"who\">", escaped(name(step.from)),
                      step.to.empty() ? std::string{}
                                      : concat(" <span aria-label=\"to\">&rarr;</span> ",
                                               escaped(name(step.to))),
                      "</span> ", step.what, "</li>\n");
    return out + "</ol>\n";
}

std::string rails_html(const catalog::Catalog& catalog)
{
    const auto chain = network_name(catalog.config().payment.network);
    std::string out;
    if (catalog.sells_on_v2())
        out += concat("<h3>With a signature (x402, rail v2)</h3>\n<p>One round trip, no gas: the "
                      "wallet signs, a facilitator settles. x402 clients do all of it.</p>\n",
                      steps_html(k_v2_steps, chain));
    if (catalog.sells_on_v1())
        out += concat("<h3>By transfer (rail v1)</h3>\n<p>For wallets that can send USDC and sign "
                      "no x402 payment: a multisig, a smart account. <a "
                      "href=\"/docs#transfer\">Step by step.</a></p>\n",
                      steps_html(k_v1_steps, chain));
    return out.empty() ? "<p>Come back when a payment rail is on.</p>" : out;
}

// The form that www/assets/landing.js takes over; what it needs to know of each product stands in
// the options.
std::string buy_html(const catalog::Catalog& catalog)
{
    if (catalog::rails_on(catalog).empty()) return "<p>Nothing is sold at the moment.</p>";
    const auto& payment = catalog.config().payment;
    std::string options;
    for (const auto& offer : catalog.offers()) {
        const auto& product = *offer.product;
        std::string_view v1_path;
        std::string_view v2_path;
        for (const auto& way : catalog::ways_to_buy(catalog, offer))
            (way.rail == catalog::Rail::v1 ? v1_path : v2_path) = way.path;
        if (v1_path.empty() && v2_path.empty()) continue;
        const auto& family = catalog::family_named(product.family);
        std::string fields;
        for (const auto& field : product.fields)
            fields += concat(fields.empty() ? "" : " ", field.name);
        options +=
            concat("<option value=\"", product.key, "\" data-fields=\"", fields, "\" data-v2=\"",
                   v2_path, "\" data-v1=\"", v1_path, "\" data-selector=\"", family.selector,
                   "\" data-variant=\"", product.variant, "\" data-example=\"",
                   escaped(indented_text(catalog::example_request(product).get())), "\">",
                   escaped(product.title), "</option>\n");
    }
    const std::pair<std::string_view, std::string> values[] = {
        {"options", std::move(options)},
        {"chain_id", concat(payment.network.chain_id())},
        {"chain", escaped(network_name(payment.network))},
        {"asset", escaped(payment.asset_text)},
        {"pay_to", escaped(payment.pay_to_text)},
        {"asset_name", escaped(payment.asset_name)},
        {"asset_version", escaped(payment.asset_version)},
    };
    return fill(embedded::file("pages/buy.html"), values);
}

// The lowest price of what a rail sells.
std::string from_html(const catalog::Catalog& catalog)
{
    const catalog::Offer* cheapest = nullptr;
    for (const auto& offer : catalog.offers())
        if (!catalog::ways_to_buy(catalog, offer).empty() &&
            (cheapest == nullptr || offer.price < cheapest->price))
            cheapest = &offer;
    if (cheapest == nullptr) return "Nothing is sold at the moment.";
    return concat("From <span data-price-of=\"", cheapest->product->key, "\">",
                  cheapest->price.decimal_text(),
                  " USDC</span> for each analysis. No account, no subscription.");
}

// What each product does and does not, in the words that programs are told.
std::string descriptions_html(const catalog::Catalog& catalog)
{
    std::string out;
    for (const auto& offer : catalog.offers())
        out += concat("<div><dt>", escaped(offer.product->title), "</dt><dd>",
                      with_code(offer.description), "</dd></div>\n");
    return out;
}

} // namespace

std::string landing_main(const catalog::Catalog& catalog)
{
    const auto& config = catalog.config();
    const auto contact = escaped(config.service.contact);
    const auto measured = first_measured();
    const std::pair<std::string_view, std::string> values[] = {
        {"from", from_html(catalog)},
        {"sample", sample_html("verify_basic")},
        {"products", products_html(catalog)},
        {"alone", measured.alone},
        {"with_sources", measured.with_sources},
        {"descriptions", descriptions_html(catalog)},
        {"chain", escaped(network_name(config.payment.network))},
        {"buy", buy_html(catalog)},
        {"mcp",
         catalog.sells_on_v2() ? ", an agent <a href=\"/docs#mcp\">by tools of MCP</a>" : ""},
        {"ways", rails_html(catalog)},
        {"model_note", config.llm.is_set() ? ", and where the product says so by a language model"
                                           : ", by no language model"},
        {"retention", with_code(retention_note(catalog))},
        {"provenance", with_code(provenance_note(catalog))},
        {"entity", escaped(config.service.entity)},
        {"identity", escaped(config.service.identity)},
        {"contact",
         contact.empty() ? std::string{} : concat("<a href=\"", contact, "\">Contact</a>.")},
        {"errors", error_anchors(catalog)},
    };
    return fill(embedded::file("pages/landing.html"), values);
}

} // namespace documents
