// Bounds on what a stranger can send, with their source. Named once, here.
#pragma once

#include <cstddef>

namespace catalog {

// DESIGN.md, 4.
inline constexpr std::size_t k_verify_payload_max_bytes = 200'000;
// DESIGN.md, 4: a JSON encoder may need 6 bytes for one of payload.
inline constexpr std::size_t k_verify_body_max_bytes = std::size_t{1300} * 1024;
// DESIGN.md, 4: twenty sources, or two streams with all their points.
inline constexpr std::size_t k_sources_body_max_bytes = std::size_t{6} * 1024 * 1024;
// Our choice: the largest request as arguments of a tool, and room for the payment beside them.
inline constexpr std::size_t k_mcp_body_max_bytes =
    k_sources_body_max_bytes + std::size_t{64} * 1024;
// Our choice: a question, not a source.
inline constexpr std::size_t k_query_max_bytes = 2'000;
// DESIGN.md, 4: every route without a limit of its own.
inline constexpr std::size_t k_forensics_body_max_bytes = std::size_t{64} * 1024;
// Our choice: what a body of the largest kind may need of memory while it is read, so that a
// process stays under 200 MB whatever is in it. At least body_memory() of every row.
inline constexpr std::size_t k_body_memory_max_bytes = std::size_t{112} * 1024 * 1024;
// As it came, one text of it as a value, and Jansson's buffer for that text, which doubles.
constexpr std::size_t body_memory(std::size_t body_bytes, std::size_t structure_bytes)
{
    return 4 * body_bytes + structure_bytes;
}
// DESIGN.md, 5 (a): PAYMENT-SIGNATURE as sent.
inline constexpr std::size_t k_payment_header_max_bytes = std::size_t{32} * 1024;
// Hosted facilitators refuse longer descriptions and larger 402 headers.
inline constexpr std::size_t k_description_max_chars = 500;
inline constexpr std::size_t k_payment_required_header_max_bytes = 3000;
// DESIGN.md, 3. They bind rail v1; the catalog names them even while it is off.
inline constexpr int k_max_awaiting_per_ip = 5;
inline constexpr int k_max_awaiting_per_ip_hour = 15;
inline constexpr int k_awaiting_ttl_sec = 900;
// DESIGN.md, 3 and 6.
inline constexpr int k_transfer_window_sec = 300;
// Our choice: members of a v1 request beside the product's own (selector and job_id).
inline constexpr std::size_t k_v1_members_max_bytes = 1024;
inline constexpr std::size_t k_webhook_body_max_bytes = std::size_t{64} * 1024;

} // namespace catalog
