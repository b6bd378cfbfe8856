#!/bin/bash
# devices.t - algorithms on devices: what each device takes and refuses, and
# every kernel that there is, run once.
. "$(dirname "$0")/../end_to_end/tap.sh"

verbose=$("$scanlab" list --verbose)

# with_code NAME: algorithms that list --verbose shows costs for on cpu or gpu.
with_code() {
    awk -v name="$1" '/^  [a-z]/ { algorithm = $1 }
        /^Applications/ { exit }
        $1 == name && $2 == "work" { print algorithm }' <<<"$verbose"
}

is "every algorithm has code for some device" \
    "$(sort -u <<<"$(with_code cpu; with_code gpu)")" \
    "$("$scanlab" list --names | sort)"

# ----------------------------------------------------- options of one device

for command in run verify measure; do
    refuses "$command: threads of a simulated machine" 2 \
        "--threads is for -d cpu, not for -d simt" \
        "$scanlab" $command sequential -d simt --threads 2
    for option in "--schedule inorder" "--resident 4" "--machine m.txt" \
        --lockstep --strict-barriers; do
        # shellcheck disable=SC2086  # an option and its value
        refuses "$command: $option of a cpu" 2 \
            "${option%% *} is for -d simt, not for -d cpu" \
            "$scanlab" $command sequential -d cpu $option
    done
    run "$scanlab" $command --help
    usual="cpu; simt with simt options or a .cu source"
    [ $command != verify ] || usual="simt; cpu with --threads or a .c source"
    has "$command --help says which device it takes" \
        "$(tr -s ' \n' ' ' <<<"$out")" "cpu, simt or cuda (default $usual)"
done
refuses "bench has no schedules" 2 "no option --schedule" \
    "$scanlab" bench sequential --schedule inorder
refuses "bench takes no simulated time" 2 "bench measures real time" \
    "$scanlab" bench -d simt
refuses "a parameter names its device" 2 \
    "sequential has no parameter 'block' on cpu; it has none" \
    "$scanlab" run sequential --block 64
refuses "so does a value that none has" 2 \
    "no algorithm accepts --block 63 on cpu" \
    "$scanlab" verify all -d cpu --block 63

# -------------------------------------------------------------- simt, if here

devices=$(sed -n '/^Devices/,/^This machine/p' <<<"$verbose")
if grep -q '^  simt  *not available' <<<"$devices"; then
    refuses "simt says why it is not here" 3 "SIMT machine" \
        "$scanlab" run sequential -d simt -n 8
else
    for algorithm in $(with_code gpu); do
        run "$scanlab" run "$algorithm" -n 100 -d simt -m affine_u32
        has "$algorithm on simt" "$out$err" "of model time"
        has "$algorithm on simt is right" "$out" "right; last is ("
        run "$scanlab" measure "$algorithm" -n 100 -d simt -o "$work/m.csv"
        is "$algorithm measured on simt: exit" "$code$err" 0
        is "its row has no thread count" \
            "$(tail -1 "$work/m.csv" | cut -d, -f4,8)" "simt,"
        lacks "and no bounds for threads" "$out" "<= T <="
    done
fi
for algorithm in $(with_code cpu); do
    with_code gpu | grep -qx "$algorithm" && continue
    run "$scanlab" run "$algorithm" -d simt -n 8
    ok "$algorithm without kernel.cu is refused on simt" test "$code" -ge 2
done

done_testing
