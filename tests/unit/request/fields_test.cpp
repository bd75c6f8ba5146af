// A body is taken or refused before anything is charged: all its problems at once, none of its
// bytes echoed at length.
#include "request/fields.hpp"

#include "base/concat.hpp"

#include "catalog/limits.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace base;

class RequestFieldsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(RequestFieldsTest);
    CPPUNIT_TEST(what_is_not_json_is_one_problem);
    CPPUNIT_TEST(what_is_not_an_object_is_one_problem);
    CPPUNIT_TEST(marks_and_lone_surrogates_have_words_of_their_own);
    CPPUNIT_TEST(blanks_are_refused);
    CPPUNIT_TEST(a_missing_field_is_named);
    CPPUNIT_TEST(the_only_member_that_may_have_been_meant_is_named);
    CPPUNIT_TEST(a_wrong_type_is_named_and_echoed_only_when_short);
    CPPUNIT_TEST(lengths_count_bytes_and_bounds_are_inclusive);
    CPPUNIT_TEST(all_problems_come_at_once);
    CPPUNIT_TEST(unknown_members_and_spelling_do_not_count);
    CPPUNIT_TEST(a_model_is_declined_where_one_may_be_asked);
    CPPUNIT_TEST(streams_are_read_before_anybody_pays);
    CPPUNIT_TEST(fifty_thousand_points_of_each_stream_are_taken);
    CPPUNIT_TEST_SUITE_END();

    static constexpr catalog::Field k_two_fields[] = {
        {"first", catalog::FieldType::text, true, 2, 4, "", "ab"},
        {"second", catalog::FieldType::text, false, 0, 4, "", ""},
    };
    static inline const catalog::Product k_two = [] {
        auto product = *catalog::find_product("verify_basic");
        product.fields = k_two_fields;
        return product;
    }();
    const catalog::Product& m_verify = *catalog::find_product("verify_basic");

    static std::string refusal_of(const catalog::Product& product, std::string_view body)
    {
        const auto checked = request::check_request(product, body);
        return checked ? std::string{"taken"} : json::dump(checked.error().get());
    }

public:
    void what_is_not_json_is_one_problem()
    {
        for (const std::string& body :
             {std::string{"{"}, std::string{"{\"payload\":\"a\",\"payload\":\"b\"}"},
              std::string{"\xff"}, std::string{"{} {}"}, std::string(1, '\0'),
              std::string{"{\"payload\":\"\\ud800\"}"}, std::string(100'000, '['),
              std::string{"{\"n\":1e999}"}}) {
            const auto text = refusal_of(m_verify, body);
            CPPUNIT_ASSERT_MESSAGE(text,
                                   text.find(R"({"loc":["body"],"msg":"JSON decode error",)"
                                             R"("type":"json_invalid","ctx":{"error":)") == 1);
            CPPUNIT_ASSERT(text.size() < 300);
        }
    }

    void marks_and_lone_surrogates_have_words_of_their_own()
    {
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"([{"loc":["body"],"msg":"JSON decode error","type":"json_invalid","ctx":)"
                        R"({"error":"a byte order mark stands before the value; send UTF-8 )"
                        R"(without one","line":1,"column":1}}])"},
            refusal_of(m_verify, "\xef\xbb\xbf{\"payload\":\"x\"}"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"([{"loc":["body"],"msg":"JSON decode error","type":"json_invalid","ctx":)"
                        R"({"error":"a lone surrogate: half of a \\u pair without the other",)"
                        R"("line":1,"column":13}}])"},
            refusal_of(m_verify, R"({"payload":"\ud800"})"));
    }

    // Nothing to verify, and nothing to ask: not sold.
    void blanks_are_refused()
    {
        for (const char* blank : {" ", "\n\t\r ", "\\u0000", "\xc2\xa0", "\xe2\x80\x8b\xe2\x80\x8d",
                                  "\xe3\x80\x80 \xef\xbb\xbf", "\xe2\xa0\x80", "\xe3\x85\xa4",
                                  "\xe2\x80\xae\xc2\xad", "\xef\xb8\x8f"}) {
            std::string text;
            for (const char* at = blank; *at != '\0'; ++at)
                text += *at == '\n'   ? "\\n"
                        : *at == '\t' ? "\\t"
                        : *at == '\r' ? "\\r"
                                      : std::string(1, *at);
            CPPUNIT_ASSERT_EQUAL(
                std::string{R"([{"loc":["body","payload"],"msg":"Input should have something to )"
                            R"(read","type":"string_too_short"}])"},
                refusal_of(m_verify, R"({"payload":")" + text + "\"}"));
            const auto& synthesis = *catalog::find_product("synthesis");
            CPPUNIT_ASSERT_EQUAL(
                std::string{R"([{"loc":["body","query"],"msg":"Input should have something to )"
                            R"(read","type":"string_too_short"},{"loc":["body","sources",0],)"
                            R"("msg":"Input should have something to read",)"
                            R"("type":"string_too_short"}])"},
                refusal_of(synthesis,
                           R"({"query":")" + text + R"(","sources":[")" + text + "\"]}"));
        }
        // Hidden orders, other scripts and symbols are something to read.
        for (const char* text : {" a", "\xe2\x80\x8b.", "\xf3\xa0\x81\x81", "\xf0\x9f\x98\x80", "0",
                                 "\xe4\xb8\xad", "\xcc\x81"})
            CPPUNIT_ASSERT_EQUAL(
                std::string{"taken"},
                refusal_of(m_verify, base::concat(R"({"payload":")", text, "\"}")));
    }

    void what_is_not_an_object_is_one_problem()
    {
        for (const char* body : {"[]", "3", "null", "\"payload\"", "true"})
            CPPUNIT_ASSERT_EQUAL(std::string{R"([{"loc":["body"],"msg":"Input should be a valid )"
                                             R"(object","type":"model_attributes_type"}])"},
                                 refusal_of(m_verify, body));
    }

    void a_missing_field_is_named()
    {
        for (const char* body : {"", "{}", R"({"Payload":7})", R"({"a":"x","b":"y"})"})
            CPPUNIT_ASSERT_EQUAL(
                std::string{
                    R"([{"loc":["body","payload"],"msg":"Field required","type":"missing"}])"},
                refusal_of(m_verify, body));
    }

    void the_only_member_that_may_have_been_meant_is_named()
    {
        for (const char* name : {"Payload", "text", "paylod"})
            CPPUNIT_ASSERT_EQUAL(
                base::concat(R"([{"loc":["body","payload"],"msg":"Field required: `)", name,
                             R"(` is not known, did you mean `payload`?","type":"missing"}])"),
                refusal_of(m_verify, base::concat(R"({"job_id":"x",")", name, R"(":"x"})")));
        const std::string long_name(41, 'x');
        CPPUNIT_ASSERT(refusal_of(m_verify, base::concat("{\"", long_name, "\":\"x\"}"))
                           .find("did you mean") == std::string::npos);
    }

    void a_wrong_type_is_named_and_echoed_only_when_short()
    {
        CPPUNIT_ASSERT_EQUAL(std::string{R"([{"loc":["body","payload"],"msg":"Input should be a )"
                                         R"(valid string","type":"string_type","input":7}])"},
                             refusal_of(m_verify, "{\"payload\":7}"));
        CPPUNIT_ASSERT(refusal_of(m_verify, "{\"payload\":null}").find("\"input\":null") !=
                       std::string::npos);
        const auto nested =
            refusal_of(m_verify, "{\"payload\":[\"" + std::string(9'000, 'x') + "\"]}");
        CPPUNIT_ASSERT(nested.find("input") == nested.find("input should"));
        CPPUNIT_ASSERT(nested.size() < 200);
    }

    void lengths_count_bytes_and_bounds_are_inclusive()
    {
        const auto body = [](const std::string& payload) {
            return "{\"payload\":\"" + payload + "\"}";
        };
        CPPUNIT_ASSERT(refusal_of(m_verify, body("")).find("string_too_short") !=
                       std::string::npos);
        CPPUNIT_ASSERT(refusal_of(m_verify, body("")).find("at least 1 byte\"") !=
                       std::string::npos);
        const std::string most(catalog::k_verify_payload_max_bytes, 'x');
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, refusal_of(m_verify, body(most)));
        const auto text = refusal_of(m_verify, body(most + 'x'));
        CPPUNIT_ASSERT(text.find(R"("ctx":{"max_length":200000,"unit":"bytes"})") !=
                       std::string::npos);
        CPPUNIT_ASSERT(text.size() < 200);
        std::string escaped; // 200,000 bytes of Cyrillic, each letter as six characters
        for (int i = 0; i < 100'000; ++i) escaped += "\\u0416";
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, refusal_of(m_verify, body(escaped)));
        CPPUNIT_ASSERT(refusal_of(m_verify, body(escaped + "\\u0416")).find("too_long") !=
                       std::string::npos);
        CPPUNIT_ASSERT(body(escaped).size() < m_verify.body_max_bytes);
    }

    void all_problems_come_at_once()
    {
        const auto text = refusal_of(k_two, R"({"second":"12345"})");
        CPPUNIT_ASSERT(text.find(R"("loc":["body","first"],"msg":"Field required")") !=
                       std::string::npos);
        CPPUNIT_ASSERT(
            text.find(R"("loc":["body","second"],"msg":"String should have at most 4)") !=
            std::string::npos);
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, refusal_of(k_two, R"({"first":"ab"})"));
    }

    void unknown_members_and_spelling_do_not_count()
    {
        const auto plain = request::check_request(k_two, R"({"first":"ab","second":"x"})");
        const auto odd = request::check_request(
            k_two, R"( {"job_id":"j", "second":"\u0078","more":[1], "first" : "ab"} )");
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"first":"ab","second":"x"})"}, *plain);
        CPPUNIT_ASSERT_EQUAL(*plain, *odd);
    }

    void a_model_is_declined_where_one_may_be_asked()
    {
        const auto& standard = *catalog::find_product("verify_standard");
        for (const char* wrong : {"0", "\"no\"", "[]", "{}"})
            CPPUNIT_ASSERT_EQUAL(
                concat(R"([{"loc":["body","model"],"msg":"Input should be a valid boolean",)"
                       R"("type":"bool_type")",
                       *wrong == '[' || *wrong == '{' ? "" : concat(R"(,"input":)", wrong), "}]"),
                refusal_of(standard, concat(R"({"payload":"x","model":)", wrong, "}")));
        for (const auto& product : catalog::products()) {
            if (product.may_ask_model()) continue;
            const auto told = refusal_of(product, R"({"model":false})");
            CPPUNIT_ASSERT_MESSAGE(
                told, told.find(R"({"loc":["body","model"],"msg":"Extra inputs are not permitted: )"
                                R"(this product never asks a language model",)"
                                R"("type":"extra_forbidden"})") != std::string::npos);
        }
        const auto read = [&](const char* body) {
            return request::check_request(standard, body).value();
        };
        CPPUNIT_ASSERT_EQUAL(std::string{R"({"model":false,"payload":"x"})"},
                             read(R"({"payload":"x","model":false})"));
        // What says what nothing says buys the same.
        for (const char* body :
             {R"({"payload":"x","model":true})", R"({"payload":"x","model":null})"})
            CPPUNIT_ASSERT_EQUAL(std::string{R"({"payload":"x"})"}, read(body));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"({"payload":"x"})"},
            request::check_request(m_verify, R"({"payload":"x","model":null})").value());
    }

    void streams_are_read_before_anybody_pays()
    {
        const auto& product = *catalog::find_product("correlation");
        const auto told = [&](const std::string& more) {
            return refusal_of(product, R"({"query":"?",)" + more + "}");
        };
        const std::string streams = R"("streams":[{"events":[1]},{"points":[["2026-01-01",3]]}])";
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, told(streams));
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"},
                             told(streams + R"(,"timeframe":null,"options":null)"));
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"},
                             told(streams + R"(,"timeframe":"P3D","options":{"alpha":0.01})"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"([{"loc":["body","streams"],"msg":"Field required, unless two sources )"
                        R"(are streams: CSV with a time and a number in each line, or JSON; or )"
                        R"(one with a time and two numbers","type":"missing"}])"},
            told(R"("sources":[])"));
        CPPUNIT_ASSERT(told(R"("streams":null)").find("\"streams\"") != std::string::npos);
        CPPUNIT_ASSERT_EQUAL(
            std::string{R"([{"loc":["body","streams",1,"points",0,1],"msg":"Input should be a )"
                        R"(finite number, as 1234.5, or null for a gap","type":"finite_number"}])"},
            told(R"("streams":[{"events":[1]},{"points":[["2026-01-01","much"]]}])"));
        CPPUNIT_ASSERT(told(streams + R"(,"timeframe":"3 days")").find("ISO 8601") !=
                       std::string::npos);
        CPPUNIT_ASSERT(told(streams + R"(,"options":{"aggregate":"max"})")
                           .find(R"("loc":["body","options","aggregate"])") != std::string::npos);
    }

    void fifty_thousand_points_of_each_stream_are_taken()
    {
        const auto& product = *catalog::find_product("correlation");
        const auto body = [](int count) {
            std::string points;
            for (int i = 0; i < count; ++i)
                points += R"(,{"t":"2026-01-01T00:00:00Z","v":)" + std::to_string(i) + ".5}";
            const auto stream = R"({"points":[)" + points.substr(1) + "]}";
            return R"({"query":"?","streams":[)" + stream + "," + stream + "]}";
        };
        const auto most = body(50'000);
        CPPUNIT_ASSERT(most.size() < product.body_max_bytes);
        CPPUNIT_ASSERT_EQUAL(std::string{"taken"}, refusal_of(product, most));
        CPPUNIT_ASSERT(refusal_of(product, body(50'001)).find("too_long") != std::string::npos);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(RequestFieldsTest);

} // namespace
