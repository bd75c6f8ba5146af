// What a pool looks at beside requests: whether it sells what the worker believes to be on sale,
// and whether its books are an older copy.
#pragma once

#include "api/pool.hpp"
#include "config/config.hpp"
#include "store/bulletin.hpp"

#include <chrono>
#include <string>

namespace api {

// The configuration of one process, used by one thread.
class Configuration {
public:
    // How often it is compared; see store::k_pool_word_stands.
    static constexpr std::chrono::seconds k_period{10};

    // `digest`: of all that the documents say by this process's configuration.
    Configuration(const store::Access& at, std::string digest, Pool pool);

    // Tells the worker when its configuration is another one: then prices or addresses have
    // changed, and one of the two was not restarted.
    void compare();

private:
    store::Bulletin m_bulletin;
    const base::Clock& m_clock;
    std::string m_digest;
    Pool m_pool;
};

// Before anything is sold: a copy that was put back may tell of a worker that lived seconds ago.
void find_restoration(const config::Config& config, const store::Access& at);

} // namespace api
