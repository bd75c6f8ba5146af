// Names that known interceptors put into the certificates they make up: proxies of companies,
// antivirus, parental control, malware, states, debuggers. A name is easily taken, so it supports a
// verdict and never makes one of a public certificate.
#pragma once

#include "base/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forensics {

struct InterceptionProduct {
    std::string product; // "Fortinet FortiGate"
    std::string kind;    // "enterprise_proxy", "antivirus", "malware" ...
};

class InterceptionIssuers {
public:
    InterceptionIssuers() = default; // knows none

    // {"schema_version": 1, "issuers": [{"product", "kind", "contains": [text ..]}]}: a word of a
    // name that contains one of the texts, in any case, is that product's. nullopt: no such list,
    // or over 1000 rows; texts have 4 to 100 bytes, and rows without any are passed over.
    static std::optional<InterceptionIssuers> parse(std::string_view text);

    // `words`: organization, unit and common name of an issuer or subject. nullptr: none known.
    [[nodiscard]] const InterceptionProduct* find(std::span<const std::string> words) const;

private:
    struct Row {
        InterceptionProduct product;
        std::vector<std::string> contains; // lower case
    };
    std::vector<Row> m_rows;
};

} // namespace forensics
