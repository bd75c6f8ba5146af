#include "db/pg/error.hpp"

#include "base/concat.hpp"

namespace db::pg {

namespace {

constexpr std::size_t k_shown_chars = 200;

} // namespace

bool is_gone(std::string_view state)
{
    // 08P01 is a mistake of ours: too many arguments, or too few. 25006: the server follows another
    // one since it has failed over.
    return state.empty() || (state.starts_with("08") && state != "08P01") ||
           state.starts_with("57P0") || state == "25006";
}

void throw_error(std::string_view state, std::string_view words, std::string_view what)
{
    while (words.ends_with('\n')) words.remove_suffix(1);
    const std::string text = base::concat(words, " (SQLSTATE ", state.empty() ? "none" : state,
                                          ") in: ", what.substr(0, k_shown_chars));
    if (is_gone(state))
        throw AwayFault{
            base::concat("the store does not answer; nothing of the transaction was kept: ", text)};
    const std::string said = base::concat("database: ", text);
    if (state == "53100") throw FullFault{said};
    // A lock, the whole statement, a place for one more connection.
    if (state == "55P03" || state == "57014" || state == "53300") throw HeldFault{said};
    // 23505: another one was first at a UNIQUE index, which a body that is run again sees.
    if (state == "40001" || state == "40P01" || state == "23505") throw ConflictFault{said};
    throw base::Fault{said};
}

} // namespace db::pg
