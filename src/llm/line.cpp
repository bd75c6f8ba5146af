#include "llm/line.hpp"

#include "llm/frames.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace llm {

base::Result<std::string, Silence> Line::ask(const Question& question)
{
    const auto frame = question_frame(m_asked + 1, question);
    if (frame.size() > k_max_frame) return base::refuse(Silence::too_long);
    if (m_is_broken) return base::refuse(Silence::away);
    ++m_asked;
    m_is_broken = true; // until the answer to this very question is there
    if (!send(frame)) return base::refuse(Silence::away);
    const auto line = receive();
    auto answer = line ? parse_answer(*line) : std::nullopt;
    if (!answer || answer->number != m_asked) return base::refuse(Silence::away);
    m_is_broken = false;
    return std::move(answer->answer);
}

bool Line::send(std::string_view frame) const
{
    while (!frame.empty()) {
        const ssize_t put = ::write(m_descriptor, frame.data(), frame.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        frame.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

std::optional<std::string> Line::receive()
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

} // namespace llm
