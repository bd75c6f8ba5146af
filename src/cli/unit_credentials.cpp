#include "cli/unit_credentials.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "base/fd.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

namespace cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_unit_max_bytes = std::size_t{64} * 1024;

// The unit's own file, then its drop-ins by name: of two of one name the stronger folder's.
std::vector<std::string> files_of_unit(std::string_view unit, std::span<const std::string> folders)
{
    std::vector<std::string> out;
    std::map<std::string, std::string> drop_ins;
    for (const auto& folder : folders) {
        const auto own = base::concat(folder, '/', unit);
        std::error_code absent;
        if (out.empty() && fs::is_regular_file(own, absent)) out.push_back(own);
        for (const auto& entry : fs::directory_iterator{own + ".d", absent})
            if (entry.path().extension() == ".conf")
                drop_ins.emplace(entry.path().filename(), entry.path());
    }
    for (auto& [name, path] : drop_ins) out.push_back(std::move(path));
    return out;
}

std::string unit_text(const std::string& path)
try {
    return base::read_file(path, k_unit_max_bytes);
} catch (const base::Fault&) {
    return {};
}

void take_line(std::string_view value, const UnitCredential& at, std::vector<UnitCredential>& out)
{
    if (value.empty()) return out.clear();
    const auto colon = value.find(':');
    if (colon == std::string_view::npos || value.substr(colon + 1, 1) != "/") return;
    auto credential = at;
    credential.name = value.substr(0, colon);
    credential.path = value.substr(colon + 1);
    std::erase_if(out, [&](const auto& earlier) { return earlier.name == credential.name; });
    out.push_back(std::move(credential));
}

} // namespace

bool is_unit_there(std::string_view unit, std::span<const std::string> folders)
{
    return std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
        std::error_code absent;
        return fs::is_regular_file(base::concat(folder, '/', unit), absent);
    });
}

std::vector<UnitCredential> credentials_of_unit(std::string_view unit,
                                                std::span<const std::string> folders)
{
    constexpr std::string_view k_key = "LoadCredential=";
    std::vector<UnitCredential> out;
    for (const auto& file : files_of_unit(unit, folders)) {
        std::istringstream lines{unit_text(file)};
        UnitCredential at{.unit = std::string{unit}, .name = {}, .path = {}, .from = file};
        at.place.column = 1;
        for (std::string line; std::getline(lines, line);) {
            ++at.place.line;
            if (!line.starts_with(k_key)) continue;
            line.erase(line.find_last_not_of(" \t\r") + 1);
            take_line(std::string_view{line}.substr(k_key.size()), at, out);
        }
    }
    return out;
}

} // namespace cli
