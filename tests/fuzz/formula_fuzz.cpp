// A formula of any bytes over the quotes of any text: a value or nothing, in bounded time.
// The first line is the formula, the rest the text.
#include "fuzz/review_check.hpp"
#include "verify/equations/quoted_formula.hpp"
#include "verify/equations/quotes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input{reinterpret_cast<const char*>(data), size};
    const auto line = input.find('\n');
    if (line == std::string_view::npos) return 0;
    const auto document = fuzz::document_of(data + line + 1, size - line - 1);
    if (!document || document->sentences.empty()) return 0;
    const verify::equations::Quotes quotes{*document, {}};
    const verify::equations::Place stated = quotes.place_of(0);
    const auto read =
        [&](std::string_view quote) -> std::optional<verify::equations::Datum> {
        const auto place = quotes.nearest(quote, {stated.begin, stated.begin});
        return place ? std::optional{quotes.datum_at(*place)} : std::nullopt;
    };
    const auto computed = verify::equations::compute(input.substr(0, line), read);
    if (computed) (void)verify::equations::fits(computed->value, quotes.datum_at(stated));
    return 0;
}
