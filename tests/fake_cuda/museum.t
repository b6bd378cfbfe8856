#!/bin/bash
# museum.t - the table of results/scripts/museum.sh, made with stand-ins for the driver,
# NVRTC and compute-sanitizer: which verdict comes of what they say.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

if [ -n "${SANITIZED-}" ]; then
    skip "museum" "the stand-ins are not for sanitizers"
    done_testing
fi

cat >"$work/both/compute-sanitizer" <<'END'
#!/bin/bash
if [ "$1" = --version ]; then
    echo 'Version 1.2 (build 3)'
    exit
fi
errors=0
echo '========= COMPUTE-SANITIZER'
case "$*" in
*racecheck*stale-aggregate*)
    echo '========= Error: Race reported between a "write" and a read'
    errors=2
    ;;
*initcheck*endless-spin*)
    shift 2
    FAKE_CUDA=hang "$@"
    exit
    ;;
*synccheck*endless-spin*)
    echo '========= Internal Sanitizer Error: this and that'
    ;;
*memcheck*sequential*)
    echo '========= Invalid __local__ read of size 4 bytes'
    errors=1
    ;;
*memcheck*)
    echo '========= Target application returned an error'
    errors=1
    ;;
esac
echo "========= ERROR SUMMARY: $errors errors"
exit $errors
END
chmod +x "$work/both/compute-sanitizer"

ok "some pieces" faked "" env PATH="$work/both:$PATH" \
    results/scripts/museum.sh "$work/results" \
    stale-aggregate endless-spin stack-overflow compares
table=$(sed 's/](\.[^)]*)/]/' "$work/results/museum.md")
csv=$(cat "$work/results/museum.csv")
has "the GPU" "$table" "- Fake GPU 0, "
has "the sanitizer" "$table" "- compute-sanitizer 1.2 (build 3)"
has "a tool that reports" "$table" \
    "| [stale-aggregate] | race | - | - | reports | - | - |"
has "in its words" "$csv" \
    'stale-aggregate,racecheck,reports,"Error: Race reported between a ""write"" and a read"'
has "and has nothing on the sound one" "$csv" \
    'stale-aggregate,racecheck:sound,nothing,"ERROR SUMMARY: 0 errors"'
has "a tool that fails, a kernel that hangs" "$table" \
    "| [endless-spin] | livelock | - | - | - | failed | hang |"
has "in scanlab's words" "$csv" \
    'endless-spin,initcheck,hang,"scanlab: the kernel scan_tiles of kernel.cu did not finish'
has "a report on the sound kernel too" "$table" \
    "| [stack-overflow] | stack overflow | - | as for the sound kernel | - | - | - |"
has "the counts" "$table" "| **noticed, of 3** | 3 | 0 | 0 | 1 | 0 | 0 |"
has "the others" "$table" \
    "By the SIMT machine alone: 2 of 3: endless-spin, stack-overflow."
has "what does not run" "$table" "| [compares] | \`kernel.cu does not compile: "
refuses "no GPU" 3 "no GPU" faked no_device results/scripts/museum.sh "$work/none"

done_testing
