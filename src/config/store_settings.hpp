// The section [store]: a file, or a server's database, and how long what is kept.
#pragma once

#include <chrono>
#include <string>

namespace config {

struct StoreSettings {
    std::string path{};            // of the SQLite file; empty: the store is on a server
    std::string url{};             // of the PostgreSQL server, without a password; empty: a file
    std::string auth_credential{}; // with the server's password; empty: it asks for none
    bool may_lose = false;         // a server's failover may lose what was acknowledged
    std::string server_stamp{};    // see stamp_file()
    // Counted from the end of a job. A result stays at least as long as its request.
    std::chrono::seconds result_retention{0};
    std::chrono::seconds request_retention{0};

    [[nodiscard]] bool is_file() const { return url.empty(); }
    // The file in which this node notes how far the store had come (store/stamp_file).
    [[nodiscard]] std::string stamp_file() const
    {
        return is_file() ? path + ".stamp" : server_stamp;
    }
    // The store, for people.
    [[nodiscard]] const std::string& name() const { return is_file() ? path : url; }
};

} // namespace config
