// A courier in a process of its own (assay-llm) for one analysis, and the line to it.
#pragma once

#include "base/fd.hpp"
#include "config/config.hpp"
#include "llm/courier/courier.hpp"

#include <sys/types.h>

#include <string>

namespace llm::courier {

// The options of one analysis, with marks that no author can know (Settings::nonce) and the level
// of the bench record as it is now. `time`: how long it may ask in all.
Options options_of(const config::Llm& llm, std::string token, std::chrono::milliseconds time);

// Ends with the object, at once.
class Process {
public:
    // `program`: path of assay-llm. Without a URL there is no process, and the line is one whose
    // other end is closed: a model that is away. Throws Fault.
    Process(const std::string& program, const Options& options);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    // The analysis' end, to be inherited by it. Stays ours as well.
    [[nodiscard]] int line() const { return m_line.get(); }
    [[nodiscard]] const Settings& settings() const { return m_settings; }

private:
    base::Fd m_line;
    pid_t m_pid = -1;
    Settings m_settings;
};

} // namespace llm::courier
