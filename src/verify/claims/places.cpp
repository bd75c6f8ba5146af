#include "verify/claims/places.hpp"

#include "base/concat.hpp"
#include "base/hex.hpp"
#include "base/sha256.hpp"

#include <algorithm>

namespace verify {

namespace json = base::json;

namespace {

constexpr std::size_t k_shown = 4;
// What is shorter stands in other words too.
constexpr std::size_t k_least_repeated = 4;

std::string folded(std::string_view text)
{
    std::string out{text};
    std::transform(out.begin(), out.end(), out.begin(), reading::to_lower);
    return out;
}

std::size_t characters_in(std::string_view utf8)
{
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) >> 6) != 2;
    }));
}

// A short secret shows nothing of itself.
std::string mask(std::string_view secret)
{
    std::size_t shown = secret.size() >= 4 * k_shown ? k_shown : 0;
    while (shown < secret.size() && (static_cast<unsigned char>(secret[shown]) >> 6) == 2) ++shown;
    const auto digest = base::sha256(base::bytes_of(secret));
    return base::concat(secret.substr(0, shown), "\u2026 (", characters_in(secret),
                        " characters, sha256 ", base::to_hex(digest).substr(0, 8), ")");
}

} // namespace

Places::Places(const Document& document, std::span<const Finding> findings,
               std::vector<const Document*> sources, std::span<const Mark> secrets)
    : m_document{document}, m_sources{std::move(sources)}
{
    std::vector<Mark> masks{secrets.begin(), secrets.end()};
    for (const auto& finding : findings)
        for (const auto& mark : finding.marks)
            if (mark.masked) masks.push_back(mark);
    std::sort(masks.begin(), masks.end(), [](const Mark& left, const Mark& right) {
        return std::pair{left.source, left.begin} < std::pair{right.source, right.begin};
    });
    for (const auto& mark : masks) {
        if (!m_masks.empty() && mark.source == m_masks.back().source &&
            mark.begin < m_masks.back().end)
            m_masks.back().end = std::max(m_masks.back().end, mark.end);
        else
            m_masks.push_back(mark);
    }
    for (const auto& each : m_masks) {
        const auto secret = quote_of(document_of(each), each);
        const std::pair row{folded(secret), mask(secret)};
        const bool known = std::find(m_secrets.begin(), m_secrets.end(), row) != m_secrets.end();
        if (secret.size() >= k_least_repeated && !known) m_secrets.push_back(row);
    }
}

std::string Places::without_secrets(std::string text) const
{
    for (const auto& [secret, shown] : m_secrets) {
        std::string low = folded(text);
        for (std::size_t at = low.find(secret); at != std::string::npos;
             at = low.find(secret, at + shown.size())) {
            text.replace(at, secret.size(), shown);
            low.replace(at, secret.size(), shown);
        }
    }
    return text;
}

json::Ref Places::without_secrets(const json_t* value_view) const
{
    if (m_secrets.empty()) return json::share(value_view);
    if (json_is_string(value_view))
        return json::value(without_secrets(std::string{json::text_of(value_view)}));
    if (json_is_array(value_view)) {
        auto out = json::array();
        for (std::size_t i = 0; i < json_array_size(value_view); ++i)
            json::append(out.get(), without_secrets(json_array_get(value_view, i)));
        return out;
    }
    if (!json_is_object(value_view)) return json::share(value_view);
    auto out = json::object();
    json::for_each_member(value_view, [&](std::string_view name, const json_t* member_view) {
        json::set(out.get(), name, without_secrets(member_view));
    });
    return out;
}

json::Ref Places::span(const Mark& mark) const
{
    const auto& positions = document_of(mark).positions;
    const auto from = positions.at(mark.begin);
    const auto to = positions.at(mark.end);
    auto out = json::object("start", from.codepoint, "end", to.codepoint, "byte_start", mark.begin,
                            "byte_end", mark.end, "line", from.line, "col", from.column);
    if (mark.source) json::set(out.get(), "source", json::value(*mark.source));
    return out;
}

json::Ref Places::extent(const Mark& mark) const
{
    const auto& positions = document_of(mark).positions;
    return json::object("start", positions.at(mark.begin).codepoint, "end",
                        positions.at(mark.end).codepoint);
}

std::string Places::quote(const Mark& mark) const
{
    const std::string_view source = document_of(mark).source;
    std::string out;
    std::uint32_t at = mark.begin;
    for (const auto& secret : m_masks) {
        if (secret.source != mark.source || secret.end <= at) continue;
        if (secret.begin >= mark.end) break;
        if (secret.begin > at) out += source.substr(at, secret.begin - at);
        // Also what is only in part inside: its other part may be shown elsewhere.
        out += mask(source.substr(secret.begin, secret.end - secret.begin));
        at = std::min(secret.end, mark.end);
    }
    out += source.substr(at, mark.end - at);
    return out;
}

bool Places::is_masked(const Mark& mark) const
{
    return std::any_of(m_masks.begin(), m_masks.end(), [&](const Mark& secret) {
        return secret.source == mark.source && secret.begin < mark.end && mark.begin < secret.end;
    });
}

} // namespace verify
