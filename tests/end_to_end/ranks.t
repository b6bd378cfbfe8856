#!/bin/bash
# ranks.t - one scan by several processes that mpirun started: the same bytes as
# by one process; and whatever fails, every rank ends, with one line of ours,
# one exit code and no file that is not complete.
. "$(dirname "$0")/../end_to_end/tap.sh"

needs_mpi

# ranks P ARGUMENTS...: under mpirun.
ranks() {
    local count=$1
    shift
    run mpirun -n "$count" "$scanlab" "$@"
}

# The lines of scanlab, without those that mpirun adds.
ours() { grep '^scanlab: ' <<<"$err"; }

# ends NAME P CODE LINE ARGUMENTS...: all ranks end so.
ends() {
    local name=$1 count=$2 want=$3 line=$4
    shift 4
    ranks "$count" "$@"
    is "$name: exit code" "$code" "$want"
    is "$name: one line" "$(ours)" "scanlab: $line"
    is "$name: nothing on standard output" "$out" ""
}

# ------------------------------------------------------------------ one scan

"$scanlab" run sequential -q -n 100003 -o "$work/big.npy"
"$scanlab" run sequential -q -n 100003 -o "$work/big.raw"
"$scanlab" run sequential -q -n 10007 -m affine_u32 -o "$work/pairs.npy"
"$scanlab" run sequential -q -n 20000003 -o "$work/many.npy"
"$scanlab" run sequential -q -n 10000003 -m affine_u32 -o "$work/many_pairs.npy"
seq 30000 >"$work/wide.txt"
"$scanlab" run sequential -q -m add_i64 -i "$work/wide.txt" -o "$work/wide.npy"
{ yes 0 | head -n 29999; echo 4294967296; } >"$work/much.txt"
"$scanlab" run sequential -q -m add_i64 -i "$work/much.txt" -o "$work/much.npy"
printf '5 7\n' >"$work/two.txt"
"$scanlab" run sequential -q -i "$work/two.txt" -o "$work/two.npy"
: >"$work/none.raw"

# same NAME P FILE OPTIONS...: the output file is that of one process.
same() {
    local name=$1 count=$2 file=$3
    shift 3
    "$scanlab" run lookback -q -i "$work/$file" -o "$work/want.npy" "$@" </dev/null
    ranks "$count" run lookback -q -i "$work/$file" -o "$work/got.npy" "$@" "${form[@]}"
    ok "$name" cmp "$work/got.npy" "$work/want.npy"
    [ -n "$err" ] && echo "# $err"
    rm -f "$work/got.npy"
}
form=()
same "two ranks, a .npy file" 2 big.npy
same "three ranks, raw" 3 big.raw
same "three ranks, exclusive, from an element" 3 big.npy --exclusive --init 7
same "op does not commute" 3 pairs.npy -m affine_u32
same "numbers that are converted" 3 wide.npy -m add_f64
same "more ranks than elements" 3 two.npy
same "no elements" 3 none.raw
form=(--across scan_propagate --join exscan)
same "scan, then propagate" 3 pairs.npy -m affine_u32 --exclusive
form=(--across reduce_scan --join doubling)
same "recursive doubling" 3 pairs.npy -m affine_u32
form=(--across reduce_scan --join chain)
same "a chain" 3 pairs.npy -m affine_u32
form=(--across overlap)
same "chunks in turn" 3 big.npy -m add_i32 --exclusive --init 7
form=(--across overlap --threads 1)
export SCANLAB_RANKS_APART=1
same "chunks in turn, totals by messages" 3 big.npy -m add_i32
unset SCANLAB_RANKS_APART
same "many chunks" 3 many.npy -m add_i32 --exclusive
same "many chunks, op does not commute" 2 many_pairs.npy -m affine_u32
form=()

ranks 2 run lookback -n 1000 -m affine_u32 --join exscan
one=$("$scanlab" run lookback -n 1000 -m affine_u32 --threads 1)
is "random elements are those of one process" "${out##*last is}" "${one##*last is}"
has "the line says how" "$out" \
    "1000 elements of affine_u32 on 2 ranks of 1 thread, reduce_scan joined by exscan:"
is "one line in all" "$(wc -l <<<"$out")" 1
ranks 2 run lookback -n 300001 -m add_f32 --seed 3
has "floats" "$out" ", right"
ranks 2 run kogge_stone -n 3000 -d simt
has "the simulated GPU" "$out" "on 2 ranks, reduce_scan joined by 123:"
has "and it is right" "$out" ", right; last is"
ranks 1 run lookback -n 100
has "a single rank" "$out" "on 1 rank of"

# ------------------------------------------------------------------- verify

# proves P OPTIONS...: every scan is right, by one verdict each.
proves() {
    local count=$1
    shift
    ranks "$count" verify all --bytes 4 "$@"
    is "verify all $* on $count: exit code" "$code" 0
    is "verify all $* on $count: all scans, and nothing wrong" \
        "$(grep -c "on $count rank.*: [1-9][0-9]* runs$" <<<"$out")" "$scans"
    lacks "verify all $* on $count: none is left out" "$out" skipped
    [ -z "$err" ] || echo "# $err"
}
scans=$("$scanlab" verify all -n 3 --bytes 4 --schedule inorder | grep -c ' proved for every ')
few=0,1,2,5,64,130
thorough && few=0..9,63..65,127..129,255..257,1000
proves 1 -n "$few" --schedule inorder
proves 2 -n "$few" --schedule random:1
proves 3 -n "$few" --schedule inorder
proves 3 -n "$few,1000" -d cpu
if thorough; then
    for count in 2 3 4 7; do
        proves $count --bytes 8
        proves $count -d cpu --bytes 4,8,16,32
    done
fi

# The same with a mistake in an entry: copies of the sources.
home=$work/home
mkdir "$home"
# mistaken NAME FILE SED OPTIONS...: out of verify on three ranks.
mistaken_sizes=5,200
mistaken() {
    local name=$1 file=$2 edit=$3
    shift 3
    rm -rf "$home/algorithms" "$home/harness"
    cp -r algorithms harness "$home/"
    sed -i "$edit" "$home/$file"
    ok "$name: the mistake is made" eval "! cmp -s '$file' '$home/$file'"
    SCANLAB_HOME=$home run mpirun -n 3 "$scanlab" verify "$@" --bytes 4 \
        -n "$mistaken_sizes"
    is "$name: exit code" "$code" 1
}
mistaken "a carry joined on the wrong side" algorithms/cpu/cpu.h \
    's/data\[i\] = op(carry, data\[i\])/data[i] = op(data[i], carry)/' lookback -d cpu
has "a carry joined on the wrong side: verdict" "$out" "lookback        WRONG. rank 1 of 3: out["
has "and the case" "$out" "Case:      lookback:"
again=$(sed -n 's/^  Reproduce: //p' <<<"$out")
has "and how to run it again" "$again" "mpirun -n 3 scanlab verify lookback:"
SCANLAB_HOME=$home run ${again/scanlab/"$BUILD/scanlab"}
has "which finds it again" "$out" "WRONG. rank 1 of 3: out["
barrier=$(grep -n -m 1 '__syncthreads()' algorithms/gpu/entries.h | cut -d: -f1)
mistaken "a barrier missing from the kernel reduce" algorithms/gpu/entries.h \
    "${barrier}s/__syncthreads();//" kogge_stone --across reduce_scan
has "a barrier missing from the kernel reduce: verdict" "$out" "WRONG. rank 0 of 3: "
has "and the line of the entry" "$out" "entries.h:"
# Chunks of several tiles: each rank scans a tile while it reduces another.
mistaken_sizes=1000
dealt=algorithms/lookback/dealt.h
mistaken "a tile missing from the fold of a chunk" $dealt \
    's/^    chunk_take(chunk, tile_at(chunk, d->tile), fold.all);/    if (d->tile != 1)\n&/' \
    lookback -d cpu --across overlap --threads 1
has "a tile missing from the fold of a chunk: verdict" "$out" "WRONG. rank "
mistaken "a tile that does not start where the one before it ends" $dealt \
    's/sum = op(sum, chunk->fold\[k\].all)/sum = k == 1 ? sum : op(sum, chunk->fold[k].all)/' \
    lookback -d cpu --across overlap --threads 1
mistaken "a chunk published before its last tile" $dealt \
    's/if (++d->tile == chunk->tiles)/if (++d->tile + 1 >= chunk->tiles)/' \
    lookback -d cpu --across overlap --threads 1
mistaken_sizes=5,200
mistaken "a reduction that loses its last element" algorithms/cpu/cpu.h \
    's/for (size_t i = 1; i < call->n; i++)/for (size_t i = 1; i + 1 < call->n; i++)/' \
    sequential -d cpu --across reduce_scan,overlap
has "a reduction that loses its last element: verdict" "$out" "is missing"
ends "no proof with a user's kernel" 2 2 "--source x.cu: under mpirun only scanlab's own code \
runs; check yours without mpirun" verify naive --source x.cu
ends "no JSON" 2 2 "--format json: not under mpirun" verify naive --format json
ends "no GPU by intervals" 2 2 "filter has no entry \"apply carry\", so the results of several \
ranks cannot be joined" verify filter

# ----------------------------------------------------------- measure, bench

ranks 3 measure lookback -n 100 -o "$work/m.csv"
is "counts agree with their closed forms" "$code" 0
has "doubling on three ranks" "$out" "2 = 2"
is "rows as CSV" "$(cut -d, -f9,10,12-15 "$work/m.csv")" "across,join,rounds,rounds_form,calls,\
calls_form
scan_propagate,exscan,,,1,
scan_propagate,chain,2,2,1,1
scan_propagate,doubling,2,2,1,2
scan_propagate,123,2,2,1,1
reduce_scan,exscan,,,1,
reduce_scan,chain,2,2,1,1
reduce_scan,doubling,2,2,1,2
reduce_scan,123,2,2,1,1
overlap,,,,0,"
ranks 2 bench lookback -n 10000 --time-limit 1s -o "$work/b.csv" --join exscan,123
is "bench" "$code" 0
has "bench: the ranks" "$out" "2 ranks of 1 thread each, Open MPI"
is "bench: rows, all right" "$(grep -c ',warm,1,1,' "$work/b.csv")" 6
has "bench: its context" "$(cat "$work/b.json")" '"ranks":2'
SCANLAB_HOME=$home run mpirun -n 2 "$scanlab" bench lookback -n 10000 --time-limit 1s
is "a wrong scan has no time: exit code" "$code" 1
is "a wrong scan has no time: one line" "$(ours)" "scanlab: 1 row is wrong"
has "and says what is wrong" "$out" "WRONG. out["

# -------------------------------------------------------------------- faults

ends "no such file" 3 2 "cannot read $work/no.npy: No such file or directory; an input is a \
.npy, .txt or raw binary file, or - for standard input" run lookback -i "$work/no.npy"
ends "text" 2 2 "$work/wide.txt: ranks read slices of a .npy or raw file, not text and not a \
pipe" run lookback -i "$work/wide.txt"
ends "a number that does not fit, with its place" 3 2 "rank 2 of 3: $work/much.npy: element \
29999 is 4294967296; int32 holds -2147483648 to 2147483647" \
    run lookback -i "$work/much.npy"
ends "no such folder" 3 2 "cannot write $work/no/x.npy: No such file or directory; the folder \
must exist" run lookback -n 100 -o "$work/no/x.npy"
ends "text as output" 2 2 "cannot write $work/x.txt: ranks write slices of a .npy or raw file, \
not text and not a pipe" run lookback -n 100 -o "$work/x.txt"
ends "an unknown join" 2 2 "--join ring: exscan, chain, doubling or 123" \
    run lookback --join ring
ends "an unknown form" 2 2 "--across both: scan_propagate, reduce_scan or overlap" \
    run lookback --across both
ends "no entry to join by" 2 2 "filter has no entry \"apply carry\", so the results of several \
ranks cannot be joined" run filter -n 100
ends "a user's kernel" 2 2 "--source x.cu: under mpirun only scanlab's own code runs; check \
yours without mpirun" run lookback --source x.cu
ends "a command that has no use for ranks" 2 2 "scanlab list: not under mpirun, which is for \
run, verify, measure, trace and bench" list
ranks 1 list --names
has "but one process alone is no rank" "$out" "lookback"
refuses "--join for one process" 2 "--join joins the scans of several ranks" \
    "$scanlab" run lookback --join 123
ranks 2 run --help
is "help once" "$(grep -c '^Usage' <<<"$out")" 1

# alone RANK COMMANDS: a wrapper that runs these first, on one rank.
alone() {
    cat >"$work/alone" <<END
#!/bin/sh
[ "\$OMPI_COMM_WORLD_RANK" != $1 ] || $2
exec "\$@"
END
    chmod +x "$work/alone"
}

# For each: 0 or the exit code; the file must not be there.
wrapped() {
    local name=$1 want=$2 line=$3
    run mpirun -n 3 "$work/alone" "$scanlab" run lookback -n 6M -o "$work/lost.npy"
    is "$name: exit code" "$code" "$want"
    is "$name: one line" "$(ours)" "scanlab: $line"
    is "$name: no file, whole or half" "$(find "$work" -name 'lost.npy*')" ""
}
alone 1 'ulimit -f 10000' # KiB; MPI's own files are smaller
wrapped "no space for one rank" 3 "rank 1 of 3: cannot write $work/lost.npy: no space left"
alone 0 'ulimit -f 10000'
wrapped "no space for the file" 3 "cannot write $work/lost.npy: File too large"
alone 2 'ulimit -v 400000'
run mpirun -n 3 "$work/alone" "$scanlab" run lookback -n 100M
is "no memory on one rank: exit code" "$code" 3
has "no memory on one rank: its line" "$(ours)" "scanlab: rank 2 of 3: "

run mpirun -n 1 "$scanlab" run lookback -n 100 -o "$work/lost.npy" : \
    -n 2 "$scanlab" run lookback -n 101 -o "$work/lost.npy"
is "ranks that disagree on n: exit code" "$code" 2
is "ranks that disagree on n: one line" "$(ours)" \
    "scanlab: the ranks disagree on n: 100 on rank 0, 101 on rank 1"
run mpirun -n 1 "$scanlab" run lookback -n 100 : -n 1 "$scanlab" run lookback -n 100 -m max_i32
is "on the monoid" "$(ours)" \
    "scanlab: the ranks disagree on the monoid: add_i32 on rank 0, max_i32 on rank 1"
run mpirun -n 1 "$scanlab" run lookback -n 100 : -n 1 "$scanlab" run lookback -n 100 --join chain
has "on the join" "$(ours)" "scanlab: the ranks disagree on the form: reduce_scan joined by 123"
run mpirun -n 1 "$scanlab" run lookback -n 100 : -n 1 "$scanlab" verify
is "on the command: exit code" "$code" 2

# A rank that is killed while all write a large file.
big=300M
env -u OMPI_MCA_odls_base_sigkill_timeout \
    mpirun -n 3 "$scanlab" run lookback -n $big -o "$work/lost.npy" >/dev/null 2>&1 </dev/null &
launcher=$!
for _ in $(seq 600); do
    [ -n "$(find "$work" -name 'lost.npy.*')" ] && break
    sleep 0.05
done
ok "a temporary file while ranks write" test -n "$(find "$work" -name 'lost.npy.*')"
pkill -KILL -P $launcher -o
wait $launcher
is "a rank that is killed: mpirun's exit code" "$((code = $?, code > 0))" 1
for _ in $(seq 100); do
    pgrep -f "lookback -n $big -o $work" >/dev/null || break
    sleep 0.05
done
is "no rank is left" "$(pgrep -f "lookback -n $big -o $work")" ""
is "and no file" "$(find "$work" -name 'lost.npy*')" ""

# A module that cannot be had.
mkdir "$work/bin"
for tool in bash sh env uname dirname cc gcc as ld cat; do
    [ -e "/usr/bin/$tool" ] && ln -s "/usr/bin/$tool" "$work/bin/$tool"
done
refuses "no mpicc" 3 "started by mpirun, but there is no mpicc here" \
    env PATH="$work/bin" XDG_CACHE_HOME="$work/cache" OMPI_COMM_WORLD_RANK=0 \
    "$scanlab" run lookback
done_testing
