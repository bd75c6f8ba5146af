// The books, read by a person or a test: do jobs, payments and credits agree, and what is in them.
// Reads only. One object per thread and connection.
#pragma once

#include "job/view.hpp"
#include "store/settlements.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace store {

// A rule of the ledger that a row breaks.
struct Violation {
    std::string rule;   // stable word
    std::string job_id; // empty when it is not of one job
    std::string detail;
};

// One payment with its job, as a list shows it.
struct LedgerLine {
    job::Payment payment;
    job::State job_state = job::State::settling;
    std::string product;
    base::Instant created;
    bool is_proven = false; // its transfer was seen on the chain
};

// A credit with what the operator needs to pay it back.
struct CreditLine {
    job::Credit credit;
    std::string job_id; // empty: the money names no job
    std::string asset;  // contract that holds the money, 0x text; empty when not known
    std::string network;
    base::Instant created;
    bool is_proven = false; // the chain has shown the money, and has not taken it back
};

class Audit {
public:
    // Must outlive the object.
    explicit Audit(db::Database& database) : m_database{database} {}

    // Every breach of every rule, at most `limit` of each. Reads every artifact: seconds on a large
    // database. A damaged file is a violation too ("integrity").
    std::vector<Violation> violations(int limit = 100);
    // The two halves of them: what rows say, and the file alone, whatever its schema.
    std::vector<Violation> disagreements(int limit = 100);
    std::vector<Violation> damage();

    // The newest first; `state`, `product`: only those.
    std::vector<job::Job> jobs(std::optional<job::State> state,
                               const std::optional<std::string>& product, int limit);
    // nullopt: no such job.
    std::optional<job::View> job(const value::JobId& id);
    // The newest first; `phase`: only that one.
    std::vector<LedgerLine> payments(std::optional<job::Phase> phase, int limit);
    // nullopt: no such job, or it was not bought by an authorization.
    std::optional<LedgerLine> payment_of(const value::JobId& id);
    // The oldest first; `state`: only those that are open, refunded or waived.
    std::vector<CreditLine> credits(std::optional<std::string_view> state = std::nullopt);
    // Those that are open.
    std::vector<CreditLine> owed() { return credits("open"); }

private:
    LedgerLine line(std::int64_t job_seq);

    db::Database& m_database;
};

} // namespace store
