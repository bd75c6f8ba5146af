#include "verify/law/check.hpp"

#include <algorithm>
#include <cmath>

namespace verify {

namespace {

constexpr int k_enough = 30; // findings for an interval

} // namespace

std::string_view name_of(Category category)
{
    switch (category) {
    case Category::consistency: return "consistency";
    case Category::statistics: return "statistics";
    case Category::identifiers: return "identifiers";
    case Category::sourcing: return "sourcing";
    case Category::safety: return "safety";
    }
    __builtin_unreachable();
}

bool is_relation(Nature nature)
{
    return nature == Nature::relation || nature == Nature::sameness;
}

double confidence_of(const Precision& precision)
{
    constexpr double k_z = 1.959964; // of 95 %, both sides
    if (precision.findings == 0) return 0.5;
    const double n = precision.findings;
    const double share = precision.right / n;
    if (precision.findings < k_enough) return std::min(0.5, share);
    const double z2 = k_z * k_z;
    const double low =
        (share + z2 / (2 * n) - k_z * std::sqrt(share * (1 - share) / n + z2 / (4 * n * n))) /
        (1 + z2 / n);
    return std::floor(low * 100) / 100;
}

Confidence confidence_of(const Check& check)
{
    const Confidence planted{confidence_of(check.planted), check.planted.findings};
    const int findings = check.real.findings;
    if (findings == 0) return planted;
    const double share = (check.real.right + 1.0) / (findings + 2.0);
    const double real =
        findings < k_enough ? std::floor(share * 100) / 100 : confidence_of(check.real);
    return real < planted.value || planted.cases == 0 ? Confidence{real, findings} : planted;
}

} // namespace verify
