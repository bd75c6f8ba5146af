#include "verify/questions/control.hpp"

#include "llm/test_sentences.hpp"
#include "verify/equations/quoted_formula.hpp"

#include <algorithm>

namespace verify::questions {

using equations::Datum;
using llm::Frame;
using llm::FrameKind;

namespace {

struct Figures {
    std::size_t a = 0;
    std::size_t b = 0;
    std::size_t c = 0;
};

Figures drawn(llm::Chance& chance, FrameKind kind)
{
    constexpr std::size_t k_percent = 100;
    const auto low = chance.between(21, 98);
    const auto high = chance.between(112, 480);
    switch (kind) {
    case FrameKind::sum: return {high, low, high + low};
    case FrameKind::rest: return {high, low, high - low};
    case FrameKind::product: {
        const auto times = chance.between(6, 19);
        return {times, low, times * low};
    }
    case FrameKind::mean: return {low, low + 2 * chance.between(3, 40), 0};
    case FrameKind::share: {
        const auto hundreds = chance.between(1, 4);
        const auto percent = chance.between(11, 89);
        return {percent * hundreds, k_percent * hundreds, percent};
    }
    case FrameKind::change: {
        const auto hundreds = chance.between(1, 4);
        const auto percent = chance.between(11, 89);
        return {k_percent * hundreds, (k_percent + percent) * hundreds, percent};
    }
    }
    return {};
}

void put(std::string& text, std::string_view name, std::string_view value)
{
    for (auto at = text.find(name); at != std::string::npos;
         at = text.find(name, at + value.size()))
        text.replace(at, name.size(), value);
}

std::string filled(std::string_view pattern, const Figures& figures, std::string_view thing,
                   std::string_view name)
{
    std::string out{pattern};
    put(out, "{a}", std::to_string(figures.a));
    put(out, "{b}", std::to_string(figures.b));
    put(out, "{c}", std::to_string(figures.c));
    put(out, "{thing}", thing);
    put(out, "{name}", name);
    return out;
}

const Frame& frame_of(llm::Chance& chance, std::string_view language)
{
    const auto own =
        static_cast<std::size_t>(std::ranges::count(llm::frames(), language, &Frame::language));
    if (own == 0) return frame_of(chance, "en");
    auto skip = chance.below(own);
    return *std::ranges::find_if(llm::frames(), [&](const Frame& frame) {
        return frame.language == language && skip-- == 0;
    });
}

} // namespace

struct Control::Read {
    explicit Read(const std::string& sentence) : document{sentence}, quotes{document, {}} {}
    Document document;
    Quotes quotes;
};

Control::Control(llm::Chance& chance, std::string_view language)
{
    const Frame& frame = frame_of(chance, language);
    Figures figures = drawn(chance, frame.kind);
    if (frame.kind == FrameKind::mean) figures.c = (figures.a + figures.b) / 2;
    const auto things = llm::things_of(frame.language);
    const auto names = llm::names_of(frame.language);
    const auto thing = things[chance.below(things.size())];
    const auto name = names[chance.below(names.size())];
    m_truth = filled(frame.stated, figures, thing, name);
    m_is_right = chance.below(2) == 0;
    if (!m_is_right) figures.c += chance.between(2, 9);
    // What it states stands behind the words before it.
    const auto at = frame.sentence.find(frame.stated);
    const auto before = filled(frame.sentence.substr(0, at), figures, thing, name);
    const auto stated = filled(frame.stated, figures, thing, name);
    m_sentence = filled(frame.sentence, figures, thing, name);
    m_formula = filled(frame.formula, figures, thing, name);
    m_stated.begin = static_cast<std::uint32_t>(before.size());
    m_stated.end = static_cast<std::uint32_t>(before.size() + stated.size());
    m_read = std::make_shared<const Read>(m_sentence);
}

std::string_view Control::stated() const
{
    return std::string_view{m_sentence}.substr(m_stated.begin, m_stated.end - m_stated.begin);
}

std::string Control::with_gap() const
{
    std::string out = m_sentence;
    return out.replace(m_stated.begin, m_stated.end - m_stated.begin, k_gap);
}

std::string Control::formula_as_printed() const
{
    return equations::printed_formula(m_formula);
}

std::string Control::another(llm::Chance& chance) const
{
    return std::to_string(std::stoul(m_truth) + chance.between(2, 9));
}

bool Control::is_about(std::string_view quote) const
{
    const auto digits = stated().substr(0, stated().find_first_not_of("0123456789"));
    return quote.find(digits) != std::string_view::npos &&
           m_sentence.find(quote) != std::string::npos;
}

bool Control::is_answered_by(std::string_view formula) const
{
    const auto read = [&](std::string_view quote) -> std::optional<Datum> {
        const auto place = m_read->quotes.nearest(quote, m_stated);
        return place ? std::optional{m_read->quotes.datum_at(*place)} : std::nullopt;
    };
    const auto given = equations::compute(formula, read);
    const auto wanted = equations::compute(m_formula, read);
    return given && wanted && !given->truth && equations::are_same(given->value, wanted->value);
}

} // namespace verify::questions
