// Long texts as people write them, without an error: no critic calls anything in them wrong.
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "base/json.hpp"
#include "cases.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <filesystem>

namespace {

namespace json = base::json;

class WholeDocumentsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(WholeDocumentsTest);
    CPPUNIT_TEST(nothing_right_is_called_wrong);
    CPPUNIT_TEST_SUITE_END();

public:
    void nothing_right_is_called_wrong()
    {
        std::string complaints;
        std::size_t read = 0;
        for (const auto& file :
             std::filesystem::directory_iterator{"tests/unit/verify/documents"}) {
            const auto artifact = tests::artifact_of(base::read_file(file.path().string(), 200'000),
                                                     tests::k_all_critics);
            const json_t* findings_view = json::array_member(artifact.get(), "findings");
            for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
                const json_t* view = json_array_get(findings_view, i);
                if (*json::text_member(view, "severity") != "info")
                    complaints += base::concat(file.path().filename().string(), ": ",
                                               *json::text_member(view, "check"), ": ",
                                               *json::text_member(view, "reasoning"), '\n');
            }
            ++read;
        }
        CPPUNIT_ASSERT_EQUAL(std::string{}, complaints);
        CPPUNIT_ASSERT(read >= 13);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(WholeDocumentsTest);

} // namespace
