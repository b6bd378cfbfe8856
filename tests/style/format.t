#!/bin/bash
# format.t - the C here is as clang-format has it.
. "$(dirname "$0")/../end_to_end/tap.sh"

version=$( (clang-format-14 --version || clang-format --version) 2>/dev/null |
    sed -n 's/.*version \([0-9]*\).*/\1/p')
case $version in
14) ok "every .c, .h and .cpp is formatted" tests/style/format.sh ;;
'') skip "every .c, .h and .cpp is formatted" "no clang-format: make deps" ;;
*) skip "every .c, .h and .cpp is formatted" \
    "by clang-format 14, and this is $version" ;;
esac
long=$(grep -nE '.{101}' -r algorithms harness tests --include='*.[ch]' |
    cut -c1-60)
is "no line has more than 100 columns" "$long" ""
is "no tabs, no blanks at the end of a line" "$(grep -lE "$(printf '\t')| \$" \
    -r algorithms harness tests --include='*.[ch]' --include='*.cpp')" ""
is "clang-format leaves comments as they are" \
    "$(grep '^ReflowComments:' .clang-format)" "ReflowComments: false"
broken=$(grep -nE '^ *(/\*|//) ?[-=]{8}' -r algorithms harness tests viz \
    --include='*.[ch]' --include='*.cpp' --include='*.cu' | grep -v '\*/$')
is "a ruler is one line, with its end" "$broken" ""
# A line break before "1. " or "- " makes a list item of the rest of a sentence.
git ls-files -z '*.md' | xargs -0 perl -ne '
    ($list, $fence, $last) = (0, 0, "") if $file ne $ARGV;
    $file = $ARGV;
    $fence ^= 1 if /^```/;
    $list = 0 if /^\s*$/;
    ($in) = /^(\s*)/;
    if (/^ {0,3}(?:[-+*]|\d+\.) /) {
        print "$ARGV: $_" if !$fence && !$list && $last =~ /^\Q$in\E[^\s#|:<>-]/;
        $list = 1;
    }
    $last = $_' >"$work/items"
is "no sentence is broken into a list item" "$(cat "$work/items")" ""

done_testing
