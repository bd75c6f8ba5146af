// Part of the build: prints the source of made_filter().
#include "analysis/made_filters.hpp"
#include "analysis/system_call_rules.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace {

using analysis::Sockets;

// A pipe takes 64 KiB at once, and the kernel no filter of more than 4,096 instructions.
void print_filter(const char* name, Sockets sockets, bool is_sanitized)
{
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error{"no pipe"};
    analysis::write_filter(
        ends[1], {.sockets = sockets, .is_sanitized = is_sanitized, .id = analysis::k_any_process});
    close(ends[1]);
    std::printf("constexpr sock_filter %s[] = {\n", name);
    sock_filter step{};
    while (read(ends[0], &step, sizeof step) == sizeof step)
        std::printf("    {%#x, %u, %u, %#x},\n", unsigned{step.code}, unsigned{step.jt},
                    unsigned{step.jf}, step.k);
    close(ends[0]);
    std::printf("};\n");
}

} // namespace

int main()
{
    std::puts("#include \"analysis/made_filters.hpp\"\nnamespace {");
    print_filter("k_of_texts", Sockets::none, false);
    print_filter("k_of_scans", Sockets::internet, false);
    print_filter("k_of_sanitized_texts", Sockets::none, true);
    print_filter("k_of_sanitized_scans", Sockets::internet, true);
    std::puts(R"(}
std::span<const sock_filter> analysis::made_filter(Sockets sockets, bool is_sanitized)
{
    using Filter = std::span<const sock_filter>;
    if (sockets == Sockets::none)
        return is_sanitized ? Filter{k_of_sanitized_texts} : Filter{k_of_texts};
    return is_sanitized ? Filter{k_of_sanitized_scans} : Filter{k_of_scans};
})");
    return 0;
}
