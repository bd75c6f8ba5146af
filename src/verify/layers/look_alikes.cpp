#include "verify/layers/look_alikes.hpp"

#include "base/fault.hpp"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>
#include <unicode/utf8.h>

namespace verify::layers {

namespace {

std::string as_ascii(const icu::UnicodeString& wide)
{
    std::string out;
    for (std::int32_t i = 0; i < wide.length(); ++i) {
        if (wide.charAt(i) >= 0x80) return {};
        out += static_cast<char>(wide.charAt(i));
    }
    return out;
}

} // namespace

LookAlikes::LookAlikes() : m_checker{nullptr, uspoof_close}
{
    UErrorCode status = U_ZERO_ERROR;
    m_checker.reset(uspoof_open(&status));
    if (U_FAILURE(status) != 0) throw base::Fault{"ICU has no table of look-alikes"};
}

LookAlikes::~LookAlikes() = default;

const std::string& LookAlikes::ascii_of(UChar32 point)
{
    const auto [row, fresh] = m_known.try_emplace(point);
    if (fresh) row->second = find(point);
    return row->second;
}

std::string LookAlikes::find(UChar32 point) const
{
    UErrorCode status = U_ZERO_ERROR;
    const auto* normalizer = icu::Normalizer2::getNFKCInstance(status);
    if (U_FAILURE(status) != 0) throw base::Fault{"ICU cannot normalize"};
    const icu::UnicodeString normal = normalizer->normalize(icu::UnicodeString{point}, status);
    if (auto ascii = as_ascii(normal); !ascii.empty()) return ascii;
    if (!u_isalpha(point)) return {};
    icu::UnicodeString skeleton;
    uspoof_getSkeletonUnicodeString(m_checker.get(), 0, normal, skeleton, &status);
    if (U_FAILURE(status) != 0 || skeleton.length() != 1) return {};
    return as_ascii(skeleton);
}

std::vector<Point> points_of(std::string_view utf8)
{
    std::vector<Point> out;
    out.reserve(utf8.size());
    const auto* data = reinterpret_cast<const std::uint8_t*>(utf8.data());
    const auto size = static_cast<std::int32_t>(utf8.size());
    for (std::int32_t i = 0; i < size;) {
        const auto begin = static_cast<std::uint32_t>(i);
        UChar32 value = 0;
        U8_NEXT(data, i, size, value);
        out.push_back({value, begin, static_cast<std::uint32_t>(i)});
    }
    return out;
}

UScriptCode script_of(UChar32 point)
{
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript(point, &status);
}

std::string code_point_name(UChar32 point)
{
    constexpr std::string_view k_digits = "0123456789ABCDEF";
    std::string digits;
    for (auto rest = static_cast<std::uint32_t>(point); rest != 0 || digits.size() < 4; rest >>= 4)
        digits.insert(digits.begin(), k_digits[rest & 15U]);
    return "U+" + digits;
}

} // namespace verify::layers
