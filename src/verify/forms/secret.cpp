// secret.*: what opens something to a reader, in the text and in what the text encodes.
//
// A secret must not be repeated by the artifact. Its mark is masked, and so is each other place
// where the text holds the same value; nothing here puts the value anywhere else.
#include "base/concat.hpp"
#include "verify/forms/checks.hpp"
#include "verify/forms/secrets.hpp"
#include "verify/law/judge.hpp"
#include "verify/law/precision.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace verify::forms {

namespace {

constexpr Check secret_check(std::string_view id, Precision real = {})
{
    return {.id = id,
            .category = Category::safety,
            .nature = Nature::safety,
            .proof = {"83 forms of keys and tokens, private keys, connection strings, values named "
                      "as secrets; shown masked",
                      "whether the secret is still valid"},
            .real = real};
}

} // namespace

const Check k_secret_token = secret_check("secret.token");
const Check k_secret_private_key = secret_check("secret.private_key");
const Check k_secret_jwt = secret_check("secret.jwt");
const Check k_secret_authorization = secret_check("secret.authorization");
const Check k_secret_connection_string = secret_check("secret.connection_string");
const Check k_secret_assignment = secret_check("secret.assignment", k_real_secrets);

namespace {

struct Placed {
    Secret secret;
    SourceRange place;
    std::string carrier;
    std::string value; // as the text would be used
};

// Structured before named, wider before narrower: one place is told once.
std::vector<Placed> search(const Document& document)
{
    std::vector<layers::Layer> layers;
    layers.push_back(layers::source_layer(document));
    for (auto& layer : layers::decoded_layers(layers.front())) layers.push_back(std::move(layer));
    std::vector<Placed> out;
    for (const auto& layer : layers) {
        std::vector<Secret> found;
        find_structured(layer.text, found);
        find_named(layer.text, found);
        for (const auto& secret : found)
            out.push_back({secret, layers::source_of(layer, secret.begin, secret.end),
                           layer.carrier,
                           layer.text.substr(secret.begin, secret.end - secret.begin)});
    }
    std::stable_sort(out.begin(), out.end(), [](const Placed& left, const Placed& right) {
        return left.place.begin < right.place.begin;
    });
    return out;
}

bool overlaps(const Placed& left, const Placed& right)
{
    return left.place.begin < right.place.end && right.place.begin < left.place.end;
}

// Finds values of the list in the source, each by its first bytes.
class Occurrences {
public:
    explicit Occurrences(const std::vector<Placed>& secrets)
    {
        for (const auto& each : secrets)
            if (each.value.size() >= k_key) {
                auto& row = m_values[each.value.substr(0, k_key)];
                if (row.size() < k_most_alike &&
                    std::find(row.begin(), row.end(), each.value) == row.end())
                    row.push_back(each.value);
            }
    }

    [[nodiscard]] std::vector<SourceRange> in(const std::string& source) const
    {
        std::vector<SourceRange> out;
        if (m_values.empty()) return out;
        for (std::size_t i = 0; i + k_key <= source.size(); ++i) {
            const auto row = m_values.find(source.substr(i, k_key));
            if (row == m_values.end()) continue;
            for (const auto& value : row->second)
                if (source.compare(i, value.size(), value) == 0)
                    out.push_back({static_cast<std::uint32_t>(i),
                                   static_cast<std::uint32_t>(i + value.size())});
        }
        return out;
    }

private:
    static constexpr std::size_t k_key = 8;
    static constexpr std::size_t k_most_alike = 64;
    std::unordered_map<std::string, std::vector<std::string>> m_values;
};

std::string_view title_of_secret(CheckRef check)
{
    if (check == k_secret_private_key) return "A private key can be read";
    if (check == k_secret_jwt) return "A signed session token can be read";
    if (check == k_secret_connection_string) return "An address holds its password";
    if (check == k_secret_authorization) return "Credentials of a request can be read";
    if (check == k_secret_assignment) return "A value that is named as a secret can be read";
    return "An access token can be read";
}

void report_secret(const Document& document, const Placed& placed, Review& review)
{
    const bool is_exact = placed.secret.certainty == Certainty::exact;
    found(placed.secret.check, title_of_secret(placed.secret.check), document,
          placed.secret.certainty, placed.secret.severity)
        .stated(Mark{placed.place.begin, placed.place.end, {}, /*masked=*/true})
        .shows("rule", placed.secret.rule, "carrier", placed.carrier, "length", placed.value.size(),
               "checksum_valid", is_exact)
        .says("It has the form of a secret (", placed.secret.rule, ")",
              placed.carrier == "plain" ? "" : base::concat(", encoded as ", placed.carrier),
              is_exact ? " and its checksum is right." : ", and is no placeholder.")
        .note(review, "Revoke it and issue a new one: whoever has read the text can use it.");
}

void look_for_secrets(const Document& document, Review& review)
{
    const auto all = search(document);
    std::vector<Placed> told;
    for (const auto& each : all) {
        if (told.size() >= k_max_findings) break;
        if (told.empty() || !overlaps(told.back(), each)) {
            told.push_back(each);
        } else if (each.secret.check == k_secret_token &&
                   told.back().secret.check != k_secret_token) {
            // Both are hidden, under the name that says more.
            const SourceRange wide{std::min(told.back().place.begin, each.place.begin),
                                   std::max(told.back().place.end, each.place.end)};
            told.back() = each;
            told.back().place = wide;
        } else {
            told.back().place.end = std::max(told.back().place.end, each.place.end);
        }
    }
    const std::size_t first = review.findings.size();
    for (const auto& each : told) report_secret(document, each, review);
    if (review.findings.size() == first) return;
    // If the same values stand elsewhere without being told apart, they are hidden with the first.
    for (const auto& range : Occurrences{all}.in(document.source)) {
        const bool known = std::any_of(told.begin(), told.end(), [&](const Placed& each) {
            return each.place.begin <= range.begin && range.end <= each.place.end;
        });
        if (!known)
            review.findings[first].marks.push_back({range.begin, range.end, "operand", true});
        if (review.findings[first].marks.size() > k_max_findings) break;
    }
}

constexpr const Check* k_secrets_checks[] = {
    &k_secret_token,         &k_secret_private_key,       &k_secret_jwt,
    &k_secret_authorization, &k_secret_connection_string, &k_secret_assignment};

} // namespace

const Family k_secrets{Voice::red_team, k_secrets_checks, look_for_secrets, true};

} // namespace verify::forms
