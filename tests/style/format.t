#!/bin/bash
# format.t - the C here is as clang-format has it.
. "$(dirname "$0")/../end_to_end/tap.sh"

if [ -z "$(command -v clang-format)" ]; then
    skip "format" "no clang-format: make deps"
    done_testing
fi
ok "every .c, .h and .cpp is formatted" tests/style/format.sh
long=$(grep -nE '.{101}' -r algorithms harness tests --include='*.[ch]' |
    cut -c1-60)
is "no line has more than 100 columns" "$long" ""
is "no tabs, no blanks at the end of a line" "$(grep -lE "$(printf '\t')| \$" \
    -r algorithms harness tests --include='*.[ch]' --include='*.cpp')" ""
done_testing
