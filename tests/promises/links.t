#!/bin/bash
# links.t - links lead somewhere. In every .md file a relative link names a file
# or a folder that exists (an image too), and what follows its # is the anchor
# of a heading there. Links to other sites are not followed; code is not read.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The program, tried on a made-up house too. links ROOT FILE.md...
links() {
    perl - "$@" <<'PERL'
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));
my $root = shift;
my ($wrong, $seen, %anchors) = (0, 0);

# The lines of a page outside of fenced and indented code, without `code`.
sub prose {
    my @lines;
    my ($fenced, $before, $list) = (0, 1, 0);
    open my $page, '<', shift or die;
    while (<$page>) {
        chomp;
        if (/^\s*(```|~~~)/) {
            $fenced = !$fenced;
            push @lines, '';
            next;
        }
        $list = 1 if /^(\d+\.|[-*]) /;
        $list = 0 if /^\S/ && !/^(\d+\.|[-*]) / && $before;
        # Four blanks after an empty line are code, in a list eight.
        my $code = $fenced || ($before && ($list ? /^ {7}/ : /^ {4}/));
        $before = /^\s*$/ || ($code && !$fenced);
        push @lines, $code ? '' : $_;
    }
    return @lines;
}

# As GitHub makes them: "Why a ring?" is #why-a-ring, a second one has -1.
sub anchors {
    my $path = shift;
    return $anchors{$path} if $anchors{$path};
    my (%made, %often);
    for (prose($path)) {
        next unless /^#{1,6}\s+(.*?)\s*#*$/;
        my $heading = lc $1;
        $heading =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
        $heading =~ s/[^\w\- ]//g;
        $heading =~ tr/ /-/;
        my $again = $often{$heading}++;
        $made{$again ? "$heading-$again" : $heading} = 1;
    }
    return $anchors{$path} = \%made;
}

for my $file (@ARGV) {
    my ($folder) = $file =~ m{^(.*/)} ? $1 : '';
    my $number = 0;
    for (prose("$root/$file")) {
        $number++;
        s/``.*?``|`[^`]*`/ /g;
        while (m{\]\(\s*<?([^)\s>]+)>?[^)]*\)|\b(?:src|href)="([^"]+)"}g) {
            my $link = $1 // $2;
            next if $link =~ m{^[a-z][a-z0-9+.-]*:}i;
            $seen++;
            my ($path, $anchor) = split /#/, $link, 2;
            $path =~ s/%([0-9a-f]{2})/chr hex $1/gie;
            my $target = $path eq '' ? "$root/$file" : "$root/$folder$path";
            if (!-e $target) {
                print "$file:$number: no $path\n";
                $wrong++;
            } elsif (defined $anchor) {
                $target .= '/README.md' if -d $target;
                next if $target =~ /\.md$/ && anchors($target)->{$anchor};
                print "$file:$number: no heading #$anchor in $path\n";
                $wrong++;
            }
        }
    }
}
print scalar(@ARGV), " pages, $seen links\n";
exit($wrong ? 1 : 0);
PERL
}

# What is kept under version control; of a copy without it, everything.
pages() {
    git ls-files '*.md' 2>/dev/null | grep . ||
        find . -name '*.md' -not -path "./$BUILD/*" | sed 's,^\./,,'
}

mapfile -t all < <(pages)
ok "every relative link leads somewhere" links . "${all[@]}"

# It sees a file that is not there, and a heading.
house=$work/house
mkdir -p "$house/scan"
cat >"$house/README.md" <<'PAGE'
# A house, with `code`
## Twice
## Twice
A [folder](scan), a [page](scan/README.md#why-a-ring), [here](#twice-1),
![a picture](scan/chart.svg), [elsewhere](https://example.org/none.md#x).
`[code](none.md)` is no link.

    [code](none.md)
PAGE
: >"$house/scan/chart.svg"
echo '## Why a ring?' >"$house/scan/README.md"
ok "a house in order" links "$house" README.md scan/README.md
echo 'See [this](../none.c).' >>"$house/scan/README.md"
run links "$house" README.md scan/README.md
is "a link to no file is an error" "$code" 1
has "and named" "$out" "scan/README.md:2: no ../none.c"
echo 'See [that](scan/README.md#why-not), ![x](scan/none.svg), [y](#thrice).' \
    >>"$house/README.md"
run links "$house" README.md
has "a heading that is not there" "$out" \
    "README.md:9: no heading #why-not in scan/README.md"
has "nor in the page itself" "$out" "README.md:9: no heading #thrice"
has "an image" "$out" "README.md:9: no scan/none.svg"
done_testing
