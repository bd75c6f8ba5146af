// What a quotation leaves out behind "...".
#include "sourced.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

class EllipsisTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(EllipsisTest);
    CPPUNIT_TEST(harmless_words_may_be_left_out);
    CPPUNIT_TEST(a_denial_or_a_limit_may_not);
    CPPUNIT_TEST(words_stay_with_their_subject);
    CPPUNIT_TEST(the_order_is_the_sources);
    CPPUNIT_TEST(what_is_left_out_is_shown);
    CPPUNIT_TEST_SUITE_END();

    using Quoted = verify::against::Quoted;

    static void expect(std::span<const tests::QuoteRow> rows, Quoted how)
    {
        std::vector<tests::QuoteRow> all{rows.begin(), rows.end()};
        for (auto& row : all) row.how = how;
        CPPUNIT_ASSERT_EQUAL(std::string{}, tests::complaints_of(all));
    }

public:
    void harmless_words_may_be_left_out()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the lodger may keep a dog ... in the yard",
             "The lodger may keep a dog of any size in the yard."},
            {"exports grew ... imports shrank",
             "Last spring exports grew in most ports, and by the end imports shrank."},
            {"The bridge ... carries two tracks",
             "The bridge, which was not painted for years, carries two tracks."},
            {"The bridge ... carries two tracks",
             "The bridge, the engineers say, carries two tracks."},
            {"The bridge ... carries two tracks", "The bridge is old and carries two tracks."},
            {"The bridge [...] carries two tracks",
             "The bridge over the Aller carries two tracks."},
            {"We came in spring ... We left in autumn.",
             "We came in spring. It did not rain. We left in autumn."},
            {"Prices rose ... in all towns", "Prices rose, because wages did, in all towns."},
            {"the court finds ... that the claim is barred",
             "On this the court finds, with regret, that the claim is barred."},
            {"Mice were fed ... for six weeks", "Mice were fed a diet rich in fat for six weeks."},
            {"Mice were ... fed ... a diet rich in fat",
             "Mice were caught, mice were weighed, mice were bred. Mice were then fed each day a "
             "diet rich in fat."},
            {"the farmer must feed the herd ... by noon",
             "The farmer must feed the herd, including all calves and lambs, by noon."},
            {"the fox entered the barn ... and took a hen",
             "The fox entered the barn through a door that was open and took a hen."},
            {"The mayor . . . opened the new hall", "The mayor, Ada Brunn, opened the new hall."},
        };
        expect(k_rows, Quoted::verbatim);
    }

    void a_denial_or_a_limit_may_not()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the drug is ... safe for children", "We say that the drug is not safe for children."},
            {"the drug is ... safe for children",
             "We say that the drug is in no way safe for children."},
            {"the insurer pays ... for damage by water",
             "The insurer pays only in winter for damage by water."},
            {"the insurer pays ... for damage by water",
             "The insurer pays, unless the pipe was old, for damage by water."},
            {"the insurer pays for damage ... within a week",
             "The insurer pays for damage except by water within a week."},
            {"members may ... vote by letter",
             "All members may, if they are abroad, vote by letter."},
            {"the drug was ... found to be safe", "The drug was never found to be safe."},
            {"Der Mieter darf ... untervermieten im Sommer",
             "Der Mieter darf die Wohnung nicht untervermieten im Sommer."},
            {"the drug [is] safe for children", "We say that the drug isn't safe for children."},
        };
        expect(k_rows, Quoted::turned);
    }

    void words_stay_with_their_subject()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"the carrier insures the cargo ... against theft",
             "The carrier insures the cargo; the owner guards it against theft."},
            {"the carrier insures the cargo ... against theft",
             "The carrier insures the cargo. The owner guards it against theft."},
            {"The bank ... lost its licence", "The bank said that the broker lost its licence."},
            {"Prices rose ... in all towns", "Prices rose because wages fell in all towns."},
            {"the panel held ... that the toll was lawful",
             "The panel held that the fee was void, and the dissent said that the toll was "
             "lawful."},
            {"the council paid ... for the repair",
             "The council paid the rent and the church gave the money for the repair."},
        };
        expect(k_rows, Quoted::turned);
    }

    void the_order_is_the_sources()
    {
        constexpr tests::QuoteRow k_rows[] = {
            {"imports shrank ... exports grew",
             "Last spring exports grew in most ports, and by the end imports shrank."},
            {"she paid the fine ... he left the town",
             "That day he left the town and a week later she paid the fine."},
        };
        expect(k_rows, Quoted::reordered);
    }

    void what_is_left_out_is_shown()
    {
        const auto out =
            tests::review_with("The lease says \"the seller is liable ... for all damage\".",
                               {tests::given("The seller is liable only where they acted with "
                                             "intent; the buyer pays for all damage.")});
        CPPUNIT_ASSERT_EQUAL(
            std::string{"source.quote the seller is liable ... for all damage / only where they "
                        "acted with intent; the buyer pays\n"},
            tests::told(out.get()));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(EllipsisTest);

} // namespace
