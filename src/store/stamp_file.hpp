// The file beside a database that says how far it had come: a database that is behind it is an
// older copy (decisions 14).
#pragma once

#include "base/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace store {

class StampFile {
public:
    explicit StampFile(std::string path) : m_path{std::move(path)} {}

    [[nodiscard]] bool exists() const;
    // nullopt: there is none, as before the first start, or it says nothing. Throws Fault.
    [[nodiscard]] std::optional<std::int64_t> count() const;
    // Throws Fault.
    void write(std::int64_t count, base::Instant now) const;

private:
    std::string m_path;
};

} // namespace store
