// What a record of accounts says, what it takes to sell by it, and every reason for which it does
// not hold.
#include "account/sheet.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/bench_record.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using tests::good_account_record;

class AccountRecordTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(AccountRecordTest);
    CPPUNIT_TEST(garbage_sells_nothing);
    CPPUNIT_TEST(what_does_not_follow_is_refused);
    CPPUNIT_TEST(another_model_or_edition_is_void);
    CPPUNIT_TEST(too_few_and_too_many_false_ones_are_none);
    CPPUNIT_TEST(a_record_comes_back_as_it_was);
    CPPUNIT_TEST(the_prompts_are_those_that_a_writer_is_asked);
    CPPUNIT_TEST_SUITE_END();

    support::TempDir folder;
    config::Llm llm{.url = "http://127.0.0.1:1/v1",
                    .model = "small",
                    .expect_model = {},
                    .auth_credential = {},
                    .record = {},
                    .account_record = folder.file("record.json")};

    llm::AccountStanding standing(std::string_view bytes, std::string_view reported = {})
    {
        base::replace_file(llm.account_record, bytes, 0600);
        return llm::account_standing_of(llm, reported);
    }
    std::string why_void(const llm::AccountRecord& record, std::string_view reported = {})
    {
        return standing(llm::account_record_text(record), reported).why_void;
    }
    static std::string told(const llm::AccountStanding& standing)
    {
        return base::json::dump(llm::public_json(standing).get());
    }
    static std::string reason(const llm::Share& false_ones)
    {
        auto record = good_account_record();
        record.false_ones = false_ones;
        return record.reason();
    }

public:
    void garbage_sells_nothing()
    {
        const auto text = llm::account_record_text(good_account_record());
        for (std::size_t length = 0; length + 2 < text.size(); length += 7) {
            const auto cut = standing(std::string_view{text}.substr(0, length));
            CPPUNIT_ASSERT(!cut.why_void.empty() && !cut.is_sold());
            CPPUNIT_ASSERT(told(cut).starts_with(R"({"level":"none","reason":")"));
        }
        for (const std::string& bytes :
             {std::string{"\xff\xfe"}, std::string{"[]"}, std::string(3'000'000, 'x'),
              text + std::string(100'000, ' '), llm::record_text(tests::good_record())})
            CPPUNIT_ASSERT(!standing(bytes).why_void.empty());
        llm.account_record = folder.path() + "/missing";
        const auto none = llm::account_standing_of(llm);
        CPPUNIT_ASSERT(none.why_void.empty() && !none.is_sold());
        CPPUNIT_ASSERT(told(none).starts_with(R"({"level":"none","reason":")"));
    }

    void what_does_not_follow_is_refused()
    {
        const auto text = llm::account_record_text(good_account_record());
        const auto with = [&](const std::string& from, const std::string& to) {
            auto out = text;
            return standing(out.replace(out.find(from), from.size(), to)).why_void;
        };
        const std::string lie{"its level does not follow from its figures"};
        CPPUNIT_ASSERT_EQUAL(lie, with("\"part\":3", "\"part\":30"));
        CPPUNIT_ASSERT_EQUAL(lie, with("\"of\":210", "\"of\":199"));
        CPPUNIT_ASSERT_EQUAL(lie, with("\"reason\": \"\"", "\"reason\": \"so\""));
        CPPUNIT_ASSERT_EQUAL(std::string{"more sentences were judged than were edited"},
                             with("\"of\":210", "\"of\":2100"));
        CPPUNIT_ASSERT_EQUAL(std::string{"members of a record are missing or wrong"},
                             with("\"quoted\": 30", "\"quoted\": -1"));
    }

    void another_model_or_edition_is_void()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{}, why_void(good_account_record(), "small-1"));
        CPPUNIT_ASSERT(why_void(good_account_record(), "small-2").starts_with("the model called"));
        auto other = good_account_record();
        other.model = "large";
        CPPUNIT_ASSERT(why_void(other).starts_with("it is of the model large"));
        other = good_account_record();
        other.prompts.pop_back();
        CPPUNIT_ASSERT(why_void(other).starts_with("it is of other questions"));
        other = good_account_record();
        ++other.gate;
        CPPUNIT_ASSERT(why_void(other).starts_with("it is of another gate"));
        CPPUNIT_ASSERT_EQUAL(
            base::concat(R"({"level":"none","reason":")", why_void(other), R"("})"),
            told(standing(llm::account_record_text(other))));
        CPPUNIT_ASSERT_EQUAL(
            std::string{
                R"({"level":"none","reason":"persons have judged no accounts of this model"})"},
            told(llm::AccountStanding{}));
    }

    void too_few_and_too_many_false_ones_are_none()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{"a record takes 200 judged sentences, and these are 199"},
                             reason({0, 199}));
        CPPUNIT_ASSERT_EQUAL(std::string{}, reason({3, 200}));
        CPPUNIT_ASSERT_EQUAL(std::string{"4 of 200 sentences were not carried by their quotes: "
                                         "that may be 5.1 %, and 5.0 % is the most"},
                             reason({4, 200}));
        auto record = good_account_record();
        record.false_ones = {5, 200};
        const auto told = standing(llm::account_record_text(record));
        CPPUNIT_ASSERT(told.why_void.empty() && !told.is_sold());
        CPPUNIT_ASSERT_EQUAL(record.reason(), std::string{json_string_value(json_object_get(
                                                  llm::public_json(told).get(), "reason"))});
    }

    void a_record_comes_back_as_it_was()
    {
        const auto text = llm::account_record_text(good_account_record());
        const auto parsed = llm::parse_account_record(text);
        CPPUNIT_ASSERT(parsed);
        CPPUNIT_ASSERT_EQUAL(text, llm::account_record_text(*parsed));
        CPPUNIT_ASSERT(standing(text).is_sold());
    }

    void the_prompts_are_those_that_a_writer_is_asked()
    {
        CPPUNIT_ASSERT_EQUAL(account::k_write.task, llm::k_account_prompts[0]);
        CPPUNIT_ASSERT_EQUAL(account::k_rewrite.task, llm::k_account_prompts[1]);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(AccountRecordTest);

} // namespace
