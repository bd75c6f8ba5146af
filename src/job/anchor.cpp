#include "job/anchor.hpp"

#include "job/spelling.hpp"

namespace job {

namespace {

constexpr Spelling<AnchorMethod> k_methods[] = {
    {AnchorMethod::eas, "eas"},
    {AnchorMethod::selfsend, "selfsend"},
    {AnchorMethod::foreign, "foreign"},
};
constexpr Spelling<AnchorTxState> k_tx_states[] = {
    {AnchorTxState::sent, "sent"},
    {AnchorTxState::mined, "mined"},
    {AnchorTxState::final, "final"},
};

} // namespace

std::string_view to_text(AnchorMethod method)
{
    return spell(k_methods, method);
}

std::string_view to_text(AnchorTxState state)
{
    return spell(k_tx_states, state);
}

AnchorMethod anchor_method_from(std::string_view text)
{
    return read_spelling(k_methods, text);
}

AnchorTxState anchor_tx_state_from(std::string_view text)
{
    return read_spelling(k_tx_states, text);
}

} // namespace job
