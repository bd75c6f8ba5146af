// A write transaction that is open. Only the write group makes one, and no code outside db/ knows
// the type: so none but a transaction's body has a Writer.
#pragma once

namespace db::sqlite {

class Session;

struct Turn {
    Session& session;
};

} // namespace db::sqlite
