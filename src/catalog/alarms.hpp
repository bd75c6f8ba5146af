// What an operator should look at: every alarm there is, once. /health, `assay help alarms` and the
// log's words are made of this table.
#pragma once

#include <span>
#include <string_view>

namespace catalog {

// Named as buyers' and operators' programs see it; never rename one.
enum class AlarmCode {
    settlement_undecided,
    settlement_unproven,
    rpc_silent,
    rpc_wrong_chain,
    rpc_too_few,
    rpc_halted,
    payment_lost,
    restored,
    rpc_disagree,
    scan_behind,
    transfer_undecided,
    network_changed,
    pay_to_left_out,
    anchor_behind,
    anchor_balance_low,
    anchor_balance_critical,
    anchor_fee_limit,
    anchor_key_used,
    anchor_off,
    anchor_contract_missing,
    anchor_refused,
    vantage_offline,
    scanner_unfit,
    engine_unfit,
    ct_log_list_missing,
    ct_policy_old,
    model_away,
    llm_record_void,
    documents_stale,
    restart_needed,
    wal_large,
    disk_low,
    facilitator_failing,
    certificate_ends,
};

struct Alarm {
    AlarmCode code;
    std::string_view name;    // "rpc_silent"
    std::string_view meaning; // one sentence without its end
    std::string_view remedy;  // what to do, and what becomes of buyers meanwhile
};

// In the order of the enumerators.
std::span<const Alarm> alarms();
const Alarm& alarm_of(AlarmCode code);
// nullptr: none is called so; an earlier release may have raised it.
const Alarm* find_alarm(std::string_view name);

} // namespace catalog
