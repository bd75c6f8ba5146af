// What the tests of rail v1's judge share: claims, and how they stand.
#pragma once

#include "support/order_world.hpp"

#include "store/audit.hpp"

#include <cppunit/extensions/HelperMacros.h>

namespace pay_test {

using chain::TransactionSighting;
using job::State;
using support::OrderWorld;
using value::AtomicUsd;
using Credits = std::vector<std::string>;

class JudgeCase : public CppUnit::TestFixture {
protected:
    OrderWorld world;

    // Claims the transaction for the order and judges it; how the claim stands then.
    std::string judged(const job::OrderView& order, const chain::IncludedTransaction& transaction)
    {
        world.chain.include(transaction);
        world.claim(order, transaction.tx_hash);
        world.judge_claims();
        books_agree();
        return world.claim_of(order, transaction.tx_hash);
    }
    void books_agree()
    {
        const auto wrong = store::Audit{world.database}.violations(10);
        CPPUNIT_ASSERT_MESSAGE(wrong.empty() ? "" : wrong[0].rule + ": " + wrong[0].detail,
                               wrong.empty());
    }
    void expect(const char* wanted, const std::string& found)
    {
        CPPUNIT_ASSERT_EQUAL(std::string{wanted}, found);
    }
};

} // namespace pay_test
