#include "analysis/text/stem.hpp"

#include "base/fault.hpp"

#include <libstemmer.h>

namespace analysis::text {

Stemmer::Stemmer() : m_stemmer{sb_stemmer_new("english", "UTF_8")}
{
    if (m_stemmer == nullptr) throw base::Fault{"libstemmer has no English"};
}

Stemmer::~Stemmer()
{
    sb_stemmer_delete(m_stemmer);
}

std::string Stemmer::stem(std::string_view folded_word) const
{
    // sb_symbol is an unsigned char.
    const auto* symbols = reinterpret_cast<const sb_symbol*>(folded_word.data());
    const sb_symbol* out =
        sb_stemmer_stem(m_stemmer, symbols, static_cast<int>(folded_word.size()));
    if (out == nullptr) return std::string{folded_word};
    const auto length = static_cast<std::size_t>(sb_stemmer_length(m_stemmer));
    return {reinterpret_cast<const char*>(out), length};
}

} // namespace analysis::text
