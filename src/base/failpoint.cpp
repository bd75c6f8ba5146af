#include "base/failpoint.hpp"

#ifdef ASSAY_TEST_BUILD

#include "base/concat.hpp"
#include "base/log.hpp"

#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace base {

namespace {

void die_at(std::string_view name)
{
    log::warning("failpoint", {{"name", name}});
    static_cast<void>(std::raise(SIGKILL));
}

// The n of "name:n"; 1 when it is missing or unreadable.
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

// A test that forgets it must not keep a process for ever.
void wait_if_held(const std::string& file, std::string_view name)
{
    constexpr int k_most_pauses = 30'000;
    const std::string held = concat(file, ".held");
    if (std::rename(concat(file, ".hold").c_str(), held.c_str()) != 0) return;
    for (int i = 0; ::access(held.c_str(), F_OK) == 0; ++i) {
        if (i == k_most_pauses) die_at(name);
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
}

} // namespace

void failpoint(std::string_view step, std::string_view side)
{
    const char* const set = std::getenv("ASSAY_FAILPOINT");
    if (set == nullptr) return;
    const std::string_view armed{set};
    const std::string name = concat(step, ".", side);
    if (!armed.starts_with('/')) return pass_counted(armed, name);
    const std::string file = concat(armed, "/", name);
    if (::unlink(file.c_str()) == 0) die_at(name);
    wait_if_held(file, name);
}

} // namespace base

#else

void base::failpoint(std::string_view, std::string_view) {}

#endif
