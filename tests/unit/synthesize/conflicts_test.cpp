// Which disputes are one conflict.
#include "synthesize/conflicts.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <algorithm>

namespace {

using synthesize::Dispute;
using synthesize::Opposition;

class ConflictsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ConflictsTest);
    CPPUNIT_TEST(disputes_that_meet_late_are_one);
    CPPUNIT_TEST(two_values_of_one_statement_are_two);
    CPPUNIT_TEST_SUITE_END();

    // Of statements of one undated source each.
    static synthesize::Conflicts settled(const std::vector<Dispute>& disputes)
    {
        synthesize::Vocabulary vocabulary;
        const std::vector<synthesize::Material> materials(k_statements);
        const auto sources = statements::read_sources(materials, vocabulary);
        std::vector<synthesize::Statement> statements(k_statements);
        for (std::size_t i = 0; i < k_statements; ++i) statements[i].source = i;
        return synthesize::settle(sources, statements, disputes);
    }

    static Dispute dispute(std::size_t first, std::size_t second, std::uint32_t value = 1)
    {
        return {first, second, {Opposition::value, "toll", {value, value + 1}, {value, value + 1}}};
    }

    // Each dispute's statements have a place in its conflict.
    static void expect_positions(const synthesize::Conflicts& conflicts)
    {
        for (const auto& conflict : conflicts.contradictions)
            for (const auto& [first, second] : conflict.disputed)
                for (const auto statement : {first, second})
                    CPPUNIT_ASSERT(std::any_of(
                        conflict.positions.begin(), conflict.positions.end(),
                        [&](const auto& position) { return position.statement == statement; }));
    }

public:
    void disputes_that_meet_late_are_one()
    {
        const auto found = settled({dispute(0, 3), dispute(1, 2), dispute(2, 3)});
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, found.contradictions.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{4}, found.contradictions.front().positions.size());
        expect_positions(found);
    }

    void two_values_of_one_statement_are_two()
    {
        const auto found = settled({dispute(0, 1, 1), dispute(0, 2, 7)});
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, found.contradictions.size());
        for (const auto& conflict : found.contradictions)
            CPPUNIT_ASSERT_EQUAL(std::size_t{2}, conflict.positions.size());
        expect_positions(found);
    }

private:
    static constexpr std::size_t k_statements = 4;
};

CPPUNIT_TEST_SUITE_REGISTRATION(ConflictsTest);

} // namespace
