// An HTTP client that answers by what is asked, as often as it is asked; JSON-RPC with the id that
// was asked with.
#pragma once

#include "base/concat.hpp"
#include "base/json.hpp"
#include "net/http_client.hpp"

#include <map>
#include <string>
#include <vector>

namespace support {

class ScriptedHttp final : public net::HttpClient {
public:
    // By a part of the request's body or URL: the first in order that is found. "ID" in a body
    // becomes the id of the request. Anything else: connection refused.
    std::map<std::string, net::HttpResponse> answers;
    std::string last_authorization;
    std::vector<net::HttpRequest> requests;

    base::Result<net::HttpResponse, net::HttpFailure> send(const net::HttpRequest& request) override
    {
        requests.push_back(request);
        for (const auto& header : request.headers)
            if (header.name == "Authorization") last_authorization = header.value;
        for (const auto& [part, answer] : answers)
            if (request.body.find(part) != std::string::npos ||
                request.url.find(part) != std::string::npos)
                return with_id(answer, request.body);
        return base::refuse(net::HttpFailure{net::HttpFailureKind::not_sent, "connection refused"});
    }

    void result(const std::string& part, const std::string& text)
    {
        result_json(part, base::concat('"', text, '"'));
    }

    void result_json(const std::string& part, const std::string& json)
    {
        answers[part] = {200, base::concat(R"({"jsonrpc":"2.0","id":ID,"result":)", json, '}')};
    }

private:
    static net::HttpResponse with_id(net::HttpResponse answer, const std::string& body)
    {
        const auto asked = base::json::parse(body);
        const auto at = answer.body.find("ID");
        if (asked && at != std::string::npos)
            answer.body.replace(at, 2,
                                base::concat(*base::json::integer_member(asked->get(), "id")));
        return answer;
    }
};

} // namespace support
