// An installation in a folder of its own, in which nothing is wrong: a configuration with a line
// for most that may be, and the files that it names.
#pragma once

#include "cli/config_check.hpp"
#include "support/temp_dir.hpp"

#include <string>
#include <string_view>

namespace support {

// That of anchor.address in the configuration of the house; everybody knows it.
inline constexpr std::string_view k_house_key =
    "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

// `text` with its line `line` (from 1) replaced; an empty one is taken out, and a bare line left.
std::string with_line(std::string_view text, int line, std::string_view replacement);

class GoodHouse {
public:
    GoodHouse();

    [[nodiscard]] std::string file(std::string_view name) const
    {
        return m_folder.file(std::string{name});
    }
    [[nodiscard]] std::string config_file() const { return file("assay.toml"); }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] std::string with_line(int line, std::string_view replacement) const
    {
        return support::with_line(m_text, line, replacement);
    }
    void write(std::string_view configuration) const;
    // Units in its folder "units", a user that is not there, and a site of its own.
    [[nodiscard]] cli::HouseRules rules() const;

private:
    TempDir m_folder;
    std::string m_text;
};

} // namespace support
