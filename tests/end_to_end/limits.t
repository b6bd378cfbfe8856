#!/bin/bash
# limits.t - what the machine or its user allows too little of is told in a line
# with exit status 3: it is no fault of what is scanned.
. "$(dirname "$0")/../end_to_end/tap.sh"

# limited WORDS COMMAND...: after `ulimit WORDS`, with nothing in the cache.
limited() {
    local words=$1
    shift
    rm -rf "$work/cache"
    # shellcheck disable=SC2016  # for that shell
    XDG_CACHE_HOME=$work/cache bash -c 'ulimit $0; exec "$@"' "$words" "$@"
}

if [ -n "${SANITIZED-}" ]; then
    skip "limits" "a sanitizer takes more than they give"
    done_testing
fi
scan=("$scanlab" run kogge_stone -n 100)
refuses "a small stack" 3 "the stack limit is 256 KiB" \
    limited "-s 256" "${scan[@]}"
ok "one that may grow" limited "-S -s 256" "${scan[@]}"
for limit in "-n 7" "-f 1" "-f 20"; do
    refuses "ulimit $limit" 3 "" limited "$limit" "${scan[@]}" -d simt
    refuses "ulimit $limit, verify" 3 "" limited "$limit" \
        "$scanlab" verify kogge_stone -n 3
done
# Another user runs the program where it stands, if its folders let that user in.
other=(setpriv --reuid 54321 --clear-groups)
if [ "$(id -u)" -ne 0 ] || ! command -v setpriv >/dev/null; then
    skip "limits of another user" "not run by root"
elif ! "${other[@]}" test -x "$scanlab"; then
    skip "limits of another user" "no other user may enter ${scanlab%/*}"
else
    chmod 711 "$work"
    mkdir -m 777 "$work/theirs"
    refuses "ulimit -u 3" 3 "Resource temporarily unavailable" \
        bash -c 'ulimit -u 3; cache=$1; shift; exec setpriv --reuid 54321 \
            --clear-groups env XDG_CACHE_HOME="$cache" "$@"' - \
        "$work/theirs" "${scan[@]}"
    # With all that is needed in the cache there is no compiler that tells it.
    them() { # LIMIT COMMAND...
        bash -c 'ulimit $1; cache=$2; shift 2; exec setpriv --reuid 54321 \
            --clear-groups env XDG_CACHE_HOME="$cache" "$@"' - "$1" \
            "$work/theirs" "${@:2}"
    }
    verify=("$scanlab" verify kogge_stone:block=32 -d simt -n 3 --bytes 4)
    bench=("$scanlab" bench sequential -n 100 --threads 1 --no-libraries
        --time-limit 0.1s --runs 2)
    for command in scan verify bench; do
        declare -n its=$command
        ok "$command fills the cache" them "-n 256" "${its[@]}"
    done
    refuses "ulimit -u 1, run" 3 "cannot start 2 threads, only 1" \
        them "-u 1" "${scan[@]}" --threads 2
    refuses "ulimit -u 1, verify" 3 "cannot start a process: Resource temp" \
        them "-u 1" "${verify[@]}"
    refuses "ulimit -n 5, verify" 3 "cannot start a process: Too many open" \
        them "-n 5" "${verify[@]}"
    run them "-u 1" "${bench[@]}"
    is "ulimit -u 1, bench --runs: exit" "$code" 3
    has "ulimit -u 1, bench --runs" "$err" "cannot start a run: Resource temp"
    run them "-f 1" "${bench[@]}"
    is "ulimit -f 1, bench --runs: exit" "$code" 3
    has "ulimit -f 1, bench --runs" "$err" "File too large"
    is "nothing is left of its runs" "$(find "$work/theirs" -name 'run-*')" ""
fi
for name in CC CXX; do
    refuses "SCANLAB_$name=false" 3 "" env XDG_CACHE_HOME="$work/none" \
        SCANLAB_$name=false "${scan[@]}" -d simt
done

if [ -e /dev/full ]; then
    viz=${scanlab%/*}/scanviz
    for words in "--help" "--version" "help" "run --help" "list"; do
        # shellcheck disable=SC2086  # words
        refuses "scanlab $words to a full disk" 3 "standard output" \
            sh -c '"$@" >/dev/full' - "$scanlab" $words
    done
    [ ! -x "$viz" ] || for words in --help --version; do
        refuses "scanviz $words to a full disk" 3 "standard output" \
            sh -c '"$@" >/dev/full' - "$viz" $words
    done
fi

done_testing
