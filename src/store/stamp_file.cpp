#include "store/stamp_file.hpp"

#include "base/fd.hpp"
#include "base/json.hpp"

#include <filesystem>

namespace store {

namespace {

namespace json = base::json;

constexpr std::size_t k_most_bytes = 4'096;
constexpr unsigned k_mode = 0640;

} // namespace

bool StampFile::exists() const
{
    return std::filesystem::exists(m_path);
}

std::optional<std::int64_t> StampFile::count() const
{
    if (!exists()) return std::nullopt;
    const auto parsed = json::parse(base::read_file(m_path, k_most_bytes));
    if (!parsed) return std::nullopt;
    return json::integer_member(parsed->get(), "count");
}

void StampFile::write(std::int64_t count, base::Instant now) const
{
    const auto text = json::dump(json::object("count", count, "at", base::to_rfc3339(now)).get());
    base::replace_file(m_path, text + '\n', k_mode);
}

} // namespace store
