#!/bin/bash
# tuning.t - what explore --save keeps, run and bench use and name: for this machine
# and algorithm, elements of this size and sizes of this class; a damaged file is
# reported and ignored.
. "$(dirname "$0")/tap.sh"

tuning=$work/config/scanlab/tuning.json
export XDG_CONFIG_HOME=$work/config
unset SCANLAB_TUNING

# entry SETTINGS [KEY VALUE]...: writes a file with one entry, for look-back on one
# thread at 2^16 to 2^20 - 1, with these changes.
entry() {
    mkdir -p "$(dirname "$tuning")"
    perl -MJSON::PP -e '
        my ($settings, $machine, %more) = @ARGV;
        my %entry = (machine => $machine, device => "cpu", threads => 1,
            algorithm => "lookback", elem_bytes => 4, elements => "integers",
            n => "2^16 up to 2^20 - 1", settings => $settings, %more);
        $entry{$_} += 0 for qw(threads elem_bytes);
        print encode_json({tuned => [\%entry]});' "$1" "$processor" "${@:2}" >"$tuning"
}

# ------------------------------------------------------------------------ saved
run timeout 200 "$scanlab" explore scan_propagate -d cpu --threads 1 -n 2^16 \
    --budget 20s --space block=4,16384 --once --save
is "explore --save: exit" "$code" 0
has "it names the file" "$out" "saved in $tuning"
processor=$(perl -MJSON::PP -0777 -ne 'print decode_json($_)->{tuned}[0]{machine} // ""' "$tuning")
# The default may be the best: then there is no entry, and no machine in the file.
[ -n "$processor" ] || processor=$(perl -ne 'print($1), exit if /^model name\s*:\s*(.*)/' /proc/cpuinfo)
ok "the file is whole" perl -MJSON::PP -0777 -ne 'decode_json($_)->{tuned}' "$tuning"

# ------------------------------------------------------------------------- used
one=(lookback -d cpu --threads 1)
entry tile=65536
run "$scanlab" run "${one[@]}" -n 2^16
is "run: exit" "$code" 0
has "run names what it uses, and its source" "$err" \
    "scanlab: lookback with tile=65536, from $tuning"
has "and the scan with its settings" "$out" "look-back:tile=65536"
for n in 2^20 65535; do
    run "$scanlab" run "${one[@]}" -n $n
    is "n = $n is of another class" "$code$err" 0
done
run "$scanlab" run "${one[@]}" -n 2^16 --no-tuning
is "--no-tuning" "$code$err" 0
run "$scanlab" run "${one[@]}" -n 2^16 -m add_i64
is "wider elements are another case" "$code$err" 0
run "$scanlab" run "${one[@]}" -n 2^16 -m add_f32
is "so are floats" "$code$err" 0
run "$scanlab" run lookback -d cpu --threads 2 -n 2^16
is "and two threads" "$code$err" 0
run "$scanlab" run lookback:tile=16384 -d cpu --threads 1 -n 2^16
is "a typed setting stays" "$code$err" 0
run "$scanlab" run "${one[@]}" --tile 16384 -n 2^16
is "also as an option" "$code$err" 0
run "$scanlab" verify "${one[@]}" -n 2^16
is "verify proves what is shipped" "$code$err" 0
run env SCANLAB_TUNING= "$scanlab" run "${one[@]}" -n 2^16
is "an empty SCANLAB_TUNING is no file" "$code$err" 0

run "$scanlab" bench "${one[@]}" -n 2^12,2^16 --no-libraries --time-limit 1s -o "$work/b.csv"
has "bench names it" "$err" "n = 2^16: lookback with tile=65536, from $tuning"
is "in its rows, too" "$(grep -o ',lookback,[a-z=0-9]*,' "$work/b.csv" | tr '\n' ' ')" \
    ",lookback,, ,lookback,tile=65536, "
run "$scanlab" bench lookback lookback:tile=65536 -d cpu --threads 1 -n 2^16 \
    --no-libraries --time-limit 1s -o "$work/b.csv"
is "beside the same setting, typed, the default stays itself" \
    "$(grep -o ',lookback,[a-z=0-9]*,' "$work/b.csv" | sort | tr '\n' ' ')" \
    ",lookback,, ,lookback,tile=65536, "

# ------------------------------------------------------------------- of no use
entry tile=65536 machine 'another machine'
run "$scanlab" run "${one[@]}" -n 2^16
is "another machine's" "$code$err" 0
entry tile=7
run "$scanlab" run "${one[@]}" -n 2^16
is "an illegal value: exit" "$code" 0
has "an illegal value" "$err" "$tuning: lookback: tile cannot be '7'"
has "it is ignored" "$err" ": it is ignored"
for damage in '{"tuned": [' '[]' '{"tuned": 7}' ''; do
    echo -n "$damage" >"$tuning"
    run "$scanlab" run "${one[@]}" -n 2^16
    is "damaged, '$damage'" "$code $err" "0 scanlab: $tuning is damaged: it is ignored"
done
echo '{"tuned": [7, null, {"settings": 3}]}' >"$tuning"
run "$scanlab" run "${one[@]}" -n 2^16
is "entries of another kind" "$code$err" 0
echo '{"tuned": [' >"$tuning"
refuses "a damaged file is not replaced" 2 "$tuning is damaged: repair or remove it" \
    timeout 100 "$scanlab" explore scan_propagate -d cpu --threads 1 -n 2^10 \
    --budget 3s --space block=4,16384 --once --save
is "it is as it was" "$(cat "$tuning")" '{"tuned": ['
refuses "model time" 2 "--save keeps what was timed, and -d simt has model time only" \
    "$scanlab" explore brent_kung -d simt --save
refuses "settings beside it" 2 "--save: name the algorithm without settings" \
    "$scanlab" explore brent_kung:block=64 -d cpu --save

done_testing
