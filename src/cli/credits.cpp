#include "store/credits.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "cli/deeds.hpp"
#include "cli/listing.hpp"
#include "cli/paid_back.hpp"
#include "cli/tasks.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "config/suggest.hpp"
#include "job/order.hpp"
#include "net/curl_http_client.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"
#include "store/restorations.hpp"

#include <algorithm>
#include <charconv>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

// What a transfer back is taken to cost, in USDC: 65,000 gas at 0.05 gwei, with ether at 3,000
// USDC, is just below. Where the gas costs more or less today, the operator says so (--fee).
constexpr std::string_view k_fee = "0.01";

constexpr Column k_columns[] = {
    {"CREDIT", "credit", Column::At::right},
    {"STATE", "state"},
    {"USDC", "transfer.amount_usdc", Column::At::right},
    {"TO", "transfer.to"},
    {"SINCE", "since"},
    {"REASON", "reason"},
    {"JOB", "job_id"},
};

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

Exit list(store::Audit& audit, const Arguments& arguments)
{
    constexpr std::string_view k_states[] = {"open", "refunded", "waived"};
    const auto state = arguments.value("--state");
    if (state && std::ranges::find(k_states, *state) == std::end(k_states))
        return complain_usage(verb_named("credits"),
                              base::concat("no state ", config::printable(*state)));
    std::vector<json::Ref> rows;
    for (const store::CreditLine& each : audit.credits(state)) rows.push_back(credit_json(each));
    print_list(k_columns, rows, "no credit", arguments);
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

// So long before a copy something may have been paid back that was entered after it: a day.
constexpr std::uint64_t k_blocks_before = 43'200;
// So long after a copy was found a refund may come on the chain that was signed before: an hour.
constexpr std::uint64_t k_blocks_after = 1'800;

// In these blocks stands what books that are an older copy do not know of.
Blocks blocks_of(const store::Restoration& restoration)
{
    const auto first = restoration.first_block;
    Blocks out{.first = first - std::min(first, k_blocks_before), .last = restoration.last_block};
    if (out.last) *out.last += k_blocks_after;
    return out;
}

// The error is a sentence.
base::Result<std::vector<PaidBack>, std::string> sent_meanwhile(
    std::span<const store::Restoration> restorations, const std::vector<store::CreditLine>& owed,
    const config::Payment& payment)
{
    std::vector<value::EvmAddress> payers;
    for (const store::CreditLine& each : owed)
        if (const auto payer = value::EvmAddress::parse(each.credit.payer))
            payers.push_back(*payer);
    std::ranges::sort(payers);
    payers.erase(std::unique(payers.begin(), payers.end()), payers.end());
    if (payers.empty()) return std::vector<PaidBack>{};
    std::vector<Blocks> spans;
    for (const store::Restoration& each : restorations) spans.push_back(blocks_of(each));
    const net::OperatorEgress egress{payment.rpc_urls};
    net::CurlHttpClient http{egress};
    return paid_back(payment, payers, spans, http);
}

// Leaves out what the books know: it paid a credit that they call refunded.
void leave_out_known(std::vector<PaidBack>& sent, const std::vector<store::CreditLine>& refunded)
{
    std::erase_if(sent, [&](const PaidBack& each) {
        return std::ranges::any_of(refunded, [&](const store::CreditLine& line) {
            return line.credit.refund_tx == each.tx_hash && line.credit.payer == each.to;
        });
    });
}

// nullptr: nothing that was sent back may be this credit.
const PaidBack* find_sent(const std::vector<PaidBack>& sent, const job::Credit& credit)
{
    const auto at = std::ranges::find_if(sent, [&](const PaidBack& each) {
        return each.to == credit.payer &&
               (each.value == credit.value || credit.reason == job::k_dust);
    });
    return at == sent.end() ? nullptr : &*at;
}

// No buyer is paid back what only a facilitator says that they have paid, nor what they may have
// already.
void plan(const std::vector<store::CreditLine>& owed, const std::vector<PaidBack>& sent,
          value::AtomicUsd fee, const Arguments& arguments)
{
    int left_out = 0;
    Total all;
    Total dear;
    std::vector<json::Ref> rows;
    for (const store::CreditLine& each : owed) {
        if (!each.is_proven) {
            ++left_out;
            continue;
        }
        if (const PaidBack* const back = find_sent(sent, each.credit)) {
            std::cerr << "assay credits: credit " << each.credit.seq << " of "
                      << each.credit.value.decimal_text() << " USDC is left out, as "
                      << back->tx_hash
                      << " sent its payer as much. If that was for it: assay credits refunded "
                      << each.credit.seq << " --tx " << back->tx_hash << '\n';
            continue;
        }
        const bool is_dear = each.credit.value < fee;
        json::Ref line = credit_json(each);
        json::set(line.get(), "costs_more_than_it_returns", json::value(is_dear));
        rows.push_back(std::move(line));
        all.add(each.credit.value);
        if (is_dear) dear.add(each.credit.value);
    }
    print_list(k_columns, rows, "nothing is to be paid back", arguments);
    if (all.count != 0)
        std::cerr << "assay credits: " << all.text() << " in all; " << dear.text()
                  << " cost more to send back than they return, at " << fee.decimal_text()
                  << " USDC for each transfer\n";
    if (left_out != 0)
        std::cerr << "assay credits: " << left_out
                  << " credits are left out, as the chain does not show their money; see: assay "
                     "credits --state open\n";
}

Exit plan_checked(db::Database& database, const config::Config& config, value::AtomicUsd fee,
                  const Arguments& arguments)
{
    store::Audit audit{database};
    const auto owed = audit.owed();
    const auto restorations = store::rows::restorations(database);
    std::vector<PaidBack> sent;
    if (!restorations.empty() && !arguments.has("--online")) {
        const store::Restoration& last = restorations.back();
        std::cerr
            << "assay credits: an older copy of the books was put back on "
            << base::to_rfc3339(last.found) << ", and what was paid back since "
            << base::to_rfc3339(last.copied)
            << " is open in it: `assay credits plan --online` asks the chain for that; `assay "
               "credits list --state open` lists what the books say\n";
        return Exit::doubtful;
    }
    if (!restorations.empty()) {
        auto told = sent_meanwhile(restorations, owed, config.payment);
        if (!told) {
            std::cerr << "assay credits: " << told.error() << '\n';
            return Exit::unreachable;
        }
        sent = std::move(*told);
        leave_out_known(sent, audit.credits("refunded"));
    }
    plan(owed, sent, fee, arguments);
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
                  const std::optional<value::AtomicUsd>& amount, const Deeds& deeds)
{
    const base::SystemClock clock;
    job::Waker waker{config::places().wake_file()};
    store::Credits credits{{database, clock, waker}, deeds.are_only_told()};
    const auto closed =
        refund_tx ? credits.refunded(credit, *refund_tx, amount) : credits.waive(credit);
    if (!closed) {
        std::cerr << "assay credits: " << why_not(closed.error()) << '\n';
        return Exit::error;
    }
    std::cout << deeds.line(closed->state, base::concat("credit ", credit));
    return deeds.exit();
}

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

Exit run_credits(Words words)
{
    constexpr std::string_view k_credit = "the number of a credit";
    constexpr Task k_tasks[] = {
        {.word = "list", .options = {"--state", "--json"}},
        {.word = "plan", .options = {"--fee", "--online", "--json"}},
        {.word = "refunded", .object = k_credit, .options = {"--tx", "--amount", "--dry-run"}},
        {.word = "waive", .object = k_credit, .options = {"--dry-run"}},
    };
    constexpr AcceptedOption k_options[] = {k_config_option, k_json_option,      {"--state", true},
                                            {"--tx", true},  {"--amount", true}, {"--fee", true},
                                            {"--online"},    k_dry_run_option};
    const Verb& verb = verb_named("credits");
    const auto chosen = choose_task(words, k_tasks, k_options);
    if (!chosen) return complain_usage(verb, chosen.error());
    const Arguments& arguments = chosen->arguments;
    const auto credit = credit_number(chosen->object);
    if (!chosen->task->object.empty() && !credit)
        return complain_usage(verb, base::concat(chosen->task->word, " needs ", k_credit));
    const auto tx_text = arguments.value("--tx");
    const auto tx_hash = tx_text ? value::TxHash::parse(*tx_text) : std::nullopt;
    if (chosen->is("refunded") && !tx_hash)
        return complain_usage(verb, "needs --tx, the hash of the transaction that paid it back");
    const auto amount_text = arguments.value("--amount");
    const auto amount = amount_text ? some_money(*amount_text) : std::nullopt;
    const auto fee = some_money(arguments.value("--fee").value_or(std::string{k_fee}));
    if ((amount_text && !amount) || !fee)
        return complain_usage(verb, "an amount is USDC such as 0.01, and more than nothing");
    const auto loaded = startup::load_config(arguments.value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = startup::open_store(loaded->config);
    store::Audit audit{*database};
    if (chosen->is("list")) return list(audit, arguments);
    if (chosen->is("plan")) return plan_checked(*database, loaded->config, *fee, arguments);
    return close_credit(*database, *credit, tx_hash, amount, Deeds{arguments});
}

} // namespace cli
