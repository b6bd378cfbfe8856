#!/bin/bash
# application_proofs.t - all applications are proved; barriers, atomics and what tiles
# tell each other are missed when they are gone.
. "$(dirname "$0")/tap.sh"
. tests/pieces.sh # settle

# small_of APPLICATION[:FORM]: settings of small shapes.
small_of() {
    case $1 in
    segmented_scan*:look_ahead) echo run=1,strips=2,markers=2,stages=4 ;;
    map_scan:look_ahead) echo block=64,items=2,reducers=2,lookers=2,stages=2 ;;
    *:look_ahead) echo rows=2,strips=2,packers=1,storers=1,lookers=2,stages=2 ;;
    *) echo block=64,items=2 ;;
    esac
}

# few_tiles APPLICATION[:FORM]: a size of three small tiles; of map_scan, each of whose
# elements becomes several, of two.
few_tiles() {
    [[ $1 == map_scan* ]] && echo 140 || echo 300
}

# small_shape APPLICATION[:FORM]: the choice with these, and the default of each other
# parameter, so that one module is compiled and not one for each value.
small_shape() {
    local shape
    shape=$(small_of "$1")
    [[ $1 == *:* ]] && shape=,$shape || shape=:$shape
    settle "$1$shape"
}

# judge APPLICATION [FORM...]: verify of $work/kernel.cu. Small shapes notice most, at a
# tenth of what a default proof costs.
judge() {
    local choice small
    for choice in "$1" "${@:2}"; do
        small=(--bytes 4 -n "$(few_tiles "$choice")")
        run "$scanlab" verify "$(small_shape "$choice")" -d simt "${small[@]}" \
            --source "$work/kernel.cu"
        [ "$code" = 0 ] || return 0
    done
    for choice in "$1" "${@:2}"; do
        run "$scanlab" verify "$choice" -d simt "${t4[@]}" --source "$work/kernel.cu"
        [ "$code" = 0 ] || return 0
    done
}

on_threads=0
for application in $("$scanlab" list --applications); do
    case $application in histogram | radix_sort) continue ;; esac # sorting.t
    # With the headers that are not for every kernel.
    kernel=$work/$application.cu
    cp "algorithms/applications/$application/kernel.cu" "$kernel"
    while grep -qE '^#include "(applications/|lookahead/|tagged_words)' "$kernel"; do
        awk -F'"' '/^#include "(applications\/|lookahead\/|tagged_words)/ {
            file = "algorithms/" ($2 ~ /\// ? "" : "gpu/") $2
            while ((getline line <file) > 0) print line
            close(file); next } { print }' "$kernel" >"$work/inlined"
        mv "$work/inlined" "$kernel"
    done
    forms=() # that a default proof tries with one size
    case $application in
    map_scan) forms=("$application:look_ahead") ;;
    mssp) forms=("$application:"{stream,chunked,tree}) ;;
    reduce) forms=("$application:"{chunked,own,stream}) ;;
    partition2) forms=("$application:three_kernels") ;;
    segmented_scan) forms=("$application:"{look_ahead,three_kernels,sweeps}) ;;
    segmented_scan_csr | segmented_scan_regular) forms=("$application:look_ahead") ;;
    filter) forms=(filter:three_kernels filter:look_ahead) ;;
    rle) forms=(rle:look_ahead) ;;
    partition_reversed) forms=(partition_reversed:look_ahead) ;;
    esac
    if thorough || ((on_threads++ % 2 == 0)); then
        run "$scanlab" verify "$application" -d cpu -n 0..9,100 --threads 1,3 "${t4[@]}"
        is "$application on threads" "$code" 0
    fi
    for choice in "$application" "${forms[@]}"; do
        [ "$choice" = "$application" ] || taken 4 || continue
        small=("$(small_shape "$choice")" -n "0..3,$(few_tiles "$choice")")
        ! thorough || small=("$choice")
        run "$scanlab" verify "${small[@]}" -d simt "${t4[@]}"
        is "$choice: exit" "$code" 0
        has "$choice is proved" "$out" "proved for every"
    done
    for k in $(sed -n 's|.*__sync[a-z]*(); /\* \[\([0-9]*\)\].*|\1|p' "$kernel"); do
        [[ "$application $k" != "mssp "[12] ]] || continue # of windows it loads itself
        taken 24 || continue
        sed "s|__sync[a-z]*(); /\* \[$k\].*||" "$kernel" >"$work/kernel.cu"
        judge "$application" "${forms[@]}"
        is "$application without barrier [$k]: exit" "$code" 1
        has "$application without barrier [$k]" "$out" "WRONG. "
        lacks "$application without barrier [$k]: it compiles" "$out" "does not compile"
    done
done

# mistakes APPLICATION[:FORM]: in its kernel, with the headers of applications in it, each line
# "name|edit" of standard input is noticed
mistakes() {
    local name edit of=${1%%:*}
    while IFS='|' read -r name edit; do
        taken 24 || continue
        sed "$edit" "$work/$of.cu" >"$work/kernel.cu"
        ! cmp -s "$work/$of.cu" "$work/kernel.cu" ||
            is "$1, $name: the edit" "changes nothing" "changes something"
        judge "$1"
        is "$1, $name: exit" "$code" 1
        has "$1, $name" "$out" "WRONG. "
        lacks "$1, $name: it compiles" "$out" "does not compile"
    done
}

# filter in one pass: words of an earlier launch; a count that is told too early, or
# without its state; and blocks that take their own numbers.
mistakes filter:one_pass <<'ROWS'
words of an earlier launch|s/word >> (COUNT_BITS + 2) == status->launch/word != 0/
two bits of the launch|s/word >> (COUNT_BITS + 2) == status->launch/(word >> (COUNT_BITS + 2) \& 3) == (status->launch \& 3)/
P without what is before|s/STATE_P, before + count/STATE_P, count/
all of the window|s/lane_of_thread() <= last/lane_of_thread() < WARP/
no wait|s/state_of(status, word) == 0)/state_of(status, word) > 2)/
ROWS

# It is seen where a window is full, in each form of a user's file.
sed 's/lane_of_thread() <= last ? count/lane_of_thread() <= min(last, 30) ? count/' \
    "$work/filter.cu" >"$work/kernel.cu"
run "$scanlab" verify filter:block=32,items=2 -d simt "${t4[@]}" --source "$work/kernel.cu"
is "filter, all of a window but its last tile: exit" "$code" 1
has "filter, all of a window but its last tile" "$out" "--resident 36"

sed 's/atomicInc(counter, gridDim.x - 1)/blockIdx.x/' "$work/filter.cu" >"$work/kernel.cu"
run "$scanlab" verify filter:one_pass -d simt "${t4[@]}" -n 640 --resident 2 \
    --schedule reverse --source "$work/kernel.cu"
has "block numbers in place of tickets" "$out" "needs blocks to start in order"

# In look-ahead's form: waits that are gone, and what is told too early or wrongly.
mistakes filter:look_ahead <<'ROWS'
no wait for the copy|s/barrier_wait(&work->pipes->landed\[turn.stage\], turn.parity);//
no wait for the packers|s/barrier_wait(&work->pipes->packed\[turn.stage\], turn.parity);//
no wait for the lookers|s/barrier_wait(&work->pipes->placed\[slot.stage\], slot.parity);//
no wait for the storers|s/barrier_wait(&work->pipes->stored\[turn.stage\], turn.parity ^ 1);//
the wrong parity|s/me > 0 ? parity : parity ^ 1/parity/
nothing is kept before the block|s/join_sums(running, sums.before)/running/
the last generation is not counted|s/tell_all(work, upto)/tell_all(work, running)/
all strips of the last tile|s/if (at.s < tile.strips)/if (true)/
no fence before the next copy|s/bulk_fence();//
a tile that the teller has not counted|s/&pipes->stored\[k\], STRIPS + 1/\&pipes->stored[k], STRIPS/
a block's own count before it|s/< blockIdx.x ? x\[k\]/<= blockIdx.x ? x[k]/
what shares 16 bytes|s/e.bulk_to + lane; k < e.to/e.to + lane; k < e.to/
ROWS

# Runs in look-ahead's form: what waits for what, what is told of heads, what a tile's
# first element is compared with, and how lengths are made of places.
mistakes rle:look_ahead <<'ROWS'
no wait for the copy|s/barrier_wait(&work->pipes->landed\[turn.stage\], turn.parity);//
no wait for the packers|s/barrier_wait(&work->pipes->packed\[turn.stage\], turn.parity);//
no wait for the lookers|s/barrier_wait(&work->pipes->placed\[strip->slot.stage\], strip->slot.parity);//
no wait for the storers|s/barrier_wait(&work->pipes->stored\[turn.stage\], turn.parity ^ 1);//
no wait for the looker before|s/barrier_wait(&relay->passed\[left\],/(void)(/
the wrong parity|s/me > 0 ? parity : parity ^ 1/parity/
a tile that the teller has not counted|s/&pipes->stored\[k\], STRIPS + 1/\&pipes->stored[k], STRIPS/
no fence before the next copy|s/bulk_fence();//
no element before a tile|s/e.from -= LEAD;//
a tile without what is before it|s/tile.begin -= LEAD;//
no first element|s/(part.is_first && at == part.from) ||//
a strip without its last head|s/__reduce_max_sync(ALL_LANES, last));/0);/
a place in the strip for one in the tile|s/lane \* STRIP + last/last/
heads of the block's own tile|s/(uint32_t)k < blockIdx.x)/(uint32_t)k <= blockIdx.x)/
nothing before the block|s/join_sums(running, sums.before)/running/
a last head that is forgotten|s/last_of(right) ? last_of(right) : last_of(left)/last_of(right)/
a last head that stays|s/last_of(right) ? last_of(right) : last_of(left)/last_of(left) ? last_of(left) : last_of(right)/
the first tile's place for all|s/tile_of(cut, generation, last >> HALF)/tile_of(cut, generation, 0)/
heads of the tile, but none before it|s/join_sums(work->pipes->front\[strip->slot.stage\], strip->inside)/strip->inside/
heads before the tile, but none in it|s/join_sums(work->pipes->front\[strip->slot.stage\], strip->inside)/work->pipes->front[strip->slot.stage]/
a length of no run|s/if (!part.is_first || k > 0)/if (true)/
rows that know no last head|s/far = (heads\[row\] ? .*;/far += WARP;/
rows that forget it|s/: far) + WARP;/: 0) + WARP;/
a length that is one more|s/(WARP - 1 - lane)/(WARP - 2 - lane)/
full strips, of any heads|s/count_in(words\[s\]) == STRIP/count_in(words[s]) + 1 >= STRIP/
a last length that is not known|s/if (at + 1 < STRIP)/if (true)/
the end of the input|s/(uint32_t)work->cut.n - (last_of(sum) - 1)/(uint32_t)work->cut.n - last_of(sum)/
ROWS
mistakes rle:one_pass <<'ROWS'
lengths of 4 bits|s/(at - left);/(at - left) % 16;/
a tile that forgets|s/shared->before.last - 1/begin/
ROWS

# Segments in one pass: what a tile publishes, when, and from where it looks back.
mistakes segmented_scan:one_pass <<'ROWS'
a head that is not told|s/has_head ? P : A/A/
P without a head|s/has_head ? P : A/P/
no way back|s/if (!begins)/if (false)/
P without what is before|s/publish(tiles, tile, P, left->front\[WARPS\])/publish(tiles, tile, P, upto)/
a head after the last warp|s/(heads \& bits_up_to(WARPS - 1)) != 0/heads != 0/
a ticket without an atomic|s/shared->ticket = atomicInc(counter, gridDim.x - 1)/{ shared->ticket = *counter; *counter = (shared->ticket + 1) % gridDim.x; }/
block numbers in place of tickets|s/atomicInc(counter, gridDim.x - 1)/blockIdx.x/
one unit of flags for all|s/own\[unit\]/own[0]/
units of a misaligned array|s/(uint64_t)flags % FLAG_BYTES == 0/true/
ROWS

# Heads by their places.
mistakes segmented_scan_regular:one_pass <<'ROWS'
a place too many|s/place + 1 == length/place == length/
the place in the tile|s/place_of(begin + first, length)/place_of(first, length)/
a head one late|s/place == 0 ||/place == 1 ||/
ROWS

# Heads by offsets: the search, the bits, and what is looked up.
mistakes segmented_scan_csr:one_pass <<'ROWS'
a search that goes on too little|s/__popc(below) \* step/__popc(below)/
a search for the offset after it|s/offsets\[at\] < value/offsets[at] <= value/
an offset too few|s/k < last; k += BLOCK/k + 1 < last; k += BLOCK/
bits that are not atomic|s/atomicOr(&heads->bits\[i \/ WARP\], 1u << i % WARP)/heads->bits[i \/ WARP] |= 1u << i % WARP/
a bisection that is one off|s/offsets\[middle\] <= value/offsets[middle] < value/
bits that are not cleared|s/heads->bits\[i\] = 0;/if (i > 0) &/
ROWS

# In look-ahead's form: what waits for what, pairs, and what no run has.
ahead='no wait for the tile|s/barrier_wait(&plumbing->landed\[turn.stage\], turn.parity);//
no wait for bits|s/barrier_wait(&work->shared->marked\[turn.stage\], turn.parity);//
no wait for what comes before|s/barrier_wait(&plumbing->carried\[turn.stage\], turn.parity);//
no wait for room|s/wait_for_room(work, g, turn);//
bits before there is room|s/wait_for_room(work, generation, turn);//
no wait for the looker before|s/barrier_wait(&relay->passed\[left\],/(void)(/
the wrong parity|s/me > 0 ? parity : parity ^ 1/parity/
a copy before its elements|s/bulk_fence(); .. \[24\].*//
a buffer that is freed early|s/bulk_stores_read(0);//
a pair without its head|s/pair_of(upto, has_head)/pair_of(upto, false)/
a pair that forgets|s/if (b.word\[WORDS_OF_T\])/if (a.word[WORDS_OF_T])/
a head after the last strip|s/(with_head . bits_up_to((int)strips - 1)) != 0/with_head != 0/
a start beyond a head|s/lane < strips && !is_below(work->shared->strip_heads\[stage\])/lane < strips/
a run that is left out|s/if (lane > 0 \&\& !(own\[u\] & 1))/if (lane > 1 \&\& !(own[u] \& 1))/'
mistakes segmented_scan:look_ahead <<ROWS
$ahead
flags at their own alignment|s/heads.past = past_unit(work.heads.flags)/heads.past = 0/
the same row again|s/lane == 0 ? row_later : bits/bits/
a unit too few|s/\/ SIXTEEN + (work->heads.past > 0)/\/ SIXTEEN/
flags of no elements|s/end <= cut->skip + cut->n;/true;/
ROWS
mistakes segmented_scan_regular:look_ahead <<ROWS
bits before there is room|s/wait_for_room(work, generation, turn);//
a way that is one too long|s/past > 0 ? length - past : 0/length - past/
a way that does not begin again|s/way < stride ? way + length - stride : way - stride/way - stride/
a comb that does not move|s/marker->comb << way/marker->comb/
ROWS
mistakes segmented_scan_csr:look_ahead <<ROWS
$ahead
a first that is one off|s/offsets\[middle\] < value/offsets[middle] <= value/
an offset of another tile|s/place < to->count \&\& offset != after/offset != after/
offsets before the first unit|s/if (is_cut \&\& lane < WIDE - past/if (false \&\& lane < WIDE - past/
bytes that are not cleared|s/((uint4 \*)bytes)\[k\] = make_uint4(0, 0, 0, 0);/;/
a unit too few|s/past + WIDE - 1) \/ WIDE/past) \/ WIDE/
a word too far|s/if (place >= end)/if (place > end)/
a few bits that are not cleared|s/^        bits\[w\] = 0;/        ;/
a few bits that are not atomic|s/atomicOr(&bits\[place \/ WARP\], 1u << place % WARP)/bits[place \/ WARP] |= 1u << place % WARP/
a few offsets less one|s/at < stretch->last ? heads->offsets/at + 1 < stretch->last ? heads->offsets/
ROWS

# Of offsets a marker has the ranges of 32 turns, and those of the 32 after them. The
# array of them ends within a unit of four. Empty segments make many offsets, since a
# few would be marked in another way.
seq 0 60 19980 | awk '{ for (i = 0; i < 70; i++) print } END { print; print 19990; print 20000 }' \
    >"$work/offsets.txt"
many_turns() { # NAME EDIT STATUS
    sed "$2" "$work/segmented_scan_csr.cu" >"$work/kernel.cu"
    run "$scanlab" run segmented_scan_csr:look_ahead,run=1,strips=1,scanners=1,markers=1 \
        -d simt -i "$work/many.txt" -i "offsets=$work/offsets.txt" -o "$work/out.txt" \
        --source "$work/kernel.cu"
    is "many turns, $1" "$code" "$3"
}

# The simulated GPU has four blocks, whose pairs one lane would read. Two to a lane, and
# heads that are far apart, show what lanes join.
seq 1 20000 | awk '{ print $1 * 7919 % 1000 }' >"$work/many.txt"
seq 1 20000 | awk '{ print ($1 % 397 == 0) + 0 }' >"$work/heads.txt"
two_lanes() { # NAME EDIT STATUS
    { sed 's/AHEAD = 5,/AHEAD = 2,/' algorithms/lookahead/shape.h &&
        sed "$2" "$work/segmented_scan.cu"; } >"$work/kernel.cu"
    run "$scanlab" run segmented_scan:look_ahead,run=1,strips=2,markers=2,stages=4 -d simt \
        -i "$work/many.txt" -i "flags=$work/heads.txt" -o "$work/out.txt" \
        --source "$work/kernel.cu"
    is "two lanes, $1" "$code" "$3"
}
two_lanes "as they are" "" 0
many_turns "as they are" "" 0
many_turns "the same ranges again" "s/marker->now = marker->later;//" 1
many_turns "the last head" "s/if (left > 1)/if (left > 2)/" 1
many_turns "ranges of the turns after" "s/generation + WARP \* MARK_WARPS)/generation)/" 1
while IFS='|' read -r name edit; do
    two_lanes "$name" "$edit" 1
done <<'ROWS'
heads of its own lane|s/heads & bits_up_to(at - 1)) != 0/heads \& bits_up_to(at)) != 0/
a tile that no head cuts|s/(cuts >> at & 1) ||/(false) ||/
the lane's own tiles left out|s/first < me ? op(front, before) : front/front/
a generation without its head|s/lanes - 1)) != 0);/lanes - 1)) == 0);/
ROWS

# Where the others of a tile go, and which of its elements they are.
mistakes partition_reversed:one_pass <<'ROWS'
others as if none were kept|s/= begin - tile.before/= begin/
the ends exchanged|s/is_kept ? left : count - 1 - (i - left)/is_kept ? count - 1 - left : i - left/
a place too far|s/n - others - own + k/n - others - own + k + 1/
a ticket without an atomic|s/tile->ticket = atomicInc(counter, gridDim.x - 1)/{ tile->ticket = *counter; *counter = (tile->ticket + 1) % gridDim.x; }/
ROWS

mistakes partition_reversed:look_ahead <<'ROWS'
others as if none were kept|s/= packed->begin - packed->before;/= packed->begin;/
others without the count|s/to - 1 - (at - left)/to - 1 - at/
lanes before a line's first|s/lane >= first \&\& left > 0/left > 0/
ROWS
mistakes partition2:look_ahead <<'ROWS'
others in reverse|s/MOVES_OTHERS IN_ORDER/MOVES_OTHERS REVERSED/
a chunk too few|s/c-- > 0;/--c > 0;/
counts of some blocks|s/b < blocks; b += WARP/b + 1 < blocks; b += WARP/
ROWS

# A number of the run may be the word of an element by chance: then the run ends in
# the middle, and the next one finds nothing that it has left.
! thorough || ok "many tiles" "$scanlab" verify \
    segmented_scan:one_pass,block=32,items=2,registers=0 -d simt -n 65737 --bytes 4

# Flags in one pass: what is cleared, marked and stored, by tiles narrow and wide.
mistakes mk_flags <<'ROWS'
a head of an empty segment|s/if (quad\[row\]\[k\] > 0)/if (true)/
a row that begins too early|s/before\[row\] = sum + (upto/before[row] = (upto/
a second row with the first one's sum|s/before\[row + 1\] = sum + (upto >> 16)/before[row + 1] = sum + upto/
a page that is read too early|s/wait_for_launch_before(); \/\* \[7\]/\/* /
marks before all is cleared|s/wait_for_launch_before(); \/\* \[8\]/\/* /
warps as if there were one|s/\*left += w < warp ? of_warp\[w\] : 0/*left += 0/
the first unit alone is cleared|s/unit \* UNIT < all + UNIT/unit * UNIT < all/
a unit of the tile before|s/at >= skip \&\& at + UNIT <= end/at + UNIT <= end/
no bytes after the last unit|s/threadIdx.x < 2 \* UNIT/threadIdx.x < UNIT/
a page that is not told of|s/page = first + threadIdx.x/page = first + 1 + threadIdx.x/
a page of another tile|s/status_word(pages, STATE_P, tile)/status_word(pages, STATE_P, tile + 1)/
a wide tile without heads|s/begin_of(words, tile + 1) - begin <= CAP/true/
no way back|s/if (found)$/if (true)/
P without what is before|s/STATE_P, before + count/STATE_P, count/
a tile that is not there yet|s/missing = __ballot_sync(ALL_LANES, state_of(status, word) == 0)/missing = 0/
a ticket without an atomic|s/shared.ticket = atomicInc(counter, gridDim.x - 1)/{ shared.ticket = *counter; *counter = (shared.ticket + 1) % gridDim.x; }/
words of an earlier launch|s/word >> (COUNT_BITS + 2) == status->launch/word != 0/
ROWS

# A byte behind the last flag, in the same word.
sed 's/at >= skip \&\& at < end \&\&/at >= skip \&\& at <= end \&\&/' \
    "$work/mk_flags.cu" >"$work/kernel.cu"
run "$scanlab" verify mk_flags -d simt "${t4[@]}" -n 5 --source "$work/kernel.cu"
has "a flag too many" "$out" "at flags[5] (flags has 5 elements of 1 bytes)"

# A mistake on the CPU: a thread writes where the one before it does.
sed 's/= kept_before(s, thread)/= kept_before(s, thread) - (thread > 1)/' \
    algorithms/applications/filter/cpu.c >"$work/cpu.c"
run "$scanlab" verify filter -d cpu -n 100 --threads 3 --bytes 4 --source "$work/cpu.c"
is "a wrong place: exit" "$code" 1
has "a wrong place" "$out" "Case:      filter:"

# On threads the totals are joined in order.
sed 's/op(sum, \*total_of(&r, t))/op(*total_of(\&r, t), sum)/' \
    algorithms/applications/reduce/cpu.c >"$work/cpu.c"
run "$scanlab" verify reduce -d cpu -n 100 --threads 3 --bytes 4 --source "$work/cpu.c"
is "exchanged totals: exit" "$code" 1
has "exchanged totals" "$out" "the operands are swapped"

# Every order of the flag operations of two tiles, in each pattern.
run "$scanlab" verify filter:block=32,items=1 -d simt -n 64 --bytes 4 \
    --schedule exhaustive
has "all orders" "$out" "all orders of flag operations in 4 of 4 cases"

done_testing
