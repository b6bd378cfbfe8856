#!/bin/bash
# default_cases.t - kernels of a user whose mistake shows in few cases: the cases
# that verify takes by itself have one of them. And what is said of races.
. "$(dirname "$0")/tap.sh"
. tests/pieces.sh # whole
. tests/museum/mutate.sh

# says NAME WORDS ARGUMENT...: verify calls it wrong, in these words.
says() {
    local name=$1 words=$2
    shift 2
    run "$scanlab" verify "$@"
    is "$name: exit" "$code" 1
    has "$name" "$out" "$words"
}

# No macro of a parameter is named: the block is asked for, and so is the section.
# The array has room for the default, not for a block of 512.
cat >"$work/asks.cu" <<'CU'
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[CELLS];
    const int i = (int)threadIdx.x;
    const uint64_t at = (uint64_t)blockIdx.x * blockDim.x + i;

    cell[i] = at < n ? in[at] : identity();
    __syncthreads();
    if (i == 0)
        for (int k = 1; k < (int)blockDim.x; k++)
            cell[k] = op(cell[k - 1], cell[k]);
    __syncthreads();
    if (at < n)
        out[at] = !EXCLUSIVE ? cell[i] : i > 0 ? cell[i - 1] : identity();
    if (i == 0 && gridDim.x > 1)
        totals[blockIdx.x] = cell[blockDim.x - 1];
}

__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    const uint64_t section = (uint64_t)blockIdx.x + 1;
    const uint64_t at = section * blockDim.x + threadIdx.x;

    if (at < n)
        out[at] = op(sums[section - !EXCLUSIVE], out[at]);
}
CU
sed 's/CELLS/256/' "$work/asks.cu" >"$work/small.cu"
says "a block above 256" 'out of bounds' kogge_stone "${t4[@]}" --source "$work/small.cu"
has "a block above 256: which" "$out" 'kogge_stone:block=512'

# 16 bits count the elements of every other case.
sed 's/CELLS/BLOCK/; s/const uint64_t at = (/const uint16_t at = (/' \
    "$work/asks.cu" >"$work/narrow.cu"
says "an index of 16 bits" 'n = 65737' kogge_stone:block=32 "${t4[@]}" \
    --source "$work/narrow.cu"
sed 's/CELLS/BLOCK/' "$work/asks.cu" >"$work/right.cu"
sed -i '1i /* char, short and 0xffff: a comment asks for no long case */' "$work/right.cu"
run "$scanlab" verify kogge_stone:block=32 "${t4[@]}" --source "$work/right.cu"
has "right: no long case" "$out" 'n = 0 to 1681,'

# Torn elements: of several words, packed, under some schedules.
several=(--bytes 8)
! thorough || several=()
sed -f tests/museum/first-tag-only.sed algorithms/lookback/descriptors.h \
    >"$work/descriptors.h"
cp algorithms/lookback/look_back.h "$work"
cp algorithms/lookback/kernel.cu "$work/torn.cu"
says "a torn element" 'torn element' lookback:block=32,items=1,window=4,warp,\
used,tickets,pause=0,registers=0,striped,prefetch=0 "${several[@]}" \
    --source "$work/torn.cu"

# The thread that writes has read, too: the sentence names another one.
for writer in 0 1 31; do
    cat >"$work/reads.cu" <<CU
#include "gpu.h"

__global__ void copy_input(T *in, T *copy, uint64_t n)
{
    const T x = in[0];

    __shfl_sync(0xffffffff, 0, 0);
    if (threadIdx.x == $writer)
        in[0] = x;
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
}
CU
    says "reads and writes: thread $writer" \
        "(block 0, thread $writer) writes it and" naive:block=32 -n 1 \
        --schedule inorder --source "$work/reads.cu"
    lacks "thread $writer is named once" "$out" \
        "and reads.cu:5 (block 0, thread $writer) reads it"
done

# Read by one thread and written by another: put a barrier; by itself: a value is.
for writer in 32 0; do
    cat >"$work/later.cu" <<CU
#include "gpu.h"

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    __shared__ T cell[2];

    if (threadIdx.x == 0)
        copy[0] = cell[0];
    if (threadIdx.x == $writer)
        cell[0] = in[0];
    __syncthreads();
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
}
CU
    says "read before thread $writer writes it" \
        "(block 0, thread 0) reads cell[0], which no thread has written" \
        naive:block=64 -n 1 --schedule inorder --source "$work/later.cu"
    words='later: put a barrier between the two'
    [ $writer = 32 ] || words='the thread that read it: give it a value'
    has "that it does" "$out" "later.cu:10 (block 0, thread $writer) writes it later"
    has "in these words" "$out" "$words"
done

# A flag within a block: said where the kernel has a fence, and only there.
cat >"$work/flag.cu" <<'CU'
#include "gpu.h"

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    __shared__ T value;
    __shared__ volatile int ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        ready = 1;
        __threadfence_block();
        value = in[0];
    }
    if (threadIdx.x == 0) {
        while (!ready)
            ;
        __threadfence_block();
        copy[0] = value;
    }
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
}
CU
says "flag before value" 'flag in shared memory orders them too: write value' \
    naive:block=64 -n 1 --schedule reverse --source "$work/flag.cu"
sed '/fence/d; s/while (!ready)/__syncwarp();/; /ready = 1/d' "$work/flag.cu" \
    >"$work/plain.cu"
says "no flag" 'race on value' naive:block=64 -n 1 --schedule reverse \
    --source "$work/plain.cu"
lacks "no flag: no word of it" "$out" 'flag in shared memory'

# A volatile value is no flag: the advice does not take it for one.
cat >"$work/volatile.cu" <<'CU'
#include "gpu.h"

DEVICE volatile uint32_t *word(const T *x)
{
    return (volatile uint32_t *)x;
}

__global__ void scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
                           volatile uint32_t *flags, T *aggregates, T *prefixes,
                           uint32_t launch)
{
    if (threadIdx.x > 0 || blockIdx.x > 1)
        return;
    if (blockIdx.x == 0) {
        *word(aggregates) = *(const uint32_t *)in;
        atomicExch((uint32_t *)flags, launch + 1);
    } else {
        while (atomicCAS((uint32_t *)flags, 0, 0) != launch + 1)
            ;
        *word(out) = *word(aggregates);
    }
}
CU
says "a volatile value" 'race on aggregates[0]' lookback:block=64,items=1,window=4 -n 65 \
    "${t4[@]}" --schedule inorder --source "$work/volatile.cu"
lacks "it is no flag" "$out" 'The flag aggregates'
sed 's/= \*word(aggregates)/= atomicAdd((uint32_t *)aggregates, 0)/
    s/\*word(aggregates) = \(.*\);/atomicExch((uint32_t *)aggregates, \1);/' \
    "$work/volatile.cu" >"$work/atomic.cu"
says "an atomic value" 'race on aggregates[0]' lookback:block=64,items=1,window=4 -n 65 \
    "${t4[@]}" --schedule inorder --source "$work/atomic.cu"
has "atomics order nothing else" "$out" 'An atomic without a fence orders only its own word'

# Nor is an element in shared memory: volatile words of it race as plain ones do.
cat >"$work/shared.cu" <<'CU'
#include "gpu.h"

DEVICE volatile uint32_t *word(const T *x)
{
    return (volatile uint32_t *)x;
}

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    __shared__ T cell[1];

    if (threadIdx.x == 0)
        cell[0] = in[0];
    __syncthreads();
    if (threadIdx.x == 32)
        *word(cell) = *word(in);
    if (threadIdx.x == 0)
        *word(copy) = *word(cell);
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
}
CU
for schedule in inorder reverse; do
    says "a volatile element in shared memory, $schedule" 'race on cell' \
        naive:block=64 -n 1 "${t4[@]}" --schedule $schedule --source "$work/shared.cu"
done

# A counter that is not reset: an application's second run finds what the first has left.
cat >"$work/once.cu" <<'CU'
#include "gpu.h"

__global__ void reduce_chunks_at_once(const T *in, T *out, uint64_t n, T *totals,
                                      uint32_t *counter, uint32_t pieces, uint32_t stages)
{
    if (blockIdx.x == 0 && threadIdx.x == 0 && atomicAdd(counter, 1) == 0) {
        T sum = identity();
        for (uint64_t i = 0; i < n; i++)
            sum = op(sum, in[i]);
        out[0] = sum;
    }
}
CU
says "a counter that is not reset" \
    'the previous run was right: either it depends on data that an earlier launch left' \
    reduce:stream,block=64 -n 5 "${t4[@]}" --schedule inorder --source "$work/once.cu"

# The number of launches grows with n, and a second block of 128 is tried still.
sed 's/blockIdx.x \* BLOCK/blockIdx.x * (BLOCK > 64 ? 32 : BLOCK)/' \
    algorithms/hillis_steele/kernel.cu >"$work/second.cu"
says "wrong in a second block of 128" 'hillis_steele:block=128' hillis_steele \
    "${t4[@]}" --source "$work/second.cu"
has "one line writes it twice" "$out" 'Does each thread have a different index'
cat >"$work/blocks.cu" <<'CU'
#include "gpu.h"
__global__ void reduce_chunks_at_once(const T *in, T *out, uint64_t n, T *totals,
                                      uint32_t *counter, uint32_t pieces, uint32_t stages)
{
    T sum = identity();
    for (uint64_t i = 0; i < n; i++)
        sum = op(sum, in[i]);
    if (threadIdx.x == 0)
        out[0] = blockIdx.x % 2 ? op(sum, identity()) : sum;
}
CU
says "one thread of each block writes one element" \
    'Does each block' reduce:stream,block=64 -n 20000 "${t4[@]}" \
    --schedule inorder --source "$work/blocks.cu"

# Signed sums that overflow, and a mask.
while IFS='|' read -r name change words; do
    sed "s/blockIdx.x \* BLOCK/$change/" algorithms/hillis_steele/kernel.cu \
        >"$work/overflow.cu"
    says "$name" "$words" hillis_steele:block=32 -n 40 "${t4[@]}" --schedule inorder \
        --source "$work/overflow.cu"
done <<'ROWS'
a signed sum|(0x7fffffff + (int)blockDim.x)|use an unsigned or a wider type
a signed mask|((1 << (31 - blockIdx.x)) - 1)|such a mask is (1u << lane) - 1
ROWS

# An answer that is looked at in between, by a plain load.
sed 's/const volatile uint32_t/const uint32_t/' tests/accepts/all_of_early_exit.cu \
    >"$work/plain.cu"
says "a plain load beside atomic stores" \
    'make both accesses volatile or atomic' all_of:block=32,items=4 \
    -n 1000 "${t4[@]}" --source "$work/plain.cu"

# More tiles than blocks run at once, and tiles that are blocks: with each size of T.
sed 's/ticket = atomicInc.*/ticket = blockIdx.x;/' tests/accepts/chained_polling.cu \
    >"$work/no_tickets.cu"
for bytes in 4 16; do
    says "blocks that start in order, $bytes bytes" 'needs blocks to start in order' \
        lookback:block=32,items=1,window=4 --bytes $bytes --source "$work/no_tickets.cu"
done

# A word that its reader writes later, and another thread, too: the latter is meant.
cat >"$work/early.cu" <<'CU'
#include "gpu.h"
__global__ void reduce_groups(const T *in, T *out, uint64_t n)
{
    __shared__ T cell[BLOCK];
    const unsigned i = threadIdx.x;
    cell[i] = i < n ? in[i] : identity();
    for (unsigned d = 1; d < BLOCK; d *= 2) {
        const unsigned right = 2 * d * (i + 1) - 1;
        if (right < BLOCK)
            cell[right] = op(cell[right - d], cell[right]);
        __syncthreads();
    }
    if (i == 0)
        out[blockIdx.x] = cell[BLOCK - 1];
}
CU
says "a barrier that is missing before the first read" \
    'early.cu:6 (block 0, thread 1) writes it later: put a barrier between the two' \
    reduce:group,block=64,items=1 -n 1 "${t4[@]}" --schedule inorder \
    --source "$work/early.cu"

# A load and a store, both plain, of an answer; and a plain store beside an atomic load.
sed 's/const volatile uint32_t/const uint32_t/; s/atomicExch(holds, 0)/*holds = 0/' \
    tests/accepts/all_of_early_exit.cu >"$work/plain.cu"
says "a plain load beside a plain store" \
    'make both accesses volatile or atomic' all_of:block=32,items=4 \
    -n 1000 "${t4[@]}" --source "$work/plain.cu"

# An element is a struct.
sed 's/__shared__ T cell/__shared__ volatile T cell/' "$work/early.cu" >"$work/struct.cu"
run "$scanlab" verify reduce:group,block=64,items=1 -n 1 "${t4[@]}" \
    --source "$work/struct.cu"
is "volatile elements: exit" "$code" 3
has "volatile elements" "$out" 'remove volatile, and order the threads with a barrier'

# Atomics of block scope, between blocks.
sed 's/atomicExch(/atomicExch_block(/' tests/accepts/chained_polling.cu >"$work/scope.cu"
says "a flag of block scope" 'atomic only within its block' \
    lookback:block=32,items=1,window=4 -n 70 "${t4[@]}" --schedule inorder \
    --source "$work/scope.cu"

# Barriers that only values together need, or two levels of tiles of two warps:
# the default command comes to them.
# needs ALGORITHM HEADER CHANGE COMMENT WORDS: at the line with that comment.
needs() {
    local line
    whole "$1" "$2" >"$work/whole.cu"
    line=$(sites "$work/whole.cu" | awk -F '\t' -v change="$3" -v comment="$4" '
        $3 == change && index($4, comment) { print $1; exit }')
    mutate "$work/whole.cu" "${line:-1}" "$3" >"$work/mutant.cu"
    says "$3: $4" "$5" "$1" --source "$work/mutant.cu"
}
needs lookback shared_tile.h warp 'has read before the next rows' \
    'lookback:block=64,items=2,window=64,by_block,no_predecessor,no_prefix,packed,'
needs lookback shared_tile.h removed '__syncthreads_or(' \
    'Case:      lookback:block=64,items=2,window=64,by_block,'
needs lookback shared_tile.h warp 'barrier that thread 0 sets up' \
    'no_tickets,packed,bulk,'
# Threads that look at plain memory for ever do not keep copies and blocks waiting.
needs lookback shared_tile.h plain 'volatile uint64_t *words' \
    'packed,bulk,in_byte, exclusive, n = 129, T of 4 bytes'
needs three_kernel tile_scan.h warp 'all are done with the shared memory' \
    'Case:      three_kernel:block=64,items=2, '

# What is wrong without weak memory, too, is not told by a story of older values.
whole lookback tile_scan.h | sed -f tests/museum/swapped-accumulator.sed >"$work/swapped.cu"
says "swapped" 'operands are swapped' lookback:block=32,items=1,window=4 -n 200,300 \
    "${t4[@]}" --schedule random:1,inorder,reverse --source "$work/swapped.cu"
lacks "no story of older values" "$out" 'older value'

# Threads that make one element by the same ops, in any order of the threads, have the
# same bytes: what the table of ops holds of earlier runs does not matter.
cat >"$work/alike.cu" <<'CU'
#include "gpu.h"
__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T c[BLOCK], total;
    const int i = (int)threadIdx.x;
    const uint64_t at = (uint64_t)blockIdx.x * BLOCK + i;
    T s = identity(), sum = identity();
    c[i] = at < n ? in[at] : identity();
    __syncthreads();
    for (int k = 0; k < BLOCK; k++)
        s = op(s, c[k]);
    total = s;
    __syncthreads();
    for (int k = 0; k < i + !EXCLUSIVE; k++)
        sum = op(sum, c[k]);
    if (at < n)
        out[at] = sum;
    if (i == 0 && gridDim.x > 1)
        totals[blockIdx.x] = total;
}
__global__ void join_sections(T *out, const T *sums, uint64_t n)
{
    const uint64_t b = (uint64_t)blockIdx.x + 1, at = b * BLOCK;
    const T before = sums[EXCLUSIVE ? b : b - 1];
    for (uint64_t k = threadIdx.x; k < BLOCK && at + k < n; k += blockDim.x)
        out[at + k] = EXCLUSIVE && k == 0 ? before : op(before, out[at + k]);
}
CU
run "$scanlab" verify kogge_stone:block=128 -n 427 "${t4[@]}" --schedule random:1..4 \
    --source "$work/alike.cu"
has "equal elements of all threads" "$code $out" "0 kogge_stone     proved"
done_testing
