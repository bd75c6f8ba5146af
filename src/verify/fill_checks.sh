#!/bin/bash
# Prints the schema $1 with the ids of all checks wherever it has "@checks": those of their rows in
# the sources $2 and on, `.id = "..."` or `const Check k_... = function("..."`. SchemaTest compares
# the two.
set -eu -o pipefail
schema=$1
shift
ids=$(tr '\n' ' ' < <(cat "$@") | grep -oE '(\.id = |const Check k_[a-z0-9_]+ = +[a-z_]+\()"[a-z0-9_.]+"' |
    grep -oE '"[^"]+"$' | sort -u | paste -sd, | sed 's/,/, /g')
sed "s/\"@checks\"/$ids/" "$schema"
