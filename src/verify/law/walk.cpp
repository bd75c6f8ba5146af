#include "verify/law/walk.hpp"

namespace verify {

bool is_read(const Document& document, std::size_t sentence, Reads what)
{
    switch (document.blocks[document.sentences[sentence].block].kind) {
    case BlockKind::code: return what == Reads::everything;
    case BlockKind::table_row: return what <= Reads::all_but_code;
    case BlockKind::heading: return what <= Reads::text;
    case BlockKind::paragraph:
    case BlockKind::list_item: return true;
    }
    return true;
}

} // namespace verify
