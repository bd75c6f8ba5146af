// Word stems: "camera" and "cameras", "employs" and "employed" are one.
#pragma once

#include <string>
#include <string_view>

struct sb_stemmer;

namespace reading {

// Snowball's stemmer of one language; English is Porter2. One for each thread.
class Stemmer {
public:
    // `language` as guess_language() names it. Words of one without a stemmer stay as they are.
    explicit Stemmer(std::string_view language = "en");
    ~Stemmer();
    Stemmer(const Stemmer&) = delete;
    Stemmer& operator=(const Stemmer&) = delete;

    // The stem of a word in lower case.
    [[nodiscard]] std::string stem(std::string_view folded_word) const;

private:
    sb_stemmer* m_stemmer; // nullptr: none for this language
};

} // namespace reading
