// Every answer the service gives: problem details, validation errors, job views. Bytes only; who
// gets which answer is decided by the endpoints.
#pragma once

#include "base/json.hpp"
#include "catalog/problems.hpp"
#include "catalog/tally.hpp"
#include "fcgi/message.hpp"
#include "job/view.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace api {

// After which what is under way may be asked about again.
inline constexpr std::chrono::seconds k_pending_retry{2};

// What belongs to a problem beyond its row in catalog/problems.
struct ProblemExtras {
    std::string detail;                      // one sentence; empty: the title says it all
    std::optional<catalog::Charged> charged; // when it differs from the row
    std::optional<value::JobId> job_id;      // only for a caller who has shown that it is theirs
    std::optional<std::chrono::seconds> retry_after;
    base::json::Ref credits; // array, may be empty
    base::json::Ref sold{};  // array of paths: what is, when something is not
};

// All replies carry CORS headers; none may be stored by a cache unless the endpoint says so.
class Replies {
public:
    // `base_url`: the only origin ever printed, without a trailing slash.
    // `tally`, if any, counts problems, and must outlive the object.
    explicit Replies(std::string base_url, catalog::Tally* tally = nullptr)
        : m_base_url{std::move(base_url)}, m_tally{tally}
    {
    }

    [[nodiscard]] fcgi::Response json(int status, std::string body) const;
    // An answer that is true now and maybe no more in a second: no cache keeps it.
    [[nodiscard]] fcgi::Response of_this_moment(int status, const base::json::Ref& body) const;
    [[nodiscard]] fcgi::Response problem(catalog::ProblemCode code,
                                         ProblemExtras extras = {}) const;
    // 422 with the interface's body: `detail` is the array of validation errors. It charges nothing
    // by itself; `charged`: what is known of a payment made before.
    [[nodiscard]] fcgi::Response unprocessable(
        base::json::Ref detail, catalog::Charged charged = catalog::Charged::no) const;
    [[nodiscard]] fcgi::Response method_not_allowed(std::string_view allow) const;

    // 202: the job is accepted or goes on. `queue_position`: see store::Reading, if asked.
    [[nodiscard]] fcgi::Response job_accepted(
        const job::View& view, base::Instant now,
        std::optional<std::int64_t> queue_position = std::nullopt) const;
    // 200: the envelope of a complete job. `view.result` must be there, artifact included.
    [[nodiscard]] fcgi::Response job_complete(const job::View& view) const;
    // 200: status failed, with the error and the credits.
    [[nodiscard]] fcgi::Response job_failed(const job::View& view) const;
    // 410: its payment was refused. When the money came in after all, the credit and where it is.
    [[nodiscard]] fcgi::Response job_rejected(const job::View& view) const;
    // 410: it was purged, whatever it was before. To a client that knows its id.
    [[nodiscard]] fcgi::Response job_gone(const job::View& view) const;

private:
    std::string m_base_url;
    catalog::Tally* m_tally;
};

// The credits of a job as buyers see them.
base::json::Ref credits_json(const job::View& view);

// One more member behind those of an answer whose body is a JSON object.
void add_member(fcgi::Response& response, std::string_view name, const json_t* member_view);

// How long a poller should wait: short while the job is young, then a share of the sla.
std::chrono::seconds retry_after(const job::Job& job, base::Instant now);

// `detail` for text that is not a job id; `part`: where it was found, "body" or "path".
base::json::Ref malformed_job_id(std::string_view part);

// `detail` with one validation error {loc, msg, type} in the interface's form.
base::json::Ref one_validation_error(base::json::Ref loc, std::string_view message,
                                     std::string_view type);

} // namespace api
