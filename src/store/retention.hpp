// What is given up of jobs that are over: their requests first, later their results. What the books
// need stays for ever, so that nothing that has paid once pays again. Schema: db/migrations/010.
// The rules of every store hold (store/access.hpp).
#pragma once

#include "store/access.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// How far a walk over the jobs that are over has come, the oldest end first; as it is made: nowhere
// yet. What cannot be given up yet is passed, and seen again by the next walk.
struct Walk {
    std::int64_t ended_ms = 0;
    std::int64_t seq = 0;
    bool is_over = false;
    int given_up = 0; // jobs so far
};

class Retention {
public:
    explicit Retention(const Access& at) : m_at{at} {}

    // One step of a walk, a handful of jobs. An end is old when it is `age` before our clock and
    // before the time of the last block that was read: a clock that was set wrong deletes nothing,
    // and neither does a service that has never read the chain.

    // The request, the buyer's address and their Idempotency-Key go. A rejected job keeps its
    // request while its authorization could still be used.
    void drop_requests(std::chrono::seconds age, Walk& walk);
    // -> purged, for jobs whose request is gone: the artifact, the verdict and the bytes of payment
    // and claims go. Not while a credit is open, the anchor is not final, or the worker still looks
    // at its payment.
    void purge(std::chrono::seconds age, Walk& walk);

private:
    struct Ended {
        std::int64_t seq;
        std::string state;
    };
    [[nodiscard]] std::int64_t horizon_ms(std::chrono::seconds age);
    std::vector<Ended> step(std::string_view kept, std::chrono::seconds age, Walk& walk);
    // False: it is not to be given up yet.
    bool drop_request(db::Writer& writer, const Ended& job);
    bool drop_result(db::Writer& writer, const Ended& job);

    Access m_at;
};

} // namespace store
