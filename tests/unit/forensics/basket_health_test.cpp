// Three nights of failure retire an entry, three good ones bring it back, and no check is left
// without what its verdict takes.
#include "forensics/basket_health.hpp"

#include "base/clock.hpp"
#include "base/concat.hpp"
#include "base/fd.hpp"
#include "support/temp_dir.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <map>

namespace {

using namespace forensics;

constexpr std::string_view k_basket = R"({"schema_version": 1,
  "ntp": {"servers": [{"host": "t.a.example"}, {"host": "t.b.example"}, {"host": "t.c.example"},
                      {"host": "t2.c.example"}]},
  "portal": {"probes": [{"url": "http://p.a.example/", "expect_status": 204},
                        {"url": "http://p.b.example/", "expect_status": 204}]},
  "dns": {"names": ["a.example", "b.example", "c.example", "d.example"],
          "dnssec_signed_names": ["a.example", "s.example"],
          "control_doh": [{"url": "https://doh.a.example/", "ip": "9.9.9.9"},
                          {"url": "https://doh.b.example:8443/", "ip": "8.8.8.8"},
                          {"url": "https://doh.c.example/", "ip": "1.1.1.1"}]},
  "tls": {"hosts": [{"host": "a.example"}, {"host": "b.example"}, {"host": "c.example"},
                    {"host": "c.example", "port": 8443}]},
  "route": {"targets": ["9.9.9.9", "8.8.8.8", "1.1.1.1"]}})";

class BasketHealthTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(BasketHealthTest);
    CPPUNIT_TEST(garbage_is_no_record);
    CPPUNIT_TEST(a_record_is_read_as_it_was_written);
    CPPUNIT_TEST(three_nights_retire);
    CPPUNIT_TEST(a_day_counts_once);
    CPPUNIT_TEST(a_good_night_begins_anew);
    CPPUNIT_TEST(a_night_unseen_counts_nothing);
    CPPUNIT_TEST(a_row_of_nights_has_no_gap_of_a_week);
    CPPUNIT_TEST(three_good_nights_bring_back);
    CPPUNIT_TEST(what_is_suspect_is_looked_at_again);
    CPPUNIT_TEST(no_check_loses_its_verdict);
    CPPUNIT_TEST(what_is_no_longer_in_the_basket_is_forgotten);
    CPPUNIT_TEST(scans_leave_out_what_is_retired);
    CPPUNIT_TEST(a_record_that_cannot_be_used_retires_nothing);
    CPPUNIT_TEST_SUITE_END();

    using Sights = std::map<std::string, Seen>; // by "check name"; all others are fine

    Basket m_basket = *parse_basket(k_basket, "/");
    std::vector<EntryHealth> m_entries;
    std::string m_news;
    Day m_today =
        std::chrono::floor<std::chrono::days>(*base::from_rfc3339("2026-11-22T23:00:00Z"));

    void night(const Sights& sights)
    {
        std::vector<Sighting> all;
        for (const BasketEntry& each : entries_of(m_basket)) {
            const auto found = sights.find(base::concat(each.check, " ", each.name));
            all.push_back({each, found == sights.end() ? Seen::fine : found->second, "expired"});
        }
        Night done = count_night(m_basket, m_entries, all, m_today);
        m_entries = std::move(done.entries);
        m_news.clear();
        for (const HealthNews& each : done.news)
            m_news +=
                base::concat(to_text(each.kind), " ", each.entry.check, " ", each.entry.name, ";");
        m_today += std::chrono::days{1};
    }

    void nights(int count, const Sights& sights)
    {
        for (int i = 0; i < count; ++i) night(sights);
    }

    [[nodiscard]] std::string left() const
    {
        std::string out;
        for (const BasketEntry& each : entries_of(leave_out_retired(m_basket, m_entries)))
            if (each.check == "tls") out += each.name + " ";
        return out;
    }

    inline static const Sights k_one_fails{{"tls a.example", Seen::failed}};

public:
    void garbage_is_no_record()
    {
        const std::string row =
            R"({"check":"tls","entry":"a.example","why":"","failed_nights":1,"good_nights":0,)"
            R"("last_night":"2026-11-22","failing_since":null,"retired_since":null})";
        const auto with = [](const std::string& rows) {
            return base::concat(R"({"schema_version":1,"entries":[)", rows, "]}");
        };
        CPPUNIT_ASSERT(parse_health(with(row)));
        const auto changed = [&](const std::string& from, const std::string& to) {
            std::string out = row;
            const std::size_t at = out.find(from);
            CPPUNIT_ASSERT_MESSAGE(from, at != std::string::npos);
            return with(out.replace(at, from.size(), to));
        };
        for (const std::string& text :
             {std::string{}, std::string{"{"}, std::string{"[]"}, std::string{"{}"},
              std::string{R"({"schema_version":1})"},
              std::string{R"({"schema_version":2,"entries":[]})"}, with("7"), with("{}"),
              changed("\"tls\"", "null"), changed("failed_nights\":1", "failed_nights\":4"),
              changed("failed_nights\":1", "failed_nights\":-1"),
              changed("failed_nights\":1", "failed_nights\":1.0"),
              changed("2026-11-22", "2026-13-22"), changed("2026-11-22", "yesterday"),
              changed("a.example", std::string(5000, 'a')),
              with(row) + std::string(k_max_health_bytes, ' ')})
            CPPUNIT_ASSERT_MESSAGE(text,
                                   !parse_health(text) && !parse_health(text).error().empty());
    }

    void a_record_is_read_as_it_was_written()
    {
        nights(3, k_one_fails);
        const std::string text = write_health(m_entries);
        const auto read = parse_health(text);
        CPPUNIT_ASSERT(read && read->size() == 1);
        CPPUNIT_ASSERT_EQUAL(text, write_health(*read));
        CPPUNIT_ASSERT_EQUAL(std::string{"2026-11-24"}, text_of_day(*read->front().retired_since));
        CPPUNIT_ASSERT_EQUAL(std::string{"2026-11-22"}, text_of_day(*read->front().failing_since));
    }

    void three_nights_retire()
    {
        nights(2, k_one_fails);
        CPPUNIT_ASSERT(m_news.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"a.example b.example c.example c.example:8443 "}, left());
        night(k_one_fails);
        CPPUNIT_ASSERT_EQUAL(std::string{"retired tls a.example;"}, m_news);
        CPPUNIT_ASSERT_EQUAL(std::string{"b.example c.example c.example:8443 "}, left());
        night(k_one_fails); // it stays so, and is told once
        CPPUNIT_ASSERT(m_news.empty());
        CPPUNIT_ASSERT_EQUAL(std::string{"b.example c.example c.example:8443 "}, left());
    }

    void a_day_counts_once()
    {
        for (int i = 0; i < 5; ++i) {
            night(k_one_fails);
            m_today -= std::chrono::days{1};
        }
        CPPUNIT_ASSERT_EQUAL(1, m_entries.at(0).failed_nights);
    }

    void a_good_night_begins_anew()
    {
        nights(2, k_one_fails);
        night({});
        CPPUNIT_ASSERT(m_entries.empty());
        nights(2, k_one_fails);
        CPPUNIT_ASSERT_EQUAL(2, m_entries.at(0).failed_nights);
    }

    void a_night_unseen_counts_nothing()
    {
        nights(2, k_one_fails);
        night({{"tls a.example", Seen::unseen}});
        CPPUNIT_ASSERT_EQUAL(2, m_entries.at(0).failed_nights);
        night(k_one_fails);
        CPPUNIT_ASSERT_EQUAL(std::string{"retired tls a.example;"}, m_news);
    }

    void a_row_of_nights_has_no_gap_of_a_week()
    {
        nights(2, k_one_fails);
        m_today += std::chrono::days{8};
        night(k_one_fails);
        CPPUNIT_ASSERT_EQUAL(1, m_entries.at(0).failed_nights);
        CPPUNIT_ASSERT(m_news.empty());
    }

    void three_good_nights_bring_back()
    {
        nights(3, k_one_fails);
        nights(2, {});
        CPPUNIT_ASSERT_EQUAL(2, m_entries.at(0).good_nights);
        night(k_one_fails); // not three in a row
        nights(2, {});
        CPPUNIT_ASSERT_EQUAL(std::string{"b.example c.example c.example:8443 "}, left());
        night({});
        CPPUNIT_ASSERT_EQUAL(std::string{"returned tls a.example;"}, m_news);
        CPPUNIT_ASSERT(m_entries.empty());
    }

    // An interceptor of what they have had retired is seen the next morning.
    void what_is_suspect_is_looked_at_again()
    {
        nights(3, k_one_fails);
        night({{"tls a.example", Seen::suspect}});
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect tls a.example;returned tls a.example;"}, m_news);
        CPPUNIT_ASSERT(m_entries.empty());
        nights(5, {{"tls a.example", Seen::suspect}});
        CPPUNIT_ASSERT_EQUAL(std::string{"suspect tls a.example;"}, m_news);
        CPPUNIT_ASSERT(m_entries.empty());
    }

    void no_check_loses_its_verdict()
    {
        Sights all;
        for (const BasketEntry& each : entries_of(m_basket))
            all.emplace(base::concat(each.check, " ", each.name), Seen::failed);
        nights(4, all);
        const Basket rest = leave_out_retired(m_basket, m_entries);
        std::string kept;
        for (const BasketEntry& each : entries_of(rest)) kept += each.check + " " + each.name + ";";
        CPPUNIT_ASSERT_EQUAL(
            std::string{"ntp t.a.example;ntp t.b.example;ntp t2.c.example;"
                        "portal http://p.a.example/;portal http://p.b.example/;"
                        "dns a.example;dns d.example;dns s.example;"
                        "doh https://doh.b.example:8443/;doh https://doh.c.example/;"
                        "tls b.example;tls c.example:8443;"
                        "route 8.8.8.8;route 1.1.1.1;"},
            kept);
        CPPUNIT_ASSERT(m_news.find("indispensable portal http://p.a.example/;") !=
                       std::string::npos);
        CPPUNIT_ASSERT(m_news.find("retired") == std::string::npos); // nothing more
    }

    void what_is_no_longer_in_the_basket_is_forgotten()
    {
        nights(3, k_one_fails);
        m_basket.tls->hosts.erase(m_basket.tls->hosts.begin());
        night({});
        CPPUNIT_ASSERT(m_entries.empty());
        // Nor may an old record take from a smaller basket what it needs.
        nights(3, {{"tls b.example", Seen::failed}});
        CPPUNIT_ASSERT(m_entries.at(0).failed_nights == k_nights && !m_entries.at(0).retired_since);
        m_entries.at(0).retired_since = m_today;
        CPPUNIT_ASSERT_EQUAL(std::string{"b.example c.example c.example:8443 "}, left());
    }

    void scans_leave_out_what_is_retired()
    {
        const support::TempDir folder;
        m_basket.health_json = folder.file("health.json");
        CPPUNIT_ASSERT(leave_out_retired(m_basket).retired.empty()); // no file, no complaint
        CPPUNIT_ASSERT(leave_out_retired(m_basket).health_problem.empty());
        nights(3, {{"dns b.example", Seen::failed}, {"ntp t2.c.example", Seen::failed}});
        base::replace_file(*m_basket.health_json, write_health(m_entries), 0600);
        const Basket rest = leave_out_retired(m_basket);
        CPPUNIT_ASSERT_EQUAL(std::size_t{2}, rest.retired.size());
        CPPUNIT_ASSERT_EQUAL(std::string{"t2.c.example"}, rest.retired[0].name);
        CPPUNIT_ASSERT_EQUAL(std::string{"b.example"}, rest.retired[1].name);
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, rest.ntp->servers.size());
        CPPUNIT_ASSERT_EQUAL(std::size_t{3}, rest.dns->names.size());
        CPPUNIT_ASSERT(rest.sha256 == m_basket.sha256);
    }

    void a_record_that_cannot_be_used_retires_nothing()
    {
        const support::TempDir folder;
        m_basket.health_json = folder.file("health.json");
        for (const std::string& text : {std::string{"{\"schema"}, std::string(70'000, ' ')}) {
            base::replace_file(*m_basket.health_json, text, 0600);
            const Basket rest = leave_out_retired(m_basket);
            CPPUNIT_ASSERT(rest.retired.empty() && !rest.health_problem.empty());
            CPPUNIT_ASSERT(rest.health_problem.find(folder.file("")) == std::string::npos);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(BasketHealthTest);

} // namespace
