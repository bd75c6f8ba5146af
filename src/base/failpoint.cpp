#include "base/failpoint.hpp"

#ifdef ASSAY_TEST_BUILD

#include "base/concat.hpp"
#include "base/log.hpp"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <string>

namespace base {

namespace {

void die_at(std::string_view name)
{
    log::warning("failpoint", {{"name", name}});
    static_cast<void>(std::raise(SIGKILL));
}

// Of "name:n"; a missing or unreadable n is 1.
int count_of(std::string_view text)
{
    int count = 1;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return count;
}

void pass_counted(std::string_view armed, std::string_view name)
{
    const auto colon = armed.find(':');
    if (armed.substr(0, colon) != name) return;
    static std::atomic<int> left{colon == armed.npos ? 1 : count_of(armed.substr(colon + 1))};
    if (--left == 0) die_at(name);
}

} // namespace

void failpoint(std::string_view step, std::string_view side)
{
    static const char* const set = std::getenv("ASSAY_FAILPOINT");
    if (set == nullptr) return;
    const std::string_view armed{set};
    const std::string name = concat(step, ".", side);
    if (!armed.starts_with('/')) return pass_counted(armed, name);
    if (::unlink(concat(armed, "/", name).c_str()) == 0) die_at(name);
}

} // namespace base

#else

void base::failpoint(std::string_view, std::string_view) {}

#endif
