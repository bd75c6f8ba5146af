#include "support/sync_points.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace support {

namespace {

constexpr std::chrono::milliseconds k_pause{2};
constexpr int k_most_pauses = 10'000;

} // namespace

SyncPoints::SyncPoints()
{
    ::setenv("ASSAY_FAILPOINT", m_directory.path().c_str(), 1);
}

SyncPoints::~SyncPoints()
{
    ::unsetenv("ASSAY_FAILPOINT");
}

void SyncPoints::hold(const std::string& point) const
{
    std::ofstream{m_directory.file(point + ".hold")};
}

void SyncPoints::await(const std::string& point) const
{
    for (int i = 0; !std::filesystem::exists(m_directory.file(point + ".held")); ++i) {
        if (i == k_most_pauses) throw base::Fault{base::concat("nothing came to ", point)};
        std::this_thread::sleep_for(k_pause);
    }
}

void SyncPoints::release(const std::string& point) const
{
    std::filesystem::remove(m_directory.file(point + ".held"));
}

} // namespace support
