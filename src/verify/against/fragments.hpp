// The short fragments of a text, so that whether it has one is found without a walk through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace verify::against {

class Fragments {
public:
    static constexpr std::size_t k_longest = 5; // bytes

    // The text may go afterwards; eight bytes are held for each of its bytes at most.
    explicit Fragments(std::string_view text);

    // Whether the bytes, k_longest at most, stand one after the other anywhere in the text.
    [[nodiscard]] bool has(std::string_view fragment) const;

private:
    std::vector<std::uint64_t> m_all; // sorted, each once
};

} // namespace verify::against
