// Tables of texts and of what a careful reader takes from them, told all at once.
#pragma once

#include <cppunit/extensions/HelperMacros.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace reading_test {

struct ReadRow {
    std::string_view text;
    std::string_view read;
};

// Fails with every row of which `read` tells something else.
template <std::size_t Count, typename Read>
void expect_rows(const ReadRow (&rows)[Count], const Read& read)
{
    std::string wrong;
    for (const ReadRow& row : rows) {
        const std::string told = read(row.text);
        if (told == row.read) continue;
        wrong += "\n  " + std::string{row.text} + "\n    is read as " + told + "\n    and not as " +
                 std::string{row.read};
    }
    CPPUNIT_ASSERT_MESSAGE(wrong, wrong.empty());
}

} // namespace reading_test
