// All critics on any bytes: the artifact is canonical, its quotes are the text's own.
#include "analysis/run.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "fuzz/review_check.hpp"
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
    const auto result =
        analysis::run_product(analysis::text_engines(), "verify_deep", json::dump(request.get()));
    if (result.exit_status == analysis::k_exit_refused) {
        // The only refusal of a text this short: nothing in it can be read.
        if (!value::is_blank(bytes)) std::abort();
        return 0;
    }
    if (result.exit_status != analysis::k_exit_artifact) std::abort();
    const auto artifact = json::parse(result.output);
    if (!artifact || !base::canonical_json(artifact->get())) std::abort();
    fuzz::check_spans(artifact->get(), bytes);
    return 0;
}
