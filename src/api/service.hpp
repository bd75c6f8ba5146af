// The request loop of one thread: route, endpoint, and the one place where an API thread catches
// faults.
#pragma once

#include "api/context.hpp"
#include "api/endpoints.hpp"
#include "api/fitness.hpp"
#include "api/router.hpp"
#include "fcgi/message.hpp"
#include "net/http_client.hpp"
#include "pay/http_facilitator.hpp"

#include <memory>
#include <optional>
#include <string>

namespace api {

class Service final : public fcgi::Handler {
public:
    // References must outlive the Service. Without `http` nothing can be paid: the rail is off, or
    // this is the fast pool.
    Service(const Process& process, std::unique_ptr<net::HttpClient> http,
            const pay::FacilitatorSettings& settings, pay::FacilitatorHealth& health);
    ~Service() override;

    fcgi::Response handle(fcgi::Request request) override;

private:
    // A thread's database connection and what stands on it. Dropped after a fault, made again by
    // the next request.
    struct Session;

    fcgi::Response dispatch(fcgi::Request& request, const std::optional<Route>& route);
    Session& session();
    // Both must outlive what is returned.
    Outlook outlook(const fcgi::Request& request, const catalog::Offer& offer);

    const Process& m_process;
    Fitness m_fitness;
    std::unique_ptr<net::HttpClient> m_http;
    std::unique_ptr<pay::Facilitator> m_facilitator;
    std::unique_ptr<Session> m_session;
};

} // namespace api
