// What is known beforehand of hosts: read whole or not at all, matched, and forgotten in time.
#include "forensics/tls/pins.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using namespace forensics;

const base::Instant k_now = *base::from_rfc3339("2026-03-01T00:00:00Z");
constexpr const char* k_expires = R"("expires":"2026-03-02T00:00:00Z")";

std::string list_of(const std::string& entries)
{
    return base::concat(R"({"schema_version":1,"hosts":[)", entries, "]}");
}

std::string entry(const std::string& members)
{
    return base::concat(R"({"host":"a.example",)", members, "}");
}

bool is_known(const std::string& members)
{
    const auto pins = Pins::parse(list_of(entry(members)));
    CPPUNIT_ASSERT(pins);
    return pins->find("a.example", k_now) != nullptr;
}

class PinsTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(PinsTest);
    CPPUNIT_TEST(what_is_no_list_is_refused);
    CPPUNIT_TEST(an_entry_is_read_whole_or_not_at_all);
    CPPUNIT_TEST(advice_ends);
    CPPUNIT_TEST(keys_and_issuers_are_matched);
    CPPUNIT_TEST(versions_have_an_order);
    CPPUNIT_TEST_SUITE_END();

public:
    void what_is_no_list_is_refused()
    {
        std::string many = entry(k_expires);
        for (int i = 0; i < 256; ++i) many += "," + entry(k_expires);
        for (const std::string& text :
             {std::string{}, std::string{"["}, std::string{"[]"}, std::string{"{}"},
              std::string{R"({"schema_version":2,"hosts":[]})"},
              std::string{R"({"schema_version":1,"hosts":{}})"},
              std::string{R"({"schema_version":"1","hosts":[]})"}, list_of(many),
              std::string(70'000, ' ') + list_of("")})
            CPPUNIT_ASSERT_MESSAGE(text.substr(0, 60), !Pins::parse(text));
        CPPUNIT_ASSERT(Pins::parse(list_of("")));
    }

    void an_entry_is_read_whole_or_not_at_all()
    {
        const std::string expires{k_expires};
        CPPUNIT_ASSERT(is_known(expires));
        for (const char* wrong :
             {R"("spki_sha256":"aa")", R"("spki_sha256":["aa"])", R"("spki_sha256":[7])",
              R"("spki_sha256":["zz"])", R"("issuers":[null])", R"("issuers":{})",
              R"("least_version":"TLSv9")", R"("least_version":1.3)",
              R"("issuers":["1","2","3","4","5","6","7","8","9","a","b","c","d","e","f","g","h"])"})
            CPPUNIT_ASSERT_MESSAGE(wrong, !is_known(base::concat(expires, ",", wrong)));
        for (const char* wrong : {R"("expires":"soon")", R"("expires":1)", R"("x":1)"})
            CPPUNIT_ASSERT_MESSAGE(wrong, !is_known(wrong));
        // The rest of the list does not suffer; of two entries the first counts.
        const auto pins = Pins::parse(list_of(base::concat(
            "7,null,{},", entry(R"("expires":"x")"), ",", entry(expires + R"(,"issuers":["one"])"),
            ",", entry(expires + R"(,"issuers":["two"])"))));
        CPPUNIT_ASSERT_EQUAL(std::string{"one"}, pins->find("a.example", k_now)->issuers.front());
    }

    void advice_ends()
    {
        const auto pins = Pins::parse(list_of(entry(k_expires)));
        const base::Instant end = k_now + std::chrono::days{1};
        CPPUNIT_ASSERT(pins->find("a.example", end - std::chrono::milliseconds{1}) != nullptr);
        CPPUNIT_ASSERT(pins->find("a.example", end) == nullptr);
        CPPUNIT_ASSERT(pins->find("b.example", k_now) == nullptr);
    }

    void keys_and_issuers_are_matched()
    {
        using enum PinMatch;
        const base::Sha256 ours = base::sha256(base::bytes_of("ours"));
        const base::Sha256 other = base::sha256(base::bytes_of("other"));
        const std::vector<std::string> words{"Some CA", "Some CA R1"};
        const std::vector<std::string> others{"some ca"};
        struct Row {
            std::vector<std::string> issuer;
            base::Sha256 key;
            bool has_key;
            bool has_issuer;
            PinMatch match;
        };
        const Row rows[] = {
            {words, ours, false, false, unknown},     {words, ours, true, true, as_pinned},
            {others, ours, true, true, as_pinned},    {words, other, true, true, key_differs},
            {others, other, true, true, all_differs}, {others, ours, true, false, as_pinned},
            {words, other, true, false, key_differs}, {words, other, false, true, as_pinned},
            {others, ours, false, true, all_differs}, {{}, other, true, true, all_differs},
        };
        for (const Row& row : rows) {
            Pin pin;
            if (row.has_key) pin.key_digests = {base::Sha256{}, ours};
            if (row.has_issuer) pin.issuers = {"Another CA", "Some CA R1"};
            CPPUNIT_ASSERT_EQUAL(to_text(row.match), to_text(pin.match(row.key, row.issuer)));
        }
    }

    void versions_have_an_order()
    {
        CPPUNIT_ASSERT(tls_version_of("TLSv1") < tls_version_of("TLSv1.1"));
        CPPUNIT_ASSERT(tls_version_of("TLSv1.2") < tls_version_of("TLSv1.3"));
        for (const char* none : {"", "SSLv3", "TLSv1.4", "tlsv1.3"})
            CPPUNIT_ASSERT_MESSAGE(none, !tls_version_of(none));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(PinsTest);

} // namespace
