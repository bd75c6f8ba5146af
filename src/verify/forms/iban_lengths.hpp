// How long an IBAN is in each country that has one (SWIFT IBAN Registry, release 99).
#pragma once

#include <cstddef>
#include <string_view>

namespace verify::forms {

// 0 for a country without one.
constexpr std::size_t iban_length(std::string_view country)
{
    // Country and length, four characters each.
    constexpr std::string_view k_lengths =
        "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29"
        "ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20"
        "LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29"
        "PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20"
        "YE30";
    for (std::size_t at = 0; at < k_lengths.size(); at += 4) {
        if (k_lengths.substr(at, 2) != country) continue;
        return static_cast<std::size_t>((k_lengths[at + 2] - '0') * 10 + (k_lengths[at + 3] - '0'));
    }
    return 0;
}

} // namespace verify::forms
