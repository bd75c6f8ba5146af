#!/bin/bash
# Prints a C++ source with the content of the files given as arguments. A file of www/ is named by
# its path below it, any other by its name alone.
set -eu
printf '#include "embedded/files.hpp"\n\nnamespace embedded {\n\nnamespace {\n\n'
number=0
for file in "$@"; do
    printf 'constexpr char k_file_%d[] = {' "$number"
    od -An -v -td1 "$file" | sed -E 's/ +/ /g; s/([0-9])( |$)/\1,/g'
    printf '};\n\n'
    number=$((number + 1))
done
printf '} // namespace\n\nstd::span<const File> files()\n{\n'
printf '    static constexpr File k_files[] = {\n'
number=0
for file in "$@"; do
    case $file in
    www/*) name=${file#www/} ;;
    *) name=$(basename "$file") ;;
    esac
    printf '        {"%s", {k_file_%d, sizeof k_file_%d}},\n' "$name" "$number" "$number"
    number=$((number + 1))
done
printf '    };\n    return k_files;\n}\n\n} // namespace embedded\n'
