# film.pl - what the film says, against the two recordings and the steps of the longer
# runs, read here without the viewer: perl film.pl CHAIN.json LOOKBACK.json GROWTH.txt
# < the output of `scanviz --film lookback --dump`. Prints each thing that is not so.
use strict;
use warnings;
use JSON::PP;

my ($row, $race) = (10, 16);

sub recording {
    my ($path) = @_;
    open my $file, '<', $path or die "$path: $!";
    local $/;
    return decode_json(<$file>);
}

# The own sums, the prefixes and their times, what each tile looked at.
sub facts {
    my ($trace) = @_;
    my %f;
    my ($in) = grep { $_->{direction} eq "in" } @{$trace->{metadata}{ports}};
    my @elements = @{$in->{values}};
    for my $e (@{$trace->{traceEvents}}) {
        my $a = $e->{args} or next;
        my $tile = $a->{tile};
        next unless defined $tile;
        if ($e->{cat} && $e->{cat} eq 'ticket') {
            $f{own}[$tile] = 0;
            $f{own}[$tile] += $_ for @elements[$a->{begin} .. $a->{begin} + $a->{count} - 1];
        }
        if ($e->{cat} && $e->{cat} eq 'publish') {
            $f{lc $a->{state}}[$tile] = $a->{value};
            $f{at}[$tile] = $e->{ts} if $a->{state} eq 'P';
            $f{shown}[$tile] //= $e->{ts};
        }
        push @{$f{looks}[$tile]}, $a if $e->{cat} && $e->{cat} eq 'look';
    }
    my @order = sort { $f{at}[$a] <=> $f{at}[$b] } 0 .. $race - 1;
    my $longest = 0;
    for my $k (1 .. $#order) {
        my $gap = $f{at}[$order[$k]] - $f{at}[$order[$k - 1]];
        $longest = $gap if $gap > $longest;
    }
    my $step = 0;
    for my $k (0 .. $#order) {
        $step++ if $k == 0 || $f{at}[$order[$k]] - $f{at}[$order[$k - 1]] > 0.4 * $longest;
        $f{step}[$order[$k]] = $step;
    }
    return \%f;
}

sub most { my $most = 0; $most = $_ > $most ? $_ : $most for @_; return $most }

my $chain = facts(recording($ARGV[0]));
my $look = facts(recording($ARGV[1]));
my (@own, @total);
for my $k (0 .. $race - 1) {
    $own[$k] = $look->{own}[$k];
    $total[$k] = $own[$k] + ($k ? $total[$k - 1] : 0);
    for my $run ($chain, $look) {
        print "P of tile $k is $run->{p}[$k], not $total[$k]\n" if $run->{p}[$k] != $total[$k];
    }
    print "A of tile $k\n" if $k && $look->{a}[$k] != $own[$k];
}

# What each tile took in, by its looks: A's, one after the other, down to a P.
my @found;
for my $k (1 .. $row - 1) {
    my $next = $k - 1;
    for my $l (@{$look->{looks}[$k]}) {
        print "tile $k looks at $l->{first}, not $next\n" if $l->{first} != $next;
        my $flags = $l->{flags};
        $flags =~ /^(A*)(P?)/;
        for my $j (0 .. length($1) - 1) {
            print "an A of tile $next\n" if $l->{values}[$j] != $own[$next];
            $next--;
        }
        next unless $2;
        $found[$k] = $next;
        print "the P of tile $next\n" if $l->{values}[length $1] != $total[$next];
    }
}
my $last = $row - 1;
my $early = $found[$last];
my ($before, $its) = ($total[$last - 1], $own[$last]);

# The film.
my @beats;
while (<STDIN>) {
    chomp;
    if (/^at ([\d.]+) s: (.*)/) {
        push @beats, {at => $1, says => $2, text => []};
    } elsif (/^text \S+ \w+ \d+: (.*)/) {
        push @{$beats[-1]{text}}, $1;
    } elsif (/^fill p: (.*)/) {
        push @{$beats[-1]{small}}, [split /,/] for $1 =~ /(\d+,\d+) 15x15\b/g;
    }
}
sub beat {
    my ($says) = @_;
    my @all = grep { $_->{says} =~ $says } @beats;
    print "no beat says $says\n" unless @all;
    return $all[-1] || {says => '', text => []};
}
sub has {
    my ($beat, $text) = @_;
    print "\"$text\" is not in \"$beat->{says}\"\n" unless grep { $_ eq $text } @{$beat->{text}};
}
sub sum_of {
    my ($from, $to) = @_;
    return join(' + ', $total[$from], @own[$from + 1 .. $to]) . " = $total[$to]";
}
# The boxes: letter and number of each tile.
sub shows {
    my ($beat, @wanted) = @_;
    my @boxes;
    my @text = @{$beat->{text}};
    for my $i (0 .. $#text - 1) {
        push @boxes, "$text[$i] $text[$i + 1]" if $text[$i] =~ /^[XAP]$/ && $text[$i + 1] =~ /\d/;
    }
    return print "no boxes in \"$beat->{says}\"\n" if @boxes < $row;
    my $got = join ', ', @boxes[0 .. $row - 1];
    my $want = join ', ', @wanted;
    print "\"$beat->{says}\" shows $got; the run $want\n" if $got ne $want;
}

my $chain_steps = most(@{$chain->{step}}[0 .. $last]);
my $look_steps = most(@{$look->{step}}[0 .. $last]);
shows(beat(qr/^Chain: $row tiles, $chain_steps steps\.$/), map { "P $total[$_]" } 0 .. $last);
my $k = 0;
for my $beat (grep { $_->{says} =~ /^Chain: each/ && "@{$_->{text}}" =~ /\bP\b/ } @beats) {
    has($beat, $k ? "$total[$k - 1] + $own[$k] = $total[$k]" : $total[0]);
    has($beat, 'Step ' . $chain->{step}[$k]);
    shows($beat, map { $_ <= $k ? "P $total[$_]" : "X own $own[$_]" } 0 .. $last);
    $k++;
}
print "$k tiles get their P in the chain\n" if $k != $row;
shows(beat(qr/^Back to step 1: each knew its own/), map { "X own $own[$_]" } 0 .. $last);
shows(beat(qr/^Look-back: show it/), "P $total[0]", map { "A $own[$_]" } 1 .. $last);

# Tiles whose step is so much at most show P.
sub after_step {
    my ($beat, $step, $at, @more) = @_; # the beat shows step `at`
    shows($beat, map { my $t = $_;
        $look->{step}[$t] <= $step || grep({ $_ == $t } @more)
            ? "P $total[$t]" : "A $own[$t]" } 0 .. $last);
    has($beat, "Step $at");
}
my %words = (4 => 'four');
my $met = grep { $found[$_] == 0 } 1 .. $early;
after_step(beat(qr/^In the same step, $words{$met} others found this P/), 2, 2);
has(beat(qr/^In the same step/), "= $total[$_]") for 1 .. $early;
after_step(beat(qr/^Next look: a P/), 2, 3);
after_step(beat(qr/^Add up: the sum before this tile is $before\.$/), 2, 3);
has(beat(qr/^Add up/), sum_of($early, $last - 1));
for my $t (1 .. $last) {
    print "tile $t sees an X\n" if grep { $_->{flags} =~ /X/ } @{$look->{looks}[$t]};
}
has(beat(qr/^All look left at once\. We follow one/), "Only an X makes a tile wait. Step 1 left none.");
print "it sees no four P's\n" if $look->{looks}[$last][-1]{flags} ne 'PPPP';
print "the neighbour has its P when tile $last looks\n"
    if $look->{step}[$last - 1] < $look->{step}[$last];
has(beat(qr/^Its neighbour has no P yet/),
    "The neighbour's A ($own[$last - 1]) is enough; its P is not needed.");
after_step(beat(qr/^Its neighbour/), 2, 3);
after_step(beat(qr/^Add its own $its: it has its P/), 2, 3, $last);
has(beat(qr/^Add its own/), "$total[$last - 1] + $own[$last] = $total[$last]");
my $others = grep { @{$look->{looks}[$_]} == 2 && $look->{step}[$_] == 3 } $early + 1 .. $last - 1;
my $between = beat(qr/^The $words{$others} between: A's from step 2, and a P now\.$/);
after_step($between, 3, 3);
has($between, "= $total[$_]") for $early + 1 .. $last - 1;
for my $t ($early + 1 .. $last - 1) { # a bar for the P found, one for the A's and its own
    my $row = join ' ', $total[$found[$t]], join(' + ', @own[$found[$t] + 1 .. $t]), "= $total[$t]";
    print "no row $row\n" unless "@{$between->{text}}" =~ /(^| )\Q$row\E( |$)/;
}
beat(qr/^All done: $look_steps steps, not $chain_steps\.$/);

# Both on one clock.
my $both = beat(qr/^Chain: one at a time\. Look-back: all at once\.$/);
for my $run ($chain, $look) {
    my $end = most(@{$run->{at}}[0 .. $race - 1]);
    has($both, sprintf("done: %.1f \302\265s", $end));
    has($both, 'Steps: ' . most(@{$run->{step}}));
    my $step = ($end - $run->{at}[0]) / (most(@{$run->{step}}) - 1);
    has($both, sprintf("A step takes %.1f \302\265s in both.", $step));
}
for my $step (1 .. most(@{$look->{step}})) {
    has($both, scalar grep { $_ == $step } @{$look->{step}});
}

# More tiles.
open my $growth, '<', $ARGV[2] or die;
my $bars = beat(qr/^Look-back: steps grow as the square root of tiles\.$/);
my @lines;
while (<$growth>) {
    next if /^#/;
    push @lines, [split];
    has($bars, "$lines[-1][0] tiles");
    has($bars, $_) for @{$lines[-1]}[1, 2, 3];
}
# After k steps 1 + 4 + 8 + ... = 2 k (k - 1) + 1 tiles are done.
for (@lines) {
    my ($tiles, $chain, $one, $four) = @$_;
    my $k = 1;
    $k++ while 2 * $k * ($k - 1) + 1 < $tiles;
    print "$tiles tiles: $four steps, not $k\n" if $four != $k;
    print "$tiles tiles: $chain steps of the chain\n" if $chain != $tiles;
    print "$tiles tiles: by one $one\n" if $one >= $chain || $one <= $four;
}
for my $few (@lines) {
    for my $many (grep { $_->[0] == 4 * $few->[0] } @lines) {
        my ($one, $four) = map { $many->[$_] / $few->[$_] } 2, 3;
        print "not about 2: $one $four\n" if grep { $_ < 1.6 || $_ > 2 } $one, $four;
    }
}
# The longest run: a column of squares for each step, from left to right.
my ($tiles, undef, $ones, $fours, @done) = @{$lines[-1]};
my @by_one = splice @done, 0, $ones;
my $grows = beat(qr/^Even with 1 tile a look: $ones steps, not $tiles\.$/);
has($grows, "$tiles tiles. Chain: $tiles steps, 1 tile in each");
my %columns; # x => squares, of the chain's row and of the others
for my $at (@{$grows->{small}}) {
    my ($x, $y) = @$at;
    $y < 200 ? $columns{chain}{$x}++ : $x < 500 ? $columns{one}{$x}++ : $columns{four}{$x}++;
}
my %wanted = (chain => [(1) x $tiles], one => \@by_one, four => \@done);
for my $way (sort keys %wanted) {
    my $got = join ' ', map { $columns{$way}{$_} } sort { $a <=> $b } keys %{$columns{$way}};
    print "$way: columns of $got, not of @{$wanted{$way}}\n" if $got ne "@{$wanted{$way}}";
}
for my $way ([1, $ones, @by_one], [4, $fours, @done]) {
    my ($looks_at, $steps, @tiles) = @$way;
    has($grows, "$looks_at at a look:");
    has($grows, "$steps steps");
    has($grows, 'of ' . join(', ', @tiles[0 .. 4]) . ' ... tiles');
    for my $step (1 .. $steps - 2) { # each new P completes more, up to the last one
        print "step $step: no more tiles than before\n" if $tiles[$step] < $tiles[$step - 1];
    }
}
has(beat(qr/^Chain: $row tiles/), "$row tiles of 4 numbers each");
print "there are other beats\n" if @beats != $row + 18;
