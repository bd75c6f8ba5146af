// The artifact of two streams: what stands in it, and what it concludes.
#include "concluded.hpp"

#include "correlate/correlation.hpp"

#include "base/canonical_json.hpp"
#include "base/concat.hpp"
#include "support/series.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <cmath>
#include <random>

namespace {

namespace json = base::json;
using support::noise;
using support::stream;
using tests::concluded;
using tests::warned;
using value::Instant;
using value::Period;

class CorrelationTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(CorrelationTest);
    CPPUNIT_TEST(nothing_in_common_is_inconclusive);
    CPPUNIT_TEST(every_member_stands);
    CPPUNIT_TEST(the_leader_and_its_lag_are_named);
    CPPUNIT_TEST(what_should_make_careful_is_told);
    CPPUNIT_TEST(what_both_tests_of_a_level_said_is_told);
    CPPUNIT_TEST(a_shared_week_is_told_as_a_risk);
    CPPUNIT_TEST(events_that_follow_each_other_are_found);
    CPPUNIT_TEST(events_by_chance_are_no_relation);
    CPPUNIT_TEST(a_series_that_changes_at_events_is_found);
    CPPUNIT_TEST(fifty_thousand_points_are_read);
    CPPUNIT_TEST(the_unit_changes_nothing);
    CPPUNIT_TEST(numbers_of_any_size_are_judged);
    CPPUNIT_TEST(what_is_no_measurement_is_left_out_and_told);
    CPPUNIT_TEST_SUITE_END();

    // The same numbers in every run.
    static std::mt19937_64 seeded(std::uint64_t seed) { return std::mt19937_64{seed}; }

    static request::Stream events(std::string name, const std::vector<double>& seconds)
    {
        request::Stream out;
        out.name = std::move(name);
        out.of_events = true;
        for (const double each : seconds) out.events.push_back({*Instant::from_epoch(each), 1});
        return out;
    }

    static json::Ref artifact(request::Stream a, request::Stream b,
                              const request::TimeFrame& frame = {})
    {
        const correlate::Order order{.query = "are they related?",
                                     .streams = {std::move(a), std::move(b)},
                                     .frame = frame,
                                     .seed = 42};
        auto out = correlate::correlate(order);
        const auto text = base::canonical_json_of_ours(out.get());
        CPPUNIT_ASSERT_EQUAL(text, base::canonical_json_of_ours(correlate::correlate(order).get()));
        return tests::whole_correlation(std::move(out));
    }

    // Without what tells of the unit.
    static std::string in_no_unit(const json::Ref& artifact)
    {
        json_object_del(artifact.get(), "streams");
        return base::canonical_json_of_ours(artifact.get());
    }

public:
    // Powers of two, so that all digits stay.
    void the_unit_changes_nothing()
    {
        const auto a = noise(60, 31);
        auto b = noise(60, 32);
        for (std::size_t i = 0; i < a.size(); ++i) b[i] += a[i] + 0.05 * static_cast<double>(i);
        const auto usual = in_no_unit(artifact(stream("a", a), stream("b", b)));
        for (const int exponent : {-1000, -540, -300, 300, 500, 540, 1015}) {
            auto scaled = a;
            for (double& each : scaled) each = std::ldexp(each, exponent);
            CPPUNIT_ASSERT_EQUAL(usual, in_no_unit(artifact(stream("a", scaled), stream("b", b))));
            CPPUNIT_ASSERT_EQUAL(in_no_unit(artifact(stream("b", b), stream("a", a))),
                                 in_no_unit(artifact(stream("b", b), stream("a", scaled))));
        }
    }

    // Whatever numbers: an artifact of the schema, and the same twice (see artifact()).
    void numbers_of_any_size_are_judged()
    {
        auto random = seeded(7);
        const auto share = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
        const auto any = [&](double low, double high) {
            const double size = std::pow(10.0, low + (high - low) * share());
            return share() < 0.5 ? -size : size;
        };
        const double extremes[] = {0.0,   -0.0,  5e-324, 1e-320,   2.3e-308, 1e-160, 1e-154, 1.0,
                                   1e154, 1e160, 1e300,  1.69e308, -1e160,   -1e308, 1e-200, 1.0};
        const auto series = [&](int kind) {
            std::vector<double> out(20 + random() % 60);
            const double low = -320 + 600 * share();
            const double level = any(low, low + 1);
            for (std::size_t i = 0; i < out.size(); ++i) switch (kind) {
                case 0: out[i] = any(-320, 308.2); break;
                case 1: out[i] = any(low, low + 2); break;
                case 2: out[i] = level; break; // constant
                case 3: out[i] = i == 3 ? 1.69e308 : any(-200, -199); break;
                case 4: out[i] = i == 3 ? 1.0 : any(-320, -319); break;
                case 5: out[i] = extremes[random() % std::size(extremes)]; break;
                case 6: out[i] = i % 2 == 0 ? 1.69e308 : -1.69e308; break;
                case 7: out[i] = level * (i % 3 == 0 ? 1 + 0x1p-52 : 1); break;
                default: out[i] = level * static_cast<double>(i); break; // a line
                }
            return out;
        };
        constexpr int k_kinds = 9;
        for (int a = 0; a < k_kinds; ++a)
            for (int b = 0; b < k_kinds; ++b)
                for (int again = 0; again < 2; ++again)
                    static_cast<void>(artifact(stream("a", series(a)), stream("b", series(b))));
        for (int kind = 0; kind < k_kinds; ++kind) {
            const auto found = artifact(stream("a", series(kind)),
                                        events("b", {1704412800, 1704672000, 1704931200, 1705190400,
                                                     1705449600, 1705708800, 1705968000}));
            static_cast<void>(found);
        }
    }

    void what_is_no_measurement_is_left_out_and_told()
    {
        const auto a = noise(60, 41);
        request::Stream holed = stream("holed", a);
        holed.points.erase(holed.points.begin() + 7, holed.points.begin() + 9);
        const request::Stream b = stream("b", noise(60, 42));
        const auto wanted = artifact(holed, b);
        holed.unusable = 2;
        const auto found = artifact(holed, b);
        CPPUNIT_ASSERT_EQUAL("unusable:a " + warned(wanted), warned(found));
        CPPUNIT_ASSERT_EQUAL(concluded(wanted, "text"), concluded(found, "text"));
        const json_t* first_view = json_array_get(json::array_member(found.get(), "warnings"), 0);
        CPPUNIT_ASSERT_EQUAL(
            std::string{"2 values were left out: from 1.7e+308 on, above or below zero, a number "
                        "is taken for a missing one."},
            std::string{*json::text_member(first_view, "detail")});
        const auto at_events = artifact(holed, events("e", {1704412800, 1704672000, 1704931200}));
        CPPUNIT_ASSERT(warned(at_events).ends_with("unusable:a"));
    }

    void nothing_in_common_is_inconclusive()
    {
        const auto early = stream("early", noise(40, 1));
        request::Stream late = stream("late", noise(40, 2));
        for (auto& point : late.points) point.time = *Period::parse("P1Y")->after(point.time);
        const auto found = artifact(early, late);
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"too_few_points:both"}, warned(found));
        CPPUNIT_ASSERT(json_is_null(json::member(found.get(), "alignment")));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, concluded(artifact({}, {})));
        const auto flat =
            artifact(stream("flat", std::vector<double>(90, 2.0)), stream("b", noise(90, 3)));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"}, concluded(flat));
        CPPUNIT_ASSERT_EQUAL(std::string{"constant:a"}, warned(flat));
    }

    void every_member_stands()
    {
        const auto a = noise(120, 3);
        auto b = noise(120, 4);
        for (std::size_t i = 0; i < a.size(); ++i) b[i] = 0.8 * a[i] + 0.6 * b[i];
        const auto found = artifact(stream("price", a), stream("load", b));
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"strong"}, concluded(found, "strength"));
        CPPUNIT_ASSERT_EQUAL(std::string{"null"}, concluded(found, "lead"));
        CPPUNIT_ASSERT_EQUAL(std::string{}, warned(found));
        const auto text = concluded(found, "text");
        CPPUNIT_ASSERT_MESSAGE(text,
                               text.starts_with("\"price\" and \"load\" rise and fall together: "
                                                "r = 0.8"));
        const json_t* alignment_view = json::object_member(found.get(), "alignment");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{120}, *json::integer_member(alignment_view, "n"));
        CPPUNIT_ASSERT_EQUAL(std::string{"P1D"},
                             std::string{*json::text_member(alignment_view, "step")});
        const json_t* association_view = json::object_member(found.get(), "association");
        for (const char* name : {"pearson", "spearman", "kendall", "effective_n",
                                 "detrended_pearson", "differenced_pearson"})
            CPPUNIT_ASSERT_MESSAGE(name, json::object_member(association_view, name) != nullptr);
        const json_t* lags_view = json::object_member(found.get(), "lags");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{0}, *json::integer_member(lags_view, "best_lag"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{21},
                             json_object_size(json::object_member(lags_view, "r")));
    }

    void the_leader_and_its_lag_are_named()
    {
        const auto source = noise(200, 5);
        const std::vector<double> a(source.begin() + 3, source.end());
        const std::vector<double> b(source.begin(), source.end() - 3);
        const auto found = artifact(stream("orders", a, "PT6H"), stream("sales", b, "PT6H"));
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, concluded(found, "lead"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PT18H"}, concluded(found, "lag"));
        const auto turned = artifact(stream("sales", b, "PT6H"), stream("orders", a, "PT6H"));
        CPPUNIT_ASSERT_EQUAL(std::string{"b"}, concluded(turned, "lead"));
        CPPUNIT_ASSERT(concluded(turned, "text").find("\"orders\" comes first, by PT18H.") !=
                       std::string::npos);
        request::TimeFrame near;
        near.max_lag = Period::parse("PT12H");
        CPPUNIT_ASSERT_EQUAL(
            std::string{"none"},
            concluded(artifact(stream("orders", a, "PT6H"), stream("sales", b, "PT6H"), near)));
    }

    void what_should_make_careful_is_told()
    {
        auto a = noise(150, 6);
        auto b = noise(150, 7);
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] += 0.1 * static_cast<double>(i);
            b[i] += 0.1 * static_cast<double>(i);
        }
        auto holed = stream("b", b);
        holed.points.erase(holed.points.begin() + 20, holed.points.begin() + 30);
        holed.gaps = 10;
        const auto found = artifact(stream("a", a), holed);
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"missing:b gaps:both nonstationary:a trend:a "
                                         "autocorrelated:a nonstationary:b trend:b "
                                         "autocorrelated:b spurious_risk:both multiple_lags:both"},
                             warned(found));
        auto one = noise(60, 8);
        auto other = noise(60, 9);
        one[5] = other[5] = 30;
        CPPUNIT_ASSERT_EQUAL(std::string{"outlier:both disagreement:both"},
                             warned(artifact(stream("a", one), stream("b", other))));
    }

    void what_both_tests_of_a_level_said_is_told()
    {
        const auto detail = [](const std::vector<double>& a) {
            const auto found = artifact(stream("a", a), stream("b", noise(a.size(), 62)));
            const json_t* warnings_view = json::array_member(found.get(), "warnings");
            for (std::size_t i = 0; i < json_array_size(warnings_view); ++i) {
                const json_t* view = json_array_get(warnings_view, i);
                if (json::text_member(view, "code") == "nonstationary" &&
                    json::text_member(view, "stream") == "a")
                    return std::string{*json::text_member(view, "detail")};
            }
            return std::string{"none"};
        };
        const auto has = [](const std::string& text, std::initializer_list<const char*> parts) {
            for (const char* part : parts)
                CPPUNIT_ASSERT_MESSAGE(text, text.find(part) != std::string::npos);
        };
        CPPUNIT_ASSERT_EQUAL(std::string{"none"}, detail(noise(150, 61)));
        // Around a line: it comes back, to a level that moves.
        auto line = noise(150, 61);
        for (std::size_t i = 0; i < line.size(); ++i) line[i] += 0.015 * static_cast<double>(i);
        has(detail(line), {"ADF rejects that it wanders", "but KPSS rejects a steady level",
                           "to a level that moves", "made on the changes from step to step."});
        CPPUNIT_ASSERT(detail(line).find("no steady level") == std::string::npos);
        auto walk = noise(150, 61);
        for (std::size_t i = 1; i < walk.size(); ++i) walk[i] += walk[i - 1];
        has(detail(walk), {"ADF does not reject that it wanders", "and KPSS rejects",
                           "it keeps no steady level", "made on the changes from step to step."});
        has(detail(noise(13, 63)),
            {"ADF does not reject", "KPSS does not reject", "too little to tell"});
    }

    void a_shared_week_is_told_as_a_risk()
    {
        auto a = noise(120, 51);
        auto b = noise(120, 52);
        constexpr double k_week[] = {0, 1, 2, 1, 0, -4, -5};
        for (std::size_t i = 0; i < a.size(); ++i) {
            a[i] += k_week[i % 7];
            b[i] += 2 * k_week[i % 7];
        }
        auto with_gaps = stream("shop", b);
        for (const std::ptrdiff_t at : {90, 61, 60, 22, 9})
            with_gaps.points.erase(with_gaps.points.begin() + at);
        for (const auto& second : {stream("shop", b), with_gaps}) {
            const auto found = artifact(stream("web", a), second);
            CPPUNIT_ASSERT_EQUAL(std::string{"none"}, concluded(found));
            CPPUNIT_ASSERT_EQUAL(std::string{"null"}, concluded(found, "lead"));
            const auto text = concluded(found, "text");
            CPPUNIT_ASSERT_MESSAGE(text,
                                   text.find("without the rhythm of 7 steps") != std::string::npos);
            for (const char* code : {"spurious_risk:both", "seasonal:a", "seasonal:b"})
                CPPUNIT_ASSERT_MESSAGE(warned(found),
                                       warned(found).find(code) != std::string::npos);
            const json_t* season_view =
                json::object_member(json::object_member(found.get(), "judged"), "season");
            CPPUNIT_ASSERT_EQUAL(json_int_t{7},
                                 json_integer_value(json::member(season_view, "period")));
        }
    }

    void events_that_follow_each_other_are_found()
    {
        std::vector<double> a;
        std::vector<double> b;
        auto random = seeded(10);
        for (int i = 0; i < 40; ++i) {
            a.push_back(static_cast<double>(random() % 1'000'000));
            if (i % 4 != 0) b.push_back(a.back() + 60 + static_cast<double>(random() % 60));
        }
        request::TimeFrame frame;
        frame.window = Period::parse("PT2M");
        const auto found = artifact(events("alarm", a), events("visit", b), frame);
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, concluded(found, "lead"));
        const json_t* coincidence_view = json::object_member(found.get(), "coincidence");
        const json_t* precursor_view = json::object_member(coincidence_view, "precursor");
        CPPUNIT_ASSERT_EQUAL(std::int64_t{30}, *json::integer_member(precursor_view, "k"));
        CPPUNIT_ASSERT_EQUAL(std::string{"PT2M"},
                             std::string{*json::text_member(coincidence_view, "window")});
    }

    void events_by_chance_are_no_relation()
    {
        auto random = seeded(11);
        int related = 0;
        for (int round = 0; round < 40; ++round) {
            std::vector<double> a;
            std::vector<double> b;
            for (int i = 0; i < 50; ++i) {
                a.push_back(static_cast<double>(random() % 1'000'000));
                b.push_back(static_cast<double>(random() % 1'000'000));
            }
            if (concluded(artifact(events("a", a), events("b", b))) != "none") ++related;
        }
        CPPUNIT_ASSERT_MESSAGE(std::to_string(related), related <= 4);
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"},
                             concluded(artifact(events("a", {1, 2, 3}), events("b", {2, 3, 4}))));
    }

    void a_series_that_changes_at_events_is_found()
    {
        auto values = noise(400, 12);
        std::vector<double> at;
        for (std::size_t i = 20; i < 390; i += 37) {
            for (std::size_t k = i; k < i + 5; ++k) values[k] -= 3;
            at.push_back(static_cast<double>(i) * 86'400 + Instant::parse("2024-01-01")->seconds());
        }
        const auto found = artifact(stream("mood", values), events("visits", at));
        CPPUNIT_ASSERT_EQUAL(std::string{"negative"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"b"}, concluded(found, "lead"));
        const auto turned = artifact(events("visits", at), stream("mood", values));
        CPPUNIT_ASSERT_EQUAL(std::string{"a"}, concluded(turned, "lead"));
        CPPUNIT_ASSERT_EQUAL(
            std::string{"none"},
            concluded(artifact(stream("noise", noise(400, 13)), events("visits", at))));
        CPPUNIT_ASSERT_EQUAL(std::string{"inconclusive"},
                             concluded(artifact(stream("mood", values), events("none", {}))));
    }

    void fifty_thousand_points_are_read()
    {
        const auto a = noise(50'000, 14);
        auto b = noise(50'000, 15);
        for (std::size_t i = 0; i < a.size(); ++i) b[i] += 0.1 * a[i];
        const auto found = artifact(stream("a", a, "PT1M"), stream("b", b, "PT1M"));
        CPPUNIT_ASSERT_EQUAL(std::string{"positive"}, concluded(found));
        CPPUNIT_ASSERT_EQUAL(std::string{"weak"}, concluded(found, "strength"));
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(CorrelationTest);

} // namespace
