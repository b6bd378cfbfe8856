#!/bin/bash
# arrows.t - what a folder may know of. The order of the layers of harness/ is
# the table in harness/README.md, read from there: a file includes from its own
# folder and from those below it. algorithms/ includes nothing of harness/, and
# viz/ nothing of either.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The program, tried on a made-up house too. ROOT holds harness/ and the rest.
arrows() {
    perl - "$1" <<'PERL'
use strict;
use warnings;
use File::Find;
my $root = shift;
my (%rank, @layers, %known);
open my $readme, '<', "$root/harness/README.md" or die "no harness/README.md";
while (<$readme>) {
    next unless m{^\| \[([a-z]+)/\]\(\1\) \|};
    push @layers, $1;
    $rank{$1} = @layers;
}
my $wrong = 0;
sub wrong { print join('', @_), "\n"; $wrong++ }
# The folder that a path lies in: "harness/simt", "algorithms", "viz".
sub place {
    my @part = split m{/}, shift;
    return @part > 2 && $part[0] eq 'harness' ? "harness/$part[1]" : $part[0];
}
opendir my $harness, "$root/harness" or die "no harness";
for my $name (sort grep { !/^\./ && -d "$root/harness/$_" } readdir $harness) {
    wrong("harness/$name is not in the table of harness/README.md")
        unless $rank{$name};
}
wrong("harness/$_ is in the table and no folder")
    for grep { !-d "$root/harness/$_" } @layers;
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
            "algorithms/$included", $included;
        next unless $found; # a system's header, or named on the command line
        my ($from, $to) = (place($file), place($found));
        next if $from eq $to;
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
done_testing
