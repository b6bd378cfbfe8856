#!/bin/bash
# rounds.t - threads that meet at one barrier in different rounds of its loop,
# as often as each other: `verify` must find each, and none in what is sound.
#
#     rounds.t [NAME...]     these alone
#
# The loops stand before the first barrier of kogge_stone; i is the thread. Sound
# ones stand there together; with TEST_ALL=1, one at a time.
. "$(dirname "$0")/../end_to_end/tap.sh"

loops() {
    cat <<'END'
for             for (int k = 0; k < 2; k++) if ((k == 0) == (i < BLOCK / 2)) __syncthreads();
while           int k = 0; while (k < 2) { if (k == i % 2) __syncthreads(); k++; }
do_while        int k = 0; do { if (k == (i > 3)) __syncthreads(); } while (++k < 2);
endless_for     for (int k = 0;; k++) { if (k % 2 == i % 2) __syncthreads(); if (k == 3) break; }
access          int k = 0; for (;;) { if (k == 4) break; if (k % 2 == i % 2) __syncthreads(); k++; cells[0][i] = cells[0][i]; }
continue        for (int k = 0; k < 3; k++) { if (k == i % 3) continue; __syncthreads(); }
inner           for (int r = 0; r < 2; r++) for (int k = 0; k < 2; k++) if ((k == 1) == (i == 5)) __syncthreads();
outer           for (int r = 0; r < 2; r++) { for (int k = 0; k < 3; k++) if (r == (i > 7)) __syncthreads(); }
goto            int k = 0; again: if (k == i / 16) __syncthreads(); if (++k < 2) goto again;
boolean         for (int k = 0; k < 2; k++) { const bool mine = (k == 0) == (i < 9); if (mine) __syncthreads(); }
one_late        for (int k = 0; k < 5; k++) if (i ? k < 4 : k > 0) __syncthreads();
count           for (int k = 0; k < 2; k++) if (k == i / 16) __syncthreads_count(1);
sound_all       for (int k = 0; k < 3; k++) if (k != 1) __syncthreads();
sound_own_work  for (int k = 0; k < 3; k++) { for (int r = 0; r < i; r++) if (r == 1000) __trap(); __syncthreads(); }
sound_before    for (int r = 0; r < i % 5; r++) if (r == 1000) __trap(); for (int k = 0; k < 3; k++) __syncthreads();
sound_nested    for (int r = 0; r < 3; r++) { __syncthreads(); for (int k = 0; k < 2; k++) { if (i < 7) for (int q = 0; q < 3; q++) if (q == 1000) __trap(); __syncthreads(); } }
sound_skip      for (int k = 0; k < 3; k++) { if (i % 2 && k == 1) goto next; if (i == 1000) __trap(); next: __syncthreads(); }
sound_switch    for (int k = 0; k < 3; k++) { switch (i % 4) { case 0: if (k == 9) __trap(); break; case 2: break; default: if (k == 8) __trap(); } __syncthreads(); }
END
}

check() { # NAME LOOP
    local name=$1 loop=$2
    awk -v loop="$loop" '!done && /__syncthreads\(\);/ { print "{ " loop " }"; done = 1 } 1' \
        algorithms/kogge_stone/kernel.cu >"$work/$name.cu"
    run timeout 120 "$scanlab" verify kogge_stone:block=32 -n 40 --bytes 4 \
        --schedule inorder --source "$work/$name.cu"
    case $name in
    sound_*) is "$name: proved" "$code" 0 ;;
    *)
        if [ "$code" = 1 ] &&
            grep -q 'barrier divergence: .* later iteration' <<<"$out"; then
            _pass "$name: found"
        else
            _fail "$name: found" "exit $code" "$(head -3 <<<"$out$err")"
        fi
        ;;
    esac
}

sound=
while read -r name loop; do
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    if [[ $name == sound_* && -z $*${TEST_ALL-} ]]; then
        sound+=" { $loop }"
    else
        check "$name" "$loop"
    fi
done < <(loops)
[ -z "$sound" ] || check sound_together "$sound"
done_testing
