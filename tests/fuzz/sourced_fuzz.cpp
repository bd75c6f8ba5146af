// A text beside a source on any bytes: the binding of citations, quotations and all that is
// compared; every span lies in its text.
#include "analysis/run.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "fuzz/review_check.hpp"

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
    const auto result = analysis::run_product(analysis::text_engines(), "verify_standard",
                                              json::dump(request.get()));
    // A blank text, or a source without one.
    if (result.exit_status == analysis::k_exit_refused) return 0;
    if (result.exit_status != analysis::k_exit_artifact) std::abort();
    const auto artifact = json::parse(result.output);
    if (!artifact || !base::canonical_json(artifact->get())) std::abort();
    fuzz::check_spans(artifact->get(), parts[0], parts[2]);
    return 0;
}
