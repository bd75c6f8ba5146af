#include "pay/facilitator_answer.hpp"

#include "base/base64.hpp"
#include "base/concat.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "chain/keccak.hpp"
#include "pay/facilitator_reasons.hpp"

#include <algorithm>

namespace pay {

namespace {

namespace json = base::json;

constexpr int k_ok = 200;
constexpr std::size_t k_reason_max_chars = 100;

// Facilitators' words travel to the buyer and into the database: only words do.
bool is_reason_word(std::string_view text)
{
    return !text.empty() && text.size() <= k_reason_max_chars &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

// The statuses whose body may be an answer of the protocol.
bool may_hold_answer(int status)
{
    return status == k_ok || (status >= 400 && status < 500);
}

// Whether a status of those says that we may not ask now: it does not refuse a payment.
bool is_about_us(int status)
{
    return status == 401 || status == 408 || status == 429;
}

std::string unexpected_status(int status)
{
    return base::concat("status ", status);
}

// An absent payer is fine; a payer that is not the buyer's is another payment's answer.
bool names_other_payer(const json_t* answer_view, const PaymentPayload& payload)
{
    const json_t* payer_view = json::member(answer_view, "payer");
    if (payer_view == nullptr || json_is_null(payer_view)) return false;
    return !json_is_string(payer_view) ||
           value::EvmAddress::parse(json::text_of(payer_view)) != payload.authorization.from;
}

// Likewise the amount, which only some facilitators name.
bool names_other_amount(const json_t* answer_view, const Terms& terms)
{
    const json_t* amount_view = json::member(answer_view, "amount");
    if (amount_view == nullptr || json_is_null(amount_view)) return false;
    return !json_is_string(amount_view) || json::text_of(amount_view) != terms.price.atoms_text();
}

SettleOutcome read_success(const net::HttpResponse& response, const json_t* answer_view,
                           std::string_view transaction, const Terms& terms)
{
    const auto tx_hash = value::TxHash::parse(transaction);
    if (response.status != k_ok) return SettleUnknown{"success with an error status"};
    if (!tx_hash) return SettleUnknown{"success without a transaction hash"};
    if (json::text_member(answer_view, "network") != terms.token.network.text())
        return SettleUnknown{"success on another network"};
    if (names_other_amount(answer_view, terms)) return SettleUnknown{"success of another amount"};
    return SettleDone{*tx_hash};
}

SettleOutcome read_failure(const json_t* answer_view, std::string_view transaction)
{
    const auto reason = json::text_member(answer_view, "errorReason").value_or("");
    if (!transaction.empty()) return SettleUnknown{"failed with a transaction"};
    if (!is_pre_broadcast_reason(reason))
        return SettleUnknown{is_reason_word(reason) ? base::concat("failed: ", reason)
                                                    : "failed without a known reason"};
    return SettleRefused{std::string{reason}};
}

} // namespace

std::string extension_responses_text(std::string_view header)
{
    constexpr std::size_t k_most_extensions = 8;
    constexpr std::size_t k_longest_text = 100;
    if (header.empty()) return {};
    const auto text = base::from_base64(header);
    const auto parsed = text ? json::parse_within(*text, json::k_small_structure)
                             : base::refuse(json::ParseRefusal{});
    if (!parsed || !json_is_object(parsed->get())) return "unreadable";
    std::string out;
    std::size_t count = 0;
    json::for_each_member(parsed->get(), [&](std::string_view name, const json_t* said_view) {
        if (++count > k_most_extensions) return;
        out += base::concat(out.empty() ? "" : "; ", base::whole_characters(name, k_longest_text));
        for (const char* member : {"status", "rejectedReason", "reason", "code"}) {
            if (const auto word = json::text_member(said_view, member))
                out +=
                    base::concat(' ', member, '=', base::whole_characters(*word, k_longest_text));
            else if (const auto number = json::integer_member(said_view, member))
                out += base::concat(' ', member, '=', *number);
        }
    });
    return out;
}

bool says_already_used(std::string_view reason)
{
    return reason.find("nonce") != std::string_view::npos &&
           reason.find("used") != std::string_view::npos;
}

VerifyOutcome read_verify_answer(const net::HttpResponse& response, const PaymentPayload& payload,
                                 std::size_t endpoint)
{
    if (!may_hold_answer(response.status) || is_about_us(response.status))
        return VerifyUnreachable{unexpected_status(response.status)};
    const auto answer = json::parse_within(response.body, json::k_small_structure);
    const auto is_valid =
        answer ? json::boolean_member(answer->get(), "isValid") : std::optional<bool>{};
    if (!is_valid)
        return VerifyUnreachable{base::concat(unexpected_status(response.status), ", unreadable")};
    if (names_other_payer(answer->get(), payload))
        return VerifyUnreachable{"the answer names another payer"};
    if (*is_valid) {
        if (response.status != k_ok) return VerifyUnreachable{"valid with an error status"};
        return VerifyValid{endpoint};
    }
    const auto reason = json::text_member(answer->get(), "invalidReason").value_or("");
    return VerifyInvalid{is_reason_word(reason) ? std::string{reason} : "unexpected_verify_error"};
}

SettleOutcome read_settle_answer(const net::HttpResponse& response, const PaymentPayload& payload,
                                 const Terms& terms)
{
    if (!may_hold_answer(response.status)) return SettleUnknown{unexpected_status(response.status)};
    const auto answer = json::parse_within(response.body, json::k_small_structure);
    const json_t* answer_view = answer ? answer->get() : nullptr;
    const auto success = json::boolean_member(answer_view, "success");
    const auto transaction = json::text_member(answer_view, "transaction");
    if (!success || !transaction)
        return SettleUnknown{base::concat(unexpected_status(response.status), ", unreadable")};
    if (names_other_payer(answer_view, payload))
        return SettleUnknown{"the answer names another payer"};
    return *success ? read_success(response, answer_view, *transaction, terms)
                    : read_failure(answer_view, *transaction);
}

bool is_settle_answer(const net::HttpResponse& response)
{
    if (!may_hold_answer(response.status)) return false;
    const auto answer = json::parse_within(response.body, json::k_small_structure);
    return answer && json::boolean_member(answer->get(), "success") &&
           json::text_member(answer->get(), "transaction");
}

std::string settle_response_done(const PaymentPayload& payload, const Terms& terms,
                                 const value::TxHash& tx_hash)
{
    const auto response = json::object("success", true,                                        //
                                       "payer", chain::eip55_text(payload.authorization.from), //
                                       "transaction", tx_hash.text(),                          //
                                       "network", terms.token.network.text());
    return json::dump(response.get());
}

std::string settle_response_refused(const PaymentPayload& payload, const Terms& terms,
                                    std::string_view reason)
{
    const auto response = json::object("success", false,                                       //
                                       "errorReason", reason,                                  //
                                       "payer", chain::eip55_text(payload.authorization.from), //
                                       "transaction", "",                                      //
                                       "network", terms.token.network.text());
    return json::dump(response.get());
}

} // namespace pay
