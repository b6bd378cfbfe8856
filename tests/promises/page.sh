# shellcheck shell=bash
# page.sh - what a Markdown page tells its reader to do, done. After tap.sh:
#
#     page_files PAGE            writes each file that the page shows: a line
#                                `path`: and below it a block ```c
#     page_try PAGE              runs each command that it shows and compares
#                                what is printed with what the page says
#
# An indented block is a list of commands if it has a line that begins with "$ ":
# up to the next such line, what follows is the output. In it
#
#     ...           alone: any lines; at the end of a line: any rest of it
#     12.3 us       a number with a unit of time or speed: any such number
#     blanks        many are one
#
# Two words may be defined anew: `page_change COMMAND` prints what to run in place
# of a command (nothing: leave it out); `page_filter COMMAND` reads an output, of
# the run and of the page, and prints what of it is compared.

page_files() {
    awk '
        /^`[^`]+`:$/ { path = substr($0, 2, length($0) - 3); next }
        /^```/ && on { on = 0; close(path); path = ""; next }
        /^```c$/ && path { on = 1; printf "" >path; next }
        on { print >path }
        !on && NF { if (!/^```/) path = "" }' "$1"
}

# Of each command a line "$ COMMAND", then its output.
_page_commands() {
    awk '
        /^    / { if (/^    \$ /) on = 1; if (on) print substr($0, 5); next }
        /^$/ { blanks = on; next }
        { on = 0 }' "$1"
}

# Numbers that differ from run to run, and blanks.
_page_plain() {
    sed -E 's/[0-9]+(\.[0-9]+)?[[:space:]]*(ns|us|ms|s|GB\/s|cycles|rounds)\b/N \2/g
            s/(n = .*: )N rounds.*/\1N rounds/
            /N (us|ns|ms) \+-/ s/[0-9]+(\.[0-9]+)?/N/g
            s/[[:space:]]+/ /g; s/ $//; /^$/d'
}

# _page_same GOT WANT: files.
_page_same() {
    awk '
        NR == FNR { got[++lines] = $0; next }
        $0 == "..." { any = 1; next }
        {
            rest = sub(/ *\.\.\.$/, "")
            found = 0
            while (at < lines && !found) {
                line = got[++at]
                found = rest ? index(line, $0) == 1 : line == $0
                if (!found && !any)
                    break
            }
            if (!found) {
                print "the page says, and it was not printed: " $0
                for (k = 1; k <= lines && k < 30; k++)
                    print "printed: " got[k]
                exit 1
            }
            any = 0
        }' <(_page_plain <"$1") <(_page_plain <"$2")
}

page_change() { echo "$1"; }
page_filter() { cat; }

# _page_one COMMAND WANT
_page_one() {
    local name=$1 command want=1
    command=$(page_change "$1")
    [ -n "$command" ] || return 0
    ! grep -q 'WRONG' "$2" || want='[01]'
    [[ $command != *'-d cuda'* ]] || ! $page_no_gpu || want=3
    bash -c "$command" </dev/null >"$work/.got" 2>"$work/.said"
    code=$?
    if [ "$want" = 3 ]; then
        is "$name: without a GPU" "$code" 3
    elif [ "$want" = '[01]' ]; then
        is "$name: finds it" "$code" 1
    else
        is "$name: exit 0" "$code $([ $code = 0 ] || cat "$work/.said")" "0 "
    fi
    [ "$want" = 3 ] || [ ! -s "$2" ] || {
        page_filter "$1" <"$work/.got" >"$work/.printed"
        page_filter "$1" <"$2" >"$work/.wanted"
        ok "$name: prints what the page says" \
            _page_same "$work/.printed" "$work/.wanted"
    }
}

page_try() {
    local line command='' shown=$work/.shown
    page_no_gpu=false
    ! "$scanlab" list </dev/null | grep -q '^  cuda .*not available' ||
        page_no_gpu=true
    : >"$shown"
    while IFS= read -r line <&3; do
        case $line in
        '$ '*)
            [ -z "$command" ] || _page_one "$command" "$shown"
            command=${line#\$ }
            : >"$shown"
            ;;
        *) echo "$line" >>"$shown" ;;
        esac
    done 3< <(_page_commands "$1")
    [ -z "$command" ] || _page_one "$command" "$shown"
}
