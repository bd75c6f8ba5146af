#include "forensics/tls/interception_issuers.hpp"

#include "base/ascii.hpp"
#include "base/json.hpp"

#include <algorithm>

namespace forensics {

namespace json = base::json;

namespace {

constexpr std::size_t k_max_rows = 1000;
constexpr std::size_t k_max_issuer_texts = 32;
constexpr std::size_t k_min_text = 4;
constexpr std::size_t k_max_text = 100;

std::vector<std::string> issuer_texts(const json_t* row_view)
{
    std::vector<std::string> texts;
    const json_t* contains_view = json::array_member(row_view, "contains");
    for (std::size_t i = 0; i < std::min(json_array_size(contains_view), k_max_issuer_texts); ++i) {
        const json_t* each_view = json_array_get(contains_view, i);
        if (!json_is_string(each_view)) continue;
        std::string text = base::lower_case(json::text_of(each_view));
        if (text.size() >= k_min_text && text.size() <= k_max_text)
            texts.push_back(std::move(text));
    }
    return texts;
}

} // namespace

std::optional<InterceptionIssuers> InterceptionIssuers::parse(std::string_view text)
{
    const auto parsed = json::parse(text);
    if (!parsed || json::integer_member(parsed->get(), "schema_version") != 1) return std::nullopt;
    const json_t* issuers_view = json::array_member(parsed->get(), "issuers");
    if (issuers_view == nullptr || json_array_size(issuers_view) > k_max_rows) return std::nullopt;
    InterceptionIssuers issuers;
    for (std::size_t i = 0; i < json_array_size(issuers_view); ++i) {
        const json_t* row_view = json_array_get(issuers_view, i);
        const auto product = json::text_member(row_view, "product");
        const auto kind = json::text_member(row_view, "kind");
        auto texts = issuer_texts(row_view);
        if (!product || !kind || texts.empty()) continue;
        issuers.m_rows.push_back({{std::string{*product}, std::string{*kind}}, std::move(texts)});
    }
    return issuers;
}

const InterceptionProduct* InterceptionIssuers::find(std::span<const std::string> words) const
{
    for (const std::string& each : words) {
        const std::string word = base::lower_case(each);
        for (const Row& row : m_rows)
            for (const std::string& text : row.contains)
                if (word.find(text) != std::string::npos) return &row.product;
    }
    return nullptr;
}

} // namespace forensics
