#include "base/concat.hpp"
#include "base/json.hpp"
#include "catalog/products.hpp"
#include "cli/listing.hpp"
#include "cli/tasks.hpp"
#include "cli/verbs.hpp"
#include "config/suggest.hpp"
#include "job/transitions.hpp"
#include "startup/load_config.hpp"
#include "startup/open_store.hpp"
#include "store/audit.hpp"

#include <charconv>
#include <iostream>

namespace cli {

namespace {

namespace json = base::json;

constexpr std::string_view k_listed = "50";
constexpr int k_most_listed = 10'000;

constexpr Column k_columns[] = {
    {"JOB", "job_id"},
    {"PRODUCT", "product"},
    {"RAIL", "rail"},
    {"STATE", "state"},
    {"USDC", "price_usdc", Column::At::right},
    {"CREATED", "created_at"},
    {"MS", "took_ms", Column::At::right},
    {"TRIES", "attempts", Column::At::right},
    {"ERROR", "error"},
};

json::Ref job_json(const job::Job& job)
{
    std::optional<std::string> completed;
    std::optional<std::int64_t> took_ms;
    if (job.completed) {
        completed = base::to_rfc3339(*job.completed);
        took_ms = base::to_ms(*job.completed) - base::to_ms(job.created);
    }
    return json::object("job_id", job.id.text(),                     //
                        "product", job.product,                      //
                        "rail", job.rail,                            //
                        "state", job::to_text(job.state),            //
                        "price", job.price.atoms_text(),             //
                        "price_usdc", job.price.decimal_text(),      //
                        "created_at", base::to_rfc3339(job.created), //
                        "updated_at", base::to_rfc3339(job.updated), //
                        "completed_at", completed,                   //
                        "took_ms", took_ms,                          //
                        "lane", job.lane,                            //
                        "attempts", job.attempt,                     //
                        "error", job.error,                          //
                        "request_id", job.request_id);
}

json::Ref view_json(const job::View& view)
{
    json::Ref out = job_json(view.job);
    if (view.result) {
        json::set(out.get(), "result_hash", json::value(view.result->hash.text()));
        json::set(out.get(), "verdict", json::value(view.result->verdict));
        json::set(out.get(), "anchor_status", json::value(view.result->anchor_status));
    }
    if (view.anchor) json::set(out.get(), "anchor_tx", json::value(view.anchor->tx_hash));
    if (view.payment) {
        json::set(out.get(), "payment_phase", json::value(job::to_text(view.payment->phase)));
        json::set(out.get(), "payment_tx", json::value(view.payment->tx_hash));
    }
    json::Ref credits = json::array();
    for (const job::Credit& credit : view.credits)
        json::append(credits.get(),
                     json::object("credit", credit.seq, "reason", credit.reason, "state",
                                  credit.state, "amount_usdc", credit.value.decimal_text()));
    json::set(out.get(), "credits", std::move(credits));
    return out;
}

std::optional<int> count_in(std::string_view text)
{
    int count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{} || end != text.data() + text.size() || count < 1 ||
        count > k_most_listed)
        return std::nullopt;
    return count;
}

Exit list(store::Audit& audit, const Arguments& arguments)
{
    const Verb& verb = verb_named("jobs");
    std::optional<job::State> state;
    if (const auto text = arguments.value("--state")) {
        state = job::find_state(*text);
        if (!state)
            return complain_usage(verb, base::concat("no state ", config::printable(*text)));
    }
    const auto last = count_in(arguments.value("--last").value_or(std::string{k_listed}));
    if (!last)
        return complain_usage(verb, base::concat("--last is a number up to ", k_most_listed));
    std::vector<json::Ref> rows;
    for (const job::Job& each : audit.jobs(state, arguments.value("--product"), *last))
        rows.push_back(job_json(each));
    print_list(k_columns, rows, "no job", arguments);
    return Exit::ok;
}

Exit show_job(store::Audit& audit, const value::JobId& id, const Arguments& arguments)
{
    const auto view = audit.job(id);
    if (!view) {
        std::cerr << "assay jobs: there is no such job\n";
        return Exit::error;
    }
    print_one(view_json(*view), arguments);
    return Exit::ok;
}

} // namespace

Exit run_jobs(Words words)
{
    constexpr Task k_tasks[] = {
        {.word = "list", .options = {"--state", "--product", "--last", "--json"}},
        {.word = "show", .object = "a job id", .options = {"--json"}},
    };
    constexpr AcceptedOption k_options[] = {
        k_config_option, k_json_option, {"--state", true}, {"--product", true}, {"--last", true}};
    const Verb& verb = verb_named("jobs");
    const auto chosen = choose_task(words, k_tasks, k_options);
    if (!chosen) return complain_usage(verb, chosen.error());
    const auto id = value::JobId::parse(chosen->object);
    if (chosen->is("show") && !id) return complain_usage(verb, "show needs a job id");
    const auto product = chosen->arguments.value("--product");
    if (product && catalog::find_product(*product) == nullptr)
        return complain_usage(verb, base::concat("no product ", config::printable(*product)));
    const auto loaded = startup::load_config(chosen->arguments.value(k_config_option.name));
    if (!loaded) return Exit::usage;

    const auto database = startup::open_store(loaded->config);
    store::Audit audit{*database};
    return chosen->is("list") ? list(audit, chosen->arguments)
                              : show_job(audit, *id, chosen->arguments);
}

} // namespace cli
