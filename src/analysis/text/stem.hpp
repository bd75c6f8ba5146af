// Word stems: "camera" and "cameras", "employs" and "employed" are one.
#pragma once

#include <string>
#include <string_view>

struct sb_stemmer;

namespace analysis::text {

// Snowball's English stemmer (Porter2). One for each thread.
class Stemmer {
public:
    Stemmer();
    ~Stemmer();
    Stemmer(const Stemmer&) = delete;
    Stemmer& operator=(const Stemmer&) = delete;

    // Of a word in lower case.
    [[nodiscard]] std::string stem(std::string_view folded_word) const;

private:
    sb_stemmer* m_stemmer;
};

} // namespace analysis::text
