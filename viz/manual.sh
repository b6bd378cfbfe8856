#!/bin/bash
# manual.sh - makes the manual page of scanviz from the output of its --help.
#
#     viz/manual.sh ./scanviz >scanviz.1
#
#       -e, --export=FILE    write a picture    is the output of --help,
#
#     .TP
#     \fB\-e\fR, \fB\-\-export\fR=\fIFILE\fR
#     write a picture                           and this is the page.
set -euo pipefail
scanviz=$1
export LC_ALL=C

# Each option and each paragraph is on one line.
ARGP_HELP_FMT='rmargin=4000,opt-doc-col=60' "$scanviz" --help |
    awk -v version="$("$scanviz" --version)" '
    # Text for roff, with its special characters escaped.
    function plain(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        gsub(/\047/, "\\(aq", text)
        gsub(/\^/, "\\(ha", text)
        gsub(/~/, "\\(ti", text)
        return text ~ /^\./ ? "\\&" text : text
    }
    # One spelling of an option; brackets mark an optional value.
    function spelled(option,    name, value) {
        name = value = option
        sub(/\[?=.*/, "", name)
        value = substr(value, length(name) + 1)
        gsub(/[A-Z][A-Za-z,]*/, "\\fI&\\fR", value)
        return "\\fB" plain(name) "\\fR" value
    }
    BEGIN {
        print ".\\\" Made by viz/manual.sh from `scanviz --help`."
        print ".TH SCANVIZ 1 \"\" \"" version "\" \"User Commands\""
        print ".SH NAME\nscanviz \\- play what a parallel prefix sum did"
        print ".SH SYNOPSIS"
    }
    /^(Usage:| *or:)/ {
        sub(/^.*: *scanviz/, "")
        print (uses++ ? ".br\n" : "") "\\fBscanviz\\fR" plain($0)
        next
    }
    /^ *-/ {
        if (!options++)
            print ".SH OPTIONS"
        at = match($0, /[^ ]  +[^ ]/)
        spec = substr($0, 1, at)
        doc = substr($0, at + RLENGTH - 1)
        sub(/^ */, "", spec)
        count = split(spec, way, ", ")
        line = ""
        for (k = 1; k <= count; k++)
            line = line (k > 1 ? ", " : "") spelled(way[k])
        print ".TP\n" line "\n" plain(doc)
        next
    }
    /^$/ || /^Mandatory or optional/ { next }
    !described++ { print ".SH DESCRIPTION" }
    options { print notes++ ? ".PP" : ".SH NOTES" }
    { print plain($0) }
    END {
        print ".SH \"EXIT STATUS\""
        print ".TP\n0\nsuccess\n.TP\n1\nan export failed\n.TP\n2\nwrong use, or " \
            "a file that is not a trace\n.TP\n3\nsomething needed is missing " \
            "on this machine, such as a display"
        print ".SH \"SEE ALSO\"\n.BR scanlab (1),\n.BR scanlab\\-trace (1)"
    }'
