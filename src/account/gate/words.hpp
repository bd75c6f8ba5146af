// The words of a sentence and the signs between them, as the gate compares them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace account::gate {

struct Word {
    std::string folded;
    std::string raw;
    bool is_number = false; // it has a digit

    [[nodiscard]] bool has_capital() const { return raw != folded; }
};

struct Words {
    std::vector<Word> words;
    // The signs before each word, and behind the last: one more than there are words. Signs that
    // say something, as "%" and "$", are words.
    std::vector<std::string> signs;

    [[nodiscard]] std::size_t size() const { return words.size(); }
    [[nodiscard]] std::string_view at(std::size_t index) const { return words[index].folded; }
    // Whether one of these signs stands before the word, or behind the last.
    [[nodiscard]] bool parts(std::size_t index, std::string_view among) const
    {
        return signs[index].find_first_of(among) != std::string::npos;
    }
    [[nodiscard]] Words behind(std::size_t first) const;
    // The rest, when words [begin, end) are taken out.
    [[nodiscard]] Words without(std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::string text(std::size_t begin, std::size_t end) const;
};

// `text` is valid UTF-8. Dashes are "-" among the signs, quotation marks are left out.
Words read_words(std::string_view text);

} // namespace account::gate
