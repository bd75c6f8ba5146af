#include "cli/own_model.hpp"

#include "config/credentials.hpp"
#include "startup/installation.hpp"

namespace cli {

base::Result<std::unique_ptr<OwnModel>, std::string> OwnModel::start(
    const config::Config& config, std::optional<llm::Level> level)
{
    const auto& llm = config.llm;
    if (!llm.is_set()) return base::refuse(std::string{k_no_model});
    auto token = config::read_llm_credential(config);
    if (!token) return base::refuse(token.error());
    auto options = llm::courier::options_of(llm, std::move(*token), llm.job_time);
    if (level) {
        options.settings.level = *level;
        options.settings.measured = std::nullopt;
        options.settings.power = std::nullopt;
    }
    return std::make_unique<OwnModel>(startup::program_directory() / "assay-llm", options,
                                      llm.job_time);
}

} // namespace cli
