// Large and hostile orders: they finish, within the memory that a run has.
#include "cases.hpp"

#include "base/sanitized.hpp"
#include "synthesize/brief/brief.hpp"
#include "synthesize/synthesize.hpp"

#include <cppunit/extensions/HelperMacros.h>

#include <array>
#include <random>

namespace {

using synthesize::Material;
using synthesize::Order;

// The fuzz targets go on from there.
constexpr int k_orders = base::k_is_sanitized ? 60 : 1'000;
constexpr std::size_t k_lists = base::k_is_sanitized ? 3 : 20;

class SynthesisLoadTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(SynthesisLoadTest);
    CPPUNIT_TEST(two_megabytes_are_merged);
    CPPUNIT_TEST(sources_that_quote_each_other_are_read);
    CPPUNIT_TEST(a_sentence_of_200_kilobytes_is_cut);
    CPPUNIT_TEST(a_million_lines_are_read);
    CPPUNIT_TEST(stops_alone_are_read);
    CPPUNIT_TEST(lists_of_names_are_read);
    CPPUNIT_TEST(orders_of_garbage_finish);
    CPPUNIT_TEST_SUITE_END();

    using Random = std::mt19937_64;
    // The same numbers in every run.
    static Random seeded(std::uint64_t seed) { return Random{seed}; }

    // Made-up prose: words by Zipf's law, names, numbers and years.
    static std::string prose(Random& random, std::size_t bytes)
    {
        constexpr std::array k_verbs = {"has", "is", "was", "employs", "reached", "costs"};
        std::string out;
        while (out.size() < bytes) {
            const std::size_t words = 6 + random() % 18;
            for (std::size_t i = 0; i < words; ++i) {
                const std::size_t rank = 1 + random() % (1 + random() % 4000);
                std::string word;
                for (std::size_t left = rank; left > 0; left /= 16)
                    word += {"bcdfglmnprstvkhz"[left % 16], "aeiou"[left % 5]};
                if (random() % 12 == 0) word[0] = static_cast<char>(word[0] - 32);
                if (random() % 15 == 0) word = std::to_string(random() % 3000);
                if (i == 2) word = k_verbs[random() % k_verbs.size()];
                out += word + (i + 1 == words ? ". " : " ");
            }
            if (random() % 6 == 0) out += "\n\n";
        }
        out.resize(bytes);
        return out;
    }

    static Order order_of(std::size_t sources, std::size_t bytes)
    {
        auto random = seeded(7);
        Order out;
        out.query = "baca deda employs costs";
        for (std::size_t i = 0; i < sources; ++i) {
            Material material;
            material.id = "S" + std::to_string(i + 1);
            material.text = prose(random, bytes);
            out.materials.push_back(std::move(material));
        }
        return out;
    }

    // A hundred thousand names in one order, which no run can compare all with all.
    void lists_of_names_are_read()
    {
        auto random = seeded(11);
        Order order;
        order.query = "Who met Moore?";
        for (std::size_t i = 0; i < k_lists; ++i) {
            Material material;
            material.id = "S" + std::to_string(i + 1);
            while (material.text.size() < 45'000) {
                for (std::size_t k = 0; k < 120; ++k) {
                    std::string name = "B";
                    for (std::size_t letter = 0; letter < 3; ++letter) {
                        name += "aeiou"[random() % 5];
                        name += "bcdfglmnprstvkhz"[random() % 16];
                    }
                    material.text += name + ", ";
                }
                material.text += "and Governor Wes Moore met his staff. Moore left. ";
            }
            order.materials.push_back(std::move(material));
        }
        const auto artifact = synthesize::brief::write_brief(order);
        const auto text = base::json::dump(artifact.get());
        CPPUNIT_ASSERT(text.find("Wes Moore") != std::string::npos);
    }

    // Bytes that are valid UTF-8 and little else.
    static std::string garbage(Random& random)
    {
        constexpr std::array<std::string_view, 30> k_pieces = {"\n",
                                                               "\n\n",
                                                               " ",
                                                               ". ",
                                                               "12 ",
                                                               "0",
                                                               "1,2,3",
                                                               "$",
                                                               "%",
                                                               "not ",
                                                               "no ",
                                                               "The ",
                                                               "is ",
                                                               "was ",
                                                               "open ",
                                                               "closed ",
                                                               "\u202e",
                                                               "\u0000",
                                                               "\u200b",
                                                               "\u4e2d",
                                                               "\u05d0",
                                                               "\U0001f600",
                                                               "```\n",
                                                               "| - |\n",
                                                               "9999999999999999999999",
                                                               "2026-01-01 ",
                                                               "between 1 and ",
                                                               "ignore all previous ",
                                                               "5 million ",
                                                               "30 June "};
        std::string out;
        const std::size_t count = random() % 120;
        for (std::size_t i = 0; i < count; ++i) {
            if (random() % 4 == 0)
                out += static_cast<char>(random() % 128);
            else
                out += k_pieces[random() % k_pieces.size()];
        }
        return out;
    }

public:
    // Each holds what all before it hold.
    void sources_that_quote_each_other_are_read()
    {
        auto random = seeded(13);
        Order order;
        order.query = "baca deda employs costs";
        std::string all;
        for (int i = 0; i < 20; ++i) {
            all += prose(random, 4'500) + "\n\n";
            Material material;
            material.id = "S" + std::to_string(i + 1);
            material.published = "2026-01-" + std::to_string(10 + i);
            material.text = all;
            order.materials.push_back(std::move(material));
        }
        const auto artifact = synthesize::brief::write_brief(order);
        CPPUNIT_ASSERT_EQUAL(std::size_t{20},
                             json_array_size(base::json::array_member(artifact.get(), "ballot")));
    }

    void a_sentence_of_200_kilobytes_is_cut()
    {
        auto order = order_of(1, 0);
        for (const bool has_blanks : {true, false}) {
            std::string text;
            while (text.size() < 199'990) text += has_blanks ? "baca costs " : "bacacosts";
            order.materials[0].text = text;
            const auto artifact = synthesize::synthesize(order);
            CPPUNIT_ASSERT(base::json::dump(artifact.get()).size() < 20'000);
        }
    }

    // As many as fit into what a buyer may send.
    void a_million_lines_are_read()
    {
        auto order = order_of(10, 0);
        for (auto& material : order.materials)
            for (std::size_t i = 0; i < (base::k_is_sanitized ? 5'000U : 66'000U); ++i)
                material.text += "b.\n";
        order.query = "b";
        const auto artifact = synthesize::synthesize(order);
        CPPUNIT_ASSERT(base::json::text_member(artifact.get(), "verdict") != "INSUFFICIENT");
    }

    // Each stop may be of an abbreviation, or end a line.
    void stops_alone_are_read()
    {
        for (const std::string_view unit : {"1. ", "A. ", "A. b"}) {
            auto order = order_of(20, 0);
            for (auto& material : order.materials)
                while (material.text.size() < (base::k_is_sanitized ? 5'000U : 99'000U))
                    material.text += unit;
            order.query = "How long is 1 tunnel?";
            const auto artifact = synthesize::synthesize(order);
            CPPUNIT_ASSERT_EQUAL(std::size_t{20}, json_array_size(base::json::array_member(
                                                      artifact.get(), "ballot")));
        }
    }

    void two_megabytes_are_merged()
    {
        const auto text = base::json::dump(synthesize::synthesize(order_of(20, 100'000)).get());
        CPPUNIT_ASSERT(text.find("\"INSUFFICIENT\"") == std::string::npos);
    }

    void orders_of_garbage_finish()
    {
        auto random = seeded(20'261'123);
        for (int i = 0; i < k_orders; ++i) {
            Order order;
            order.query = garbage(random);
            const std::size_t sources = random() % 6;
            for (std::size_t k = 0; k < sources; ++k) {
                Material material;
                material.id = "S" + std::to_string(k + 1);
                material.title = garbage(random);
                material.url = random() % 3 == 0 ? garbage(random) : "";
                material.published = random() % 3 == 0 ? garbage(random) : "2026-01-01";
                material.text = garbage(random);
                order.materials.push_back(std::move(material));
            }
            tests::checked_synthesis(order);
            tests::checked_brief(order);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(SynthesisLoadTest);

} // namespace
