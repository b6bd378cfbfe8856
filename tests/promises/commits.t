#!/bin/bash
# commits.t - in `make check-all`: each commit builds, program, viewer and tests, without a
# warning. COMMITS is a range of git; without it, the commits that the upstream branch
# lacks, or else the last five.
#
#     TEST_ALL=1 COMMITS=v0.2.. tests/promises/commits.t
. "$(dirname "$0")/../end_to_end/tap.sh"

if ! thorough; then
    skip "each commit builds" "only in make check-all"
    done_testing
fi
if ! git rev-parse --git-dir >/dev/null 2>&1; then
    skip "each commit builds" "not a clone"
    done_testing
fi
range=${COMMITS-}
[ -n "$range" ] || [ -z "$(git rev-list -n 1 '@{upstream}..' 2>/dev/null)" ] ||
    range='@{upstream}..'
if [ -n "$range" ]; then
    mapfile -t commits < <(git rev-list --reverse "$range")
else
    mapfile -t commits < <(git rev-list --reverse -n 5 HEAD)
fi
ok "there are commits" test ${#commits[@]} -gt 0

# Files that do not change between commits are not built again.
tree=$work/tree
git clone -q --shared --no-checkout . "$tree" || exit 1
unset BUILD
for commit in "${commits[@]}"; do
    name=$(git log -1 --format='%h %s' "$commit")
    git -C "$tree" checkout -q "$commit" || exit 1
    run make -s -C "$tree" -j2 all tests
    is "$name" "$code$(grep -m 3 'warning: \|error: ' <<<"$err")" 0
done

done_testing
