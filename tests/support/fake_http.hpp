// An HTTP client that answers from a script and remembers what it was asked.
#pragma once

#include "net/http_client.hpp"

#include "base/fault.hpp"

#include <deque>
#include <functional>
#include <utility>
#include <vector>

namespace support {

class FakeHttp final : public net::HttpClient {
public:
    using Answer = base::Result<net::HttpResponse, net::HttpFailure>;

    std::deque<Answer> answers; // the next one is at the front
    std::vector<net::HttpRequest> requests;
    std::function<void()> during = [] {}; // each request

    base::Result<net::HttpResponse, net::HttpFailure> send(const net::HttpRequest& request) override
    {
        requests.push_back(request);
        during();
        if (answers.empty()) throw base::Fault{"an HTTP request too many"};
        Answer answer = std::move(answers.front());
        answers.pop_front();
        return answer;
    }

    void will_answer(int status, std::string body)
    {
        answers.emplace_back(net::HttpResponse{status, std::move(body)});
    }
    void will_fail(net::HttpFailureKind kind, std::string detail)
    {
        answers.emplace_back(base::refuse(net::HttpFailure{kind, std::move(detail)}));
    }
};

} // namespace support
