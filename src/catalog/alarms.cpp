#include "catalog/alarms.hpp"

#include "base/enumerators.hpp"

#include <algorithm>

namespace catalog {

namespace {

constexpr Alarm k_alarms[] = {
    {AlarmCode::settlement_undecided, "settlement_undecided",
     "a settlement was sent more than two minutes ago and its outcome is not known",
     "usually the facilitator or the chain endpoints are down; the worker goes on asking. "
     "`assay payments list --phase settle_sent` lists them"},
    {AlarmCode::settlement_unproven, "settlement_unproven",
     "a facilitator claims a success that the chain does not show, or does not show any more "
     "(payment_lost in the log)",
     "compare `assay payments show JOB_ID` with a block explorer: the facilitator lies, or the "
     "endpoints lag"},
    {AlarmCode::rpc_silent, "rpc_silent", "a JSON-RPC endpoint gives no usable answer",
     "`assay config check --online`; name another endpoint in payment.rpc_urls"},
    {AlarmCode::rpc_wrong_chain, "rpc_wrong_chain",
     "a JSON-RPC endpoint serves another chain than payment.network",
     "`assay config check --online`; name another endpoint in payment.rpc_urls"},
    {AlarmCode::rpc_too_few, "rpc_too_few",
     "fewer endpoints of different origin tell of a fresh block than a payment needs: one for rail "
     "v1 and from payment.receipt_check_from on, two above payment.single_source_max",
     "what needs more is not sold meanwhile (503 chain_unavailable), all else is; as for "
     "rpc_silent"},
    {AlarmCode::rpc_halted, "rpc_halted",
     "every endpoint answers, and the newest block of all of them is older than 15 s",
     "what needs the chain is not sold until it goes on, and what was paid waits; if a block "
     "explorer shows newer blocks, the endpoints lag: name others in payment.rpc_urls"},
    {AlarmCode::payment_lost, "payment_lost",
     "the transfer that paid for a job fell out of the chain after the job was asked for",
     "the job goes on; if the transfer does not come back, nobody has paid for it"},
    {AlarmCode::restored, "restored",
     "the database is an older copy of itself: what was sold after it was made is lost, but for "
     "what the chain shows",
     "nothing is sold until the chain is read for that time (503 restoring), by itself in a few "
     "minutes. Payments that the copy lacks are credits then, and their headers are answered 410 "
     "paid_before_restore. Before you pay credits back compare them with what left pay_to since. "
     "It ends a day after it was found"},
    {AlarmCode::rpc_disagree, "rpc_disagree",
     "two JSON-RPC endpoints tell different things of one transaction: one of them lies or is "
     "broken",
     "claims stay pending; look the transaction up yourself and remove the wrong endpoint"},
    {AlarmCode::scan_behind, "scan_behind", "the chain was not read to its head for five minutes",
     "as for rpc_silent; until then buyers must call the webhook, and no order expires"},
    {AlarmCode::transfer_undecided, "transfer_undecided",
     "for five minutes too few endpoints told of a transfer to pay_to, or they contradicted each "
     "other; one alone is not believed above single_source_max",
     "configure a second endpoint in payment.rpc_urls, or wait until all are back; the payment is "
     "kept and decided then"},
    {AlarmCode::network_changed, "network_changed",
     "buyers point at transfers for orders on another payment.network or payment.asset than the "
     "configured one",
     "they are told \"pending\" until those are configured again; or look the transfers up and "
     "pay them back"},
    {AlarmCode::pay_to_left_out, "pay_to_left_out",
     "open orders name more than eight earlier pay_to addresses",
     "pay_to is changed too often: look for transfers to the older ones yourself"},
    {AlarmCode::anchor_behind, "anchor_behind",
     "a hash has waited for the chain for more than five minutes",
     "the detail has what endpoints last said; other alarms usually say why. Results are "
     "delivered all the same"},
    {AlarmCode::anchor_balance_low, "anchor_balance_low",
     "the anchor account pays for fewer than 500 transactions",
     "send ETH to the account that `assay anchor address` prints; what waits goes out by itself"},
    {AlarmCode::anchor_balance_critical, "anchor_balance_critical",
     "the anchor account pays for fewer than 50 transactions",
     "send ETH to the account that `assay anchor address` prints; what waits goes out by itself"},
    {AlarmCode::anchor_fee_limit, "anchor_fee_limit",
     "the chain asks for more than anchor.max_fee_gwei", "wait, or raise it"},
    {AlarmCode::anchor_key_used, "anchor_key_used",
     "the anchor key has sent a transaction that is not in the database: somebody else uses it, "
     "or used it before, or the database is an older copy",
     "nothing more is sent. Find out who; then `assay anchor retry` goes on after those "
     "transactions. After a restored backup, hashes that were stamped meanwhile are sent once "
     "more, as calldata"},
    {AlarmCode::anchor_off, "anchor_off", "hashes wait for the chain, and anchor.mode is off",
     "switch it on again, or leave them: their anchor.status stays as it is"},
    {AlarmCode::anchor_contract_missing, "anchor_contract_missing",
     "there is no contract at anchor.contract",
     "hashes go out as calldata meanwhile; correct the address"},
    {AlarmCode::anchor_refused, "anchor_refused", "the chain would not take a hash on any way",
     "look at the account: it should be a plain one, without code"},
    {AlarmCode::vantage_offline, "vantage_offline", "the last look at the network saw nothing",
     "no scan is sold until one does, and no verification that names pages (503 pages_offline); "
     "look at routes, firewall and resolver. It asks the basket's time servers and portals: after "
     "a scan that saw nothing, and when no page of a job could be read. What was affected is a "
     "credit"},
    {AlarmCode::scanner_unfit, "scanner_unfit",
     "forensics.basket cannot be read, or assay-scan fails",
     "no scan is sold. `assay-scan vantage_test --basket FILE` says why"},
    {AlarmCode::engine_unfit, "engine_unfit",
     "assay-run cannot analyse a text of our own: it is tried when the worker starts, after each "
     "crash, and every half minute while it fails",
     "no analysis is sold or begun, scans are; what is paid waits. Run `assay-run verify_basic "
     "</dev/null` as the user assay: a kernel or container without Landlock or seccomp refuses it, "
     "or a file is missing"},
    {AlarmCode::ct_log_list_missing, "ct_log_list_missing",
     "the list of certificate transparency logs that the basket names is not there",
     "no scan is sold. `systemctl start --no-block assay-reference` fetches it, trying for up to "
     "21 minutes; its journal says why it could not"},
    {AlarmCode::ct_policy_old, "ct_policy_old",
     "the rule by which this release judges certificate timestamps is older than a year "
     "(reference_data.ct_policy)",
     "scans are sold; a certificate that misses the rule is noted in them (old_policy_missed), no "
     "warning. Install a newer release"},
    {AlarmCode::model_away, "model_away",
     "the language model of [llm] failed at a text of ours: it does not answer, or not what can "
     "be used",
     "what asks it (verify standard and deep, accounts) is not sold (503 model_away); it "
     "is looked at again, at last every 15 minutes. `assay llm check` tells more; "
     "src/llm/OPERATORS.md says what each reason means. Paid reviews that it left are credits"},
    {AlarmCode::llm_record_void, "llm_record_void",
     "there is a file at llm.record or llm.account_record, and it does not hold: it is of another "
     "model, of other questions or of another gate than this program's, or it cannot be read",
     "without the first, what the model points at are opinions, which move no verdict; without "
     "the second no account is sold (503 accounts_unjudged), and the map is. `assay llm bench` or "
     "`assay llm bench account` makes it anew; a record that is not "
     "wanted any more is removed"},
    {AlarmCode::documents_stale, "documents_stale", "documents are not those of the configuration",
     "`systemctl restart assay-render`; where that does not help, restart worker and pools: they "
     "run with an older configuration"},
    {AlarmCode::restart_needed, "restart_needed",
     "a pool and the worker were started with different configurations: prices or addresses that "
     "were changed are not those at which is sold",
     "`systemctl restart assay.target`"},
    {AlarmCode::wal_large, "wal_large", "the write-ahead log does not shrink",
     "something holds a read transaction: restart the pools one by one"},
    {AlarmCode::disk_low, "disk_low", "less than 256 MiB are left where the database is",
     "below 32 MiB nothing is sold (503 storage_full), and what is paid waits: make room, or give "
     "the database a larger disk"},
    {AlarmCode::facilitator_failing, "facilitator_failing",
     "for two minutes the last word heard of every facilitator was a failure",
     "rail v2 sells nothing meanwhile, and nothing is charged; `assay config check --online` asks "
     "them, and the first call that they settle ends the alarm"},
    {AlarmCode::certificate_ends, "certificate_ends",
     "a certificate of the site ends within two weeks, or has ended",
     "renew it and reload nginx: buyers refuse one that has ended. It is looked for once an hour, "
     "in the ssl_certificate lines of nginx's site that the service's user can read"},
};

static_assert(base::is_in_order(k_alarms, &Alarm::code));

} // namespace

std::span<const Alarm> alarms()
{
    return k_alarms;
}

const Alarm& alarm_of(AlarmCode code)
{
    return base::row_of(k_alarms, code);
}

const Alarm* find_alarm(std::string_view name)
{
    const auto* at = std::ranges::find(k_alarms, name, &Alarm::name);
    return at == std::end(k_alarms) ? nullptr : at;
}

} // namespace catalog
