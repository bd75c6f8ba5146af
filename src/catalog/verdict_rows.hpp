// The words of each product's verdict and what they mean, as rows. The published schemas list the
// same words; a test compares.
#pragma once

#include "catalog/products.hpp"

namespace catalog {

inline constexpr VerdictWord k_verify_verdicts[] = {
    {"PASS", "no finding of minor or above stands, and at least half of all claims are verified; "
             "that does not say that the text is true"},
    {"CAUTION", "a finding of minor or above stands"},
    {"FAIL", "the score is below 50, or a critical finding that is exact or strong stands"},
    {"UNDISPUTED", "a model read each claim twice and objected to none; it is not PASS, and there "
                   "is no score"},
    {"INCONCLUSIVE", "none of the others; summary.reason says why; there is no score"},
};

inline constexpr VerdictWord k_synthesis_verdicts[] = {
    {"CORROBORATED", "two independent sources give the answer's value or sentence, none differs"},
    {"CONTESTED", "two lines of the ballot cannot both be right"},
    {"CHANGED", "lines of the ballot tell one thing at two times"},
    {"SINGLE_SOURCE", "one source gives the answer, whose share is one half or more"},
    {"NOT_SURE", "one source gives it, with a lower share, or others give other values"},
    {"INSUFFICIENT", "no source could be read: the price is a credit"},
};

inline constexpr VerdictWord k_correlation_verdicts[] = {
    {"POSITIVE", "the streams rise and fall together"},
    {"NEGATIVE", "one falls when the other rises"},
    {"NONE", "they do not move together"},
    {"INCONCLUSIVE", "there is too little to judge by"},
    {"INSUFFICIENT", "no two streams could be read: the price is a credit"},
};

// The words of a scan's verdict, which forensics::judge() makes.
inline constexpr VerdictWord k_forensics_verdicts[] = {
    {"OK", "no check contradicts its reference"},
    {"WARN", "a check is WARN, or CRITICAL with a confidence below 0.5"},
    {"CRITICAL", "a check is CRITICAL with a confidence of 0.5 or more, or two anomalies have one "
                 "cause"},
    {"INCONCLUSIVE", "half of the checks or more, or both dns and tls, could not observe anything"},
};

} // namespace catalog
