#include "api/would_check.hpp"

#include "reading/document.hpp"

namespace api {

using namespace base;

namespace {

// Reading takes ten times as long as parsing the JSON around it: so much of a text costs no more
// than the largest body that is parsed for nothing, 2 to 3 ms.
constexpr std::size_t k_counted_bytes = std::size_t{16} * 1024;

std::string_view first_code_points(std::string_view text, std::size_t max_bytes)
{
    if (text.size() <= max_bytes) return text;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
    while (continues(text[max_bytes])) --max_bytes;
    return text.substr(0, max_bytes);
}

} // namespace

json::Ref would_check(const catalog::Product& product, const json_t* body_view)
{
    const auto text = json::text_member(body_view, "payload");
    if (product.family != "verify" || !text) return nullptr;
    const auto counted = first_code_points(*text, k_counted_bytes);
    const reading::Document document{counted};
    auto out = json::object("sentences", document.sentences.size(), //
                            "figures", document.quantities.size());
    if (counted.size() < text->size())
        json::set(out.get(), "first_bytes", json::value(counted.size()));
    return out;
}

} // namespace api
