#!/bin/bash
# Cuts the sources of each folder into bundles, which the build compiles instead: a bundle includes up
# to MOST sources, so that a header they share is read once, and a template made once. Writes them as
# INTO/FOLDER/NUMBER.cpp, untouched where nothing changed, and prints their names.
#
#   bundle_sources.sh INTO MOST SOURCE...
set -eu
export LC_ALL=C
into=$1
most=$2
shift 2
# By folder first: those below it may stand between its files.
printf '%s\n' "$@" | sed -E 's,^(.*)/,\1 &,' | sort | awk -v into="$into" -v most="$most" -v own=$$ '
    function write(name, text,    line, old) {
        while ((getline line < name) > 0) old = old line "\n"
        close(name)
        if (old == text) return
        # By a rename: another make of this tree may read it meanwhile.
        system("mkdir -p " into "/" folder)
        printf "%s", text > (name "." own)
        close(name "." own)
        system("mv " name "." own " " name)
    }
    function cut(    bundles, k, i, text) {
        bundles = int((count + most - 1) / most)
        for (k = 0; k < bundles; ++k) {
            text = ""
            for (i = int(k * count / bundles); i < int((k + 1) * count / bundles); ++i)
                text = text "#include \"" names[i] "\"\n"
            write(into "/" folder "/" k ".cpp", text)
            print into "/" folder "/" k ".cpp"
        }
        count = 0
    }
    {
        if ($1 != folder && count > 0) cut()
        folder = $1
        name = $2
        sub(/^(src|tests)\//, "", name) # as -Isrc and -Itests find it
        names[count++] = name
    }
    END { if (count > 0) cut() }'
