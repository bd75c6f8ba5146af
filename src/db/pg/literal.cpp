#include "db/pg/literal.hpp"

#include "base/ascii.hpp"

namespace db::pg {

std::string with_dollars(std::string_view sql)
{
    std::string out{sql};
    char quote = '\0'; // the one that is open; a doubled one closes it and opens it anew
    for (std::size_t i = 0; i < out.size(); ++i) {
        char& letter = out[i];
        if (quote != '\0') {
            if (letter == quote) quote = '\0';
        } else if (letter == '\'' || letter == '"') {
            quote = letter;
        } else if (letter == '?' && i + 1 < out.size() && base::is_digit(out[i + 1])) {
            letter = '$';
        }
    }
    return out;
}

} // namespace db::pg
