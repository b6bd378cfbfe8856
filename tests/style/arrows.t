#!/bin/bash
# arrows.t - what a folder may know of. The order of the layers of harness/ is
# the table in harness/README.md, read from there: a file includes from its own
# folder and from those below it. A layer whose README has a table of its own
# folders is held to that one, too: its files beside them (simt/simt.c) stand
# above them all, but for the header of its name (simt/simt.h), which all may
# include. algorithms/ includes nothing of harness/, and viz/, whose README has
# such a table, nothing of either. The table in algorithms/README.md has the
# folders that algorithms share: a file in one of them includes from its own and
# from those below it, and nothing of an algorithm.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The program, tried on a made-up house too. ROOT holds harness/ and the rest.
arrows() {
    perl - "$1" <<'PERL'
use strict;
use warnings;
use File::Find;
my $root = shift;
my $wrong = 0;
sub wrong { print join('', @_), "\n"; $wrong++ }
# The folders in the table of a folder's README, the upmost first; each must be
# there, and none besides.
sub table {
    my $folder = shift;
    my @rows;
    open my $readme, '<', "$root/$folder/README.md" or return;
    while (<$readme>) {
        push @rows, $1 if m{^\| \[([a-z]+)/\]\(\1\) \|};
    }
    return @rows if !@rows || $folder eq 'algorithms';
    opendir my $there, "$root/$folder" or die "no $folder";
    for my $name (sort grep { !/^\./ && -d "$root/$folder/$_" } readdir $there) {
        wrong("$folder/$name is not in the table of $folder/README.md")
            unless grep { $_ eq $name } @rows;
    }
    for my $name (grep { !-d "$root/$folder/$_" } @rows) {
        wrong("$folder/$name is in the table and no folder");
    }
    return @rows;
}
my (%rank, %inner, %known);
my @layers = table('harness') or die "no table in harness/README.md";
@rank{@layers} = 1 .. @layers;
for my $folder (map({ "harness/$_" } @layers), 'viz', 'algorithms') {
    my @rows = table($folder);
    $inner{$folder}{$rows[$_]} = $_ + 1 for 0 .. $#rows;
}
# Within a layer: an arrow that points up, or nothing.
sub up_within {
    my ($from, $to) = @_;
    my ($layer) = $from =~ m{^(harness/[^/]+|viz|algorithms)/};
    return '' if !$layer || !$inner{$layer};
    return '' if $to eq $layer . $layer =~ s{.*/}{/}r . '.h';
    my ($up, $down) = map { m{^\Q$layer\E/([^/]+)/} ? $1 : '' } $from, $to;
    return '' if $up eq $down;
    my $ranks = $inner{$layer};
    return $ranks->{$up} && ($ranks->{$down} // 0) < $ranks->{$up}
        if $layer eq 'algorithms';
    return ($ranks->{$up} // 0) > ($ranks->{$down} // 0);
}
# The folder that a path lies in: "harness/simt", "algorithms", "viz".
sub place {
    my @part = split m{/}, shift;
    return @part > 2 && $part[0] eq 'harness' ? "harness/$part[1]" : $part[0];
}
my @files;
find({no_chdir => 1, wanted => sub {
    push @files, $File::Find::name
        if /\.(c|h|cu|cpp)$/ && -f;
}}, map { "$root/$_" } qw(algorithms harness viz));
s{^\Q$root\E/}{} for @files;
$known{$_} = 1 for @files;
for my $file (sort @files) {
    wrong("$file lies beside the folders of harness/")
        if $file =~ m{^harness/[^/]+$};
    open my $text, '<', "$root/$file" or die $file;
    while (<$text>) {
        next unless m{^\s*#\s*include\s+"([^"]+)"};
        my $included = $1;
        my $beside = "$file/../$included";
        1 while $beside =~ s{[^/]+/\.\./}{};
        my ($found) = grep { $known{$_} } $beside, "harness/$included",
            map({ "algorithms/$_$included" } '', 'gpu/', 'cpu/', 'elements/'),
            "viz/$included", $included;
        next unless $found; # a system's header, or named on the command line
        my ($from, $to) = (place($file), place($found));
        if ($from eq $to) {
            wrong("$file:$.: $file -> $found points up")
                if up_within($file, $found);
            next;
        }
        my $arrow = "$file:$.: $from -> $to ($included)";
        if ($from eq 'algorithms' || $from eq 'viz') {
            wrong($arrow);
        } elsif ($to eq 'viz') {
            wrong($arrow);
        } elsif ($to ne 'algorithms') {
            my ($up, $down) = map { $rank{s{^harness/}{}r} // 0 } $from, $to;
            wrong("$arrow points up") if $up >= $down;
        }
    }
}
print scalar(@files), " files, ", scalar(@layers), " layers\n";
exit($wrong ? 1 : 0);
PERL
}

ok "every include points down" arrows "$PWD"

# The picture in harness/README.md: a row includes what its columns say.
layers() {
    sed -n 's/^| \[\([a-z]*\)\/\](\1) |.*/\1/p' harness/README.md
}
picture() {
    local from to names=() width=0
    mapfile -t names < <(layers)
    for ((width = 0; width < 7; width++)); do
        printf '%10s' ''
        for to in "${names[@]}"; do printf ' %s' "${to:width:1}" | sed 's/ $/  /'; done
        echo
    done
    for from in "${names[@]}"; do
        printf '%-10s' "$from"
        for to in "${names[@]}"; do
            if [ "$from" = "$to" ]; then
                printf ' \\'
            elif grep -rqE "^ *# *include \"$to/" "harness/$from" --include='*.[ch]'; then
                printf ' x'
            else
                printf ' .'
            fi
        done
        echo
    done
}
picture | sed 's/ *$//' >"$work/picture"
awk '/^```text$/ { inside = 1; next } /^```$/ { inside = 0 } inside' harness/README.md |
    sed 's/ *$//' >"$work/shown"
is "the picture of the layers is that of the includes" "$(cat "$work/shown")" \
    "$(cat "$work/picture")"

# It sees an arrow that points up, a folder without a row, a file beside them.
house=$work/house
mkdir -p "$house"/harness/{upper,lower} "$house"/{algorithms/scan,viz}
printf '| [upper/](upper) | a |\n| [lower/](lower) | b |\n' \
    >"$house/harness/README.md"
echo '#include "lower/low.h"' >"$house/harness/upper/up.h"
: >"$house/harness/lower/low.h"
ok "a house in order" arrows "$house"
echo '#include "upper/up.h"' >"$house/harness/lower/low.h"
run arrows "$house"
is "an arrow up is an error" "$code" 1
has "and named" "$out" \
    "harness/lower/low.h:1: harness/lower -> harness/upper (upper/up.h) points up"
echo '#include "lower/low.h"' >"$house/algorithms/scan/kernel.cu"
run arrows "$house"
has "algorithms know nothing of harness" "$out" \
    "algorithms/scan/kernel.cu:1: algorithms -> harness/lower"
echo '#include "algorithms/scan/plan.h"' >"$house/viz/scene.c"
: >"$house/algorithms/scan/plan.h"
run arrows "$house"
has "viz knows nothing of algorithms" "$out" "viz/scene.c:1: viz -> algorithms"
: >"$house/harness/stray.h"
mkdir "$house/harness/new"
run arrows "$house"
has "no file beside the folders" "$out" "harness/stray.h lies beside"
has "each folder has a row" "$out" "harness/new is not in the table"

# What algorithms share knows no algorithm.
rmdir "$house/harness/new"
rm "$house/harness/stray.h" "$house/algorithms/scan/kernel.cu" "$house/viz/scene.c"
: >"$house/harness/lower/low.h"
mkdir "$house"/algorithms/{gpu,elements}
printf '| [gpu/](gpu) | a |\n| [elements/](elements) | b |\n' \
    >"$house/algorithms/README.md"
echo '#include "gpu.h"' >"$house/algorithms/scan/kernel.cu"
echo '#include "key.h"' >"$house/algorithms/gpu/gpu.h"
: >"$house/algorithms/elements/key.h"
ok "shared words of algorithms in order" arrows "$house"
echo '#include "gpu.h"' >"$house/algorithms/elements/key.h"
run arrows "$house"
has "elements know no kernel" "$out" \
    "algorithms/elements/key.h:1: algorithms/elements/key.h -> algorithms/gpu/gpu.h points up"
: >"$house/algorithms/elements/key.h"
echo '#include "scan/plan.h"' >"$house/algorithms/gpu/gpu.h"
run arrows "$house"
has "and no shared word knows an algorithm" "$out" \
    "algorithms/gpu/gpu.h -> algorithms/scan/plan.h points up"
rm -r "$house/algorithms"

# And within a layer that has a table of its own.
mkdir "$house"/harness/upper/{run,judge}
printf '| [run/](run) | a |\n| [judge/](judge) | b |\n' \
    >"$house/harness/upper/README.md"
echo '#include "upper/judge/order.h"' >"$house/harness/upper/run/go.h"
echo '#include "upper/upper.h"' >"$house/harness/upper/judge/order.h"
echo '#include "upper/run/go.h"' >"$house/harness/upper/upper.h"
ok "a layer in order" arrows "$house"
: >"$house/harness/upper/run/go.h"
echo '#include "upper/run/go.h"' >"$house/harness/upper/judge/order.h"
run arrows "$house"
is "an arrow up within it is an error" "$code" 1
has "and named so" "$out" \
    "upper/judge/order.h:1: harness/upper/judge/order.h -> harness/upper/run/go.h points up"
echo '#include "upper/more.h"' >"$house/harness/upper/judge/order.h"
: >"$house/harness/upper/more.h"
run arrows "$house"
has "so is one to the files above" "$out" "harness/upper/more.h points up"
: >"$house/harness/upper/judge/order.h"
mkdir "$house/harness/upper/new"
run arrows "$house"
has "each of its folders has a row" "$out" \
    "harness/upper/new is not in the table of harness/upper/README.md"

# The viewer has such a table, too.
mkdir -p "$house"/viz/{scenes,recording}
printf '| [scenes/](scenes) | a |\n| [recording/](recording) | b |\n' \
    >"$house/viz/README.md"
rmdir "$house/harness/upper/new"
rm "$house"/harness/upper/judge/order.h
echo '#include "scenes/scene.h"' >"$house/viz/recording/instant.h"
: >"$house/viz/scenes/scene.h"
run arrows "$house"
has "an arrow up within the viewer" "$code $out" \
    "1 viz/recording/instant.h:1: viz/recording/instant.h -> viz/scenes/scene.h points up"
done_testing
