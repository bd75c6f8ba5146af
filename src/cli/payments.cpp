#include "base/concat.hpp"
#include "base/config/places.hpp"
#include "base/config/suggest.hpp"
#include "base/json.hpp"
#include "chain/keccak.hpp"
#include "cli/arguments.hpp"
#include "cli/load_config.hpp"
#include "cli/open_store.hpp"
#include "cli/verbs.hpp"
#include "job/store_audit.hpp"
#include "job/store_transfers.hpp"
#include "job/transitions.hpp"

#include <algorithm>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

constexpr int k_listed = 100;

// One JSON object a line: columns for people would hide half of each hash.
void print(const json::Ref& line)
{
    std::cout << json::dump(line.get()) << '\n';
}

json::Ref line_json(const job::LedgerLine& line)
{
    const job::Payment& payment = line.payment;
    return json::object("job_id", payment.job_id.text(),               //
                        "product", line.product,                       //
                        "state", job::to_text(line.job_state),         //
                        "phase", job::to_text(payment.phase),          //
                        "payer", chain::eip55_text(payment.key.payer), //
                        "amount", payment.value.atoms_text(),          //
                        "network", payment.key.network.text(),         //
                        "nonce", payment.key.nonce.text(),             //
                        "tx_hash", payment.tx_hash,                    //
                        "seen_on_chain", line.is_proven,               //
                        "reason", payment.reason,                      //
                        "created_at", base::to_rfc3339(line.created));
}

// What pays it back, ready to be signed elsewhere: no key of payTo is ever on this machine.
json::Ref refund_json(const job::OwedCredit& owed)
{
    return json::object("credit", owed.credit.seq,               //
                        "job_id", owed.job_id,                   //
                        "reason", owed.credit.reason,            //
                        "received_in", owed.credit.tx_hash,      //
                        "since", base::to_rfc3339(owed.created), //
                        "transfer",
                        json::object("network", owed.network,                  //
                                     "token", owed.asset,                      //
                                     "to", owed.credit.payer,                  //
                                     "amount", owed.credit.value.atoms_text(), //
                                     "amount_usdc", owed.credit.value.decimal_text()));
}

Exit list(job::Audit& audit, const std::optional<std::string>& phase_text)
{
    std::optional<job::Phase> phase;
    if (phase_text) {
        phase = job::find_phase(*phase_text);
        if (!phase)
            return complain_usage(verb_named("payments"),
                                  base::concat("no phase ", base::config::printable(*phase_text)));
    }
    for (const job::LedgerLine& each : audit.payments(phase, k_listed)) print(line_json(each));
    return Exit::ok;
}

Exit show(job::Audit& audit, const value::JobId& id)
{
    const auto line = audit.payment_of(id);
    if (!line) {
        std::cerr << "assay payments: no payment of that job\n";
        return Exit::error;
    }
    print(line_json(*line));
    return Exit::ok;
}

Exit reconcile(db::Connection& connection, const value::JobId& id)
{
    const base::SystemClock clock;
    job::Waker waker{base::config::places().wake_file()};
    if (!job::SettlementStore{connection, clock, waker}.look_now(id)) {
        std::cerr << "assay payments: nothing is left to find out about that job\n";
        return Exit::error;
    }
    std::cout << "the worker looks at it now; see: assay payments show " << id.text() << '\n';
    return Exit::ok;
}

// Rail v1: whatever was said of the job's transactions is judged anew.
Exit recheck(db::Connection& connection, const value::JobId& id)
{
    const base::SystemClock clock;
    job::Waker waker{base::config::places().wake_file()};
    if (!job::TransferStore{connection, clock, waker}.look_now(id)) {
        std::cerr << "assay payments: no transaction was claimed for that job\n";
        return Exit::error;
    }
    std::cout << "the worker judges them now; see: assay payments show " << id.text() << '\n';
    return Exit::ok;
}

Exit refund_plan(job::Audit& audit)
{
    for (const job::OwedCredit& each : audit.owed()) print(refund_json(each));
    return Exit::ok;
}

} // namespace

Exit run_payments(Words words)
{
    constexpr AcceptedOption k_options[] = {k_config_option, {"--phase", true}};
    const auto arguments = Arguments::parse(words, k_options, 2);
    const Verb& verb = verb_named("payments");
    if (!arguments) return complain_usage(verb, arguments.error());
    const auto& said = arguments->words();
    const std::string what = said.empty() ? "list" : said.front();
    const bool wants_job = what == "show" || what == "reconcile" || what == "recheck";
    if (!wants_job && what != "list" && what != "refund-plan")
        return complain_usage(verb, "say what: list, show, reconcile, recheck or refund-plan");
    if (said.size() > 1 && !wants_job) return complain_usage(verb, "too many words");
    const auto id = wants_job && said.size() == 2 ? value::JobId::parse(said[1]) : std::nullopt;
    if (wants_job && !id) return complain_usage(verb, "needs a job id");
    const auto loaded = load_config(arguments->value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto connection = open_store(loaded->config);
    job::Audit audit{*connection};
    if (what == "list") return list(audit, arguments->value("--phase"));
    if (what == "show") return show(audit, *id);
    if (what == "reconcile") return reconcile(*connection, *id);
    if (what == "recheck") return recheck(*connection, *id);
    return refund_plan(audit);
}

} // namespace cli
