// The language model of the configuration, for a review of the operator's own.
#pragma once

#include "base/config/config.hpp"
#include "base/fd.hpp"
#include "base/result.hpp"
#include "llm/chat.hpp"

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>

namespace cli {

// A courier (assay-llm) with the budget of one review, and our end of the line to it. Ends with the
// object.
class OwnModel {
public:
    // The error is one sentence: no model is configured, or its credential cannot be read. Throws
    // Fault when there can be no courier.
    static base::Result<std::unique_ptr<OwnModel>, std::string> start(
        const base::config::Config& config);

    OwnModel(base::Fd line, pid_t courier, llm::Settings settings, std::chrono::seconds patience);
    ~OwnModel();
    OwnModel(const OwnModel&) = delete;
    OwnModel& operator=(const OwnModel&) = delete;

    [[nodiscard]] int line() const { return m_line.get(); }
    [[nodiscard]] const llm::Settings& settings() const { return m_settings; }
    // How long a review may ask.
    [[nodiscard]] std::chrono::seconds patience() const { return m_patience; }

private:
    base::Fd m_line;
    pid_t m_courier;
    llm::Settings m_settings;
    std::chrono::seconds m_patience;
};

} // namespace cli
