// A statement that is prepared on a connection to PostgreSQL. All its rows are here after the first
// step.
#pragma once

#include "db/driver.hpp"
#include "db/pg/connection.hpp"

#include <string>
#include <vector>

namespace db::pg {

class Cursor final : public db::Cursor {
public:
    // `connection` must outlive the object; `name` is the statement's on it.
    Cursor(Connection& connection, Sql literal, std::string name);

    // Before the first use on a connection that was opened (anew). Throws Fault: no SQL.
    void prepare();

    void bind(int index, std::int64_t value) override;
    // Copied whatever is said: libpq wants an end behind a text, and sends it at once.
    void bind(int index, std::string_view value, Arguments arguments) override;
    void bind(int index, base::ByteView value, Arguments arguments) override;
    void bind_null(int index) override;
    bool step() override;
    [[nodiscard]] bool is_null(int column) const override;
    [[nodiscard]] std::int64_t integer(int column) const override;
    [[nodiscard]] std::string_view text(int column) const override;
    [[nodiscard]] base::ByteView blob(int column) const override;
    void reset() noexcept override;

    // Stepped, and not reset.
    [[nodiscard]] bool is_busy() const { return m_result != nullptr; }
    [[nodiscard]] std::string_view literal() const { return m_literal; }

private:
    using Bytes = std::unique_ptr<unsigned char, base::Closer<PQfreemem>>;
    struct Decoded {
        Bytes bytes;
        std::size_t size = 0;
    };
    Argument& argument(int index);
    // Columns of bytes come as hexadecimal text.
    void decode_row();

    Connection& m_connection;
    std::string_view m_literal;
    std::string m_name;
    int m_prepared_on = 0; // see Connection::openings()
    std::vector<Argument> m_arguments;
    Result m_result;
    int m_row = -1;
    std::vector<Decoded> m_decoded; // by column, of the present row
};

} // namespace db::pg
