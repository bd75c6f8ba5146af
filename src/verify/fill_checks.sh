#!/bin/bash
# Prints the schema $1 with the ids of the table $2 (checks.cpp) wherever it has "@checks", so that a
# new check is a row there and nowhere else in a list. SchemaTest compares the two.
set -eu
ids=$(sed -n 's/^    {\("[a-z_0-9.]*"\), Category::.*/\1/p' "$2" | paste -sd, | sed 's/,/, /g')
sed "s/\"@checks\"/$ids/" "$1"
