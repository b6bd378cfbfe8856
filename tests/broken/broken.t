#!/bin/bash
# broken.t - every mistake of this folder is found, and told in the right words.
#
# A mistake is a sed script on an algorithm's source:
#
#     # algorithm: kogge_stone      whose it is
#     # file: sections.h            what it changes (cpu.c unless said)
#     # options: --threads 3        of verify, besides those below
#     # build: thread               found by ThreadSanitizer only
#     # says: counted twice         what verify must say
#     s/right/wrong/
#
# Sources are copied with the headers that they share, so that a mistake in one
# of those is found as well. The same copy without the mistake must pass.
. "$(dirname "$0")/../end_to_end/tap.sh"

build=${1-plain} # or thread: started by tests/sanitize/thread.t
sizes=0..24,33

# copy ALGORITHM: its sources in a new folder, $copy.
copy() {
    copy=$(mktemp -d "$work/$1.XXXXXX")
    cp algorithms/*.h algorithms/"$1"/*.[ch] "$copy"
}

# verify ALGORITHM OPTION...: small parameters, which make several tiles.
verify() {
    local algorithm=$1 small=''
    shift
    case $algorithm in
    sequential) ;;
    lookback) small='--tile 64' ;;
    blelloch | kogge_stone | three_kernel | scan_propagate)
        small='--block 4 --grain 1' ;;
    brent_kung) small='--block 8 --factor 4 --sequential 2 --grain 1' ;;
    *) small='--grain 1' ;;
    esac
    # shellcheck disable=SC2086  # lists of options
    run timeout 120 "$scanlab" verify "$algorithm" -n $sizes $small \
        --source "$copy/cpu.c" "$@"
}

field() {
    sed -n "s/^# $1: //p" "$2"
}

for mistake in tests/broken/*.sed; do
    name=$(basename "$mistake" .sed)
    algorithm=$(field algorithm "$mistake")
    file=$(field file "$mistake")
    options=$(field options "$mistake")
    needs=$(field build "$mistake")
    [ "${needs:-plain}" = "$build" ] || continue
    copy "$algorithm"
    [ -n "$file" ] || file=$(cd "$copy" && for f in cpu.c *.h; do
        sed -f "$OLDPWD/$mistake" "$f" | cmp -s - "$f" || echo "$f"
    done | head -1)
    if [ -z "$file" ] || sed -f "$mistake" "$copy/$file" |
        cmp -s - "$copy/$file"; then
        _fail "$name" "no line of $algorithm's sources fits $mistake any more"
        continue
    fi
    sed -i -f "$mistake" "$copy/$file"
    # shellcheck disable=SC2086  # a list of options
    verify "$algorithm" $options
    said=$(grep "^$algorithm  *WRONG\. $algorithm" <<<"$out" |
        grep -cF "$(field says "$mistake")")
    # A race may also have spoilt the result, which is then told first.
    if [ "$needs" = thread ] && grep -q '^WARNING.*data race' <<<"$err" &&
        grep -q "^$algorithm  *WRONG\. $algorithm" <<<"$out"; then
        said=1
    fi
    is "$name: exit, times the right words are said" "$code $said" "1 1"
    [ "$code $said" = "1 1" ] || printf '%s\n' "$out" "$err" | head -5 |
        cut -c1-300 | sed 's/^/#   /' >&2
done

for algorithm in $(for mistake in tests/broken/*.sed; do
    needs=$(field build "$mistake")
    [ "${needs:-plain}" != "$build" ] || field algorithm "$mistake"
done | sort -u); do
    copy "$algorithm"
    verify "$algorithm" --threads 1,3
    is "$algorithm unbroken: exit" "$code$err" 0
done

done_testing
