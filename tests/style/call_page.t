#!/bin/bash
# call_page.t - harness/A-CALL.md follows two commands through the code: each line of it
# names a file, functions that are defined there, and what they do.
. "$(dirname "$0")/../end_to_end/tap.sh"

# look PAGE ROOT: says which function is in no such place.
look() {
    awk '/^```text/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1" |
        sed 's/^ *//; s/   */\t/g' | while IFS=$'\t' read -r file functions _; do
        if [ ! -f "$2/$file" ]; then
            echo "$file is not there"
            continue
        fi
        for function in ${functions//,/}; do
            grep -qE "(^|[ *])${function}\(|\(${function}[,)]" "$2/$file" ||
                echo "$file: no $function"
        done
    done
}
page=harness/A-CALL.md
is "each function of the page is where it says" "$(look $page harness)" ""
ok "it names many" test "$(grep -cE '^ *[a-z_/]+\.c ' $page)" -gt 30
ok "and is short" test "$(wc -l <$page)" -lt 80

printf '```text\nbase/status.c   problem_set, no_such   x\nno.c   f   x\n```\n' >"$work/page"
is "it sees one that is not there" "$(look "$work/page" harness)" \
    "base/status.c: no no_such
no.c is not there"
done_testing
