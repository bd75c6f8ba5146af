// The steps of the anchorer at which a process may be killed (src/base/failpoint.hpp).
export const k_anchor_steps = [
    "sign_anchor",
    "begin_anchor",
    "send_anchor",
    "attempt_anchor_again",
    "set_anchor_aside",
    "anchor_mined",
    "anchor_failed",
    "anchor_lost",
    "anchor_final",
    "accept_foreign",
    "wish_anchor",
    "take_wish",
];
