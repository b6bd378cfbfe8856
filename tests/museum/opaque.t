#!/bin/bash
# opaque.t - scans that look inside their elements in many ways, made from the
# sequential scan's kernel and cpu.c: `verify` must find each one.
#
#     opaque.t [NAME...]     these alone
#
# Here l is the fold so far, r the next element, w and v their first words; j is
# op(l, r). Most of them give the right result for nearly all elements.
. "$(dirname "$0")/../end_to_end/tap.sh"

# NAME EXPRESSION: what takes the place of op(sum, in[i]).
ways() {
    cat <<'END'
is_1          w == 1 ? l : j
is_largest    w == 0x7fffffff ? l : j
switched      ({ T x = j; switch (w) { case 7: x = l; } x; })
truth         w ? j : l
bit           w & 1 ? j : (T)j
modulo        w % 3000 == 7 ? l : j
loop_bound    ({ T x = j; for (uint32_t k = w >> 24; k < 1; k++) x = j; x; })
divisor       1000 / (w | 1) == 1000 ? l : j
float         (float)w < 2.0f ? l : j
least         (w < v ? w : v) == w ? j : (T)j
popcount      __builtin_popcount(w) == 31 ? l : j
bytes         ({ int same = 1; for (int k = 0; k < 4; k++) same &= ((const unsigned char *)&r)[k] == 0; same ? l : j; })
both          w == v ? l : j
low_byte      (unsigned char)w == 255 ? j : (T)j
own_array     ({ T both[2]; both[0] = j; both[1] = j; both[w & 1]; })
logic         w && v ? j : l
END
}

# More of the kind: TEST_ALL=1, or by name.
more_ways() {
    cat <<'END'
is_42         w == 42 ? l : j
below         w < 5 ? l : j
shift         1u << (w & 31) == 256 ? l : (T)j
double        (double)w * 0.5 < 1.0 ? l : j
hash          w * 2654435761u >> 12 == 77 ? l : j
sign          (int)w < 0 ? j : (T)j
xor           (w ^ 42) == 0 ? l : j
doubled       w * 2 == 84 ? l : j
half          w >> 16 == 0 ? l : j
identity      ({ const T e = identity(); word(&e) == w ? l : j; })
END
}

# make_source FILE EXPRESSION: on stdout.
make_source() {
    awk -v way="$2" '
    BEGIN { gsub(/&/, "\\\\&", way) }
    { if (index($0, "const T next = op(sum, in[i])")) {
        print "const T l = sum, r = in[i], j = op(l, r);"
        print "const uint32_t w = word(&r), v = word(&l); (void)w, (void)v;"
        sub(/op\(sum, in\[i\]\)/, way)
    } print }
    /^#include "(gpu|cpu).h"/ {
        print "#define word(x) (*(const uint32_t *)(x))" }' "$1"
}

check_way() { # NAME DEVICE FILE
    local file
    file=$work/$1-$(basename "$3")
    make_source "$3" "$4" >"$file"
    run timeout 120 "$scanlab" verify sequential -d "$2" --source "$file"
    # Where the bits of a table happen to choose l, an element is missing.
    if [ "$code" = 1 ] && grep -Eq 'bits of|different bits|is missing' <<<"$out"; then
        _pass "$1, $2: found"
    else
        _fail "$1, $2: found" "exit $code" "$(head -3 <<<"$out$err")"
    fi
}

while read -r name way; do
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    check_way "$name" simt algorithms/sequential/kernel.cu "$way"
    case $name in # what changes nothing, the optimizer drops; or no hook tells
    bit | least | loop_bound | sign | low_byte | own_array) ;;
    *) check_way "$name" cpu algorithms/sequential/cpu.c "$way" ;;
    esac
done < <(
    ways
    [ -z "$*${TEST_ALL-}" ] || more_ways
)
done_testing
