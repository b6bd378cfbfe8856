#!/bin/sh
# Formats C as clang-format and .clang-format say.
#
#     tests/style/format.sh [FILE...]          names those that differ, exit 1
#     tests/style/format.sh --fix [FILE...]    rewrites them
#
# Versions of clang-format differ in details. The suite is formatted by version
# 14, as in Debian 12: clang-format-14 where it is installed.
#
# It does not know that `UNROLL for (...)` is a loop, so it sees a
# loop macro of the same length instead: UNROLL_for (...).
set -eu
cd "$(dirname "$0")/../.."

fix=no
if [ "${1-}" = --fix ]; then
    fix=yes
    shift
fi
program=clang-format
! command -v clang-format-14 >/dev/null 2>&1 || program=clang-format-14
formatted=$(mktemp)
trap 'rm -f "$formatted"' EXIT
failed=0

# Folders of this suite, so that a build folder or a user's own is left alone.
if [ $# -gt 0 ]; then
    printf '%s\n' "$@"
else
    find algorithms harness tests viz -name '*.[ch]' -o -name '*.cpp' | sort
fi |
    {
        while IFS= read -r file; do
            sed 's/UNROLL for (/UNROLL_for (/' "$file" |
                $program --assume-filename="$file" |
                sed 's/UNROLL_for (/UNROLL for (/' >"$formatted"
            if cmp -s "$formatted" "$file"; then
                continue
            elif [ $fix = yes ]; then
                cat "$formatted" >"$file"
                echo "formatted $file"
            else
                echo "$file: not as clang-format has it (tests/style/format.sh --fix)"
                diff "$file" "$formatted" | sed -n '1,12s/^/    /p' || :
                failed=1
            fi
        done
        exit $failed
    }
