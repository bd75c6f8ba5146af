#include "llm/lines.hpp"

#include "llm/frames.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace llm {

std::optional<std::string> LineReader::next()
{
    std::array<char, 65'536> block{};
    std::size_t looked_at = 0;
    for (;;) {
        const auto end = m_read.find('\n', looked_at);
        if (end != std::string::npos) {
            std::string line = m_read.substr(0, end);
            m_read.erase(0, end + 1);
            return line;
        }
        looked_at = m_read.size();
        if (looked_at > k_max_frame) return std::nullopt;
        const ssize_t got = ::read(m_descriptor, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return std::nullopt;
        m_read.append(block.data(), static_cast<std::size_t>(got));
    }
}

bool write_all(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t put = ::write(descriptor, text.data(), text.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

} // namespace llm
