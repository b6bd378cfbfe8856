#!/bin/bash
# shellcheck disable=SC2034  # programs of jq are called by name
# lab_formats.t - reports for programs, each held to what its reader documents:
#
#     gradescope     gradescope-autograders.readthedocs.io/en/latest/specs
#     prairielearn   docs.prairielearn.com/externalGrading, "Grading results"
#     classroom50    the wiki of foundation50/classroom50, "Advanced Autograding"
#     junit          junit.xsd beside this file
#     tap            testanything.org, TAP 14: read by prove
#
# of a right solution, one that is wrong, one outside of its limits, one that
# does not compile, and a file that is no text.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab_home.sh

mkdir "$work/files"
cp "$solution" "$work/files/right.cu"
sed 's/op(cell\[i - stride\], cell\[i\])/op(cell[i], cell[i - stride])/' \
    "$solution" >"$work/files/wrong.cu"
sed 's|__syncthreads(); /\* \[2\]|__syncthreads(); __syncthreads(); /* [2]|' \
    "$solution" >"$work/files/outside.cu"
sed 's/sum = op(/sum = = <"&> op(/' "$solution" >"$work/files/broken.cu"
printf 'a\0\377' >"$work/files/binary.cu"

# A JSON document is what this program of jq asks of it, which gives true.
holds() { # NAME PROGRAM
    if command -v jq >/dev/null; then
        is "$1" "$(jq -r "$2" <<<"$out" 2>&1)" true
    else
        skip "$1" "no jq"
    fi
}

gradescope='
def visible: IN("hidden", "after_due_date", "after_published", "visible");
(.score | type == "number") and (.execution_time | type == "number") and
(.output | type == "string") and (.visibility | visible) and
(.stdout_visibility | visible) and (.extra_data | type == "object") and
(.tests | length == 3) and ([.tests[].score] | add) == .score and
all(.tests[]; (.score | type == "number") and .score <= .max_score and
    (.status | IN("passed", "failed")) and (.name | type == "string") and
    (.number | type == "string") and (.output | type == "string") and
    (.output_format | IN("text", "html", "simple_format", "md", "ansi")) and
    (.visibility | visible) and (.status == "passed") == (.score == .max_score))'
prairielearn='
def images: all(.[]; (.label | type == "string") and
    (.url | startswith("data:image/png;base64,")));
(.gradable | type == "boolean") and .score >= 0 and .score <= 1 and
(.gradable or (.format_errors | length == 1 and all(type == "string"))) and
(.message | type == "string") and (.output | type == "string") and
all(.tests[]; (.name | type == "string") and (.description | type == "string")
    and .points <= .max_points and (.message | type == "string") and
    (.output | type == "string") and (.images | images))'
classroom50='
def whole: type == "number" and . == floor;
.schema == "classroom50/result/v1" and
all(.classroom, .assignment, .submission, .commit, .release, .review, .datetime;
    type == "string" and . != "") and
(.datetime | test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$")) and
(.score | whole) and (."max-score" | whole) and
([.tests[].score] | add) == .score and
([.tests[]."max-score"] | add) == ."max-score" and
all(.tests[]; (keys | sort) == ["max-score", "passed", "score", "test-name"] and
    (."test-name" | type == "string") and (.passed | type == "boolean") and
    (.score | whole) and (."max-score" | whole))'
json='
(.scanlab | type == "string") and .lab == "first" and .most == 100 and
([.checks[].points] | add) == .points and .right == (.points == .most) and
all(.given, .checks[]; .state | IN("holds", "wrong", "not asked", "not judged"))'

for file in right wrong outside broken binary; do
    path=$work/files/$file.cu
    [ $file = right ] && want=0 || want=1
    for format in json gradescope prairielearn; do
        # The same runs: one of them is enough but for this one.
        [ $file = wrong ] || [ $format != json ] || thorough || continue
        run lab check first "$path" --format $format
        is "$file, $format: exit" "$code" "$want"
        holds "$file, $format: as documented" "${!format}"
        case $format-$file in
        gradescope-outside)
            holds "it keeps the points of the scan" '.score == 70'
            has "and tells the gap" "$out" "Gap: barriers: got"
            has "with the reason of that limit" "$out" "Why: a step waits twice" ;;
        prairielearn-wrong)
            holds "gradable" .gradable
            if [ -x "$(dirname "$scanlab")/scanviz" ]; then
                holds "with its picture" '.tests[0].images | length == 1'
            fi ;;
        prairielearn-broken | prairielearn-binary)
            holds "$file: not gradable" '.gradable | not' ;;
        esac
    done
    run env CLASSROOM=c ASSIGNMENT=a SUBMISSION_TAG=submit/1 COMMIT_URL=https://x \
        RELEASE_URL=https://y SCANLAB_HOME="$home" \
        "$scanlab" lab check first "$path" --format classroom50
    is "$file, classroom50: exit" "$code" 0
    holds "$file, classroom50: as documented" "$classroom50"
    holds "$file, classroom50: what the runner told" \
        '.classroom == "c" and .submission == "submit/1" and .review == "https://x"'
done

for file in wrong binary; do
    run lab check first "$work/files/$file.cu" --format junit
    printf '%s\n' "$out" >"$work/report.xml"
    if command -v xmllint >/dev/null; then
        ok "$file, junit: as its schema" \
            xmllint --noout --schema tests/lab/junit.xsd "$work/report.xml"
    else
        skip "$file, junit" "no xmllint"
    fi
    run lab check first "$work/files/$file.cu" --format tap
    is "$file, tap: its version" "$(head -1 <<<"$out")" "TAP version 14"
    # An older prove takes 13, whose lines are the same.
    sed 1s/14/13/ <<<"$out" >"$work/report.tap"
    run prove --source=File --exec cat "$work/report.tap"
    [ $file = wrong ] && failed=2 || failed=1
    has "$file, tap: read by prove" "$out" "Failed test:  $failed"
    lacks "$file, tap: without a fault" "$out" "Parse errors"
done

# ------------------------------------------------------- -o, --hide-expected

run lab check first "$work/files/wrong.cu" --format json -o "$work/report.json"
is "-o: exit" "$code" 1
is "-o: nothing on standard output" "$out" ""
has "-o: the report" "$(cat "$work/report.json")" "the operands are swapped"
refuses "-o: no folder" 2 "" \
    lab check first "$work/files/wrong.cu" -o "$work/no/report.json"
refuses "no such format" 2 "did you mean junit" \
    lab check first "$solution" --format junt
run lab check first "$work/files/outside.cu" --hide-expected
has "hidden: what does not hold" "$out" "it does not hold"
lacks "hidden: not what was wanted" "$out" "76"
lacks "hidden: nor why" "$out" "two barriers"
run lab check first "$work/files/outside.cu" --hide-expected --format gradescope
lacks "hidden: nor in a report" "$out" "barriers"

# ------------------------------------------------------------------ --picture

if [ -x "$(dirname "$scanlab")/scanviz" ]; then
    run lab check first "$work/files/wrong.cu" --picture "$work/wrong.png"
    has "the picture is named" "$out" "Picture:       $work/wrong.png"
    is "it is a PNG" "$(head -c 4 "$work/wrong.png" | tail -c 3)" PNG
    run lab check first "$work/files/broken.cu" --picture "$work/broken.png"
    has "no picture is told" "$err" "no picture $work/broken.png: no run was recorded for this finding"
    echo mine >"$work/wrong.doc"
    run lab check first "$work/files/wrong.cu" --picture "$work/wrong.doc"
    has "a picture of another kind" "$err" "no picture $work/wrong.doc: scanviz cannot write that file"
    is "what is there is kept" "$(cat "$work/wrong.doc")" mine
    run lab check first "$work/files/wrong.cu" --picture "$work/wrong.png"
    has "a picture is drawn anew" "$out" "Picture:       $work/wrong.png"
else
    skip "--picture" "no scanviz"
fi

done_testing
