// How to buy from a program, and what is good to know: www/pages/docs.html, mcp.html and
// rail_v1.html.
#include "base/concat.hpp"
#include "catalog/bazaar.hpp"
#include "catalog/limits.hpp"
#include "catalog/rails.hpp"
#include "catalog/terms.hpp"
#include "catalog/tools.hpp"
#include "documents/html.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

namespace documents {

using namespace base;

namespace {

std::string code_block(std::string_view label, std::string_view code)
{
    return concat(R"(<div class="code"><pre tabindex="0" aria-label=")", escaped(label),
                  "\"><code>", escaped(code), "</code></pre></div>\n");
}

std::string curl_start(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto url = catalog.url(offer.product->v2_path);
    const auto post =
        concat("curl -s ", url, " \\\n  -H 'content-type: application/json' --data @request.json");
    const auto header =
        concat("import { readFileSync } from \"node:fs\";\n"
               "import { x402Client, x402HTTPClient } from \"@x402/fetch\";\n"
               "import { ExactEvmScheme } from \"@x402/evm/exact/client\";\n"
               "import { privateKeyToAccount } from \"viem/accounts\";\n\n"
               "const signer = new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_KEY));\n"
               "const client = new x402Client().register(\"",
               catalog.config().payment.network.text(),
               "\", signer);\n"
               "const payload = await client.createPaymentPayload(JSON.parse(readFileSync(0)));\n"
               "const headers = new x402HTTPClient(client).encodePaymentSignatureHeader(payload);\n"
               "console.log(headers[\"PAYMENT-SIGNATURE\"]);\n");
    return concat(
        "<p>Ask for the price. Nothing is bought: the answer is 402, with the terms as its body "
        "(and "
        "again, in base64, in the header <code>PAYMENT-REQUIRED</code>).</p>\n",
        code_block("Unpaid request with curl",
                   concat("cat > request.json <<'END'\n",
                          indented_text(catalog::example_request(*offer.product).get()), "END\n",
                          post, " > terms.json")),
        "<p>The heart of the terms:</p>\n",
        code_block("Payment terms", indented_text(catalog::accepts_entry(catalog, offer).get())),
        "<p>curl cannot sign. This does (<code>sign.mjs</code>, Node 20, <code>npm install "
        "@x402/fetch "
        "@x402/evm viem</code>):</p>\n",
        code_block("Script that signs payment terms", header),
        "<p>Buy, then poll until the job is complete:</p>\n",
        code_block("Paid request with curl",
                   concat("BUYER_KEY=0x... node sign.mjs < terms.json > payment.b64\n", post,
                          " \\\n  -H \"PAYMENT-SIGNATURE: $(cat payment.b64)\"\n\ncurl -s ",
                          catalog.url("/v1/job/JOB_ID"), " -H 'Prefer: wait=25'")));
}

std::string fetch_start(const catalog::Catalog& catalog, const catalog::Offer& offer)
{
    const auto code = concat(
        "import { wrapFetchWithPayment, x402Client } from \"@x402/fetch\";\n"
        "import { ExactEvmScheme } from \"@x402/evm/exact/client\";\n"
        "import { privateKeyToAccount } from \"viem/accounts\";\n\n"
        "const signer = new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_KEY));\n"
        "const client = new x402Client().register(\"",
        catalog.config().payment.network.text(),
        "\", signer);\n"
        "client.setSpendControls({ maxAmountPerPayment: \"$5\" }); // the default refuses above "
        "$1\n"
        "const buy = wrapFetchWithPayment(fetch, client);\n\n"
        "const request = ",
        json::dump(catalog::example_request(*offer.product).get()),
        ";\n"
        "let answer = await buy(\"",
        catalog.url(offer.product->v2_path),
        "\", {\n  method: \"POST\",\n"
        "  headers: { \"content-type\": \"application/json\", prefer: \"wait=25\" },\n"
        "  body: JSON.stringify(request),\n});\n"
        "while (answer.status === 202) { // it takes longer\n"
        "  const { poll_url, retry_after_sec } = await answer.json();\n"
        "  await new Promise((next) => setTimeout(next, retry_after_sec * 1000));\n"
        "  answer = await fetch(poll_url, { headers: { prefer: \"wait=25\" } });\n"
        "}\n"
        "console.log(await answer.json());\n");
    return concat(
        "<p><code>npm install @x402/fetch @x402/evm viem</code>; the wallet holds USDC on ",
        escaped(catalog.config().payment.network.text()), ".</p>\n",
        code_block("Purchase with @x402/fetch", code), "<p>", escaped(k_spend_cap_note), "</p>\n");
}

std::string python_start(const catalog::Catalog& catalog)
{
    return concat("<p>Python has what it takes but a signer: <code>cast</code>, of Foundry, signs. "
                  "<code>purchase.py</code> asks for the price, signs it, buys and polls.</p>\n",
                  code_block("Command that runs the purchase",
                             concat("ORIGIN=", catalog.url(""), " KEY=0x... python3 purchase.py")),
                  code_block("Purchase with Python", embedded::file("examples/purchase.py")));
}

std::string quick_start(const catalog::Catalog& catalog)
{
    if (catalog::rails_on(catalog).empty()) return "<p>Come back when the payment rail is on.</p>";
    if (!catalog.sells_on_v2())
        return "<p>Rail v2 is off: buy by <a href=\"#transfer\">a transfer of your own</a>.</p>";
    const auto& offer = catalog.offers().front();
    return concat(
        "<details name=\"start\" open><summary>curl</summary><div class=\"details-body\">\n",
        curl_start(catalog, offer),
        "</div></details>\n<details name=\"start\"><summary>JavaScript with "
        "@x402/fetch</summary><div class=\"details-body\">\n",
        fetch_start(catalog, offer),
        "</div></details>\n<details name=\"start\"><summary>Python</summary>"
        "<div class=\"details-body\">\n",
        python_start(catalog), "</div></details>");
}

std::string transfer_commands(const catalog::Catalog& catalog, const catalog::Family& family)
{
    const auto post = [](std::string_view url, std::string_view data) {
        return concat("curl -s ", url, " \\\n  -H 'content-type: application/json' --data ", data);
    };
    const auto order = indented_text(
        catalog::example_order(family, *catalog.v1_offers(family).front()->product).get());
    const auto url = catalog.url(family.v1_path);
    return code_block("Order by transfer, with curl and jq",
                      concat("cat > order.json <<'END'\n", order, "END\n", //
                             post(url, "@order.json"), " > terms.json\n",
                             "jq .payment_options.transaction terms.json  # sign and send it\n\n",
                             post(catalog.url(catalog::k_webhook_path),
                                  R"('{"job_id": "JOB_ID", "tx_hash": "TX_HASH"}')"),
                             "\njq '.job_id = \"JOB_ID\"' order.json > paid.json\n",
                             post(url, "@paid.json"), "\ncurl -s ", catalog.url("/v1/job/JOB_ID"),
                             " -H 'Prefer: wait=25'"));
}

// Empty while no tool sells.
std::string mcp_html(const catalog::Catalog& catalog)
{
    if (!catalog.sells_on_v2()) return {};
    const std::pair<std::string_view, std::string> values[] = {
        {"url", escaped(catalog.url(catalog::k_mcp_path))}};
    return fill(embedded::file("pages/mcp.html"), values);
}

// Empty while the rail is off.
std::string rail_v1_html(const catalog::Catalog& catalog)
{
    const auto families = catalog::v1_families(catalog);
    if (families.empty()) return {};
    const auto& network = catalog.config().payment.network;
    const std::pair<std::string_view, std::string> values[] = {
        {"network", network.text()},
        {"chain_id", concat(network.chain_id())},
        {"window", concat(catalog::k_transfer_window_sec)},
        {"awaiting", concat(catalog::k_max_awaiting_per_ip)},
        {"awaiting_hour", concat(catalog::k_max_awaiting_per_ip_hour)},
        {"ttl", concat(catalog::k_awaiting_ttl_sec)},
        {"commands", transfer_commands(catalog, *families.front())},
    };
    return fill(embedded::file("pages/rail_v1.html"), values);
}

} // namespace

std::string docs_main(const catalog::Catalog& catalog)
{
    const std::pair<std::string_view, std::string> values[] = {
        {"quick_start", quick_start(catalog)},
        {"mcp", mcp_html(catalog)},
        {"rail_v1", rail_v1_html(catalog)},
        {"base_url", escaped(catalog.config().service.base_url)},
        {"provenance", with_code(provenance_note(catalog))},
    };
    return fill(embedded::file("pages/docs.html"), values);
}

} // namespace documents
