// The language model of the configuration, for a review of the operator's own.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "llm/courier/process.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cli {

inline constexpr std::string_view k_no_model = "no model is configured: set llm.url and llm.model";

// A courier with the budget of one review, and our end of the line to it.
class OwnModel {
public:
    // The error is one sentence: no model is configured, or its credential cannot be read. Throws
    // Fault when there can be no courier.
    static base::Result<std::unique_ptr<OwnModel>, std::string> start(const config::Config& config);

    OwnModel(const std::string& program, const config::Llm& llm, std::string token)
        : m_courier{program, llm::courier::options_of(llm, std::move(token), llm.job_time)},
          m_patience{llm.job_time}
    {
    }

    [[nodiscard]] int line() const { return m_courier.line(); }
    [[nodiscard]] const llm::Settings& settings() const { return m_courier.settings(); }
    // How long a review may ask.
    [[nodiscard]] std::chrono::seconds patience() const { return m_patience; }

private:
    llm::courier::Process m_courier;
    std::chrono::seconds m_patience;
};

} // namespace cli
