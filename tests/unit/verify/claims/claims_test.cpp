// What the artifact may say of itself: what verifies a claim, what moves the verdict, how sure a
// finding is, and how long an artifact gets.
#include "../cases.hpp"
#include "base/canonical_json.hpp"
#include "base/json.hpp"
#include "verify/law/check.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>
#include <vector>

namespace {

namespace json = base::json;

json::Ref deep(std::string_view text)
{
    return tests::artifact_of(text, tests::k_all_critics);
}

std::vector<std::string> statuses(const json_t* artifact_view)
{
    std::vector<std::string> out;
    const json_t* claims_view = json::array_member(artifact_view, "claims");
    for (std::size_t i = 0; i < json_array_size(claims_view); ++i)
        out.emplace_back(*json::text_member(json_array_get(claims_view, i), "status"));
    return out;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
    return out;
}

// "PASS", "CAUTION", "FAIL", or the reason of an INCONCLUSIVE, which has no score.
std::string outcome(const json_t* artifact_view)
{
    const std::string verdict{*json::text_member(artifact_view, "verdict")};
    const json_t* reason_view =
        json::member(json::object_member(artifact_view, "summary"), "reason");
    const bool undecided = verdict == "INCONCLUSIVE";
    CPPUNIT_ASSERT_EQUAL(undecided, json_is_string(reason_view));
    CPPUNIT_ASSERT_EQUAL(undecided, json_is_null(json::member(artifact_view, "score")));
    return undecided ? std::string{json::text_of(reason_view)} : verdict;
}

std::int64_t counted(const json_t* artifact_view, const char* group, const char* name)
{
    const json_t* summary_view = json::object_member(artifact_view, "summary");
    return *json::integer_member(json::object_member(summary_view, group), name);
}

std::string prose(std::size_t least)
{
    constexpr std::string_view k_sentences[] = {
        "The boat went down the river and the old man sang a song about his home. ",
        "Nobody on the shore heard it, since the wind blew from the hills behind the town. ",
        "In the evening they lit a fire. ", "Supper was bread with cheese and a little wine. "};
    std::string out;
    for (std::size_t i = 0; out.size() < least; ++i) out += k_sentences[i % 4];
    return out;
}

class ClaimsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ClaimsTest);
    CPPUNIT_TEST(a_claim_is_verified_when_nothing_of_it_is_left_over);
    CPPUNIT_TEST(what_fits_by_chance_verifies_nothing);
    CPPUNIT_TEST(what_fits_within_rounding_alone_is_verified_in_part);
    CPPUNIT_TEST(a_text_that_is_all_refuted_scores_at_most_60);
    CPPUNIT_TEST(form_verifies_nothing);
    CPPUNIT_TEST(rows_are_claims_and_markers_are_not);
    CPPUNIT_TEST(verdicts_say_what_was_decided);
    CPPUNIT_TEST(nothing_is_told_of_wording);
    CPPUNIT_TEST(subscores_are_there_when_their_checks_ran);
    CPPUNIT_TEST(confidence_is_measured);
    CPPUNIT_TEST(an_artifact_stays_short_where_nothing_is_found);
    CPPUNIT_TEST(what_was_checked_is_listed_before_what_was_not);
    CPPUNIT_TEST(languages_without_lists_are_named);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_claim_is_verified_when_nothing_of_it_is_left_over()
    {
        struct Row {
            std::string_view text;
            std::string_view status;
        };
        constexpr Row k_rows[] = {
            {"The sum of 4, 8 and 12 is 24.", "verified"},
            {"45 of 120 respondents (37.5%) agreed.", "verified"},
            {"Revenue rose from $4.0 billion to $5.0 billion, an increase of 25%.", "verified"},
            {"We worked from 9:00 to 17:30, that is 8.5 hours.", "verified"},
            {"Step 2: 90 * 3 = 270.", "verified"},
            {"The sum of 4, 8 and 12 is 25.", "refuted"},
            {"The moon is made of cheese and 2 + 2 = 4.", "partly_verified"},
            {"The tower was built in 1822, and 3 + 4 = 7.", "partly_verified"},
            {"It is not true that 2 + 2 = 4.", "partly_verified"},
            {"The till isn't empty after 2 + 2 = 4.", "partly_verified"},
            {"Of 300 asked, 45 of 120 (37.5%) agreed.", "partly_verified"},
            // The relation reads the date and its weekday, not what happened then.
            {"Napoleon married on Monday, 4 March 2024.", "partly_verified"},
            {"The road to the castle is 100 km (62 miles) long.", "partly_verified"},
            {"The castle was built in 1822.", "unverifiable"},
            {"There are 12 houses in this street.", "unverifiable"},
        };
        for (const auto& row : k_rows)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::string{row.status},
                                         joined(statuses(deep(row.text).get())));
    }

    // 3 + 4 is 7, but nothing says that the seven are the three and the four.
    void what_fits_by_chance_verifies_nothing()
    {
        for (const auto* text : {"On Monday we saw 3 birds, 4 birds and 7 birds by the lake.",
                                 "The shop has 12 chairs, 30 chairs and 18 chairs of oak."}) {
            const auto artifact = deep(text);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(text, std::string{"nothing_decided"},
                                         outcome(artifact.get()));
            CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, counted(artifact.get(), "relations", "held"));
        }
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"},
                             outcome(deep("We saw 3 birds and 4 birds, 7 birds in all.").get()));
    }

    void what_fits_within_rounding_alone_is_verified_in_part()
    {
        const auto exact = tests::artifact_of("We paid $1.2, $2.4 and $3.1, a total of $6.7.");
        CPPUNIT_ASSERT_EQUAL(std::string{"verified"}, joined(statuses(exact.get())));
        const auto rounded = tests::artifact_of("We paid $1.2, $2.4 and $3.1, a total of $6.8.");
        CPPUNIT_ASSERT_EQUAL(std::string{"partly_verified"}, joined(statuses(rounded.get())));
        CPPUNIT_ASSERT(outcome(rounded.get()) != "PASS");
    }

    void a_text_that_is_all_refuted_scores_at_most_60()
    {
        const auto all = tests::artifact_of("We paid $12, $24 and $31, a total of $69.");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{60}, *json::integer_member(all.get(), "score"));
        const auto half = tests::artifact_of("We paid $12, $24 and $31, a total of $69. "
                                             "They paid $10, $20 and $31, a total of $61.");
        CPPUNIT_ASSERT(*json::integer_member(half.get(), "score") > 60);
    }

    void form_verifies_nothing()
    {
        std::string text;
        for (int i = 0; i < 12; ++i)
            text += "The earth is a flat disc of stone (https://example.com/flat). ";
        const auto links = deep(text);
        CPPUNIT_ASSERT_EQUAL(std::string{"nothing_decided"}, outcome(links.get()));
        CPPUNIT_ASSERT(counted(links.get(), "form", "checked") > 0);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, counted(links.get(), "form", "failed"));
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, counted(links.get(), "relations", "held"));
        for (const auto* each :
             {"The handbook has the ISBN 978-0-306-40615-7 on its cover.",
              "The king was born on 4 March 1824 in a castle.",
              "Most people like it [1].\n\n## References\n\n[1] Smith, A. A handbook of steam.",
              "The mean of the five ratings by whole numbers was 3.4 (n = 5)."})
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{each}, std::string{"nothing_decided"},
                                         outcome(deep(each).get()));
    }

    void rows_are_claims_and_markers_are_not()
    {
        const auto table = deep("| Item | 2021 | 2022 |\n|---|---|---|\n| Apples | 3 | 4 |\n"
                                "| Pears | 5 | 6 |\n| Total | 8 | 10 |\n");
        CPPUNIT_ASSERT_EQUAL(std::string{"verified verified verified"},
                             joined(statuses(table.get())));
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, outcome(table.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"no_claims"}, outcome(deep("[1]\n\n[2]\n").get()));
    }

    void verdicts_say_what_was_decided()
    {
        const std::string right = "The sum of 4, 8 and 12 is 24.\n\n";
        const std::string open = "The king went to the house of his aunt.\n\n";
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, outcome(deep(right).get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, outcome(deep(right + open).get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"too_little_decided"},
                             outcome(deep(right + open + open).get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"nothing_decided"}, outcome(deep(open).get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"no_claims"}, outcome(deep("Who goes there?").get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"CAUTION"},
                             outcome(deep("The sum of 4, 8 and 12 is 25.").get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"FAIL"},
                             outcome(deep("The sum of 4, 8 and 12 is 250.").get()));
    }

    void nothing_is_told_of_wording()
    {
        const auto made = deep("Experts say that sales of ice, which correlated with 40 drownings, "
                               "caused them. The sum of 4, 8 and 12 is 24.");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             json_array_size(json::array_member(made.get(), "findings")));
        CPPUNIT_ASSERT_EQUAL(std::string{"PASS"}, outcome(made.get()));
    }

    void subscores_are_there_when_their_checks_ran()
    {
        const auto subscore = [](const json::Ref& made, const char* name) {
            return json_is_integer(
                json::member(json::object_member(made.get(), "subscores"), name));
        };
        const auto plain = deep("The king went to the house of his aunt.");
        CPPUNIT_ASSERT(subscore(plain, "safety"));
        CPPUNIT_ASSERT(!subscore(plain, "identifiers"));
        const auto book = deep("The handbook has the ISBN 978-0-306-40615-7 on its cover.");
        CPPUNIT_ASSERT(subscore(book, "identifiers"));
        CPPUNIT_ASSERT(!subscore(tests::artifact_of("The king went home."), "safety"));
    }

    void confidence_is_measured()
    {
        CPPUNIT_ASSERT_EQUAL(0.5, verify::confidence_of({0, 0}));
        CPPUNIT_ASSERT_EQUAL(0.5, verify::confidence_of({9, 9}));
        CPPUNIT_ASSERT_EQUAL(0.25, verify::confidence_of({4, 16}));
        // By the formula of Wilson, computed apart.
        CPPUNIT_ASSERT_EQUAL(0.88, verify::confidence_of({30, 30}));
        CPPUNIT_ASSERT_EQUAL(0.40, verify::confidence_of({50, 100}));
        // The lower of planted and real: of few real findings by the rule of succession.
        verify::Check check{.id = "x",
                            .category = verify::Category::consistency,
                            .nature = verify::Nature::relation,
                            .planted = {30, 30}};
        CPPUNIT_ASSERT_EQUAL(0.88, verify::confidence_of(check).value);
        CPPUNIT_ASSERT_EQUAL(30, verify::confidence_of(check).cases);
        check.real = {0, 2};
        CPPUNIT_ASSERT_EQUAL(0.25, verify::confidence_of(check).value);
        CPPUNIT_ASSERT_EQUAL(2, verify::confidence_of(check).cases);
        check.real = {9, 9};
        CPPUNIT_ASSERT_EQUAL(0.88, verify::confidence_of(check).value);
        check.real = {30, 60};
        CPPUNIT_ASSERT_EQUAL(0.37, verify::confidence_of(check).value);
        check.planted = {};
        check.real = {3, 3};
        CPPUNIT_ASSERT_EQUAL(0.8, verify::confidence_of(check).value);
        const auto made = deep("The sum of 4, 8 and 12 is 25.");
        const json_t* finding_view = json_array_get(json::array_member(made.get(), "findings"), 0);
        CPPUNIT_ASSERT_EQUAL(std::int64_t{29}, *json::integer_member(finding_view, "cases"));
        CPPUNIT_ASSERT(json_number_value(json::member(finding_view, "confidence")) < 0.2);
    }

    void an_artifact_stays_short_where_nothing_is_found()
    {
        for (const std::size_t size : {1'000UL, 5'000UL, 40'000UL, 190'000UL}) {
            const std::string text = prose(size);
            const auto made = deep(text);
            CPPUNIT_ASSERT_EQUAL(std::string{"nothing_decided"}, outcome(made.get()));
            const std::size_t length = base::canonical_json_of_ours(made.get()).size();
            CPPUNIT_ASSERT_MESSAGE(std::to_string(length), length <= 4096 + text.size());
        }
    }

    void what_was_checked_is_listed_before_what_was_not()
    {
        const auto made = deep(prose(60'000) + "\n\nThe sum of 4, 8 and 12 is 25.");
        const auto listed = statuses(made.get());
        CPPUNIT_ASSERT_EQUAL(std::size_t{500}, listed.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"refuted"}, listed.back());
        const json_t* runs_view = json::array_member(made.get(), "not_checked");
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(runs_view));
        const json_t* run_view = json_array_get(runs_view, 0);
        CPPUNIT_ASSERT_EQUAL(std::string{"C1"}, std::string{*json::text_member(run_view, "from")});
        const json_t* summary_view = json::object_member(made.get(), "summary");
        CPPUNIT_ASSERT_EQUAL(*json::integer_member(summary_view, "unverifiable"),
                             *json::integer_member(run_view, "count"));
    }

    void languages_without_lists_are_named()
    {
        const auto support = [](std::string_view text) {
            const auto made = deep(text);
            return std::string{
                *json::text_member(json::object_member(made.get(), "input"), "language_support")};
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"full"}, support(prose(500)));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"numbers_only"},
            support("Der K\u00f6nig ging in das Haus seiner Tante, und die Tante war nicht da."));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ClaimsTest);

} // namespace
