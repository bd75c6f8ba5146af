// The file of a node that says how far the database had come: one that is behind it is an older
// copy (decisions 14).
#pragma once

#include "base/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace store {

class StampFile {
public:
    explicit StampFile(std::string path) : m_path{std::move(path)} {}

    [[nodiscard]] const std::string& path() const { return m_path; }
    // nullopt: there is none, as before the first start. What cannot be read says nothing, either,
    // and is an error of the log.
    [[nodiscard]] std::optional<std::int64_t> count() const;
    // Throws Fault.
    void write(std::int64_t count, base::Instant now) const;

private:
    std::string m_path;
};

} // namespace store
