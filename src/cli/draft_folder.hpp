// A folder of our own, `.assay-copy.part`, in which a copy is made before it gets its name.
#pragma once

#include "base/fd.hpp"

#include <filesystem>
#include <string>

namespace cli {

// What a process that was killed has left in it goes first; all of it goes with the object.
class DraftFolder {
public:
    // Throws Fault: `parent` cannot be written, or another process is at it.
    explicit DraftFolder(const std::filesystem::path& parent);
    ~DraftFolder();
    DraftFolder(const DraftFolder&) = delete;
    DraftFolder& operator=(const DraftFolder&) = delete;

    [[nodiscard]] std::string file(std::string_view name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
    base::Fd m_lock;
};

std::filesystem::path parent_of(const std::filesystem::path& file);
// What is finished gets its name; one that is taken stays whose it is. Throws Fault.
void publish(const std::string& draft, const std::filesystem::path& target);

} // namespace cli
