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
my (@beats, %said);
while (<STDIN>) {
    chomp;
    if (/^at ([\d.]+) s: (.*)/) {
        push @beats, {at => $1, says => $2, text => []};
    } elsif (/^text \S+ \w+ \d+: (.*)/) {
        push @{$beats[-1]{text}}, $1;
    } elsif (/^fill p: (.*)/) {
        $beats[-1]{squares} += () = $1 =~ /(?<= )\d+,\d+ 16x16\b/g;
        cell('p');
    } elsif (/^fill a: /) {
        cell('a');
    } elsif (/^fill (?:ink|faint): (\d+),(\d+)-\d+,\d+-/) {
        push @{$beats[-1]{tips}}, [$1, $2];
    }
}
# Of the last beat: a cell of 12x24, at x in its row.
sub cell {
    my ($flag) = @_;
    push @{$beats[-1]{cells}{$2}{$flag}}, $1 if / (\d+),(\d+) 12x24$/;
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
    has($beat, 'Steps finished: ' . $chain->{step}[$k]);
    shows($beat, map { $_ <= $k ? "P $total[$_]" : "X own $own[$_]" } 0 .. $last);
    $k++;
}
print "$k tiles get their P in the chain\n" if $k != $row;
shows(beat(qr/^Yet each knew/), map { "X own $own[$_]" } 0 .. $last);
shows(beat(qr/^Look-back: show it/), "P $total[0]", map { "A $own[$_]" } 1 .. $last);

# Tiles whose step is so much at most show P.
sub after_step {
    my ($beat, $step, @more) = @_;
    shows($beat, map { my $t = $_;
        $look->{step}[$t] <= $step || grep({ $_ == $t } @more)
            ? "P $total[$t]" : "A $own[$t]" } 0 .. $last);
    has($beat, "Steps finished: $step");
}
my %words = (4 => 'four');
my $met = grep { $found[$_] == 0 } 1 .. $early;
after_step(beat(qr/^Still step 2: $words{$met} others met this P/), 2);
has(beat(qr/^Still step 2/), "= $total[$_]") for 1 .. $early;
after_step(beat(qr/^Next step: a P/), 2);
after_step(beat(qr/^Add up: $before lies before/), 2);
has(beat(qr/^Add up/), sum_of($early, $last - 1));
for my $t (1 .. $last) {
    print "tile $t sees an X\n" if grep { $_->{flags} =~ /X/ } @{$look->{looks}[$t]};
}
has(beat(qr/^Then all look left/), "Only an X makes a tile wait. Step 1 left none.");
print "it sees no four P's\n" if $look->{looks}[$last][-1]{flags} ne 'PPPP';
print "the neighbour has its P when tile $last looks\n"
    if $look->{step}[$last - 1] < $look->{step}[$last];
has(beat(qr/^Its neighbour has no P yet/),
    "The neighbour's A ($own[$last - 1]) is enough; its P is not needed.");
after_step(beat(qr/^Its neighbour/), 2);
after_step(beat(qr/^Add its own $its: it has its P/), 2, $last);
has(beat(qr/^Add its own/), "$total[$last - 1] + $own[$last] = $total[$last]");
my $others = grep { @{$look->{looks}[$_]} == 2 && $look->{step}[$_] == 3 } $early + 1 .. $last - 1;
my $between = beat(qr/^The $words{$others} between: A's added in step 2, P in step 3\.$/);
after_step($between, 3);
has($between, "= $total[$_]") for $early + 1 .. $last - 1;
for my $t ($early + 1 .. $last - 1) { # a bar for the P found, one for each A, one of its own
    my $row = join ' ', $total[$found[$t]], @own[$found[$t] + 1 .. $t], "= $total[$t]";
    print "no row $row\n" unless "@{$between->{text}}" =~ /(^| )\Q$row\E( |$)/;
}
beat(qr/^All done: $look_steps steps, not $chain_steps\.$/);

# Both on one clock.
my $both = beat(qr/^Chain waits for each P\. Look-back adds A's\.$/);
for my $run ($chain, $look) {
    my $end = most(@{$run->{at}}[0 .. $race - 1]);
    has($both, sprintf("done: %.1f \302\265s", $end));
    has($both, 'Steps: ' . most(@{$run->{step}}));
    my $step = ($end - $run->{at}[0]) / (most(@{$run->{step}}) - 1);
    has($both, sprintf("A step: about %.1f \302\265s in both.", $step));
}
for my $step (1 .. most(@{$look->{step}})) {
    has($both, scalar grep { $_ == $step } @{$look->{step}});
}

# More tiles.
open my $growth, '<', $ARGV[2] or die;
my $grows = beat(qr/^One more look reaches 4 further: 4 more finish\.$/);
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
    has($both, "By 1 tile a look: $one steps, not $chain.") if $tiles == $race;
    print "$tiles tiles: by one $one\n" if $one >= $chain || $one <= $four;
}
for my $few (@lines) {
    for my $many (grep { $_->[0] == 4 * $few->[0] } @lines) {
        my ($one, $four) = map { $many->[$_] / $few->[$_] } 2, 3;
        print "not about 2: $one $four\n" if grep { $_ < 1.6 || $_ > 2 } $one, $four;
    }
}
# A row for each step of the longest run: those done before it are P's, those done in
# it are framed, and the looks of the last of these reach from it to the last P before.
my ($tiles, undef, undef, $steps, @rest) = @{$lines[-1]};
my @rows = sort { $a <=> $b } keys %{$grows->{cells}};
has($grows, "$tiles tiles, look-back: a simulated run");
has(beat(qr/^Chain: $row tiles/), "$row tiles of 4 numbers each");
print "rows: " . @rows . ", steps: $steps\n" if @rows != $steps;
my ($done, $prefixes) = (0, 1);
for my $step (1 .. $steps) {
    my ($more, $looks) = @rest[$step - 1, $steps + $step - 1];
    my $y = $rows[$step - 1];
    my @p = @{$grows->{cells}{$y}{p}};
    my @cells = (@p, @{$grows->{cells}{$y}{a} || []});
    print "step $step: " . @p . " had their P, not $prefixes\n"
        if @p != $prefixes || @cells != $tiles;
    $prefixes = $done += $more;
    has($grows, "step $step");
    has($grows, "+$more");
    has($grows, "= $done");
    next if $step == $steps;
    print "step $step: $more tiles\n" if $step > 1 && $more != 4 * ($step - 1);
    print "step $step: $looks looks\n" if $looks != $step - 1;
    my @tips = map { $_->[0] } grep { abs($_->[1] - $y) < 6 } @{$grows->{tips}};
    my $pitch = ($cells[-1] - $cells[0]) / ($tiles - 1);
    my @reached = map { int(($_ - $cells[0]) / $pitch) } @tips;
    my @wanted = map { $done - 1 - 4 * $_ } 1 .. $looks;
    print "step $step: looks reach @reached, not @wanted\n" if "@reached" ne "@wanted";
}
print "there are other beats\n" if @beats != $row + 18;
