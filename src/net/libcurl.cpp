#include "net/libcurl.hpp"

#include <mutex>

namespace net {

// Never undone, the process ends instead.
void start_libcurl()
{
    static std::once_flag s_once;
    std::call_once(s_once, [] {
        if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
            throw base::Fault{"libcurl cannot start"};
    });
}

void append_line(HeaderList& list, const std::string& line)
{
    curl_slist* longer = curl_slist_append(list.get(), line.c_str());
    if (longer == nullptr) throw base::Fault{"no memory for a request header"};
    static_cast<void>(list.release()); // the longer list begins with the same element
    list.reset(longer);
}

} // namespace net
