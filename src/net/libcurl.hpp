// What every user of libcurl in this folder needs of it.
#pragma once

#include "base/concat.hpp"
#include "base/fault.hpp"
#include "net/socket_gate.hpp"

#include <curl/curl.h>

#include <memory>
#include <string>

namespace net {

struct CurlCleanup {
    void operator()(CURL* handle) const noexcept { curl_easy_cleanup(handle); }
};
using EasyRef = std::unique_ptr<CURL, CurlCleanup>;

struct MultiFree {
    void operator()(CURLM* handle) const noexcept { curl_multi_cleanup(handle); }
};
using MultiRef = std::unique_ptr<CURLM, MultiFree>;

struct HeaderListFree {
    void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};
using HeaderList = std::unique_ptr<curl_slist, HeaderListFree>;

// Once per process, before anything else of libcurl; may be called again, from any thread. Throws
// Fault when libcurl cannot start.
void start_libcurl();

// Adds a line to the list. Throws Fault when there is no memory.
void append_line(HeaderList& list, const std::string& line);

// The socket that libcurl asks for with CURLOPT_OPENSOCKETFUNCTION; CURL_SOCKET_BAD when the gate
// refuses it.
curl_socket_t open_through(const SocketGate& gate, curl_sockaddr* wanted);

template <typename T> void set_option(CURL* handle, CURLoption option, T value)
{
    if (curl_easy_setopt(handle, option, value) != CURLE_OK)
        throw base::Fault{base::concat("libcurl refuses option ", static_cast<int>(option))};
}

} // namespace net
