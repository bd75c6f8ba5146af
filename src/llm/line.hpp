// The analysis' end of the line to its courier: a descriptor that it was started with.
#pragma once

#include "llm/lines.hpp"
#include "llm/model.hpp"

namespace llm {

class Line final : public Model {
public:
    // The descriptor stays its owner's.
    explicit Line(int descriptor) : m_descriptor{descriptor}, m_reader{descriptor} {}

    // A courier that has gone, answers another question or talks nonsense is `away` from then on.
    base::Result<std::string, Silence> ask(const Question& question) override;

private:
    int m_descriptor;
    LineReader m_reader;
    int m_asked = 0;
    bool m_is_broken = false;
};

} // namespace llm
