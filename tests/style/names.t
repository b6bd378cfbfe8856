#!/bin/bash
# names.t - a source or header of harness/, viz/ and algorithms/ has a name of
# its own, so that `#include "window.h"`, a message with file:line and a search
# for a name all mean one file. By design several files have one name:
#
#     plan.c launch.c cpu.c kernel.cu parameters.h
#                in the folder of an algorithm or application: each has the same
#                shape, and is read alone
#     drawn.h by_hash.h
#                of predicates/, keys/, maps/ and products/ in elements/: those that proofs take
#     main.c     of a program: harness/commands and viz
#     harness/simt/device/include/
#                has the names of CUDA's own headers
. "$(dirname "$0")/../end_to_end/tap.sh"

# The program, tried on a made-up tree too. ROOT holds harness/ and the rest.
names() {
    (cd "$1" && find algorithms harness viz -type f \
        \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cpp' \)) |
        LC_ALL=C sort | awk -F/ '
        $1 == "algorithms" && (NF == 3 || $2 == "applications" && NF == 4) &&
            $NF ~ /^(plan\.c|launch\.c|cpu\.c|kernel\.cu|parameters\.h)$/ {
            next
        }
        /^algorithms\/elements\/(predicates|keys|maps|products)\/(drawn|by_hash)\.h$/ { next }
        /^harness\/simt\/device\/include\// { next }
        $0 == "harness/commands/main.c" || $0 == "viz/main.c" { next }
        $NF in first {
            print $0 ": " first[$NF] " has this name, too"
            wrong = 1
        }
        !($NF in first) { first[$NF] = $0 }
        END { exit wrong }'
}

ok "each source and header has a name of its own" names "$PWD"

# It sees a second one, in another folder or in another house.
house=$work/house
mkdir -p "$house"/harness/{commands,upper,lower} "$house"/viz/scenes \
    "$house"/algorithms/{one,two,elements/{predicates,keys},applications/{three,four}}
for file in harness/commands/main.c viz/main.c harness/upper/up.h \
    algorithms/elements/{predicates,keys}/{drawn,by_hash}.h \
    algorithms/{one,two,applications/{three,four}}/{plan,launch,cpu}.c \
    algorithms/{one,two,applications/{three,four}}/{kernel.cu,parameters.h}; do
    : >"$house/$file"
done
ok "what has one name by design" names "$house"
: >"$house/harness/lower/up.h"
run names "$house"
is "a second header of a name is an error" "$code" 1
is "and named, with the first" "$out" \
    "harness/upper/up.h: harness/lower/up.h has this name, too"
mv "$house/harness/lower/up.h" "$house/viz/scenes/up.h"
run names "$house"
is "so it is in viz" "$code $out" \
    "1 viz/scenes/up.h: harness/upper/up.h has this name, too"
mv "$house/viz/scenes/up.h" "$house/algorithms/up.h"
run names "$house"
is "and among what algorithms share" "$code $out" \
    "1 harness/upper/up.h: algorithms/up.h has this name, too"
rm "$house/algorithms/up.h"
: >"$house/algorithms/one/own.h"
: >"$house/algorithms/two/own.h"
run names "$house"
is "a header of an algorithm is its own" "$code $out" \
    "1 algorithms/two/own.h: algorithms/one/own.h has this name, too"
rm "$house/algorithms/two/own.h"
: >"$house/harness/lower/plan.c"
: >"$house/viz/scenes/plan.c"
: >"$house/harness/lower/main.c"
: >"$house/harness/upper/main.c"
run names "$house"
is "a plan.c or a main.c elsewhere is not by design" "$code $out" \
    "1 harness/upper/main.c: harness/lower/main.c has this name, too
viz/scenes/plan.c: harness/lower/plan.c has this name, too"
done_testing
