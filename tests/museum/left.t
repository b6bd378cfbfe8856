#!/bin/bash
# left.t - look-back whose tags come back: words of an earlier launch look as if
# they were of this one. `verify` must find each, and none in what is sound.
#
#     left.t [NAME...]     these alone
#
# A flag has the number of its launch in it, or of that a part; or the kernel
# counts launches by itself, in the upper bits of its ticket counter.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

# NAME BYTES TAG: of T, since not every size of it gets every history; what a flag
# carries in place of the launch's number; in counted_...
# `counted` is the kernel's own count of launches. In serial_... one thread looks back,
# at one tile after the other. In sound_... nothing is wrong.
tags() {
    cat <<'END'
two            4  launch % 2
byte_but_0     8  launch % 255 + 1
thousand       16 launch % 1000
two_bytes      4  (unsigned short)launch
shifted_out    4  launch << 10 >> 10
two_moduli     4  launch % 101 + launch % 37
saturates      4  launch < 536870911 ? launch : 536870911
counted_256    4  counted % 256 + 1
serial_byte    4  (unsigned char)launch
sound_counted  4  counted + 1
END
}

# The same with other numbers: TEST_ALL=1, or by name.
more_tags() {
    cat <<'END'
bits_of_3      4  launch & 7
eleven         4  launch % 11
prime          8  launch % 13 + 1
bits_of_5      8  launch % 31 + 1
byte           4  (unsigned char)launch
hundred        4  launch % 100
counted_3      4  counted % 3 + 1
counted_8      4  counted % 8 + 1
sound_plain    4  launch
sound_from_1   4  launch + 1
END
}

# All that can be set, so that nothing else is tried.
form=lookback:block=32,items=1,window=4,look=1,step=1,predecessor=1
form+=,publish=2,status=0,pause=0,registers=0,move=0,prefetch=0

whole lookback tile_scan.h >"$work/whole.cu"

make_source() { # TAG
    case $1 in
    *counted*)
        sed -e 's|\*shared = atomicInc(counter, gridDim.x - 1);|\
                *shared = atomicAdd(counter, 1);|
            s|const uint32_t tile = take_ticket.*|\
                const uint32_t ticket = take_ticket(counter, \&shared.ticket);\
                const uint32_t tile = ticket \& 0xffff;\
                const uint32_t counted = ticket >> 16;\
                ((struct descriptors *)tiles)->launch = '"$1"';\
                if (tile == gridDim.x - 1 \&\& threadIdx.x == 0)\
                    atomicAdd(counter, 65536 - gridDim.x);|' "$work/whole.cu"
        ;;
    *)
        sed "s|tiles.launch = launch;|tiles.launch = ${1//&/\\&};|" \
            "$work/whole.cu"
        ;;
    esac
}

while read -r name bytes tag; do
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    make_source "$tag" >"$work/$name.cu"
    way=$form
    [[ $name != serial_* ]] || way=${form/look=1/look=0}
    run timeout 120 "$scanlab" verify "$way" -n 96 --bytes "$bytes" \
        --schedule starve --source "$work/$name.cu"
    case $name in
    sound_*) is "$name: proved" "$code" 0 ;;
    *)
        if [ "$code" = 1 ] && grep -q 'an earlier launch left' <<<"$out"; then
            _pass "$name: found"
        else
            _fail "$name: found" "exit $code" "$(head -3 <<<"$out$err")"
        fi
        ;;
    esac
done < <(
    tags
    [ -z "$*${TEST_ALL-}" ] || more_tags
)

# Found with weak memory, and told without: after rounds that were right.
if [ $# -eq 0 ]; then
    make_source 1 >"$work/none.cu"
    run "$scanlab" verify "$form" -n 65 --bytes 4 \
        --schedule inorder,random:1 --source "$work/none.cu"
    is "no tag at all: exit" "$code" 1
    has "no tag at all: what is said" "$out" \
        "has written; as the very first run it is right"

    # A value of another tile than the flag that was read; and a flag read twice.
    solution=lectures/look-back/labs/look-back/teacher/solution.cu
    told_of() {
        sed "$2" $solution >"$work/other.cu"
        run "$scanlab" verify lookback:block=64,items=1,window=4 --bytes 4 "${@:4}" \
            --source "$work/other.cu"
        is "$1: exit" "$code" 1
        has "$1" "$(paste -sd' ' <<<"$out")" "$3"
    }
    told_of "the flag that was read last" 's/value_of(tiles, end - 1/value_of(tiles, tile - 1/' \
        "The last flag that it read is flags[" -n 420
    told_of "a flag that is read twice" \
        's/end - 1 - lane, state)/end - 1 - lane, state_of(tiles, end - 1 - lane))/' \
        "the same thread read it again and got a newer value" -n 320
fi
done_testing
