#include "llm/line.hpp"

#include "llm/frames.hpp"

namespace llm {

base::Result<std::string, Silence> Line::ask(const Question& question)
{
    const auto frame = question_frame(m_asked + 1, question);
    if (frame.size() > k_max_frame) return base::refuse(Silence::too_long);
    if (m_is_broken) return base::refuse(Silence::away);
    ++m_asked;
    m_is_broken = true; // until the answer to this very question is there
    if (!write_all(m_descriptor, frame)) return base::refuse(Silence::away);
    const auto line = m_reader.next();
    auto answer = line ? parse_answer(*line) : std::nullopt;
    if (!answer || answer->number != m_asked) return base::refuse(Silence::away);
    m_is_broken = false;
    return std::move(answer->answer);
}

} // namespace llm
