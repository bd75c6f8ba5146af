// Signs that look like ASCII, and the scripts of words.
#pragma once

#include <unicode/uscript.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct USpoofChecker;

namespace verify::layers {

// What a code point looks like or stands for, when that is ASCII: NFKC, then the skeleton of
// UTS #39 section 4. Remembers what it has looked up.
class LookAlikes {
public:
    LookAlikes();
    ~LookAlikes();
    LookAlikes(const LookAlikes&) = delete;
    LookAlikes& operator=(const LookAlikes&) = delete;

    // Empty when it looks like nothing in ASCII.
    const std::string& ascii_of(UChar32 point);

private:
    [[nodiscard]] std::string find(UChar32 point) const;

    std::unique_ptr<USpoofChecker, void (*)(USpoofChecker*)> m_checker;
    std::map<UChar32, std::string> m_known;
};

struct Point {
    UChar32 value = 0;
    std::uint32_t begin = 0; // bytes of the text
    std::uint32_t end = 0;
};

// The code points of valid UTF-8.
std::vector<Point> points_of(std::string_view utf8);

UScriptCode script_of(UChar32 point);

// "U+200B"
std::string code_point_name(UChar32 point);

} // namespace verify::layers
