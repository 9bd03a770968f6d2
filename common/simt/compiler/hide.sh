#!/bin/sh
# hide.sh CXX FOLDER: write simt_hidden.h and simt_shown.h, for simt_hide.h and
# simt_show.h in include/: all names in our headers that a program may have as
# its own macros, as in -DN=16 or "#define size 16". Not among them: names that
# nobody may define, CUDA's own, and macros that a header defines.
set -e
cxx=$1
command -v "${cxx%% *}" >/dev/null || cxx=clang++ # as simtcc chooses
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")/../include"
headers=$(find . -type f -exec grep -L '^#error ".* supported by' {} + | sort)

# Without comments and strings.
text() {
    awk '{
        line = $0
        while (line != "" || inside) {
            at = index(line, inside ? "*/" : "/*")
            if (!inside)
                printf "%s ", at ? substr(line, 1, at - 1) : line
            if (!at)
                break
            line = substr(line, at + 2)
            inside = !inside
        }
        print ""
    }' $headers ../simt.h | sed 's/"[^"]*"//g'
}

# Operators of C++ that are words cannot be macros.
macros() {
    printf '%s\n' defined and and_eq bitand bitor compl not not_eq or or_eq \
        xor xor_eq
    text | sed -n 's/^ *# *define  *\([A-Za-z0-9_]*\).*/\1/p'
    for h in $headers; do
        echo "#include \"$h\""
    done | $cxx -x c++ -std=gnu++17 -E -dM -D__CUDACC__ -I. - |
        sed -n 's/^#define \([A-Za-z0-9_]*\).*/\1/p'
}

macros | sort -u >"$out/macros"
text | grep -oE '[A-Za-z0-9_]+' | grep -E '^[A-Za-z_]' | sort -u |
    grep -vE '^(__|_[A-Z]|simt|SIMT|cuda|CUDA|cu[A-Z]|CU_|CU[a-z])' |
    comm -23 - "$out/macros" >"$out/names"
sed 's/.*/#pragma push_macro("&")\n#undef &/' "$out/names" >"$out/simt_hidden.h"
sed 's/.*/#pragma pop_macro("&")/' "$out/names" >"$out/simt_shown.h"
