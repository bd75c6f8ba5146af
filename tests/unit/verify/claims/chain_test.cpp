// What stands of a finding after later critics have answered it.
#include "verify/claims/chain.hpp"
#include "verify/relations/checks.hpp"

#include "../cases.hpp"
#include "base/json.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <string>

namespace {

namespace json = base::json;
using verify::Action;
using verify::Certainty;
using verify::Severity;
using verify::Status;

constexpr std::string_view k_both[] = {"skeptic", "verifier"};

verify::Finding finding(Severity severity, Certainty certainty)
{
    verify::Finding out;
    out.check = verify::relations::k_arith_sum;
    out.severity = severity;
    out.certainty = certainty;
    return out;
}

verify::Standing after(const verify::Finding& found, std::initializer_list<Action> actions)
{
    std::vector<verify::Link> links;
    for (const auto action : actions)
        links.push_back({"verifier", {0, action, "a reason", "a reading"}});
    return verify::settle({&found, 1}, links).front();
}

// The only finding of a text whose check is `check`.
json::Ref finding_in(std::string_view text, std::string_view check)
{
    const auto artifact = tests::artifact_of(text, k_both);
    const json_t* findings_view = json::array_member(artifact.get(), "findings");
    for (std::size_t i = 0; i < json_array_size(findings_view); ++i) {
        const json_t* view = json_array_get(findings_view, i);
        if (json::text_member(view, "check") == check) return json::share(view);
    }
    CPPUNIT_FAIL(std::string{text});
    return json::object();
}

std::string action_on(const json_t* finding_view)
{
    const json_t* chain_view = json::array_member(finding_view, "chain");
    CPPUNIT_ASSERT_EQUAL(std::size_t{1}, json_array_size(chain_view));
    return std::string{*json::text_member(json_array_get(chain_view, 0), "action")};
}

std::string status_of(const json_t* finding_view)
{
    return std::string{*json::text_member(json::object_member(finding_view, "final"), "status")};
}

class ChainTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ChainTest);
    CPPUNIT_TEST(an_exact_finding_is_lowered_and_never_withdrawn);
    CPPUNIT_TEST(any_other_finding_is_withdrawn_by_a_reading);
    CPPUNIT_TEST(confirming_changes_nothing);
    CPPUNIT_TEST(the_second_route_confirms_what_it_computes_too);
    CPPUNIT_TEST(a_rounded_part_explains_the_last_place);
    CPPUNIT_TEST(where_no_second_route_leads_it_says_nothing);
    CPPUNIT_TEST(a_second_route_tells_its_figure);
    CPPUNIT_TEST(a_summary_says_what_to_do_where);
    CPPUNIT_TEST(no_critic_repeats_a_secret);
    CPPUNIT_TEST_SUITE_END();

public:
    void a_summary_says_what_to_do_where()
    {
        const auto text_of = [](std::string_view text) {
            const auto artifact = tests::artifact_of(text);
            return std::string{
                *json::text_member(json::object_member(artifact.get(), "summary"), "text")};
        };
        CPPUNIT_ASSERT_EQUAL(
            std::string{"Nothing that was checked fails. Of 4 figures 1 was recomputed and fits; 3 "
                        "follow from nothing in the text that a check reads. Verified: 1 of 1 "
                        "claim."},
            text_of("The sum of 4, 9 and 12 is 25."));
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                "1 finding needs attention. Line 2 (F1, major): 4 + 9 + 12 is 25, not 26. "
                "Replace 26 by 25 or correct a part. Of 4 figures 1 does "
                "not fit; 3 follow from nothing in the text that a check reads. Verified: "
                "0 of 2 claims; refuted: 1. Not checked: 1 that needs knowledge from outside the "
                "text."},
            text_of("All of us came to the house.\nThe sum of 4, 9 and 12 is 26."));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"None of what the text states could be checked. The one figure was not "
                        "recomputed: it follows from nothing in the text that a check reads. "
                        "Verified: 0 of 2 claims. "
                        "Not checked: 1 that needs knowledge from outside the text, 1 whose "
                        "figures stand in no relation that a check reads."},
            text_of("The king went to the house. He took 12 horses with him."));
        CPPUNIT_ASSERT_EQUAL(std::string{"The text states nothing that could be checked."},
                             text_of("Who goes there?"));
    }

    // The skeptic quotes both statements; the red team finds the secret in them.
    void no_critic_repeats_a_secret()
    {
        const std::string secret = std::string{"ghp_"} + "a8Kd93hXz0QpLmV7RtYw2BnC5sJf1G4uEoTi";
        const auto artifact =
            tests::artifact_of("The token " + secret + " is worth 30 euros.\nThe token " + secret +
                                   " is worth 40 euros.\n",
                               tests::k_all_critics);
        const std::string text = json::dump(artifact.get());
        CPPUNIT_ASSERT(text.find("contradiction.value") != std::string::npos);
        CPPUNIT_ASSERT(text.find("secret.token") != std::string::npos);
        for (std::size_t i = 4; i + 8 <= secret.size(); ++i)
            CPPUNIT_ASSERT_MESSAGE(text, text.find(secret.substr(i, 8)) == std::string::npos);
    }

    void an_exact_finding_is_lowered_and_never_withdrawn()
    {
        const auto exact = finding(Severity::major, Certainty::exact);
        const auto once = after(exact, {Action::dispute});
        CPPUNIT_ASSERT(once.status == Status::downgraded && once.severity == Severity::minor);
        const auto often = after(exact, {Action::dispute, Action::dispute, Action::dispute});
        CPPUNIT_ASSERT(often.status == Status::downgraded && often.severity == Severity::minor);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, often.links.size());
        const auto note = after(finding(Severity::info, Certainty::exact), {Action::dispute});
        CPPUNIT_ASSERT(note.status == Status::standing && note.severity == Severity::info);
    }

    void any_other_finding_is_withdrawn_by_a_reading()
    {
        for (const auto certainty : {Certainty::strong, Certainty::heuristic}) {
            const auto out = after(finding(Severity::major, certainty), {Action::dispute});
            CPPUNIT_ASSERT(out.status == Status::withdrawn && out.severity == Severity::info);
        }
    }

    void confirming_changes_nothing()
    {
        const auto out =
            after(finding(Severity::critical, Certainty::strong), {Action::confirm, Action::note});
        CPPUNIT_ASSERT(out.status == Status::standing && out.severity == Severity::critical);
    }

    void the_second_route_confirms_what_it_computes_too()
    {
        struct Row {
            std::string_view text;
            std::string_view check;
        };
        constexpr Row k_rows[] = {
            {"We sold 1,250 in March, 1,410 in April and 1,395 in May: 4,155 in total.",
             "arith.sum"},
            {"Of those, 45 of 120 respondents (47.5%) agreed.", "arith.share"},
            {"Revenue rose from $4.2 billion to $5.1 billion, an increase of 30%.",
             "arith.percent_change"},
            {"The average of 4, 8 and 12 is 9.", "arith.mean"},
            {"We met on Monday, 5 March 2024.", "date.weekday"},
        };
        for (const auto& row : k_rows) {
            const auto found = finding_in(row.text, row.check);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(std::string{row.text}, std::string{"confirm"},
                                         action_on(found.get()));
            CPPUNIT_ASSERT_EQUAL(std::string{"standing"}, status_of(found.get()));
        }
    }

    // 45 of 120 is 37.5 %: an author who rounds 45/120 to 0.376 first may write so.
    void a_rounded_part_explains_the_last_place()
    {
        const auto found =
            finding_in("Of those, 45 of 120 respondents (37.6%) agreed.", "arith.share");
        CPPUNIT_ASSERT_EQUAL(std::string{"dispute"}, action_on(found.get()));
        CPPUNIT_ASSERT_EQUAL(std::string{"downgraded"}, status_of(found.get()));
        const json_t* link_view = json_array_get(json::array_member(found.get(), "chain"), 0);
        CPPUNIT_ASSERT_EQUAL(std::string{"rounded intermediate result"},
                             std::string{*json::text_member(link_view, "reading")});
    }

    void where_no_second_route_leads_it_says_nothing()
    {
        const auto found = finding_in("The sum of four, eight and twelve is 25.", "arith.sum");
        CPPUNIT_ASSERT_EQUAL(std::size_t{0},
                             json_array_size(json::array_member(found.get(), "chain")));
        CPPUNIT_ASSERT_EQUAL(std::string{"standing"}, status_of(found.get()));
    }

    void a_second_route_tells_its_figure()
    {
        const auto found = finding_in("The average of 4, 8 and 12 is 9.", "arith.mean");
        const json_t* link_view = json_array_get(json::array_member(found.get(), "chain"), 0);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"From 4, 8, 12 as ICU reads them, binary floating point "
                        "gives 8, not 9. That confirms the calculation, not how the words "
                        "are read."},
            std::string{*json::text_member(link_view, "reason")});
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ChainTest);

} // namespace
