#include "api/configuration.hpp"

#include "base/log.hpp"
#include "store/restorations.hpp"

#include <utility>

namespace api {

Configuration::Configuration(const store::Access& at, std::string digest, Pool pool)
    : m_bulletin{at}, m_clock{at.clock}, m_digest{std::move(digest)}, m_pool{pool}
{
}

void Configuration::compare()
try {
    const auto workers = m_bulletin.observation(store::k_documents);
    if (!workers || workers->status == m_digest) return;
    m_bulletin.observe({.subject = std::string{store::k_other_pool},
                        .status = m_digest,
                        .detail = std::string{word_of(m_pool)},
                        .at = m_clock.now()});
} catch (const std::exception& fault) {
    // The pool sells on; the database may be there the next time.
    base::log::warning("configuration_not_compared", {{"detail", fault.what()}});
}

void find_restoration(const config::Config& config, const store::Access& at)
{
    store::Restorations{at}.find(store::StampFile{config.store.stamp_file()},
                                 config.payment.network, !config.payment.rpc_urls.empty());
}

} // namespace api
