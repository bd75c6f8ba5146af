// A text beside a source on any bytes: the binding of citations, quotations and all that is
// compared; every span lies in its text.
#include "analysis/run.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace json = base::json;
    const std::string_view bytes{reinterpret_cast<const char*>(data), size};
    // "text | title | source": where a sign is missing, the rest is empty.
    std::array<std::string_view, 3> parts;
    std::string_view rest = bytes;
    for (auto& part : parts) {
        const auto end = std::min(rest.find('|'), rest.size());
        part = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.size(), end + 1));
    }
    auto source = json::object();
    const auto text = [](std::string_view part) {
        return json::Ref{json_stringn(part.data(), part.size())};
    };
    for (const auto& part : parts)
        if (text(part) == nullptr) return 0; // no UTF-8: refused before
    json::set_all(source.get(), "title", text(parts[1]), "text", text(parts[2]), "author",
                  text(parts[1]));
    const auto request =
        json::object("payload", text(parts[0]), "sources", json::array(std::move(source)));
    const auto result = analysis::run_product("verify_standard", json::dump(request.get()), -1);
    // A blank text, or a source without one.
    if (result.exit_status == analysis::k_exit_refused) return 0;
    if (result.exit_status != analysis::k_exit_artifact) std::abort();
    const auto artifact = json::parse(result.output);
    if (!artifact || !base::canonical_json(artifact->get())) std::abort();
    const json_t* findings_view = json::array_member(artifact->get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* spans_view = json::array_member(json_array_get(findings_view, i), "spans");
        for (std::size_t k = 0; k < json_array_size(spans_view); ++k) {
            const json_t* span_view = json_array_get(spans_view, k);
            const auto whole = json::integer_member(span_view, "source") ? parts[2] : parts[0];
            const auto begin =
                static_cast<std::size_t>(*json::integer_member(span_view, "byte_start"));
            const auto end = static_cast<std::size_t>(*json::integer_member(span_view, "byte_end"));
            if (begin > end || end > whole.size()) std::abort();
            if (json::member(span_view, "redacted") == nullptr &&
                whole.substr(begin, end - begin) != *json::text_member(span_view, "quote"))
                std::abort();
        }
    }
    return 0;
}
