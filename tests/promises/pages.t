#!/bin/bash
# pages.t - the commands on all pages that no other test of this folder follows:
# READMEs, sheets of labs, results, "Try it" of lectures. Each must run, in the order of
# its page and with the files that the page shows, and print the output shown. A lab's
# file is the solution.
#
#     pages.t [PAGE...]       these pages alone, all of their commands
#     pages.t --list PAGE     its commands
#
# Exit codes: 1 if a file that a reader changed is verified (`--source`) or the page shows
# WRONG (also in a comment after the command), 2 or 3 if it shows an error message, 3
# without a GPU.
#
# In `make check` the commands that take long are left out: proofs, benches, labs.
# `make check-all` runs all of them.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

root=$PWD
pages() { git ls-files '*.md' | grep -v -e '^CHANGELOG' -e '^lectures/site'; }

# Pages whose "$ " commands are followed by readme.t, guides.t, lectures.t,
# example_programs.t.
followed() {
    case $1 in
    README.md | algorithms/README.md | */your-own-kernel.md | */examples/README.md | \
        */notes.md) ;;
    *) return 1 ;;
    esac
}

# commands PAGE: for each command its "$ " or nothing, the command, and the output that the
# page shows below it; each ends with a zero byte. In an indented block a command goes on
# while a quote is open, or after a backslash or a bar; after a "$ " command its output
# follows. In a sentence a command is in backquotes, as typed in a clone.
commands() {
    perl -0777 -ne '
        my $word = join "|", map { quotemeta } qw(./scanlab ./scanviz scanlab scanviz cp sed
            seq echo printf cat awk mkdir gunzip);
        my ($open, $fenced, $shows, @said) = ("", 0, 0);
        my $end = sub {
            print $shows ? "\$ " : "", "\0", $open =~ s/\\\n\s*//gr, "\0", join("\n", @said), "\0" if $open ne "";
            ($open, $shows, @said) = ("", 0);
        };
        my $goes_on = sub { $open =~ /[\\|]$/ || (() = $open =~ /\x27/g) % 2 };
        for (split /\n/) {
            $fenced = !$fenced, next if /^\s*```/;
            if ($open ne "" && $goes_on->()) {
                $open .= "\n" . s/^ {4,7}//r;
                $end->() unless $shows || $goes_on->();
            } elsif (!$fenced && /^ {4,}(\$ )?((?:\w+=\S+ +)*(?:$word) .*|\w=\S+)$/) {
                $end->();
                ($open, $shows) = ($2, defined $1);
                $end->() unless $shows || $goes_on->();
            } elsif ($shows && /^ {4,7}(.*)/) {
                push @said, $1;
            } else {
                $end->();
                print "\0$1\0\0" while /`(\.\/(?:scanlab|scanviz) +\w+ [^`]+)`/g;
            }
        }
        $end->();' "$1"
}

# changed COMMAND: prints the command to run instead, or nothing to leave it out.
changed() {
    local command=${1%% \#*}
    case $command in
    *scanviz*--live*) command=${command/scanviz --live/scanlab trace} ;;
    *scanviz*--export*) ;;
    *scanviz*) command+=" --export looked-at.png" ;;
    */autograder/* | */grade/*) return ;; # folders of other systems
    *' --save'*) command="SCANLAB_TUNING=tuning.json ${command/--budget 5m/--budget 5s}" ;;
    *no-hooks*) return ;;                 # compilers.t has fake compilers
    *'scanlab bench '*)
        command=$(sed -E 's/--time-limit [0-9]+[sm]//; s/scanlab bench/& --time-limit 0.3s/
            s/2\^1[0-9]\.\.2\^2[0-9]/2^10..2^12/g; s/2\^2[0-9]/2^14/g
            s/-n [0-9]{7,}/-n 16384/' <<<"$command")
        ;;
    esac
    echo "$command"
}

# long COMMAND: takes more than a second or two of processor time.
long() {
    case $1 in
    *' bench '* | *' explore '*) return 0 ;;
    *my/* | *' lab test '*) return 0 ;; # tests/lab has the sheets, and tests the labs
    *' bench.csv'* | *' -n 300'* | *' -n 65,'* | *' -n '*2^20* | *' verify '*..* | *exhaustive* | *' -n 10000000'* | *' -n 5000'*) return 0 ;;
    *' verify '*' -n '*) return 1 ;;
    *' verify '*) return 0 ;;
    esac
    return 1
}

# fair COMMAND SHOWN: the exit code is one that a reader of the page expects.
fair() {
    case $code:$1 in
    3:*'-d cuda'* | 1:*' verify '*--source* | 1:*' lab check '* | 1:*forgets.h*) return 0 ;;
    esac
    case $2$1 in
    *WRONG*) [ "$code" = 1 ] ;;
    'scanlab: '* | 'scanviz: '*) [ "$code" = 2 ] || [ "$code" = 3 ] ;;
    *) [ "$code" = 0 ] ;;
    esac
}

# start LAB FOLDER: starts a lab, with the solutions in its folder.
start() {
    [ -d "$2" ] || "$scanlab" lab start "$1" "$2" >/dev/null
    local file
    for file in lectures/*/labs/"$1"/teacher/*.{cu,c,txt}; do
        [ ! -f "$file" ] || cp "$file" "$2"
    done
    for file in "$2"/solution.*; do
        mv "$file" "$2/$1.${file##*.}"
    done
}

# try PAGE [all]
try() {
    local page=$1 sign typed shown command set='' name
    rm -rf "$work/house"
    mkdir "$work/house"
    for name in algorithms lectures viz tests results harness; do
        ln -s "$root/$name" "$work/house"
    done
    printf '#!/bin/bash\nSCANLAB_HOME="%s" exec -a "$0" "%s" "$@"\n' "$root" "$scanlab" \
        >"$work/house/scanlab"
    ln -s "$root/$BUILD/scanviz" "$work/house/scanviz"
    chmod +x "$work/house/scanlab"
    cd "$work/house" || exit 1
    page_files "$root/$page" 2>/dev/null # of the guides, into folders that are not here
    case $page in
    lectures/TEACHING.md) mkdir hand-ins && cp lectures/*/labs/reduce/skeleton.cu hand-ins/reduce.cu ;;
    README.md)
        "$scanlab" run sequential -n 9 -o lengths.npy -q
        "$scanlab" trace lookback:block=32,items=1 -n 256 >/dev/null
        ;;
    */teacher/rubric.md) start "$(basename "${page%/teacher/*}")" my ;;
    esac
    while IFS= read -r -d '' sign && IFS= read -r -d '' typed && IFS= read -r -d '' shown; do
        if [ -n "$sign" ] && followed "$page"; then
            [[ $page != */notes.md || $typed == *scan@(lab|viz)\ * ]] ||
                eval "$typed" # what the others need
            continue
        fi
        [ -n "${2-}" ] || thorough || ! long "$typed" || continue
        command=$(changed "$typed")
        [ -n "$command" ] || continue
        case $command in ?=*) set+="$command; " && continue ;; esac
        run timeout 300 bash -c "PATH=$(printf %q "$PWD"):\$PATH; $set$command"
        if ! fair "$typed" "$shown"; then
            _fail "$page: $typed" "exit $code" "$out" "$err"
        elif [ -z "$shown" ] || [ "$code" = 3 ]; then
            _pass "$page: $typed"
        else
            printf '%s\n' "$out" "$err" | sed 's/^ *//' >"$work/printed"
            sed 's/^ *//' <<<"$shown" >"$work/wanted"
            ok "$page: $typed" _page_same "$work/printed" "$work/wanted"
        fi
        # shellcheck disable=SC2046  # a name and a folder
        [[ $command != *'lab start '* ]] || start $(sed 's/.*lab start //' <<<"$command")
    done < <(commands "$root/$page")
    cd "$root" || exit 1
}

if [ "${1-}" = --list ]; then
    commands "$2" | tr '\0' '\n' | grep .
    exit
fi
for page in "$@"; do
    try "$page" all
done
if [ $# -eq 0 ]; then
    before=$(git status --porcelain)
    while read -r page; do
        try "$page"
    done < <(pages)
    is "no page changes the clone" "$(git status --porcelain)" "$before"
fi
done_testing
