#!/bin/bash
# shell.t - shell scripts parse, and shellcheck has nothing to say.
. "$(dirname "$0")/../end_to_end/tap.sh"

for script in tests/*.sh tests/*/*.sh tests/*/*.t results/*.sh results/*/*.sh viz/*.sh viz/*/*.sh .ci/run; do
    [ -f "$script" ] || continue
    # dash reads less than bash does.
    if head -1 "$script" | grep -q '/sh$'; then
        ok "$script parses" sh -n "$script"
    else
        ok "$script parses" bash -n "$script"
    fi
    case $script in *tap.sh) continue ;; esac
    ok "$script can be run" test -x "$script"
done
if [ -n "$(command -v shellcheck)" ]; then
    # SC1091: what is sourced is found from another folder. SC2154: its words.
    # SC2016: programs in single quotes get their words as arguments.
    for script in tests/*.sh tests/*/*.sh tests/*/*.t results/*.sh results/*/*.sh viz/*.sh viz/*/*.sh .ci/run; do
        [ ! -f "$script" ] ||
            ok "shellcheck $script" shellcheck -S warning \
                -e SC1091,SC2154,SC2016 "$script"
    done
else
    skip "shellcheck" "not installed"
fi
done_testing
