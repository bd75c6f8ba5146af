#include "reading/stem.hpp"

#include "base/fault.hpp"
#include "reading/ascii.hpp"

#include <libstemmer.h>

namespace reading {

namespace {

constexpr std::string_view k_stemmed_languages[] = {"en", "de", "fr", "es", "it", "pt", "nl", "ru"};

} // namespace

Stemmer::Stemmer(std::string_view language) : m_stemmer{nullptr}
{
    if (!is_one_of(language, k_stemmed_languages)) return;
    m_stemmer = sb_stemmer_new(std::string{language}.c_str(), "UTF_8");
    if (m_stemmer == nullptr) throw base::Fault{"libstemmer lacks a language"};
}

Stemmer::~Stemmer()
{
    sb_stemmer_delete(m_stemmer);
}

std::string Stemmer::stem(std::string_view folded_word) const
{
    if (m_stemmer == nullptr) return std::string{folded_word};
    // sb_symbol is an unsigned char.
    const auto* symbols = reinterpret_cast<const sb_symbol*>(folded_word.data());
    const sb_symbol* out =
        sb_stemmer_stem(m_stemmer, symbols, static_cast<int>(folded_word.size()));
    if (out == nullptr) return std::string{folded_word};
    const auto length = static_cast<std::size_t>(sb_stemmer_length(m_stemmer));
    return {reinterpret_cast<const char*>(out), length};
}

} // namespace reading
