// A stranger's request body: refused with a reason or read, never anything else.
#include "base/json.hpp"
#include "request/fields.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    namespace json = base::json;
    const std::string_view body{reinterpret_cast<const char*>(data), size};
    const auto parsed = json::parse(body);
    if (!parsed) {
        if (parsed.error().detail.empty()) std::abort();
    } else if (!json::parse(json::dump(parsed->get()))) {
        std::abort(); // what we print we must be able to read
    }
    for (const auto& product : catalog::products()) {
        const auto request = request::check_request(product, body);
        if (!request && json_array_size(request.error().get()) == 0) std::abort();
        if (request && !json::parse(*request)) std::abort();
    }
    return 0;
}
