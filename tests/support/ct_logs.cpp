#include "support/ct_logs.hpp"

#include "base/concat.hpp"

#include <filesystem>

namespace support {

std::string log_entry(const CtLogSigner& log, const std::string& name, const std::string& members)
{
    return base::concat(R"({"description":")", name, R"(","log_id":")", log.id_base64(),
                        R"(","key":")", log.key_base64(), "\"", members.empty() ? "" : ",", members,
                        "}");
}

std::string log_list(const std::vector<LogOperator>& operators, const std::string& published)
{
    std::string rows;
    for (const LogOperator& each : operators)
        rows += base::concat(rows.empty() ? "" : ",", R"({"name":")", each.name, R"(","logs":[)",
                             each.logs, R"(],"tiled_logs":[)", each.tiled_logs, "]}");
    return base::concat(R"({"version":"7.1","log_list_timestamp":")", published,
                        R"(","operators":[)", rows, "]}");
}

std::optional<std::string> ct_vector(const std::string& name)
{
    const std::string path = "../shared/data/ct/" + name;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path;
}

} // namespace support
