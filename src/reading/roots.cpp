#include "reading/roots.hpp"

#include "reading/wordnet/wordnet.hpp"

namespace reading {

std::string root_of(const Stemmer& stemmer, std::string_view folded_word)
{
    const auto& known = WordNet::embedded();
    for (const auto kind : {WordKind::verb, WordKind::noun})
        for (const auto base : known.bases(folded_word, kind))
            if (known.text(base) != folded_word) return stemmer.stem(known.text(base));
    return stemmer.stem(folded_word);
}

} // namespace reading
