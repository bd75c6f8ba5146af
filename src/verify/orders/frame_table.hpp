// The rows of the lexicons, compiled: which words can stand for which elements, and which frames
// begin with one.
#pragma once

#include "verify/orders/frames.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace verify::orders {

struct Element {
    std::uint16_t kind = 0;
    std::uint8_t gap = 0; // other words before it
    bool optional = false;
};

struct Frame {
    const Row* row = nullptr;
    std::vector<Element> elements;
};

class FrameTable {
public:
    // Throws std::logic_error when a row names a set that does not exist or begins with nothing.
    FrameTable();

    // Elements the word can stand for; nullptr when none. `folded`: the word has "i" for each "l".
    [[nodiscard]] const std::vector<std::uint16_t>* kinds_of(std::string_view word,
                                                             bool folded) const;

    [[nodiscard]] const std::vector<const Frame*>& starting_with(std::uint16_t kind) const;

private:
    Frame compile(const Row& row);
    std::uint16_t kind_of(std::string_view part);
    void enter(std::string_view alternatives, std::uint16_t kind, std::string_view suffix,
               int depth);

    std::map<std::string, std::vector<std::uint16_t>, std::less<>> m_words;
    std::map<std::string, std::vector<std::uint16_t>, std::less<>> m_folded;
    std::map<std::string, std::uint16_t, std::less<>> m_kinds;
    std::map<std::string_view, std::string_view> m_sets;
    std::vector<Frame> m_frames;
    std::vector<std::vector<const Frame*>> m_starting; // by kind
    std::uint16_t m_next = 0;
};

// Compiled once.
const FrameTable& frame_table();

} // namespace verify::orders
