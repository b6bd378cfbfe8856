#!/bin/bash
# thread.t - ThreadSanitizer: program and modules rebuilt with it see no race,
# and do see the races of tests/broken.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh # small

tsan=$BUILD/tsan
# What no second thread runs is taken as it was built: pool, devices, bench and what
# they call are built anew.
for part in arrays commands cuda plot simt trace; do
    mkdir -p "$tsan/harness"
    rm -rf "$tsan/harness/$part"
    cp -a "$BUILD/harness/$part" "$tsan/harness"
done
make -s BUILD="$tsan" SANITIZE=thread CFLAGS='-O0 -g1 -Wno-format-truncation' "$tsan/scanlab" \
    "$tsan/tests/unit/test_pool" "$tsan/tests/unit/test_scans" \
    >"$work/.make" 2>&1
is "the build" "$?$(grep -i warning "$work/.make")" 0
[ -x "$tsan/scanlab" ] || {
    sed 's/^/# /' "$work/.make" >&2
    done_testing
}
export TSAN_OPTIONS=exitcode=66:halt_on_error=0
export SCANLAB_HOME=$PWD
# On kernels that spread addresses far, ThreadSanitizer needs them as they were.
fixed=''
if ! "$tsan/scanlab" --version >/dev/null 2>&1; then
    fixed="setarch $(uname -m) -R"
    if ! $fixed "$tsan/scanlab" --version >"$work/.out" 2>&1; then
        skip "races" "ThreadSanitizer does not run here: $(head -1 "$work/.out")"
        done_testing
    fi
fi
scanlab=$PWD/$tsan/scanlab
if [ -n "$fixed" ]; then
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$fixed" "$scanlab" >"$work/scanlab"
    chmod +x "$work/scanlab"
    scanlab=$work/scanlab
fi

# The scans whose blocks wait for each other; the others are measured below.
scans='lookback lookahead'
[ -z "${TEST_ALL-}" ] || scans=''
# shellcheck disable=SC2086  # $fixed is a list of words, or none
ok "test_pool" $fixed "$tsan/tests/unit/test_pool"
# shellcheck disable=SC2086
ok "test_scans" $fixed "$tsan/tests/unit/test_scans" -s 2049 -m affine_u32 $scans

for algorithm in $("$scanlab" list --names --applications); do
    # shellcheck disable=SC2046  # a list of options
    run "$scanlab" measure "$algorithm" -n 1..33,257 --threads 3 $(small "$algorithm")
    is "no race in $algorithm" "$code$(grep 'data race' <<<"$err")" 0
done
some=(-n "5,257" --threads 3 --bytes 4)
[ -z "${TEST_ALL-}" ] || some=(-n "0..20,257,5000" --threads "2,3")
run "$scanlab" verify lookback --tile 64 "${some[@]}"
is "verify lookback: exit" "$code$err" 0
has "and it says what it saw" "$out" "no race in these runs"
run "$scanlab" bench lookback three_kernel -n 20000 --threads 3 \
    --time-limit 1s --no-libraries
is "bench" "$code$(grep 'data race' <<<"$err")" 0

# The races of tests/broken, through the same program.
export TSAN_OPTIONS=exitcode=0
while read -r line; do
    case $line in
    ok*) _pass "${line#* - }" ;;
    not*) _fail "${line#* - }" ;;
    esac
done < <(SCANLAB=$scanlab tests/broken/broken.t thread)

done_testing
