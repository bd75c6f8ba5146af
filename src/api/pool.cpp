#include "api/pool.hpp"

#include "base/concat.hpp"
#include "base/fault.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace api {

namespace {

constexpr int k_most_threads = 256;

std::string_view environment(const char* name)
{
    const char* found = std::getenv(name);
    if (found == nullptr) throw base::Fault{base::concat("the environment lacks ", name)};
    return found;
}

} // namespace

PoolSettings pool_from_environment()
{
    const std::string_view pool = environment("ASSAY_POOL");
    if (pool != "fast" && pool != "slow") throw base::Fault{"ASSAY_POOL must be fast or slow"};
    const std::string_view text = environment("ASSAY_THREADS");
    int threads = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
    if (error != std::errc{} || end != text.data() + text.size() || threads < 1 ||
        threads > k_most_threads)
        throw base::Fault{base::concat("ASSAY_THREADS must be 1 .. ", k_most_threads)};
    return {pool == "slow" ? Pool::slow : Pool::fast, threads};
}

} // namespace api
