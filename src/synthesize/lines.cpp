#include "synthesize/lines.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "reading/abbreviations.hpp"
#include "statements/words.hpp"
#include "synthesize/patterns.hpp"

#include <algorithm>
#include <unicode/uchar.h>

namespace synthesize {

namespace {

using icu::UnicodeString;

// Outside English a number of one or two digits with a full stop is an ordinal: "am 3. Juni".
constexpr std::string_view k_no_ordinal = "(?<!\\b\\d{1,2}[.])";
// A single line end is a blank where a text was wrapped: before a small letter, and behind a long
// line that ends no sentence, before a letter or a digit.
constexpr std::string_view k_between_lines =
    "(?<=[.!?])[\"\u201d')]?\\s+(?=[\"\u201c(]?[\\p{Lu}\\p{Lt}\\p{Lo}\\p{Nd}\u00bf\u00a1])|(\\r?"
    "\\n){2,}|"
    "\\r?\\n(?!\\p{Ll})(?!(?<=.{60}[^.!?:;\"\u201d')\\]\\s]\\r?\\n)[\\p{L}\\p{N}])|"
    "(?<=[\\p{Sentence_Terminal}&&[^.!?]])[\"\u201d'\u300d\u300f\uff09]?\\s*";

const icu::RegexPattern& between_lines(std::string_view language)
{
    static const auto english = compiled(k_between_lines);
    static const auto other = compiled(base::concat(k_no_ordinal, k_between_lines));
    return language == "en" ? *english : *other;
}

struct Part {
    std::int32_t begin = 0;
    std::int32_t end = 0;
};

Part without_blanks(const UnicodeString& text, Part part)
{
    while (part.begin < part.end && u_isUWhiteSpace(text[part.begin]) != 0) ++part.begin;
    while (part.begin < part.end && u_isUWhiteSpace(text[part.end - 1]) != 0) --part.end;
    return part;
}

// Adds a part, one that is too long cut at blanks, or where there are none between characters.
void add_cut(std::vector<Part>& out, const UnicodeString& text, Part part)
{
    constexpr std::uint32_t k_blank_within = 300; // bytes
    std::uint32_t bytes = 0;
    std::uint32_t behind_blank = 0; // bytes up to there
    std::int32_t cut = part.begin;
    for (std::int32_t i = part.begin; i < part.end;) {
        const auto c = text.char32At(i);
        const auto own = static_cast<std::uint32_t>(U8_LENGTH(c));
        if (bytes + own > k_longest_line) {
            if (cut == part.begin || bytes - behind_blank > k_blank_within) {
                cut = i;
                behind_blank = bytes;
            }
            out.push_back({part.begin, cut});
            part.begin = cut;
            bytes -= behind_blank;
        }
        i += U16_LENGTH(c);
        bytes += own;
        if (u_isUWhiteSpace(c) == 0) continue;
        cut = i;
        behind_blank = bytes;
    }
    out.push_back(part);
}

// Whether what stands between two lines only follows an initial or an abbreviation: "A. Pesch".
bool is_abbreviated(const UnicodeString& text, std::int32_t begin, std::int32_t end)
{
    constexpr std::int32_t k_near = 40; // units that are looked at on both sides
    if (begin < 2 || text[begin - 1] != u'.' || u_isalpha(text[begin - 2]) == 0) return false;
    if (UnicodeString{text, begin, end - begin}.indexOf(u'\n') >= 0) return false;
    const auto from = text.getChar32Start(std::max(0, begin - k_near));
    const UnicodeString behind{text, end, k_near};
    if (reading::stop_is_of_abbreviation(utf8_of(UnicodeString{text, from, begin - from}),
                                         utf8_of(behind)))
        return true;
    // "said M. Hal Taylor", "on Sept. 4".
    std::int32_t word = begin - 1;
    while (word > from && u_isalnum(text[word - 1]) != 0) --word;
    const UnicodeString before{text, word, begin - 1 - word};
    if (u_isdigit(behind.char32At(0)) != 0)
        return reading::is_one_of(utf8_of(before), {"Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug",
                                                    "Sep", "Sept", "Oct", "Nov", "Dec", "No", "Nos",
                                                    "Fig", "Art", "p", "pp", "Rs"});
    if (before.length() != 1 || u_isupper(before[0]) == 0) return false;
    const auto next = words_of(behind);
    return !next.empty() && !reading::opens_sentence(lower(next.front().written));
}

std::vector<Part> parts_of(const UnicodeString& text, std::string_view language)
{
    std::vector<Part> out;
    UErrorCode error = U_ZERO_ERROR;
    const auto found = matcher_of(between_lines(language), text);
    std::int32_t begin = 0;
    while (found->find() != 0) {
        const auto end = found->start(error);
        if (is_abbreviated(text, end, found->end(error))) continue;
        if (end > begin) out.push_back({begin, end});
        begin = std::max(begin, found->end(error));
    }
    if (U_FAILURE(error) != 0) throw base::Fault{"ICU cannot cut a text into lines"};
    if (begin < text.length()) out.push_back({begin, text.length()});
    std::vector<Part> cut;
    for (const auto& part : out) add_cut(cut, text, part);
    for (auto& part : cut) part = without_blanks(text, part);
    std::erase_if(cut, [](const Part& part) { return part.begin == part.end; });
    return cut;
}

bool is_question(const UnicodeString& line)
{
    const UnicodeString marks{u"?\uff1f\u061f"};
    return marks.indexOf(line[line.length() - 1]) >= 0;
}

// In a source with orders to its readers: what the red team marked, and whatever else gives orders,
// speaks to a machine or to "you".
bool speaks_to_reader(const Source& source, const Line& line, const UnicodeString& text)
{
    if (!source.carries_instructions()) return false;
    if (std::ranges::any_of(source.instructions, [&](const auto& at) {
            return at.begin < line.end && line.begin < at.end;
        }))
        return true;
    constexpr std::size_t k_first = 3; // words, of which a label may be one or two
    std::size_t place = 0;
    for (const auto& word : words_of(text)) {
        const auto written = lower(word.written);
        if (reading::is_one_of(written, statements::k_machines) ||
            reading::is_one_of(written, {"you", "your", "must", "repeat"}) ||
            (place++ < k_first && reading::is_one_of(written, statements::k_commands)))
            return true;
    }
    return false;
}

AskedCounts counted(const std::vector<Word>& words, const Asked& asked)
{
    AskedCounts out;
    for (const auto& word : words)
        if (const auto found = asked.places.find(word.stem); found != asked.places.end())
            ++out[found->second];
    return out;
}

} // namespace

std::vector<Line> lines_of(const Source& source, std::size_t number, const Asked& asked)
{
    std::vector<Line> out;
    const std::string_view utf8 = source.document.source;
    const auto text = wide_of(utf8);
    std::int32_t unit = 0;
    std::uint32_t byte = 0;
    const auto bytes_to = [&](std::int32_t next) { // what is not before the last one
        byte += static_cast<std::uint32_t>(utf8_of({text, unit, next - unit}).size());
        unit = next;
        return byte;
    };
    for (const auto& part : parts_of(text, source.language)) {
        const UnicodeString own{text, part.begin, part.end - part.begin};
        Line line{.source = number, .begin = bytes_to(part.begin), .end = {}, .asked = {}};
        line.end = bytes_to(part.end);
        if (is_question(own) || speaks_to_reader(source, line, own)) continue;
        const auto words = words_of(own);
        line.words = static_cast<std::uint32_t>(words.size());
        line.asked = counted(words, asked);
        line.fits = holds(own, asked.thing);
        out.push_back(std::move(line));
    }
    return out;
}

AskedCounts asked_in(std::string_view text, const Asked& asked)
{
    return counted(words_of(wide_of(text)), asked);
}

std::string_view text_of(const Source& source, const Line& line)
{
    return std::string_view{source.document.source}.substr(line.begin, line.end - line.begin);
}

} // namespace synthesize
