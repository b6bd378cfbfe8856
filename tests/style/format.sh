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
# loop macro of the same length instead: UNROLL_for (...). It is given copies of
# all files at once: to start it takes longer than to format one.
set -eu
cd "$(dirname "$0")/../.."

fix=no
if [ "${1-}" = --fix ]; then
    fix=yes
    shift
fi
program=clang-format
! command -v clang-format-14 >/dev/null 2>&1 || program=clang-format-14
formatted=$(mktemp -d)
trap 'rm -rf "$formatted"' EXIT

# Folders of this suite, so that a build folder or a user's own is left alone.
if [ $# -gt 0 ]; then
    printf '%s\n' "$@"
else
    find algorithms harness tests viz -name '*.[ch]' -o -name '*.cpp' | sort
fi >"$formatted/files"
mkdir "$formatted/tree"
cp .clang-format "$formatted/tree"
tar cf - -T "$formatted/files" | tar xf - -C "$formatted/tree"
# Names relative to the folder, also of a FILE that was given from the root.
sed 's|^/||' "$formatted/files" | tr '\n' '\0' >"$formatted/copies"
(
    cd "$formatted/tree"
    xargs -0 sed -i 's/UNROLL for (/UNROLL_for (/' <"$formatted/copies"
    xargs -0 $program -i <"$formatted/copies"
    xargs -0 sed -i 's/UNROLL_for (/UNROLL for (/' <"$formatted/copies"
)

failed=0
while IFS= read -r file; do
    copy=$formatted/tree/${file#/}
    if cmp -s "$copy" "$file"; then
        continue
    elif [ $fix = yes ]; then
        cat "$copy" >"$file"
        echo "formatted $file"
    else
        echo "$file: not as clang-format has it (tests/style/format.sh --fix)"
        diff "$file" "$copy" | sed -n '1,12s/^/    /p' || :
        failed=1
    fi
done <"$formatted/files"
exit $failed
