#include "store/stamp_file.hpp"

#include "base/fault.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "base/log.hpp"

#include <filesystem>

namespace store {

namespace {

namespace json = base::json;

constexpr std::size_t k_most_bytes = 4'096;
constexpr unsigned k_mode = 0640;

} // namespace

std::optional<std::int64_t> StampFile::count() const
try {
    if (!std::filesystem::exists(m_path)) return std::nullopt;
    const auto parsed = json::parse(base::read_file(m_path, k_most_bytes));
    const auto out =
        parsed ? json::integer_member(parsed->get(), "count") : std::optional<std::int64_t>{};
    if (!out) base::log::error("stamp_unreadable", {{"path", m_path}});
    return out;
} catch (const base::Fault& fault) {
    base::log::error("stamp_unreadable", {{"detail", fault.what()}});
    return std::nullopt;
}

void StampFile::write(std::int64_t count, base::Instant now) const
{
    const auto text = json::dump(json::object("count", count, "at", base::to_rfc3339(now)).get());
    base::replace_file(m_path, text + '\n', k_mode);
}

} // namespace store
