// How large a body may be, and whether there is memory for it now: what fcgi::Server asks before it
// reads one.
#pragma once

#include "base/byte_budget.hpp"
#include "catalog/catalog.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace api {

// The longest body a route takes, in bytes.
std::size_t body_limit(const catalog::Catalog& catalog, std::string_view path);

// What a message to POST /mcp may come to, in json::structure_bytes(): that of the largest request
// that it can hold.
std::size_t mcp_structure_limit(const catalog::Catalog& catalog);

// What a body of `bytes` may need at most while it is read, whatever is in it, in bytes.
std::size_t body_memory(const catalog::Catalog& catalog, std::string_view path, std::size_t bytes);

// Up to this much always has room, so that a sale of a few KB never waits for large bodies; the
// number of threads bounds it. Every body of a route of 64 KiB is among them.
inline constexpr std::size_t k_always_room_bytes = std::size_t{640} * 1024;

// What the large bodies of this process share; memory that they needed goes back to the system. At
// most a third of its threads wait for room. Call before other threads exist.
base::ByteBudget body_budget(std::size_t mib, int threads);

// What large requests of this process share that are held while their payment is looked at, each
// once: after its body is read, until it is on disk.
base::ByteBudget held_budget(int threads);

// Room in `budget` for a request of `bytes`. Waits half a second at most; nullopt: there was none.
std::optional<base::ByteBudget::Share> held_room(base::ByteBudget& budget, std::size_t bytes);

// Room in `budget` for such a body. Waits a second and a half at most; nullopt: there was none.
std::optional<base::ByteBudget::Share> body_room(const catalog::Catalog& catalog,
                                                 base::ByteBudget& budget, std::string_view path,
                                                 std::size_t bytes);

} // namespace api
