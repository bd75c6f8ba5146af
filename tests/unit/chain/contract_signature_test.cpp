// EIP-1271: a contract says whether a signature is its own, and none else does.
#include "reader_world.hpp"

#include "base/concat.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace {

using chain::ReadRefusal;
using chain_test::address;
using chain_test::ChainNode;
using chain_test::digest;
using chain_test::k_first_url;
using chain_test::k_second_url;

const std::string k_yes = "0x1626ba7e" + std::string(56, '0');

class ContractSignatureTest : public CppUnit::TestFixture {
    CPPUNIT_TEST_SUITE(ContractSignatureTest);
    CPPUNIT_TEST(unreadable_answers_are_no_answers);
    CPPUNIT_TEST(errors_of_the_endpoint_are_no_answers);
    CPPUNIT_TEST(a_failed_call_is_a_no);
    CPPUNIT_TEST(anything_but_the_magic_word_is_a_no);
    CPPUNIT_TEST(a_single_no_is_a_no);
    CPPUNIT_TEST(two_that_say_yes_are_asked);
    CPPUNIT_TEST(one_is_enough_when_the_other_is_silent);
    CPPUNIT_TEST(a_back_end_behind_its_head_does_not_answer);
    CPPUNIT_TEST(more_than_is_taken_is_no_acceptance);
    CPPUNIT_TEST(the_question_is_as_the_abi_has_it);
    CPPUNIT_TEST_SUITE_END();

    chain_test::ReaderWorld m_world;

    auto ask()
    {
        return m_world.transactions->is_contract_signature(address(0xaa), digest(0x77), {1, 2, 3});
    }
    bool says_yes()
    {
        const auto told = ask();
        CPPUNIT_ASSERT(told.has_value());
        return *told;
    }
    static void answer(ChainNode& node, std::string_view returned)
    {
        node.results["eth_call"] = base::concat('"', returned, '"');
    }
    void only_first()
    {
        m_world.settings.urls = {k_first_url};
        m_world.restart();
    }

public:
    void unreadable_answers_are_no_answers()
    {
        only_first();
        for (const char* result :
             {"null", "true", "{}", "[]", "\"\"", "\"1626ba7e\"", "\"0x1\"", "\"0xzz\""}) {
            m_world.first.results["eth_call"] = result;
            const auto told = ask();
            CPPUNIT_ASSERT_MESSAGE(result, !told && told.error() == ReadRefusal::unreachable);
            m_world.rest();
        }
        m_world.http.nodes.clear();
        CPPUNIT_ASSERT(ask().error() == ReadRefusal::unreachable);
    }

    void errors_of_the_endpoint_are_no_answers()
    {
        only_first();
        for (const char* error : {R"("code":-32005,"message":"daily request count exceeded")",
                                  R"("code":-32601,"message":"Method not found")",
                                  R"("code":-32000,"message":"header not found")",
                                  R"("code":-32603,"message":"internal error")"}) {
            m_world.first.errors["eth_call"] = error;
            const auto told = ask();
            CPPUNIT_ASSERT_MESSAGE(error, !told && told.error() == ReadRefusal::unreachable);
        }
    }

    void a_failed_call_is_a_no()
    {
        for (const char* error : {R"("code":3,"message":"oops","data":"0x")",
                                  R"("code":-32000,"message":"execution reverted")",
                                  R"("code":-32000,"message":"VM Exception: Reverted")",
                                  R"("code":-32000,"message":"invalid opcode: INVALID")",
                                  R"("code":-32000,"message":"out of gas")",
                                  R"("code":-32000,"message":"invalid jump destination")",
                                  R"("code":-32603,"message":"EVM error StackUnderflow")",
                                  R"("code":-32015,"message":"VM execution error.")"}) {
            m_world.first.errors["eth_call"] = error;
            CPPUNIT_ASSERT_MESSAGE(error, !says_yes());
        }
    }

    void anything_but_the_magic_word_is_a_no()
    {
        only_first();
        std::string dirty = k_yes;
        dirty.back() = '1';
        for (const std::string& returned :
             {std::string{"0x"}, std::string{"0x1626ba7e"}, "0x" + std::string(64, '0'),
              "0xffffffff" + std::string(56, '0'), dirty, "0x" + std::string(56, '0') + "1626ba7e",
              k_yes.substr(0, k_yes.size() - 2)}) {
            answer(m_world.first, returned);
            CPPUNIT_ASSERT_MESSAGE(returned, !says_yes());
        }
        for (const std::string& returned :
             {k_yes, k_yes + "00", "0X1626BA7E" + std::string(56, '0')}) {
            answer(m_world.first, returned);
            CPPUNIT_ASSERT_MESSAGE(returned, says_yes());
        }
    }

    void a_single_no_is_a_no()
    {
        answer(m_world.first, "0x");
        answer(m_world.second, k_yes);
        CPPUNIT_ASSERT(!says_yes());
        CPPUNIT_ASSERT(m_world.second.asked.empty());
        std::swap(m_world.first.results, m_world.second.results);
        CPPUNIT_ASSERT(!says_yes());
    }

    void two_that_say_yes_are_asked()
    {
        answer(m_world.first, k_yes);
        answer(m_world.second, k_yes);
        CPPUNIT_ASSERT(says_yes());
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.first.times_asked("eth_call"));
        CPPUNIT_ASSERT_EQUAL(std::size_t{1}, m_world.second.times_asked("eth_call"));
    }

    void one_is_enough_when_the_other_is_silent()
    {
        answer(m_world.first, k_yes);
        m_world.http.broken[k_second_url] = {503, ""};
        CPPUNIT_ASSERT(says_yes());
        m_world.http.broken.clear();
        m_world.rest();
        m_world.second.head = 900;
        CPPUNIT_ASSERT(says_yes());
    }

    void a_back_end_behind_its_head_does_not_answer()
    {
        only_first();
        m_world.first.results["eth_getBlockByNumber"] =
            base::concat(R"({"number":"0x3e9","timestamp":"0x7fffffff","hash":")",
                         m_world.first.hash_of(1001).text(), "\"}");
        CPPUNIT_ASSERT(ask().error() == ReadRefusal::unreachable);
    }

    void more_than_is_taken_is_no_acceptance()
    {
        only_first();
        std::string told = "0x";
        told.resize(9'000'000, '1');
        answer(m_world.first, told);
        CPPUNIT_ASSERT(!says_yes());
        CPPUNIT_ASSERT(m_world.transactions->head()); // it does not rest
    }

    void the_question_is_as_the_abi_has_it()
    {
        only_first();
        const auto sevens = [] {
            std::string out;
            for (int i = 0; i < 32; ++i) out += "77";
            return out;
        }();
        const std::string offset = std::string(62, '0') + "40";
        base::Bytes signature;
        std::string digits;
        for (int i = 0; i < 7; ++i) {
            digits += "0102030405060708090a";
            for (std::uint8_t byte = 1; byte <= 10; ++byte) signature.push_back(byte);
        }
        // As viem 2 encodes it: 70 bytes, padded to 96.
        m_world.first.contract["0x1626ba7e" + sevens + offset + std::string(62, '0') + "46" +
                               digits + std::string(52, '0')] = k_yes;
        const auto asked = [&] {
            return *m_world.transactions->is_contract_signature(address(0xaa), digest(0x77),
                                                                signature);
        };
        CPPUNIT_ASSERT(asked());
        signature.clear();
        CPPUNIT_ASSERT(!asked());
        m_world.first.contract["0x1626ba7e" + sevens + offset + std::string(64, '0')] = k_yes;
        CPPUNIT_ASSERT(asked());
        // Whole words need no padding.
        signature.assign(32, 0x77);
        m_world.first
            .contract["0x1626ba7e" + sevens + offset + std::string(62, '0') + "20" + sevens] =
            k_yes;
        CPPUNIT_ASSERT(asked());
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(ContractSignatureTest);

} // namespace
