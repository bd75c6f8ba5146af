#include "api/model_wish.hpp"

#include "api/replies.hpp"

#include <string>

namespace api {

namespace json = base::json;

namespace {

const json_t* wish_in(const json_t* body_view)
{
    return json::member(body_view, std::string{catalog::k_model_member}.c_str());
}

} // namespace

bool declines_model(const json_t* body_view)
{
    return json_is_false(wish_in(body_view));
}

json::Ref unmet_wish(const catalog::Offer& offer, const json_t* body_view)
{
    if (offer.asks_model || !json_is_true(wish_in(body_view))) return nullptr;
    // What never asks one takes no such member, and was refused before.
    if (!offer.product->may_ask_model()) return nullptr;
    return one_validation_error(
        json::array("body", catalog::k_model_member),
        "Input should be false or left out: no language model is asked here", "literal_error");
}

} // namespace api
