#include "base/concat.hpp"
#include "base/json.hpp"
#include "chain/keccak.hpp"
#include "cli/listing.hpp"
#include "cli/tasks.hpp"
#include "cli/verbs.hpp"
#include "config/places.hpp"
#include "config/suggest.hpp"
#include "job/transitions.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"
#include "store/claims.hpp"

#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

constexpr int k_listed = 100;

// Half of each hash would be hidden in columns: those who want one read the JSON.
constexpr Column k_columns[] = {
    {"JOB", "job_id"},
    {"PRODUCT", "product"},
    {"STATE", "state"},
    {"PHASE", "phase"},
    {"USDC", "amount_usdc", Column::At::right},
    {"PAYER", "payer"},
    {"CREATED", "created_at"},
    {"REASON", "reason"},
};

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
                        "amount_usdc", payment.value.decimal_text(),   //
                        "network", payment.key.network.text(),         //
                        "nonce", nonce_json(payment.key.nonce),        //
                        "tx_hash", payment.tx_hash,                    //
                        "seen_on_chain", line.is_proven,               //
                        "reason", payment.reason,                      //
                        "created_at", base::to_rfc3339(line.created));
}

Exit list(store::Audit& audit, const Arguments& arguments)
{
    std::optional<job::Phase> phase;
    if (const auto text = arguments.value("--phase")) {
        phase = job::find_phase(*text);
        if (!phase)
            return complain_usage(verb_named("payments"),
                                  base::concat("no phase ", config::printable(*text)));
    }
    std::vector<json::Ref> rows;
    for (const store::LedgerLine& each : audit.payments(phase, k_listed))
        rows.push_back(line_json(each));
    print_list(k_columns, rows, "no payment", arguments);
    return Exit::ok;
}

Exit show_payment(store::Audit& audit, const value::JobId& id, const Arguments& arguments)
{
    const auto line = audit.payment_of(id);
    if (!line) {
        std::cerr << "assay payments: no payment of that job\n";
        return Exit::error;
    }
    print_one(line_json(*line), arguments);
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

} // namespace

Exit run_payments(Words words)
{
    constexpr std::string_view k_job = "a job id";
    constexpr Task k_tasks[] = {
        {.word = "list", .options = {"--phase", "--json"}},
        {.word = "show", .object = k_job, .options = {"--json"}},
        {.word = "reconcile", .object = k_job},
        {.word = "recheck", .object = k_job},
    };
    constexpr AcceptedOption k_options[] = {k_config_option, k_json_option, {"--phase", true}};
    const Verb& verb = verb_named("payments");
    const auto chosen = choose_task(words, k_tasks, k_options);
    if (!chosen) return complain_usage(verb, chosen.error());
    const auto id = value::JobId::parse(chosen->object);
    if (!chosen->is("list") && !id)
        return complain_usage(verb, base::concat(chosen->task->word, " needs ", k_job));
    const auto loaded = startup::load_config(chosen->arguments.value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = startup::open_store(loaded->config);
    store::Audit audit{*database};
    if (chosen->is("list")) return list(audit, chosen->arguments);
    if (chosen->is("show")) return show_payment(audit, *id, chosen->arguments);
    if (chosen->is("reconcile")) return reconcile(*database, *id);
    return recheck(*database, *id);
}

} // namespace cli
