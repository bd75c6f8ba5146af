// Every error by its code. A problem's `type` is /ui#errors-<code>, so the page there has a line
// for each, too, which leads here.
#include "base/concat.hpp"
#include "catalog/problems.hpp"
#include "catalog/rails.hpp"
#include "catalog/transfer_refusals.hpp"
#include "documents/html.hpp"
#include "documents/site.hpp"
#include "embedded/files.hpp"

#include <vector>

namespace documents {

using namespace base;

namespace {

std::string_view charged_text(catalog::Charged charged)
{
    switch (charged) {
    case catalog::Charged::no: return "not charged";
    case catalog::Charged::yes: return "charged";
    case catalog::Charged::undecided: return "charged: not decided yet";
    }
    return "";
}

struct Entry {
    std::string_view word;
    int status;
    std::string_view title;
    std::string facts;
    std::string_view advice;
};

// In the order of the page.
std::vector<Entry> entries(const catalog::Catalog& catalog)
{
    std::vector<Entry> out{
        {"payment_required", 402, "Payment required", "not charged",
         "The body is a PaymentRequired object, not problem details; `error` says what is missing "
         "or wrong with the payment."},
        {"validation", 422, "The body cannot be taken", "not charged",
         "The body is `{\"detail\": [...]}` with every problem; mend the request and send it with "
         "the same PAYMENT-SIGNATURE."}};
    if (catalog.sells_on_v1())
        for (const auto& each : catalog::transfer_refusals())
            out.push_back(
                {each.word, 402, each.title, "answer of the webhook of rail v1", each.advice});
    for (const auto& each : catalog::problems())
        out.push_back({each.word, each.status, each.title,
                       concat(charged_text(each.charged),
                              each.retryable ? ", worth a retry" : ", a retry does not help"),
                       each.advice});
    return out;
}

} // namespace

std::string errors_main(const catalog::Catalog& catalog)
{
    std::string out;
    for (const Entry& each : entries(catalog))
        out += concat("<div id=\"errors-", each.word, "\"><dt><code>", each.word, "</code> (",
                      each.status, ") ", escaped(each.title), "</dt><dd class=\"quiet\">",
                      each.facts, "</dd><dd>", with_code(each.advice), "</dd></div>\n");
    const std::pair<std::string_view, std::string> values[] = {{"errors", std::move(out)}};
    return fill(embedded::file("pages/errors.html"), values);
}

std::string error_anchors(const catalog::Catalog& catalog)
{
    std::string out;
    for (const Entry& each : entries(catalog))
        out += concat("<li id=\"errors-", each.word, "\"><a href=\"/ui/errors#errors-", each.word,
                      "\">", each.word, "</a></li>\n");
    return out;
}

} // namespace documents
