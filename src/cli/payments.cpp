#include "base/concat.hpp"
#include "base/json.hpp"
#include "chain/keccak.hpp"
#include "cli/arguments.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "config/suggest.hpp"
#include "job/transitions.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"
#include "store/claims.hpp"
#include "store/credits.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

constexpr int k_listed = 100;
// What a transfer back is taken to cost, in USDC: 65,000 gas at 0.05 gwei, with ether at 3,000
// USDC, is just below. Where the gas costs more or less today, the operator says so (--fee).
constexpr std::string_view k_fee = "0.01";

// One JSON object a line: columns for people would hide half of each hash.
void print(const json::Ref& line)
{
    std::cout << json::dump(line.get()) << '\n';
}

// Null: a plain transfer, which no authorization made.
json::Ref nonce_json(const std::optional<value::Digest>& nonce)
{
    return nonce ? json::value(nonce->text()) : json::value(nullptr);
}

json::Ref line_json(const store::LedgerLine& line)
{
    const job::Payment& payment = line.payment;
    return json::object("job_id", payment.job_id.text(),               //
                        "product", line.product,                       //
                        "state", job::to_text(line.job_state),         //
                        "phase", job::to_text(payment.phase),          //
                        "payer", chain::eip55_text(payment.key.payer), //
                        "amount", payment.value.atoms_text(),          //
                        "network", payment.key.network.text(),         //
                        "nonce", nonce_json(payment.key.nonce),        //
                        "tx_hash", payment.tx_hash,                    //
                        "seen_on_chain", line.is_proven,               //
                        "reason", payment.reason,                      //
                        "created_at", base::to_rfc3339(line.created));
}

// `transfer` is what pays it back, ready to be signed elsewhere: no key of payTo is ever on this
// machine.
json::Ref credit_json(const store::CreditLine& line)
{
    return json::object("credit", line.credit.seq,               //
                        "job_id", line.job_id,                   //
                        "reason", line.credit.reason,            //
                        "state", line.credit.state,              //
                        "received_in", line.credit.tx_hash,      //
                        "seen_on_chain", line.is_proven,         //
                        "since", base::to_rfc3339(line.created), //
                        "refund_tx", line.credit.refund_tx,      //
                        "transfer",
                        json::object("network", line.network,                  //
                                     "token", line.asset,                      //
                                     "to", line.credit.payer,                  //
                                     "amount", line.credit.value.atoms_text(), //
                                     "amount_usdc", line.credit.value.decimal_text()));
}

Exit list(store::Audit& audit, const std::optional<std::string>& phase_text)
{
    std::optional<job::Phase> phase;
    if (phase_text) {
        phase = job::find_phase(*phase_text);
        if (!phase)
            return complain_usage(verb_named("payments"),
                                  base::concat("no phase ", config::printable(*phase_text)));
    }
    for (const store::LedgerLine& each : audit.payments(phase, k_listed)) print(line_json(each));
    return Exit::ok;
}

Exit show_payment(store::Audit& audit, const value::JobId& id)
{
    const auto line = audit.payment_of(id);
    if (!line) {
        std::cerr << "assay payments: no payment of that job\n";
        return Exit::error;
    }
    print(line_json(*line));
    return Exit::ok;
}

Exit reconcile(db::Database& database, const value::JobId& id)
{
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    if (!store::Settlements{{database, clock, waker}}.look_now(id)) {
        std::cerr << "assay payments: nothing is left to find out about that job\n";
        return Exit::error;
    }
    std::cout << "the worker looks at it now; see: assay payments show " << id.text() << '\n';
    return Exit::ok;
}

// Rail v1: whatever was said of the job's transactions is judged anew.
Exit recheck(db::Database& database, const value::JobId& id)
{
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    if (!store::Claims{{database, clock, waker}}.look_now(id)) {
        std::cerr << "assay payments: that job has no claimed transaction to judge\n";
        return Exit::error;
    }
    std::cout << "the worker judges them now; see: assay payments show " << id.text() << '\n';
    return Exit::ok;
}

Exit list_credits(store::Audit& audit, const std::optional<std::string>& state)
{
    constexpr std::string_view k_states[] = {"open", "refunded", "waived"};
    if (state && std::ranges::find(k_states, *state) == std::end(k_states))
        return complain_usage(verb_named("payments"),
                              base::concat("no state ", config::printable(*state)));
    for (const store::CreditLine& each : audit.credits(state)) print(credit_json(each));
    return Exit::ok;
}

// So many credits, and what they come to.
struct Total {
    int count = 0;
    value::AtomicUsd sum;

    void add(value::AtomicUsd value)
    {
        ++count;
        sum = sum.plus(value).value();
    }
    [[nodiscard]] std::string text() const
    {
        return base::concat(count, count == 1 ? " credit of " : " credits of ", sum.decimal_text(),
                            " USDC");
    }
};

// No buyer is paid back what only a facilitator says that they have paid.
Exit refund_plan(store::Audit& audit, value::AtomicUsd fee)
{
    int left_out = 0;
    Total all;
    Total dear;
    for (const store::CreditLine& each : audit.owed()) {
        if (!each.is_proven) {
            ++left_out;
            continue;
        }
        const bool is_dear = each.credit.value < fee;
        const json::Ref line = credit_json(each);
        json::set(line.get(), "costs_more_than_it_returns", json::value(is_dear));
        print(line);
        all.add(each.credit.value);
        if (is_dear) dear.add(each.credit.value);
    }
    if (all.count != 0)
        std::cerr << "assay payments: " << all.text() << " in all; " << dear.text()
                  << " cost more to send back than they return, at " << fee.decimal_text()
                  << " USDC for each transfer\n";
    if (left_out != 0)
        std::cerr << "assay payments: " << left_out
                  << " credits are left out, as the chain does not show their money; see: assay "
                     "payments credits --state open\n";
    return Exit::ok;
}

std::string_view why_not(store::CloseRefused refusal)
{
    switch (refusal) {
    case store::CloseRefused::unknown: return "there is no such credit";
    case store::CloseRefused::own_receipt: return "that transaction is the one that brought it";
    case store::CloseRefused::closed: return "it is waived, or was paid back otherwise";
    case store::CloseRefused::amount_missing:
        return "it is a sum that grows: say --amount, how much USDC was sent back";
    case store::CloseRefused::amount_differs: return "that is not the amount that is owed";
    }
    return {};
}

Exit close_credit(db::Database& database, std::int64_t credit,
                  const std::optional<value::TxHash>& refund_tx,
                  const std::optional<value::AtomicUsd>& amount)
{
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    store::Credits credits{{database, clock, waker}};
    const auto closed =
        refund_tx ? credits.refunded(credit, *refund_tx, amount) : credits.waive(credit);
    if (!closed) {
        std::cerr << "assay payments: " << why_not(closed.error()) << '\n';
        return Exit::error;
    }
    std::cout << "credit " << credit << " is " << closed->state << '\n';
    return Exit::ok;
}

// What each word is said of.
enum class Of { everything, job, credit };

struct Task {
    std::string_view word;
    Of of;
    std::array<std::string_view, 2> options{}; // of its own

    [[nodiscard]] bool takes(std::string_view option) const
    {
        return option == k_config_option.name ||
               std::ranges::find(options, option) != options.end();
    }
};

constexpr Task k_tasks[] = {
    {"list", Of::everything, {"--phase"}},
    {"show", Of::job},
    {"reconcile", Of::job},
    {"recheck", Of::job},
    {"credits", Of::everything, {"--state"}},
    {"refund-plan", Of::everything, {"--fee"}},
    {"refunded", Of::credit, {"--tx", "--amount"}},
    {"waive", Of::credit},
};

std::optional<std::int64_t> credit_number(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number <= 0)
        return std::nullopt;
    return number;
}

// nullopt: no amount of USDC, or nothing.
std::optional<value::AtomicUsd> some_money(std::string_view text)
{
    const auto amount = value::AtomicUsd::parse_decimal(text);
    if (!amount || amount->atoms() == 0) return std::nullopt;
    return *amount;
}

} // namespace

Exit run_payments(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, {"--phase", true},  {"--state", true},
                                            {"--tx", true},  {"--amount", true}, {"--fee", true}};
    const auto arguments = Arguments::parse(words, k_options, 2);
    const Verb& verb = verb_named("payments");
    if (!arguments) return complain_usage(verb, arguments.error());
    const auto& said = arguments->words();
    const std::string what = said.empty() ? "list" : said.front();
    const auto* const task = std::ranges::find(k_tasks, what, &Task::word);
    if (task == std::end(k_tasks))
        return complain_usage(verb, "say what: list, show, reconcile, recheck, credits, "
                                    "refund-plan, refunded or waive");
    for (const AcceptedOption& option : k_options)
        if (!task->takes(option.name) && arguments->has(option.name))
            return complain_usage(verb, base::concat(what, " takes no ", option.name));
    if (said.size() > 1 && task->of == Of::everything)
        return complain_usage(verb, "too many words");
    const std::string_view object = said.size() == 2 ? said[1] : std::string_view{};
    const auto id = task->of == Of::job ? value::JobId::parse(object) : std::nullopt;
    if (task->of == Of::job && !id) return complain_usage(verb, "needs a job id");
    const auto credit = task->of == Of::credit ? credit_number(object) : std::nullopt;
    if (task->of == Of::credit && !credit)
        return complain_usage(verb, "needs the number of a credit");
    const auto tx_text = arguments->value("--tx");
    const auto tx_hash = tx_text ? value::TxHash::parse(*tx_text) : std::nullopt;
    if (what == "refunded" && !tx_hash)
        return complain_usage(verb, "needs --tx, the hash of the transaction that paid it back");
    const auto amount_text = arguments->value("--amount");
    const auto amount = amount_text ? some_money(*amount_text) : std::nullopt;
    const auto fee = some_money(arguments->value("--fee").value_or(std::string{k_fee}));
    if ((amount_text && !amount) || !fee)
        return complain_usage(verb, "an amount is USDC such as 0.01, and more than nothing");
    const auto loaded = startup::load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = startup::open_store(loaded->config);
    store::Audit audit{*database};
    if (what == "list") return list(audit, arguments->value("--phase"));
    if (what == "show") return show_payment(audit, *id);
    if (what == "reconcile") return reconcile(*database, *id);
    if (what == "recheck") return recheck(*database, *id);
    if (what == "credits") return list_credits(audit, arguments->value("--state"));
    if (what == "refund-plan") return refund_plan(audit, *fee);
    return close_credit(*database, *credit, tx_hash, amount);
}

} // namespace cli
