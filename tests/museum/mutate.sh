# shellcheck shell=bash
# mutate.sh - each barrier, fence and atomic of a kernel, made weaker or removed.
# Sourced, at the repository's root, by mutants.t and results/scripts/first-verdict.sh.
#
# One at a time:
#
#     removed     a __syncthreads(), __syncwarp() or __threadfence() is deleted
#     warp        a __syncthreads() becomes a __syncwarp()
#     block       a __threadfence() is one for the block alone
#     plain       an atomic becomes a plain read, and a plain write
#     volatile    ... a volatile read, and a volatile write
#     block       an atomic is one for the block alone
#     plain       volatile is dropped, wherever that name is declared

# Finds the places: "line<tab>function<tab>change<tab>text" for each mutant.
sites() { # FILE
    awk '
    BEGIN { name = "-" } # outside of functions
    function site(change) {
        text = $0
        gsub(/^[ \t]+|[ \t]+$/, "", text)
        print NR "\t" name "\t" change "\t" text
    }
    /^(DEVICE|__global__|    [a-z_]+\()/ && match($0, /[a-z_]+\(/) {
        rest = $0
        while (match(rest, /[a-z_]+\(/)) {
            word = substr(rest, RSTART, RLENGTH - 1)
            rest = substr(rest, RSTART + RLENGTH)
            if (word != "__launch_bounds__" && word !~ /^__/ &&
                $0 !~ /;[ ]*$/) { name = word; break }
        }
    }
    /__sync(threads|warp)[a-z_]*\([^)]*\);/ { site("removed") }
    /__syncthreads\(\);/ { site("warp") }
    /__threadfence\(\);/ { site("removed"); site("block") }
    /[^_a-zA-Z]atomic[A-Z][A-Za-z]*\(/ {
        site("plain"); site("volatile"); site("block")
    }
    match($0, /volatile [a-z0-9_]+ \*[a-z_]+/) {
        declared = substr($0, RSTART, RLENGTH)
        if (!(declared in seen)) { seen[declared] = 1; site("plain") }
    }' "$1"
}

# mutate FILE LINE CHANGE: to standard output.
mutate() {
    local file=$1 line=$2 change=$3 text declared
    text=$(sed -n "${line}p" "$file")
    case $change:$text in
    warp:*) sed "${line}s/__syncthreads()/__syncwarp()/" "$file" ;;
    removed:*__syncthreads_or*)
        sed "${line}s/__syncthreads_or(\(.*\));/\1;/" "$file"
        ;;
    removed:*) sed "${line}s/__[a-z]*([^)]*);/;/" "$file" ;;
    block:*__threadfence*)
        sed "${line}s/__threadfence()/__threadfence_block()/" "$file"
        ;;
    block:*) sed "${line}s/\(atomic[A-Za-z]*\)(/\1_block(/" "$file" ;;
    *:*atomic[A-Z]*)
        sed "${line}s/atomic\([A-Z]\)/${change}_\1/
            0,/^#include \"gpu.h\".*/s//&\n$(unatomic "$change")/" "$file"
        ;;
    plain:*)
        declared=$(grep -o 'volatile [a-z0-9_]* \*[a-z_]*' <<<"$text")
        sed "s/${declared/\*/\\*}/${declared#volatile }/; s/\\\\\*/*/" "$file"
        ;;
    esac
}

# What fake atomics look like.
unatomic() { # CHANGE
    local type=uint32_t kind
    [ "$1" = plain ] || type='volatile uint32_t'
    for kind in 'Inc:old >= x ? 0 : old + 1' 'Add:old + x' 'Exch:x' \
        'Max:old > x ? old : x'; do
        printf 'DEVICE uint32_t %s(%s *p, uint32_t x) ' \
            "$1_${kind%%:*}" "$type"
        printf '{ const uint32_t old = *p; *p = %s; return old; }\\n' \
            "${kind#*:}"
    done
}
