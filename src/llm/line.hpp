// The analysis' end of the line to its courier: a descriptor that it was started with.
#pragma once

#include "llm/model.hpp"

#include <string>

namespace llm {

class Line final : public Model {
public:
    // The descriptor stays its owner's; it is written to and read from with blocking calls.
    explicit Line(int descriptor) : m_descriptor{descriptor} {}

    // A courier that has gone, answers another question or talks nonsense is `away` from then on.
    base::Result<std::string, Silence> ask(const Question& question) override;

private:
    [[nodiscard]] bool send(std::string_view frame) const;
    [[nodiscard]] std::optional<std::string> receive();

    int m_descriptor;
    int m_asked = 0;
    bool m_is_broken = false;
    std::string m_read; // behind the last line
};

} // namespace llm
