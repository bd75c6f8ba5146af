// A file with rows in every table, such as a year of business leaves them, and such as it never
// does: empty texts and bytes, letters of every kind, the greatest and the least number.
#pragma once

#include <cstdint>
#include <string>

namespace support {

// The file is made. Its books agree with nothing.
void make_filled_database(const std::string& path);

// Jobs that were paid for and delivered long ago, as years of business leave them, in a file that
// has the schema, or is made with it; their rows begin at `first`.
void add_jobs(const std::string& path, std::int64_t first, std::int64_t count);

// Every row of every table, as SQL writes values.
std::string dump_of(const std::string& path);

} // namespace support
