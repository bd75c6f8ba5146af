#include "support/temp_dir.hpp"

#include "base/fault.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace support {

TempDir::TempDir() : m_path{(std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string()}
{
    if (::mkdtemp(m_path.data()) == nullptr) throw base::Fault::from_errno("cannot make " + m_path);
}

TempDir::~TempDir()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace support
