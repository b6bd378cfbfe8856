# shellcheck shell=bash disable=SC2034
# tap.sh - what the tests in bash share. A test starts with
#
#     . "$(dirname "$0")/../end_to_end/tap.sh"
#
# which goes to the repository's root, makes $work (a folder that is removed at
# the end) and gives these words:
#
#     run COMMAND...             keeps $code, $out and $err of it, stdin empty
#     ok NAME COMMAND...         passes when the command does
#     is NAME GOT WANT           passes when the two texts are equal
#     has NAME TEXT PART         passes when PART is in TEXT
#     lacks NAME TEXT PART       passes when it is not
#     refuses NAME CODE PART COMMAND...
#                                the command ends with CODE, one line on stderr
#                                that has PART in it, and nothing on stdout
#     skip NAME WHY              counts as passed, and says why
#     thorough                   true in `make check-all`: repeat what was checked
#     taken K                    of many cases of a kind: in `make check` each K-th
#     has_mpi                    there is an MPI; sets it up for tests. needs_mpi: skips
#                                the whole test without one
#     "${t4[@]}"                 --bytes 4 of verify; in `make check-all` nothing
#     done_testing               prints the plan; the last line of a test
#
# $scanlab is the program under test. With SANITIZED=1 times are not short. With
# TAP_TIMES=FILE in the environment the processor time of each command of run and ok
# is added to that file: seconds of user and system, then the command.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
BUILD=${BUILD:-build}
scanlab=${SCANLAB:-$BUILD/scanlab}
case $scanlab in /*) ;; *) scanlab=$PWD/$scanlab ;; esac
work=$(mktemp -d "${TMPDIR:-/tmp}/scanlab test.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
unset NO_COLOR SCANLAB_HOME
export SCANLAB_TUNING= # no settings of this user
tests=0
failures=0
code='' out='' err=''

if [ ! -x "$scanlab" ]; then
    echo "1..0 # Skip no $scanlab: make first"
    exit 1
fi

thorough() { [ -n "${TEST_ALL-}" ]; }
_cases=0
taken() { thorough || [ $((_cases++ % $1)) = 0 ]; }
t4=()
thorough || t4=(--bytes 4)

# As root in a container, and with more ranks than processors. On one host ranks
# start in a third of the time so, and end at once.
has_mpi() {
    command -v mpirun >/dev/null && command -v mpicc >/dev/null || return 1
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
    export OMPI_MCA_btl_vader_single_copy_mechanism=none
    export OMPI_MCA_odls_base_sigkill_timeout=0
}

needs_mpi() {
    has_mpi && return
    echo "1..0 # Skip no MPI here (Debian: openmpi-bin, libopenmpi-dev)"
    exit 0
}

_pass() {
    tests=$((tests + 1))
    echo "ok $tests - $1"
}

# Prints the name, and each further line as a diagnostic.
_fail() {
    tests=$((tests + 1))
    failures=$((failures + 1))
    echo "not ok $tests - $1"
    shift
    printf '%s\n' "$@" | head -40 | sed 's/^/#   /' >&2
}

run() {
    local TIMEFORMAT="%U %S $*"
    { time "$@" </dev/null >"$work/.out" 2>"$work/.err"; } \
        2>>"${TAP_TIMES:-/dev/null}"
    code=$?
    out=$(tr -d '\0' <"$work/.out")
    err=$(cat "$work/.err")
    return $code
}

ok() {
    local name=$1
    shift
    if run "$@"; then
        _pass "$name"
    else
        _fail "$name" "exit $code from: $*" "$out" "$err"
    fi
}

is() {
    if [ "$2" = "$3" ]; then
        _pass "$1"
    else
        _fail "$1" "got:" "$2" "want:" "$3"
    fi
}

has() {
    case $2 in
    *"$3"*) _pass "$1" ;;
    *) _fail "$1" "got:" "$2" "want in it:" "$3" ;;
    esac
}

lacks() {
    case $2 in
    *"$3"*) _fail "$1" "got:" "$2" "want not in it:" "$3" ;;
    *) _pass "$1" ;;
    esac
}

refuses() {
    local name=$1 want=$2 part=$3 problem=''
    shift 3
    run "$@"
    [ "$code" -eq "$want" ] || problem="exit $code, want $want"
    [ "$(wc -l <"$work/.err")" -eq 1 ] || problem="$problem; not one line"
    [ ! -s "$work/.out" ] || problem="$problem; words on stdout"
    case $err in
    *"$part"*) ;;
    *) problem="$problem; want in it: $part" ;;
    esac
    if [ -z "$problem" ]; then
        _pass "$name"
    else
        _fail "$name" "${problem#; }" "$*" "stdout: $out" "stderr: $err"
    fi
}

skip() {
    tests=$((tests + 1))
    echo "ok $tests - $1 # skip $2"
}

done_testing() {
    echo "1..$tests"
    exit $((failures > 0))
}
