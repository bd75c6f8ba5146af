// All critics on any bytes: the artifact is canonical, its quotes are the text's own.
#include "analysis/run.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "value/blank.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace json = base::json;
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    // json_stringn refuses what is not UTF-8, as the product does.
    const json::Ref text{json_stringn(bytes.data(), bytes.size())};
    if (text == nullptr || size == 0) return 0;
    const auto request = json::object("payload", json::share(text.get()));
    const auto result = analysis::run_product("verify_deep", json::dump(request.get()), -1);
    if (result.exit_status == analysis::k_exit_refused) {
        // The only refusal of a text this short: nothing in it can be read.
        if (!value::is_blank(bytes)) std::abort();
        return 0;
    }
    if (result.exit_status != analysis::k_exit_artifact) std::abort();
    const auto artifact = json::parse(result.output);
    if (!artifact || !base::canonical_json(artifact->get())) std::abort();
    const json_t* findings_view = json::array_member(artifact->get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* spans_view = json::array_member(json_array_get(findings_view, i), "spans");
        for (std::size_t k = 0; k < json_array_size(spans_view); ++k) {
            const json_t* span_view = json_array_get(spans_view, k);
            const auto begin =
                static_cast<std::size_t>(*json::integer_member(span_view, "byte_start"));
            const auto end = static_cast<std::size_t>(*json::integer_member(span_view, "byte_end"));
            if (begin > end || end > size) std::abort();
            // What is masked is not the text's own.
            if (json::member(span_view, "redacted") == nullptr &&
                bytes.substr(begin, end - begin) != *json::text_member(span_view, "quote"))
                std::abort();
        }
    }
    return 0;
}
