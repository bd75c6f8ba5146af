// A web server's side of FastCGI, one request a connection, so that a test can cut it anywhere.
#pragma once

#include "base/fd.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

using FcgiParams = std::vector<std::pair<std::string, std::string>>;

class FcgiClient {
public:
    // Connects to the listening unix socket at `path`.
    explicit FcgiClient(const std::string& path);

    // BEGIN_REQUEST and all parameters.
    void begin(const FcgiParams& params);
    // A part of the body; an empty one ends it.
    void send_body(std::string_view part);
    // Closes without waiting.
    void hang_up() { m_socket.close(); }
    // All of FCGI_STDOUT: CGI headers and body. Waits for the end of the request.
    std::string answer();

private:
    void send_record(unsigned char type, std::string_view content);

    base::Fd m_socket;
};

// A listening unix socket at `path`.
base::Fd listen_at(const std::string& path);

} // namespace support
