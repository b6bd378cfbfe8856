#!/bin/bash
# lab_cheats.t - code that wants points without a scan: each in cheats/ gets
# none, and is told by name; under each level of isolation that is here.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab_home.sh

one_of_each=" fake_verdict exit_early constructor overrides macro_T macro_barrier
    size_of_proof file_name right_in_the_proof include_passwd include_solution
    write_report signal_parent fork_bomb fill_disk fill_output fill_memory sleep
    socket daemon kept_between_launches clock_of_the_machine "

for cheat in tests/lab/cheats/*.sed; do
    name=$(basename "$cheat" .sed)
    if ! thorough; then
        case $one_of_each in *[[:space:]]"$name"[[:space:]]*) ;; *) continue ;; esac
    fi
    edited -f "$cheat"
    run timeout 100 env SCANLAB_HOME="$home" "$scanlab" lab check first \
        "$work/my.cu" --isolation seccomp
    [ "$code" = 3 ] && [ "${err#*seccomp}" != "$err" ] && {
        skip "$name" "no system-call filter here"
        continue
    }
    is "$name: exit" "$code" 1
    has "$name is told" "$out" "$(sed -n 's/^# says: //p' "$cheat")"
    has "$name: no points" "$out" "0 of 100 points"
    lacks "$name prints no verdict, but as what it printed" \
        "$(sed '/^  It printed:/,/^  [WS]/d' <<<"$out")" "proved"
    lacks "$name reads no file of others" "$out" "root:"
done

# --------------------------------------------------- what isolation can be had

cp "$solution" "$work/my.cu"
best=''
for level in none limits seccomp namespaces; do
    run lab check first "$work/my.cu" --isolation $level
    if [ "$code" = 3 ] && [ ! -s "$work/.out" ]; then
        skip "$level" "$err"
    else
        is "$level: exit" "$code" 0
        has "$level is told" "$out" "isolation: $level"
        best=$level
    fi
done
run lab check first "$work/my.cu"
has "the strongest is taken" "$out" "isolation: $best"

# What the enclosed commands see: a bwrap that only shows what it was asked for.
mkdir "$work/bin"
cat >"$work/bin/bwrap" <<'SH'
#!/bin/bash
echo "$@" >>"$SEEN"
while [ "$1" != -- ] && [ "${1#/bin/true}" = "$1" ]; do shift; done
[ "$1" != -- ] || shift
exec "$@"
SH
chmod +x "$work/bin/bwrap"
if [ "$best" != limits ]; then
    SEEN=$work/seen PATH=$work/bin:$PATH run lab check first "$work/my.cu" \
        --isolation namespaces
    is "by another bubblewrap" "$code" 0
    for words in --unshare-net --die-with-parent "--ro-bind / /" "--tmpfs /tmp" \
        "--tmpfs $home/lectures"; do
        has "it is asked for $words" "$(tail -1 "$work/seen")" "$words"
    done
fi
printf '#!/bin/sh\nexit 1\n' >"$work/bin/bwrap"
PATH=$work/bin:$PATH run lab check first "$work/my.cu" --isolation namespaces
is "one that may make no namespaces: exit" "$code" 3
has "is told" "$err" "is not allowed to create namespaces"

done_testing
