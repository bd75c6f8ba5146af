// Whether a request could be sold now, for who has not paid yet.
#pragma once

#include "api/context.hpp"
#include "pay/busy.hpp"
#include "pay/goods.hpp"

#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace api {

// As a thread saw it at most a second ago: most unpaid answers come from memory. Not thread-safe.
class Fitness {
public:
    // `process` must outlive the object.
    explicit Fitness(const Process& process) : m_process{process} {}

    // What stops a sale of the offer on rail v2, whatever the size of the request; nullopt:
    // nothing, or it cannot be told.
    // `database` is asked for a connection where it is time to look; it may throw.
    std::optional<pay::Busy> stops(const catalog::Offer& offer, const pay::Asking& asking,
                                   const std::function<db::Database&()>& database);

private:
    struct Seen {
        base::Instant at = base::Instant::min();
        std::optional<pay::Busy> busy;
    };

    const Process& m_process;
    // By product, whether pages are named, and whether the model is declined.
    std::map<std::tuple<const catalog::Product*, bool, bool>, Seen> m_seen;
};

} // namespace api
