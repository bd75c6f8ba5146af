#include "reading/language.hpp"

#include "reading/ascii.hpp"

#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <array>

namespace reading {

namespace {

struct Language {
    std::string_view code;
    std::array<std::string_view, 14> words;
};

// Words no other language of the table uses.
constexpr Language k_told_languages[] = {
    {"en",
     {"the", "and", "of", "to", "is", "was", "with", "that", "for", "are", "by", "this", "from",
      "it"}},
    {"de",
     {"der", "und", "die", "das", "ist", "nicht", "mit", "von", "ein", "eine", "auf", "wurde", "zu",
      "auch"}},
    {"fr",
     {"le", "et", "les", "des", "est", "une", "dans", "pour", "du", "qui", "sur", "avec", "pas",
      "aux"}},
    {"es",
     {"el", "los", "las", "y", "una", "del", "por", "con", "para", "fue", "es", "su", "como",
      "pero"}},
    {"it",
     {"il", "che", "di", "gli", "della", "per", "sono", "con", "una", "nel", "anche", "dei", "alla",
      "non"}},
    {"pt",
     {"o", "os", "uma", "para", "com", "foi", "em", "no", "na", "pelo", "mais", "ao", "dos",
      "s\u00e3o"}},
    {"nl",
     {"het", "een", "van", "en", "niet", "voor", "zijn", "op", "dat", "ook", "naar", "werd", "bij",
      "uit"}},
};

struct Script {
    UScriptCode script;
    std::string_view code;
};

constexpr Script k_scripts[] = {
    {USCRIPT_HIRAGANA, "ja"}, {USCRIPT_KATAKANA, "ja"}, {USCRIPT_HAN, "zh"},
    {USCRIPT_HANGUL, "ko"},   {USCRIPT_CYRILLIC, "ru"}, {USCRIPT_GREEK, "el"},
    {USCRIPT_ARABIC, "ar"},   {USCRIPT_HEBREW, "he"},   {USCRIPT_DEVANAGARI, "hi"},
    {USCRIPT_THAI, "th"},
};

std::string_view by_script(std::string_view text)
{
    constexpr std::size_t k_sample = 4'000;
    std::array<std::size_t, std::size(k_scripts)> counts{};
    std::size_t letters = 0;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto size = static_cast<std::int32_t>(text.size());
    for (std::int32_t i = 0; i < size && letters < k_sample;) {
        UChar32 point = 0;
        U8_NEXT(bytes, i, size, point);
        if (point < 0x80 ? !is_letter(static_cast<char>(point)) : point < 0x250) continue;
        ++letters;
        UErrorCode status = U_ZERO_ERROR;
        const UScriptCode script = point < 0x80 ? USCRIPT_LATIN : uscript_getScript(point, &status);
        for (std::size_t k = 0; k < counts.size(); ++k)
            if (k_scripts[k].script == script) ++counts[k];
    }
    if ((counts[0] + counts[1]) * 10 > letters && letters > 0) return "ja";
    for (std::size_t k = 0; k < counts.size(); ++k)
        if (counts[k] * 2 > letters) return k_scripts[k].code;
    return {};
}

} // namespace

std::string_view guess_language(const Document& document)
{
    if (const auto code = by_script(document.view.text); !code.empty()) return code;
    std::array<std::size_t, std::size(k_told_languages)> counts{};
    for (std::size_t i = 0; i < document.tokens.size(); ++i) {
        if (document.kind(i) != TokenKind::word) continue;
        for (std::size_t k = 0; k < counts.size(); ++k)
            if (is_one_of(document.word(i), k_told_languages[k].words)) ++counts[k];
    }
    std::size_t best = 0;
    for (std::size_t k = 1; k < counts.size(); ++k)
        if (counts[k] > counts[best]) best = k;
    return counts[best] == 0 ? "und" : k_told_languages[best].code;
}

} // namespace reading
