// The pages that work in the browser: what they are filled with here their scripts read from
// attributes.
#include "base/concat.hpp"
#include "documents/html.hpp"
#include "documents/samples.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

namespace documents {

using base::concat;

namespace {

// The verdicts of the product, by which www/assets/parts.js finds what one means.
std::string verdicts_html(const catalog::Product& product)
{
    std::string out = concat("<h3>", escaped(product.title), "</h3>\n<dl class=\"pairs\">\n");
    for (const auto& [word, means] : product.verdicts)
        out += concat("<div><dt>", word, R"(</dt><dd data-verdict-of=")", product.key,
                      R"(" data-word=")", word, "\">", escaped(means), ".</dd></div>\n");
    return out + "</dl>\n";
}

// Each family's words, folded away.
std::string words_html()
{
    std::string out;
    for (const auto& family : catalog::families()) {
        out += concat("<details><summary>", capitalized(family.name),
                      "</summary><div class=\"details-body\">\n");
        for (const auto& product : catalog::products())
            if (product.family == family.name) out += verdicts_html(product);
        out += concat("<p>", with_code(family.results), "</p></div></details>\n");
    }
    return out;
}

// Beside the plain sample, where there is one.
std::string account_sample_html(const catalog::Product& product)
{
    if (!has_account_sample(product.key)) return {};
    return concat("; <a href=\"#sample=", product.key,
                  "_account\">the same with an account</a>, which no language model wrote, but a "
                  "script");
}

} // namespace

std::string result_main(const catalog::Catalog& /*catalog*/)
{
    std::string samples;
    for (const auto& product : catalog::products())
        if (product.has_sample)
            samples += concat("<li><a href=\"#sample=", product.key, "\">", escaped(product.title),
                              "</a>", account_sample_html(product), "</li>\n");
    const std::pair<std::string_view, std::string> values[] = {{"samples", std::move(samples)},
                                                               {"words", words_html()}};
    return fill(embedded::file("pages/result.html"), values);
}

std::string verifier_main(const catalog::Catalog& catalog)
{
    const auto& config = catalog.config();
    const std::pair<std::string_view, std::string> values[] = {
        {"chain_id", concat(config.payment.network.chain_id())},
        {"chain", escaped(network_name(config.payment.network))},
        {"contract", escaped(config.anchor.contract_text)},
        {"sender", escaped(config.anchor.address_text)},
        {"node", escaped(node_of(config.payment.network))},
    };
    return fill(embedded::file("pages/verifier.html"), values);
}

std::string status_main(const catalog::Catalog& catalog)
{
    const auto& config = catalog.config();
    const std::pair<std::string_view, std::string> values[] = {
        {"vantage", escaped(config.forensics.vantage)},
        {"chain", escaped(network_name(config.payment.network))},
        {"explorer", escaped(explorer_of(config.payment.network))},
    };
    return fill(embedded::file("pages/status.html"), values);
}

} // namespace documents
