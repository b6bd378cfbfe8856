#!/bin/bash
# What each tool notices of the museum of bugs (tests/museum): the SIMT machine,
# a plain run on the GPU, and the tools of NVIDIA's compute-sanitizer.
#
#     make && results/scripts/museum.sh results/MACHINE [PIECE...]
#
# makes museum.csv there, with what each of them said of each piece, and
# museum.md, the table. Some four minutes on 16 processors with a GPU: JOBS=4
# runs four at a time in place of half the processors; none is begun after
# LIMIT=400 seconds.
#
# The SIMT machine and the plain run are `verify`. The sanitizer watches a `run`
# in the case (n, kind, bytes of an element) in which the SIMT machine found the
# bug. A tool that reports something is asked about the sound kernel too; what it
# says of both does not count. Kernels that hang are ended by scanlab (SCANLAB_PATIENCE).
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}
shift
. tests/pieces.sh
mkdir -p "$out"
work=$scratch
export XDG_CACHE_HOME=$work/cache # what is compiled here is of no use later
export LC_ALL=C
processors=$(nproc)
jobs=${JOBS:-$(((processors + 1) / 2))}
limit=$((SECONDS + ${LIMIT:-400}))

timeout 60 ./scanlab run sequential -d cuda -n 1000 -q || exit
tools=()
[ -z "$(command -v compute-sanitizer)" ] ||
    tools=(memcheck racecheck synccheck initcheck)

declare -A algorithm_of options_of source_of mended_of
files=("$museum"/*.cu "$museum"/*.sed)
[ $# -eq 0 ] || files=()
for name in "$@"; do
    files+=("$museum/$name".*)
done
names=()
for file in "${files[@]}"; do
    if take_piece "$file"; then
        names+=("$name")
        algorithm_of[$name]=$algorithm
        options_of[$name]=$options
        source_of[$name]=$source
        mended_of[$name]=$mended
        mkdir -p "$work/$name"
    else
        echo "no line of $algorithm's kernel.cu fits $piece any more" >&2
    fi
done

# in_parallel JOBS COMMAND: for each line of standard input, with its words,
# while there is time.
in_parallel() {
    local most=$1 words
    shift
    while read -ra words && [ "$SECONDS" -lt "$limit" ]; do
        while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do
            wait -n
        done
        "$@" "${words[@]}" </dev/null &
    done
    wait
}

# The line of FILE... that matters, without the paths of this machine.
sentence() { # PATTERN FILE...
    grep -ahm1 -E "$@" | head -1 | tr -s ' \t' ' ' | sed "
        s|^========= ||
        s|$work/[^/ ]*/||g
        s|$PWD/||g
        s|$museum/||g" | cut -c1-400
}

# ---------------------------------------------------------- the SIMT machine

sizes_of() { # NAME
    sed -n 's/.*-n \([^ ]*\).*/\1/p' <<<"${options_of[$1]}"
}

# In a word or two.
kind_of() { # FINDING
    local kind=${1%%:*}
    case $1 in
    *'looks inside its elements'*) kind='looks inside' ;;
    *'nothing is proved'*) kind='not proved' ;;
    'out['*) kind='wrong fold' ;;
    esac
    kind=${kind%% on *}
    echo "${kind%%,*}"
}

# Leaves NAME/simt: what was found, in a word and in a sentence; and NAME/case,
# in which, or no such file when it was the source that was refused.
ask_simt() { # NAME
    local name=$1 code line finding said words verdict=missed
    local found=', (inclusive|exclusive)[^=]*, n = ([0-9]+), T of ([0-9]+) bytes'
    echo "inclusive $(sizes_of "$name" | grep -o '^[0-9]*') 4" \
        >"$work/$name/case"
    # shellcheck disable=SC2086  # lists of options
    timeout -k 2 60 ./scanlab verify "${algorithm_of[$name]}" -d simt \
        ${options_of[$name]} --source "${source_of[$name]}" \
        >"$work/$name/out" 2>"$work/$name/err"
    code=$?
    said=$({ head -c 20000 "$work/$name/out" &&
        tail -c 20000 "$work/$name/err"; } | tr '\n' ' ')
    line=$(grep -ahm1 -E 'WRONG\.|NOT JUDGED\.|^scanlab: ' "$work/$name/out" \
        "$work/$name/err" | head -1)
    finding=${line#*WRONG. }
    finding=${finding#*NOT JUDGED. }
    finding=${finding#scanlab: }
    if [[ $line =~ $found:\ (.*) ]]; then
        finding=${BASH_REMATCH[4]}
        echo "${BASH_REMATCH[@]:1:3}" >"$work/$name/case"
    fi
    if [[ $finding == "${source_of[$name]}"* ]]; then
        rm -f "$work/$name/case"
        verdict=refused
    elif [ "$code" -eq 1 ]; then
        verdict=$(kind_of "$finding")
    fi
    while read -r words; do
        says "$said" "$words" || verdict=missed
    done < <(field says "$museum/$name".*)
    {
        echo "$verdict"
        sentence . - <<<"$finding"
    } >"$work/$name/simt"
}

# ------------------------------------------------------------------- the GPU

# What has come of it, by what scanlab says and by how it ended.
verdict_of() { # CODE LINE KERNEL
    case $2 in
    *'did not finish ('*) echo 'hang' ;;
    *'does not load'*) echo 'refused' ;;
    *CUDA_ERROR_*) echo 'CUDA error' ;;
    *'WRONG. '"$3"* | *'NOT JUDGED. '"$3"* | *"bytes: $3"* | "scanlab: $3"*) echo 'refused' ;;
    *)
        case $1 in
        0) echo 'nothing' ;;
        1) echo 'wrong result' ;;
        124 | 137) echo 'not ended' ;;
        *) echo 'failed' ;;
        esac
        ;;
    esac
}

run_plain() { # NAME KERNEL STEM: VERDICT and LINE
    local name=$1 kernel=$2 stem=$3 line
    local scanlab='WRONG\.|NOT JUDGED\.|^scanlab: '
    SCANLAB_PATIENCE=5 timeout -k 2 200 ./scanlab verify \
        "${algorithm_of[$name]}" -d cuda -n "$(sizes_of "$name")" \
        --source "$kernel" >"$stem.out" 2>"$stem.err"
    local code=$?
    line=$(grep -ahm1 -E "$scanlab" "$stem.out" "$stem.err" | head -1)
    verdict_of $code "$line" "$kernel"
    sentence "${line:+$scanlab}" "$stem.out" "$stem.err"
}

# What a tool has found is a line of its own after its mark; these are not.
banner='COMPUTE-SANITIZER|[A-Z]* ?SUMMARY|Error: (process|Target)'
banner+='|Target application|The application|Warning: [^R]|Internal Sanitizer'
banner+='|Program hit|No attachable|Saved host|This tool'

run_sanitizer() { # TOOL NAME KERNEL STEM: VERDICT and LINE
    local tool=$1 name=$2 kernel=$3 stem=$4 kind n bytes found verdict
    local options=(-q) quiet=() monoid=mss_i32
    read -r kind n bytes <"$work/$name/case"
    [ "$bytes" != 4 ] || monoid=add_i32
    [ "$bytes" != 8 ] || monoid=add_i64
    [ "$kind" != exclusive ] || options+=(--exclusive)
    # The end of a kernel's list of parameters is asked for and not found.
    [ "$tool" != memcheck ] || quiet=(--report-api-errors no)
    SCANLAB_PATIENCE=5 timeout -k 2 20 compute-sanitizer --tool "$tool" \
        "${quiet[@]}" ./scanlab run "${algorithm_of[$name]}" -d cuda \
        -n "$n" -m "$monoid" "${options[@]}" --source "$kernel" \
        >"$stem.out" 2>&1
    local code=$?
    found=$(sed -n 's/^========= \([^ ]\)/\1/p' "$stem.out" |
        grep -avE "^($banner)" | sentence . -)
    if [ -n "$found" ] && { grep -aqE 'SUMMARY: [1-9]' "$stem.out" ||
        ! grep -aq 'SUMMARY: ' "$stem.out"; }; then
        printf '%s\n' 'reports' "$found"
        return
    fi
    verdict=$(verdict_of $code "$(grep -am1 '^scanlab: ' "$stem.out")" "$kernel")
    case $verdict in
    hang | 'CUDA error' | 'not ended' | refused)
        echo "$verdict"
        sentence '^scanlab: ' "$stem.out"
        ;;
    *)
        if grep -aq 'Internal Sanitizer Error' "$stem.out" ||
            ! grep -aq 'SUMMARY: ' "$stem.out"; then
            echo 'failed'
            sentence 'Error|^scanlab: ' "$stem.out"
        else
            echo 'nothing'
            sentence 'SUMMARY: ' "$stem.out"
        fi
        ;;
    esac
}

run_tool() { # TOOL NAME KERNEL STEM
    if [ "$1" = plain ]; then
        run_plain "${@:2}"
    else
        run_sanitizer "$@"
    fi
}

# Leaves NAME/TOOL, and NAME/TOOL:sound unless there was nothing. Pieces may
# share the sound kernel and its case: then one of them asks, the others wait.
ask_gpu() { # TOOL NAME
    local tool=$1 name=$2 key
    run_tool "$tool" "$name" "${source_of[$name]}" "$work/$name/$tool" \
        >"$work/$name/$tool"
    [ "$(head -1 "$work/$name/$tool")" != nothing ] || return 0
    key=$(cksum <<<"$tool ${algorithm_of[$name]} ${mended_of[$name]} $(
        [ "$tool" = plain ] && sizes_of "$name" || cat "$work/$name/case")")
    key=$work/sound.${key%% *}
    (
        flock 9
        [ -s "$key" ] ||
            run_tool "$tool" "$name" "${mended_of[$name]}" "$key" >"$key"
    ) 9>"$key.lock"
    cp "$key" "$work/$name/$tool:sound"
}

# The plain runs first, and of them those that take long to compile.
list_jobs() {
    local name tool
    for name in "${names[@]}"; do
        [[ ${algorithm_of[$name]} != lookahead* ]] || echo "plain $name"
    done
    for name in "${names[@]}"; do
        [[ ${algorithm_of[$name]} == lookahead* ]] || echo "plain $name"
    done
    for tool in "${tools[@]}"; do
        for name in "${names[@]}"; do
            [ ! -f "$work/$name/case" ] || echo "$tool $name"
        done
    done
}

echo "the SIMT machine: ${#names[@]} pieces"
printf '%s\n' "${names[@]}" | in_parallel "$processors" ask_simt
echo "the GPU: $(list_jobs | wc -l) runs, $jobs at a time"
list_jobs | in_parallel "$jobs" ask_gpu

# ----------------------------------------------------------------- the tables

# What stands in the table: the verdict, unless the sound kernel has it as well.
cell() { # TOOL NAME
    local file=$work/$2/$1
    if [ ! -f "$file" ]; then
        echo '?'
    elif [ -f "$file:sound" ] &&
        [ "$(head -1 "$file:sound")" = "$(head -1 "$file")" ]; then
        echo 'as for the sound kernel'
    else
        head -1 "$file" | sed 's/^nothing$/-/'
    fi
}

# The tool has noticed it: a hang or an error under a sanitizer was seen without
# it too.
notices() { # TOOL NAME
    case $1/$(cell "$1" "$2") in
    plain/'wrong result' | plain/hang | plain/'CUDA error' | plain/refused) ;;
    */reports) ;;
    *) return 1 ;;
    esac
}

print_csv() {
    local name file
    echo 'piece,tool,verdict,said'
    for name in "${names[@]}"; do
        for tool in simt plain "${tools[@]}"; do
            for file in "$work/$name/$tool" "$work/$name/$tool:sound"; do
                [ -f "$file" ] || continue
                printf '%s,%s,%s,"%s"\n' "$name" "$(basename "$file")" \
                    "$(sed -n 1p "$file")" \
                    "$(sed -n '2 { s/"/""/g; p }' "$file")"
            done
        done
    done
}

link() { # NAME
    local file
    file=$(echo "$museum/$1".*)
    echo "[$1]($(realpath --relative-to="$out" "$file"))"
}

row() {
    printf '| %s ' "$@"
    echo '|'
}

print_runs() {
    local name tool cells counts=() only=() noticed
    row piece 'SIMT machine' 'plain run' "${tools[@]}"
    row --- --- --- "${tools[@]/*/---}"
    for name in "${ran[@]}"; do
        cells=("$(link "$name")" "$(cell simt "$name")")
        noticed=''
        for tool in plain "${tools[@]}"; do
            cells+=("$(cell "$tool" "$name")")
            if notices "$tool" "$name" || [ "${cells[-1]}" = '?' ]; then
                noticed=$tool # or none is known
            fi
        done
        row "${cells[@]}"
        [ -n "$noticed" ] || [ "$(cell simt "$name")" = missed ] ||
            only+=("$name")
    done
    counts=("$(for name in "${ran[@]}"; do
        cell simt "$name"
    done | grep -cvxE 'missed|\?')")
    for tool in plain "${tools[@]}"; do
        counts+=("$(for name in "${ran[@]}"; do
            ! notices "$tool" "$name" || echo
        done | wc -l)")
    done
    row "**noticed, of ${#ran[@]}**" "${counts[@]}"
    echo
    printf 'By the SIMT machine alone: %d of %d' ${#only[@]} ${#ran[@]}
    [ ${#only[@]} -eq 0 ] || printf ': %s' "$(sed 's/ /, /g' <<<"${only[*]}")"
    echo .
}

print_refused() {
    local name
    row piece 'SIMT machine' 'plain run'
    row --- --- ---
    for name in "${refused[@]}"; do
        row "$(link "$name")" \
            "\`$(sed -n '2 { s/|/\\|/g; p }' "$work/$name/simt")\`" \
            "$(cell plain "$name")"
    done
}

print_table() {
    cat <<'END'
# Which tool notices which bug

This page lists the pieces of the museum, and the tools that notice that they are
wrong. It is made by `results/scripts/museum.sh`; the output of each tool is in
[museum.csv](museum.csv).

END
    ./scanlab list | sed -n '/^  cuda  /,/^$/ s/^    *\([^ ]\)/- \1/p'
    [ ${#tools[@]} -eq 0 ] ||
        compute-sanitizer --version | sed -n 's/^Version/- compute-sanitizer/p'
    echo
    print_runs
    cat <<'END'

- **SIMT machine**: `verify -d simt` with the options of the piece, and its
  finding. *looks inside*, *not proved*, *stack overflow*: there is no proof; on
  a GPU the result may be right.
- **plain run**: `verify -d cuda` at the same n. *wrong result*; *hang*: ended by
  scanlab's watchdog; *CUDA error*: from the driver; *refused*: does not compile,
  or does not fit the plan.
- **memcheck** and the others: `compute-sanitizer --tool` on one `run -d cuda`,
  in the case in which the SIMT machine finds the bug. *reports*: the tool itself
  reports something; museum.csv shows whether it is this bug. A *hang* or a *CUDA
  error* there is scanlab's message, not the tool's, and is not counted.
- `-`: nothing. *as for the sound kernel*: the same verdict on the kernel without the bug,
  so it means nothing. *not ended*, *failed*: at the time limit, in the tool.
  `?`: not run, for lack of time.

Each tool ran once, at the small n of the piece: a race may show in another run.

## Refused before they run

These are mistakes in the source, and code that the SIMT machine does not
accept. A GPU accepts some of them: `-`.

END
    print_refused
}

ran=() refused=()
for name in "${names[@]}"; do
    if [ -f "$work/$name/case" ]; then
        ran+=("$name")
    else
        refused+=("$name")
    fi
done
print_csv >"$out/museum.csv"
print_table >"$out/museum.md"
echo "$out/museum.md, museum.csv: $SECONDS s"
