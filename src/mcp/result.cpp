#include "mcp/result.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/fault.hpp"

#include <initializer_list>

namespace mcp {

namespace json = base::json;

namespace {

constexpr std::string_view k_receipt = "x402/payment-response";
constexpr std::string_view k_error = "x402/error";
constexpr const char* k_payment = "x402/payment";

std::string text_content(std::string_view text)
{
    return json::ObjectText{}.text("type", "text").text("text", text).take();
}

std::string array_text(const std::vector<std::string>& elements)
{
    std::string out = "[";
    for (const auto& each : elements) out += base::concat(out.size() > 1 ? "," : "", each);
    return out + ']';
}

struct Parts {
    std::string_view structured;
    std::vector<std::string> content; // JSON, each
    bool is_error = false;
    std::vector<Meta> meta{};
};

std::string tool_result(const Speech& speech, const Era& era, const Parts& parts)
{
    json::ObjectText out;
    out.json("content", array_text(parts.content)).json("structuredContent", parts.structured);
    if (parts.is_error) out.boolean("isError", true);
    return speech.result(era, std::move(out), Keeping::none, parts.meta);
}

// The envelope as text, short enough for a model.
std::string told(const Finished& finished)
{
    if (finished.envelope.size() <= k_text_max_bytes) return std::string{finished.envelope};
    auto whole = json::parse(finished.envelope);
    if (!whole || !json_is_object(whole->get()))
        throw base::Fault{"the envelope of a job is no JSON object"};
    json_object_del(whole->get(), "artifact");
    json::set(whole->get(), "artifact_url", json::value(finished.artifact_url));
    return json::dump(whole->get());
}

} // namespace

std::vector<Meta> receipt_meta(std::string_view receipt)
{
    if (receipt.empty()) return {};
    return {{k_receipt, receipt}};
}

std::string complete(const Speech& speech, const Era& era, const Finished& finished)
{
    Parts parts{.structured = finished.envelope,
                .content = {text_content(told(finished))},
                .meta = receipt_meta(finished.receipt)};
    if (era.knows_links())
        parts.content.push_back(json::ObjectText{}
                                    .text("type", "resource_link")
                                    .text("uri", finished.artifact_url)
                                    .text("name", "artifact")
                                    .text("mimeType", "application/json")
                                    .take());
    return tool_result(speech, era, parts);
}

std::string not_yet(const Speech& speech, const Era& era, const Unfinished& unfinished)
{
    json::ObjectText out;
    out.text("job_id", unfinished.job_id)
        .text("status", unfinished.status)
        .text("tool", unfinished.tool)
        .json("retry_after_s", base::concat(unfinished.retry_after.count()));
    if (!unfinished.earlier.empty()) out.json("earlier_purchase", unfinished.earlier);
    const auto structured = out.take();
    const auto next = base::concat("The job is not finished. Call the tool ", unfinished.tool,
                                   " with this job_id after ", unfinished.retry_after.count(),
                                   " s; it is free. Do not buy again.");
    return tool_result(speech, era,
                       {.structured = structured,
                        .content = {text_content(structured), text_content(next)},
                        .meta = receipt_meta(unfinished.receipt)});
}

std::string terms(const Speech& speech, const Era& era, std::string_view required,
                  std::string_view receipt)
{
    auto meta = receipt_meta(receipt);
    meta.push_back({k_error, required});
    return tool_result(speech, era,
                       {.structured = required,
                        .content = {text_content(required)},
                        .is_error = true,
                        .meta = std::move(meta)});
}

std::string problem(const Speech& speech, const Era& era, const Trouble& trouble)
{
    Parts parts{.structured = trouble.problem,
                .content = {text_content(trouble.problem)},
                .is_error = true,
                .meta = receipt_meta(trouble.receipt)};
    if (!trouble.advice.empty()) parts.content.push_back(text_content(trouble.advice));
    return tool_result(speech, era, parts);
}

std::string wrong_arguments(const Speech& speech, const Era& era, std::string_view detail)
{
    const auto structured = json::ObjectText{}
                                .text("code", "wrong_arguments")
                                .boolean("charged", false)
                                .json("detail", detail)
                                .take();
    return problem(speech, era,
                   {.problem = structured,
                    .advice = "Nothing was charged. Correct the arguments that `detail` names and "
                              "call again: the same payment stays good."});
}

std::optional<std::string> payment_of(const json_t* params_view,
                                      std::optional<std::string_view> header)
{
    const json_t* payment_view = json::member(json::object_member(params_view, "_meta"), k_payment);
    if (json_is_string(payment_view)) return std::string{json::text_of(payment_view)};
    if (payment_view != nullptr && !json_is_null(payment_view))
        return base::to_base64(base::bytes_of(json::dump(payment_view)));
    if (header) return std::string{*header};
    return std::nullopt;
}

} // namespace mcp
