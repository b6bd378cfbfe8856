#!/bin/bash
# pages.t - the commands on all pages that no other test of this folder follows:
# READMEs, sheets of labs, results. Each must run, in the order of its page, with the files
# that the page shows. A mistake may be found in a file (`verify --source`), and where the
# page shows WRONG after the command: exit 1. A GPU may be missing: exit 3.
#
#     pages.t [PAGE...]     these pages alone, all of their commands
#
# In `make check` the commands that take long are left out: proofs, benches and models of
# large n. `make check-all` runs all of them.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

root=$PWD
# Those with other tests: readme.t, guides.t, lectures.t, example_programs.t.
pages() {
    git ls-files '*.md' | grep -v -e '/notes.md$' -e '^README.md' \
        -e '^algorithms/README.md' -e your-own-kernel.md -e '^CHANGELOG' \
        -e '^lectures/site' -e '^algorithms/examples/'
}

# commands PAGE: each ends with a zero byte. In an indented block a
# command goes on while a quote is open, or after a backslash; in a sentence it stands in
# backquotes, and a name alone (`scanlab verify`) is none.
commands() {
    perl -0777 -ne '
        my $word = join "|", map { quotemeta } qw(./scanlab ./scanviz scanlab scanviz cp sed
            seq echo printf cat awk mkdir export);
        my ($open, $fenced, $text) = ("", 0, $_);
        for (split /\n/) {
            $fenced = !$fenced, next if /^\s*```/;
            if ($open ne "") {
                $open .= "\n" . s/^ {4,7}//r;
            } elsif (!$fenced && /^ {4,}(?:\$ )?((?:\w+=\S+ +)*(?:$word) .*|\w=\S+)$/) {
                $open = $1;
            } else {
                print "$1\0" while /`((?:\.\/)?(?:scanlab|scanviz) +\w+ [^`]+)`/g;
                next;
            }
            my $quotes = () = $open =~ /\x27/g;
            next if $open =~ /[\\|]$/ || $quotes % 2;
            $open = $open =~ s/\\\n\s*//gr;
            print $open, $text =~ /\Q$open\E\n +\w+ +WRONG/ ? " # WRONG"
                : $text =~ /\Q$open\E\n +scanlab: / ? " # refused" : "", "\0";
            $open = "";
        }' "$1"
}

# changed COMMAND: what is run in its place; nothing: it is left out.
changed() {
    local command=$1
    case $command in
    *scanviz*--live*) command=${command/scanviz --live/scanlab trace} ;;
    *scanviz*--export* | *scanviz*' -e '*) ;;
    *scanviz*) command="$(sed 's/ *#.*//' <<<"$command") --dump >/dev/null" ;;
    */autograder/* | */grade/*) return ;; # folders of other systems
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
    *' verify '*' -n '* | *' lab '*) return 1 ;;
    *' verify '* | *exhaustive* | *' -n 10000000'*) return 0 ;;
    esac
    return 1
}

# try PAGE [all]
try() {
    local page=$1 command house=$work/house set=''
    rm -rf "$house"
    mkdir "$house"
    # Copies: a reader who follows a page may write into them.
    cp -a algorithms lectures tests viz "$house"
    ln -s "$root/results" "$root/harness" "$house"
    printf '#!/bin/sh\nSCANLAB_HOME="%s" exec "%s" "$@"\n' "$root" "$scanlab" \
        >"$house/scanlab"
    ln -s "$root/$BUILD/scanviz" "$house/scanviz"
    chmod +x "$house/scanlab"
    (cd "$house" && page_files "$root/$page")
    while IFS= read -r -d '' command; do
        [ -n "${2-}" ] || thorough || ! long "$command" || continue
        command=$(changed "$command")
        [ -n "$command" ] || continue
        case $command in ?=*) set+="$command; " && continue ;; esac
        # shellcheck disable=SC2016
        run timeout 300 bash -c 'cd "$1" && PATH=$1:$PATH && eval "$2"' try "$house" \
            "$set$command"
        case $code:$command in
        0:* | 1:*' verify '*--source* | 1:*' lab check '* | 3:*'-d cuda'* | 1:*' # WRONG' | 2:*' # refused') _pass "$page: $command" ;;
        *) _fail "$page: $command" "exit $code" "$out" "$err" ;;
        esac
    done < <(commands "$page")
}

if [ "${1-}" = --list ]; then
    commands "$2" | tr '\0' '\n'
    exit
fi
for page in "$@"; do
    try "$page" all
done
if [ $# -eq 0 ]; then
    while read -r page; do
        try "$page"
    done < <(pages)
fi
done_testing
