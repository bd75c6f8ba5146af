#!/bin/bash
# Prints a C++ source with the numbered migrations given as arguments (src/db/migrations/NNN_what.sql).
set -eu
printf '#include "db/migrations.hpp"\n\nnamespace db {\n\nstd::span<const Migration> migrations()\n{\n    static constexpr Migration k_migrations[] = {\n'
for file in "$@"; do
    name=$(basename "$file" .sql)
    printf '        {%d, "%s", R"sql(%s)sql"},\n' "$((10#${name%%_*}))" "$name" "$(cat "$file")"
done
printf '    };\n    return k_migrations;\n}\n\n} // namespace db\n'
