#include "verify/against/fragments.hpp"

#include <algorithm>

namespace verify::against {

namespace {

// The first byte is the highest, so that what begins alike stands together.
std::uint64_t packed(std::string_view bytes)
{
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < Fragments::k_longest; ++i)
        out = out << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    return out;
}

} // namespace

Fragments::Fragments(std::string_view text)
{
    m_all.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        m_all.push_back(packed(text.substr(i, k_longest)));
    std::sort(m_all.begin(), m_all.end());
    m_all.erase(std::unique(m_all.begin(), m_all.end()), m_all.end());
    m_all.shrink_to_fit();
}

bool Fragments::has(std::string_view fragment) const
{
    const std::uint64_t first = packed(fragment);
    const std::uint64_t beyond = first + (std::uint64_t{1} << 8U * (k_longest - fragment.size()));
    const auto at = std::lower_bound(m_all.begin(), m_all.end(), first);
    return at != m_all.end() && *at < beyond;
}

} // namespace verify::against
