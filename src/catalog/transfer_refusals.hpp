// Why a transfer does not pay for its job: the `code` of a 402 that the webhook of rail v1 answers
// (DESIGN.md, 6). OpenAPI, llms.txt and the page explain each.
#pragma once

#include <span>
#include <string_view>

namespace catalog {

struct TransferRefusal {
    std::string_view word; // stable: programs branch on it
    std::string_view title;
    std::string_view advice; // what to do, and where the money is
};

std::span<const TransferRefusal> transfer_refusals();

} // namespace catalog
