#!/bin/bash
# What `make demo` shows, after the build: a real text's words packed one after
# the other, each word's place found by every scan; then a short bench of all of
# them, and charts. Everything lands in results/demo/.
set -euo pipefail
. "$(dirname "$0")/preamble.sh"

out=results/demo
rm -rf "$out"
mkdir -p "$out"
# A licence that Debian and its relatives have; elsewhere the suite's own pages.
text=/usr/share/common-licenses/GPL-3
if [ ! -r "$text" ]; then
    text=$out/pages.txt
    cat README.md algorithms/README.md harness/README.md >"$text"
fi

say() { printf '\n== %s\n' "$*"; }

# ------------------------------------------------------------ a real input
say "1. The words of $text, packed"
tr -s '[:space:]' '\n' <"$text" | sed '/^$/d' >"$out/packed.txt"
# A packed word takes its letters and the new line after them.
LC_ALL=C awk '{ print length($0) + 1 }' "$out/packed.txt" >"$out/lengths.txt"
LC_ALL=C awk '{ print sum + 0; sum += $1 }' "$out/lengths.txt" \
    >"$out/expected.txt"
words=$(wc -l <"$out/packed.txt")
echo "$words words; where does each begin? An exclusive scan of their lengths."

checked=0
for algorithm in $(./scanlab list --names); do
    options=""
    if [ "$algorithm" = naive ] && [ "$words" -gt 8192 ]; then
        echo "  naive             left out: n(n-1)/2 operations"
        continue
    fi
    # shellcheck disable=SC2086  # a list of options
    ./scanlab run "$algorithm" --exclusive -q $options \
        -i "$out/lengths.txt" -o "$out/offsets.txt"
    if ! cmp -s "$out/offsets.txt" "$out/expected.txt"; then
        echo "demo: $algorithm gives offsets that differ from those of awk" >&2
        exit 1
    fi
    printf '  %-17s the same offsets as awk\n' "$algorithm"
    checked=$((checked + 1))
done
word=$((words / 2))
offset=$(sed -n "${word}p" "$out/offsets.txt")
echo "word $word begins at byte $offset:" \
    "'$(tail -c "+$((offset + 1))" "$out/packed.txt" | head -n 1)'"

# ------------------------------------------------------------------- right?
say "2. Are they right for every monoid? Runs on the interval monoid"
./scanlab verify all -d cpu -n 0..17,255..257

# ------------------------------------------------------------------- costs
say "3. What do they cost on paper? (work and depth; the table is in $out)"
./scanlab measure all -n 2^4..2^16 -o "$out/measure.csv" >"$out/measure.txt"
head -n 1 "$out/measure.txt"
grep -E ' 2\^1[23] ' "$out/measure.txt"

# ------------------------------------------------------------------- speed
say "4. How fast are they for real? A short bench beside memcpy"
./scanlab bench -n 2^10..2^24 --time-limit 40s -o "$out/bench.csv" \
    >"$out/bench.txt"
awk '/^n = 2\^24/ { on = 1 } on' "$out/bench.txt"

say "5. Charts"
drawn=yes
./scanlab plot "$out/bench.csv" "$out/measure.csv" -o "$out" \
    --format svg,png || drawn=no

# --------------------------------------------------------------- animation
say "6. Look-back, as it goes: a recorded run on the simulated GPU"
trace=$out/lookback-trace.json
./scanlab trace lookback:block=32,items=1,window=4 -n 768 --schedule timed \
    --resident 8 -o "$trace" >/dev/null
films=""
if [ -x ./scanviz ]; then
    ./scanviz "$trace" --export "$out/lookback.html"
    films=", $out/lookback.html"
    if ./scanviz "$trace" --export "$out/lookback.gif" --size 720x405 \
        --seconds 14; then
        films="$films, $out/lookback.gif"
    fi
else
    echo "scanviz is not built: SDL2 or cairo is missing (make deps)"
fi
echo "$trace$films"

# ----------------------------------------------------------------- summary
say "What was seen"
LC_ALL=C awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["n"] == 16777216 && $column["verified"] == 1 {
        share[$column["algorithm"]] = $column["of_memcpy"]
    }
    END {
        for (name in share)
            if (name ~ /^(tbb|std_par_unseq|openmp_inscan)$/ &&
                share[name] > share[best])
                best = name
        printf "At 2^24 elements look-back runs at %.0f %% of the best copy", \
               100 * share["lookback"]
        printf " of memory,\nthree-kernel at %.0f %%, scan-then-propagate at" \
               " %.0f %%, the textbook loop on one\nthread at %.0f %%", \
               100 * share["three_kernel"], 100 * share["scan_propagate"], \
               100 * share["sequential"]
        if (best)
            printf "; the best library row is %s with %.0f %%", best, \
                   100 * share[best]
        print "."
    }' "$out/bench.csv"
echo "$checked scans agree with awk on $words words."
if [ "$drawn" = yes ]; then
    echo "Pictures: $out/*.png and *.svg (with their .gp scripts);"
else
    echo "No pictures (is gnuplot installed?); scripts and data are in $out;"
fi
echo "numbers: $out/bench.csv, $out/measure.csv. Next: README.md, and"
echo "  ./scanlab run kogge_stone -n 8 -m max_i32"
if [ -x ./scanviz ] && [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
    echo "In the window: Space plays, ? shows the keys, q ends."
    ./scanviz "$trace" || true
elif [ -x ./scanviz ]; then
    echo "  ./scanviz $trace    (needs a display)"
fi
