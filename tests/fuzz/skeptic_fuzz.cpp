// Numbers, dates, clock times and quantities of any text, and the skeptic's judgement of them.
#include "fuzz/review_check.hpp"
#include "verify/outcome/critics.hpp"

namespace {

namespace text = reading;

void check_number(std::string_view lexeme)
{
    for (const auto mark : {reading::DecimalMark::point, reading::DecimalMark::comma})
        if (const auto number = reading::read_number(lexeme, mark))
            static_cast<void>(reading::exact_text(reading::to_rational(number->value)));
}

// In order, apart from each other, inside the text.
template <class Items> void check_places(const Items& items, std::size_t tokens)
{
    std::uint32_t behind = 0;
    for (const auto& item : items) {
        if (item.begin < behind || item.end <= item.begin || item.end > tokens) std::abort();
        behind = item.end;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    check_number({reinterpret_cast<const char*>(data), size});
    const auto document = fuzz::document_of(data, size);
    if (!document) return 0;
    check_places(document->dates, document->tokens.size());
    check_places(document->times, document->tokens.size());
    check_places(document->quantities, document->tokens.size());
    fuzz::check_review(*document, verify::outcome::find_critic("skeptic")->families);
    return 0;
}
