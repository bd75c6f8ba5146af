// The language model of the configuration, for a review of the operator's own.
#pragma once

#include "base/result.hpp"
#include "config/config.hpp"
#include "llm/courier/process.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

inline constexpr std::string_view k_no_model = "no model is configured: set llm.url and llm.model";

// A courier with the budget of one review, and our end of the line to it.
class OwnModel {
public:
    // The error is one sentence: no model is configured, or its credential cannot be read. Throws
    // Fault when there can be no courier. `level`: asked as if a record said so, whatever the
    // server calls itself; nullopt: as the record does.
    static base::Result<std::unique_ptr<OwnModel>, std::string> start(
        const config::Config& config, std::optional<llm::Level> level = {});

    OwnModel(const std::string& program, const llm::courier::Options& options,
             std::chrono::seconds patience)
        : m_courier{program, options}, m_patience{patience}
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
