#include "db/write_check.hpp"

#include <atomic>

namespace db {

namespace {

constinit std::atomic<WriteCheck> s_check{nullptr};

} // namespace

void check_writes_with(WriteCheck check)
{
    s_check = check;
}

WriteCheck write_check()
{
    return s_check;
}

} // namespace db
