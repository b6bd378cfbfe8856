#!/usr/bin/perl
# true_captions.pl - are sentences true of the trace that they tell of?
#
#     say_captions TRACE.json views | true_captions.pl TRACE.json
#
# Each line has a rule by its form, which asks the trace, read here once more:
# nothing is shared with the viewer. A sentence without a rule is wrong, too.
# Prints wrong ones, then how many lines were right and by how many rules.
use strict;
use warnings;
use JSON::PP;

open my $file, '<', $ARGV[0] or die "$ARGV[0]: $!\n";
my $trace = decode_json(do { local $/; <$file> });
my $meta = $trace->{metadata};
my %kept = map { $_ => 1 } qw(launch block phase wait ticket publish look
    barrier flag op access finding);
my @event = grep { $kept{ $_->{cat} // '' } } @{ $trace->{traceEvents} };
my $tickets = $meta->{parameters}{tickets};
my $adds = $meta->{monoid} =~ /^add_/;
my ($in, $out) = @{ $meta->{ports} };
my $is_scan = $meta->{kind} && @{ $meta->{ports} } == 2
    && $in->{length} == $out->{length} ? 1 : 0;
my $input = $is_scan && $in->{values};

# What each tile does, by number of event.
my (%publishes, %looks, %all, @elements, %extent, $first_p, $last_tile);
my $grid = 0;
$last_tile = -1;
for my $i (0 .. $#event) {
    my ($e, $tile) = ($event[$i], $event[$i]{args}{tile} // -1);
    $grid = $e->{args}{grid}[0] if $e->{cat} eq 'launch';
    $last_tile = $tile if $tile > $last_tile;
    $last_tile = $grid - 1 if $tile >= 0 && $grid > $last_tile + 1;
    push @{ $all{$tile} }, $i;
    push @{ $publishes{$tile} }, $i if $e->{cat} eq 'publish';
    push @{ $looks{$tile} }, $i if $e->{cat} eq 'look';
    $first_p //= $i if $e->{cat} eq 'publish' && $e->{args}{state} eq 'P';
    if ($e->{cat} eq 'block' && $tile >= 0) {
        $elements[$tile] = [ $e->{args}{begin}, $e->{args}{count} ];
        $extent{$tile} = $e->{ts} + $e->{dur};
    }
}

# The newest of the tile's events of some kinds, up to number `now`.
sub newest {
    my ($tile, $now, $kinds) = @_;
    for (reverse @{ $all{$tile} // [] }) {
        return $_ if $_ <= $now && $event[$_]{cat} =~ /^(?:$kinds)$/;
    }
    return -1;
}

# What it has published up to then: X, A or P.
sub flag {
    my ($tile, $now) = @_;
    my @of = grep { $_ <= $now } @{ $publishes{$tile} // [] };
    return @of ? $event[ $of[-1] ]{args}{state} : 'X';
}

sub value_of { # TILE STATE NOW: what it came with
    my ($tile, $state, $now) = @_;
    my ($i) = grep { $_ <= $now && $event[$_]{args}{state} eq $state }
        reverse @{ $publishes{$tile} // [] };
    return defined $i ? $event[$i]{args}{value} : undef;
}

# op, where it is known here: of numbers and of ranges.
sub joined {
    my ($left, $right) = @_;
    return $left + $right if "$left $right" =~ /^-?\d+ -?\d+$/;
    return "[$1,$2]" if "$left $right" =~ /^\[(\d+),\d+\] \[\d+,(\d+)\]$/;
    return '?';
}

# Looks, one after another: how many tiles each takes in, whether it is the
# last one, and what is known after it.
my (%taken, %ends, %next, %before, %sum);
for my $tile (keys %looks) {
    my @of = @{ $looks{$tile} };
    for my $k (0 .. $#of) {
        my ($i, $j) = @of[ $k, $k + 1 ];
        my $look = $event[$i]{args};
        my $same = defined $j
            && newest($tile, $j, 'ticket') == newest($tile, $i, 'ticket');
        $next{$i} = $j if $same;
        $before{$j} = $i if $same;
        $ends{$i} = defined $look->{found} && !$same;
        my ($near) = $look->{flags} =~ /^(A*)/;
        $taken{$i} =
              $ends{$i} ? $look->{first} - $look->{found} + 1
            : $same ? $look->{first} - $event[$j]{args}{first}
            : ($look->{times} // 1) > 1 && $look->{flags} =~ /^A+X/ ? 0
            : length $near;
        my $sum = defined $before{$i} ? $sum{ $before{$i} } : undef;
        for my $value (@{ $look->{values} // [] }[ 0 .. $taken{$i} - 1 ]) {
            $sum = defined $sum ? joined($value, $sum) : $value;
        }
        $sum{$i} = $sum;
    }
}

# ------------------------------------------------------------------- claims

my ($now, $who, $told);

sub claim { die "$_[1]\n" unless $_[0] }

# The sentence is about this event: it is the newest that could be told. In a
# film events like it may have passed since.
sub about { # TILE KIND NAME, a part of it
    my ($tile, $kind, $name) = @_;
    ($told) = grep { $event[$_]{cat} eq $kind
            && ($who ne 'film' || $event[$_]{name} =~ /(?:$name)/) }
        reverse grep { $_ <= $now } @{ $all{$tile} // [] };
    $told //= -1;
    claim($told >= 0, "no $kind of tile $tile yet");
    my @others = grep { $event[$_]{cat} =~ /^(ticket|phase|publish|look|launch)$/
            && ($who eq 'none' || ($event[$_]{args}{tile} // -1) == $tile) }
        $told + 1 .. $now;
    claim($who eq 'film' || !@others, "something newer is to be told");
    claim($who !~ /\d/ || $who == $tile, "about another tile");
    return $event[$told]{args};
}

sub about_phase {
    my ($tile, $name) = @_;
    about($tile, 'phase', "^$name\$");
    claim($event[$told]{name} eq $name, "the phase is $event[$told]{name}");
}

sub about_launch { # [NAME]
    my ($name) = @_;
    ($told) = grep { $event[$_]{cat} eq 'launch' && $event[$_]{name} eq ($name // $event[$_]{name}) }
        reverse 0 .. $now;
    claim(defined $told, 'no such launch');
    return $event[ $told // 0 ]{args};
}

sub takes {
    my ($block, $tile, $begin, $end) = @_;
    my $is = about($tile, 'ticket', '');
    claim($is->{block} == $block, 'another block');
    claim($is->{begin} == $begin && $is->{begin} + $is->{count} - 1 == $end,
        'other elements');
}

sub tiles_in { # "tiles 7, 6 and 5"
    my ($words) = @_;
    return reverse $2 .. $1 if $words =~ /(\d+) to (\d+)/;
    return $words =~ /\d+/g;
}

sub prefix_is { # the sum of all elements up to the tile's end
    my ($tile, $value) = @_;
    return unless $input && $adds && $elements[$tile];
    my ($begin, $count) = @{ $elements[$tile] };
    my $sum = 0;
    $sum += $_ for @{$input}[ 0 .. $begin + $count - 1 ];
    claim($sum == $value, "elements up to its end have the sum $sum");
}

sub publishes {
    my ($tile, $state, $value) = @_;
    my $is = about($tile, 'publish', "^$state");
    claim($is->{state} eq $state, "it publishes $is->{state}");
    claim(($is->{value} // '') eq ($value // ''), 'its value is another');
    prefix_is($tile, $value) if $state eq 'P' && defined $value;
}

sub adds_before { # "44 + 8 = ": what lies before it, and its own
    my ($tile, $before, $own) = @_;
    my $look = newest($tile, $told, 'look');
    claim($sum{$look} eq $before, "before it lies $sum{$look}");
    claim(value_of($tile, 'A', $told) eq $own, 'its aggregate is another');
    claim(joined($before, $own) eq $event[$told]{args}{value}, 'a wrong sum');
}

sub alone { # the first A of all: its own elements
    my ($tile, $terms, $value, $words) = @_;
    publishes($tile, 'A', $value);
    claim($told == (sort { $a <=> $b } map { grep {
        $event[$_]{args}{state} eq 'A' } @$_ } values %publishes)[0],
        'not the first A');
    claim(($words =~ /the sum/) == ($is_scan && $adds), 'is it a sum?');
    my $counts = grep { $_->{cat} eq 'phase' && $_->{name} eq 'count' } @event;
    claim(($words =~ /so many/) == ($counts > 0), 'does it count?');
    claim($is_scan || $words =~ /^the result|so many/, 'more than is known');
    my ($begin, $count) = @{ $elements[$tile] };
    my @own = $input ? @{$input}[ $begin .. $begin + $count - 1 ] : ();
    claim($terms eq join(' + ', @own) . ' = ', "its elements are @own")
        if $terms;
    my $sum = 0;
    $sum += $_ for @own;
    claim($sum == $value, "its elements have the sum $sum")
        if @own && $adds && defined $value;
}

sub look_of {
    my ($tile, $first) = @_;
    my $is = about($tile, 'look', '');
    claim($is->{first} == $first, "it looks at tile $is->{first}");
    return $is;
}

# "33 + 5 + 3 = 41": what was known, if anything, then what each flag came with.
sub sums {
    my ($words) = @_;
    my @terms = @{ $event[$told]{args}{values} // [] }[ 0 .. $taken{$told} - 1 ];
    my $before = $before{$told};
    unshift @terms, $sum{$before} if defined $before && defined $sum{$before};
    if (@terms < 2) {
        claim(!defined $words, 'a sum of one term');
        return;
    }
    claim(defined $words, 'no sum');
    my ($left, $all) = ($words // '') =~ /^(.*?)(?: = (.*))?$/;
    my @said = split / (?:\+|with) /, $left;
    my ($dots) = grep { $said[$_] eq '...' } 0 .. $#said;
    if (defined $dots) {
        splice @terms, $dots, @terms - @said + 1, '...';
    }
    claim("@said" eq "@terms", "its terms are @terms");
    claim(defined $all && $all eq $sum{$told}, "the sum is $sum{$told}");
}

sub takes_in {
    my ($tile, $aggregates, $prefix, $sum) = @_;
    my $is = about($tile, 'look', '');
    my @of = tiles_in($aggregates // '');
    my @flags = split //, $is->{flags};
    for my $k (0 .. $#of) {
        claim($of[$k] == $is->{first} - $k, "tile $of[$k] is out of order");
        claim($flags[$k] eq 'A', "tile $of[$k] is $flags[$k]");
        claim(flag($of[$k], $told) =~ /[AP]/, "tile $of[$k] has no A yet");
    }
    claim($taken{$told} == @of + defined $prefix, "it takes $taken{$told}");
    claim(defined $prefix == $ends{$told}, 'does the look-back end?');
    if (defined $prefix) {
        claim($prefix == $is->{found}, "it finds the P of tile $is->{found}");
        claim($flags[@of] eq 'P', 'there is no P');
        claim(flag($prefix, $told) eq 'P', "tile $prefix has no P yet");
        claim($is->{values}[@of] eq value_of($prefix, 'P', $told),
            'another value was published') if $is->{values};
    }
    sums($sum);
    return $is;
}

sub stops_at { # TILE FLAG: whose X it now waits for, or has waited for
    my ($tile, $flag) = @_;
    my $is = $event[$told]{args};
    claim($tile == $is->{first} - $taken{$told}, "it stops elsewhere");
    claim(substr($is->{flags}, $taken{$told}, 1) eq 'X', 'it stops at no X');
    claim(flag($tile, $now) eq $flag, "tile $tile is ${\flag($tile, $now)} now");
}

sub further { # is|was
    my $is = $event[$told]{args};
    my $next = $next{$told};
    my $end = $is->{first} - $taken{$told};
    claim(defined $next ? $event[$next]{args}{first} == $end : $meta->{finding},
        'it does not look further back');
    claim(substr($is->{flags}, $taken{$told}, 1) ne 'X', 'it stops at an X');
    my $has_p = grep { flag($_, $now) eq 'P' } $end + 1 .. $is->{first};
    claim(($_[0] eq 'was') == ($has_p > 0), "$has_p of them have P now");
}

sub waits { # how many tiles have stopped at an X
    return scalar grep { my $tile = $_;
        grep { !$ends{$_} && $event[$_]{args}{flags} =~ /^[AP]*X/ }
            @{ $looks{$tile} } } keys %looks;
}

sub chain {
    my (%chain, $most);
    $most = 0;
    for my $tile (sort { $a <=> $b } keys %looks) {
        my ($end) = grep { $ends{$_} } reverse @{ $looks{$tile} };
        next unless defined $end;
        next if grep { $event[$_]{args}{state} eq 'P'
            && $event[$_]{ts} < $event[$end]{ts} } @{ $publishes{$tile} // [] };
        $chain{$tile} = ($chain{ $event[$end]{args}{found} } // 0) + 1;
        $most = $chain{$tile} if $chain{$tile} > $most;
    }
    return $most;
}

sub over { # TILES CLOCK
    my ($tiles, $clock) = @_;
    $told = -1;
    claim(!grep({ $event[$_]{cat} =~ /^(ticket|phase|publish|look|launch)$/ }
        $now + 1 .. $#event), 'there is more to come');
    claim(!$meta->{finding} && !$meta->{dropped}, 'it is not all');
    # Five digits are said; what lies in the middle between two is either.
    my ($took, $unit) = $clock =~ /^(\S+) (us|steps)$/;
    my $near = $meta->{clock} eq 'steps' ? 0.5 : $meta->{duration_us} * 0.6e-4;
    claim(($unit // '') eq ($meta->{clock} eq 'steps' ? 'steps' : 'us') &&
        abs($took - $meta->{duration_us}) <= $near, "it took $meta->{duration_us}");
    claim($tiles == $last_tile + 1, "there are ${\($last_tile + 1)} tiles");
    for (0 .. $last_tile) {
        claim(defined $extent{$_} && $extent{$_} <= $meta->{duration_us} + 1e-6,
            "tile $_ is not done");
    }
}

sub combines { # LOW HIGH VALUE DEPTH: of the newest op, of the tile that is looked at
    my ($low, $high, $value, $depth) = @_;
    ($told) = $who =~ /\d/ ? newest($who, $now, 'op')
        : grep { $event[$_]{cat} eq 'op' } reverse 0 .. $now;
    my $is = $event[$told]{args};
    claim($is->{low} == $low && $is->{high} == ($high // $low), 'another range');
    claim($is->{depth} == $depth, 'another depth');
    claim(($is->{value} // '') eq ($value // ''), 'another value');
}

# ------------------------------------------------------------------- phases

my %phase = (
    'loads its elements' => ['load'],
    'scans its own elements' => ['scan'],
    'scans its own elements; it needs no other tile for that' => ['scan', sub {
        claim(!grep({ $_ > newest($_[0], $told, 'ticket') && $_ < $told }
            @{ $looks{ $_[0] } // [] }), 'it has looked before');
        my ($next) = grep { $_ > $told && $event[$_]{cat} eq 'phase' }
            @{ $all{ $_[0] } };
        claim($event[ $next // $told ]{name} eq 'look back',
            'it may have waited for others') }],
    'stores its results' => ['store', sub {
        claim($publishes{ $_[0] } || $meta->{finding} || !%publishes && !%looks, 'not a word on its P') }],
    'stores its results; it is the last tile: no other needs its prefix, so it'
        . ' publishes none' => ['store', sub {
        claim($_[0] == $last_tile && !$publishes{ $_[0] } && defined $first_p,
            'it is not the last, or publishes, or none does') }],
    'stores its results; it publishes nothing' => ['store', sub {
        claim(!$publishes{ $_[0] }, 'it does publish') }],
    'counts elements that it keeps' => ['count', sub {
        claim($meta->{predicate}, 'no predicate keeps anything') }],
    'counts digits' => ['count', sub {
        claim($meta->{algorithm} eq 'radix_sort', 'what has digits?') }],
    'counts keys' => ['count', sub {
        claim($meta->{algorithm} eq 'histogram', 'what has keys?') }],
    'counts runs that begin in it' => ['count', sub {
        claim($meta->{algorithm} eq 'rle', 'what has runs?') }],
    'reduces its elements' => ['reduce'],
    'writes its results to their places' => ['scatter'],
);

# -------------------------------------------------------------------- stops

# All that a question or an answer says with numbers.
sub stop_says {
    my ($words) = @_;
    my ($stop) = grep { $words eq $_->{question} || $words eq $_->{answer} }
        @{ $meta->{story}{stops} };
    claim($stop, 'no stop says so');
    claim($now == $#event || $stop->{at} <= $event[$now]{ts} + 1e-9
        || $event[ $now + 1 ]{ts} > $stop->{at}, 'it is too early');
    my $at = $stop->{at};
    while ($words =~ /(\d+(?: \+ \d+)+) = (\d+)/g) {
        my ($terms, $all, $sum) = ($1, $2, 0);
        $sum += $_ for split / \+ /, $terms;
        claim($sum == $all, "$terms is $sum");
    }
    while ($words =~ /(?:([AP]) = )?(\d+) from tile (\d+)|[Tt]ile (\d+)'s ([AP]) = (\d+)/g) {
        my ($state, $value, $tile) = defined $4 ? ($5, $6, $4) : ($1, $2, $3);
        claim(grep({ (value_of($tile, $_, $now) // '') eq $value }
            $state // ('A', 'P')), "tile $tile has published no $value");
    }
    while ($words =~ /[Tt]ile (\d+) (?:shows|has published) ([AP]) = (\d+)/g) {
        claim((value_of($1, $2, $now) // '') eq $3, "tile $1 has another $2");
    }
    while ($words =~ /(?:Tile (\d+) has shown its|from tile (\d+), shown) ?([AP]?) since (?:step )?([\d.]+)/g) {
        my ($tile, $state, $since) = ($1 // $2, $3 || 'A', $4);
        my ($i) = grep { $event[$_]{args}{state} eq $state } @{ $publishes{$tile} };
        my $digits = length(($since =~ /\.(\d+)/)[0] // '');
        claim(sprintf("%.${digits}f", $event[$i]{ts}) eq $since,
            "tile $tile: since $event[$i]{ts}");
    }
    claim(defined value_of($1, 'P', $now), "tile $1 has none")
        if $words =~ /since then tile (\d+) has published its P/;
    claim($1 == eval join('+', @{$input}[ map { $_->[0] .. $_->[0] + $_->[1] - 1 }
        $elements[ $meta->{story}{follow} ] ]), 'another sum')
        if $words =~ /its own elements: (\d+)/;
    if ($words =~ /(?:sees|shows|has read) ((?:[XAP] )*[XAP])(?::((?: \d+,?)+))?/) {
        my ($flags, $values) = ($1, $2);
        my ($look) = grep { abs($event[$_]{ts} - $at) < 1e-9 }
            @{ $looks{ $meta->{story}{follow} } };
        my $is = $event[ $look // 0 ]{args};
        claim(defined $look, 'it does not look then');
        claim($flags =~ tr/ //dr eq $is->{flags}, "it sees $is->{flags}");
        claim($values =~ tr/ //dr eq join(',', @{ $is->{values} }), 'other values')
            if defined $values;
    }
}

# -------------------------------------------------------------------- rules

my $list = qr/tiles? \d+(?:, \d+)*(?: and \d+| to \d+)?/;
my $sum = qr/(?:: (\S.*?))?/;
my $made = qr/elements? (\d+)(?: to (\d+))?(?:: (\S+))?, at depth (\d+)\./;
# What blocks have moved that are done at a time.
sub moved {
    my ($at) = @_;
    my ($reads, $writes) = (0, 0);
    for (grep { $_->{cat} eq 'block' && $_->{ts} + $_->{dur} <= $at } @event) {
        $reads += $_->{args}{reads} // 0;
        $writes += $_->{args}{writes} // 0;
    }
    return sprintf '%d bytes read, %d written: %.1fn', $reads, $writes,
        ($reads + $writes) / ($meta->{n} * $meta->{elem_bytes});
}

# The newest launch of that name is over by then.
sub ended {
    my ($name, $at, $words) = @_;
    my ($launch) = grep { $_->{cat} eq 'launch' && $_->{name} eq $name
        && $_->{ts} < $at } reverse @event;
    claim($launch && $launch->{ts} + $launch->{dur} <= $at, 'it runs');
    claim(!defined $words || moved($at) eq $words, 'other bytes');
}

my $takes = qr/Tile[ ](\d+)[ ](?:adds|takes[ ]in)[ ](?|the[ ]aggregates?[ ]of[ ]
    ($list)(?:[ ]and[ ]the[ ]inclusive[ ]prefix[ ]of[ ]tile[ ](\d+))?
    |()the[ ]inclusive[ ]prefix[ ]of[ ]tile[ ](\d+))/x;
my @rule = (
    [qr/(?:Question|Answer): (.+)/, \&stop_says],
    [qr/(\d+) blocks?, each for a tile of (up to )?(\d+) elements\. X: nothing published yet\./, sub {
        my $is = about_launch();
        claim($is->{grid}[0] == $_[0] && $_[0] == $last_tile + 1, 'other blocks');
        my @sizes = sort { $a <=> $b } map { $_->[1] } @elements;
        claim($sizes[-1] == $_[2] && !!$_[1] == ($sizes[0] < $_[2]),
            "tiles have $sizes[0] to $sizes[-1] elements") }],
    [qr/(\S+) begins: (\d+) blocks? of (\d+) threads?\./, sub {
        my $is = about_launch($_[0]);
        claim($is->{grid}[0] == $_[1] && $is->{block}[0] == $_[2], 'other') }],
    [qr/(\S+) has ended(?:; so far (.*))?\. (\S+) begins: (\d+) blocks? of (\d+) threads?\./, sub {
        my $is = about_launch($_[2]);
        claim($is->{grid}[0] == $_[3] && $is->{block}[0] == $_[4], 'other');
        ended($_[0], $event[$told]{ts}, $_[1]) }],
    [qr/(\S+) has ended(?:; so far (.*))?\./, sub {
        about_launch($_[0]);
        ended($_[0], $event[$now]{ts}, $_[1]) }],
    [qr/Block (\d+)(?: of (\S+))? (loads|scans|looks back|stores|counts|reduces|scatters)\./, sub {
        ($told) = grep { $event[$_]{cat} eq 'phase' } reverse 0 .. $now;
        my ($launch) = grep { $event[$_]{cat} eq 'launch' } reverse 0 .. $told;
        claim($event[$launch]{name} eq $_[1], 'another launch') if defined $launch;
        claim($event[$told]{name} eq $_[2] =~ s/^(\w+?)s\b/$1/r, 'another phase');
        claim($event[$told]{args}{block} == $_[0], 'another block') }],
    [qr/Block (\d+) draws ticket (\d+) and takes tile (\d+): elements (\d+) to (\d+)\./, sub {
        claim($tickets, 'there are no tickets');
        claim($_[1] == $_[2], 'another ticket');
        takes(@_[ 0, 2 .. 4 ]) }],
    [qr/Block (\d+) takes tile (\d+): elements (\d+) to (\d+)\./, sub {
        claim(!$tickets, 'it draws a ticket');
        takes(@_) }],
    [qr/Tile (\d+) looks back: what is its exclusive prefix\?/, sub {
        about_phase($_[0], 'look back') }],
    [qr/Nothing comes before tile 0: its aggregate is its prefix\./, sub {
        about_phase(0, 'look back');
        claim(!$meta->{carry}, 'a carry lies before it') }],
    [qr/Tile (\d+) publishes A, its aggregate: (?:((?:-?\d+(?: \+ -?\d+)* = )?)(\S+), )?(the sum of its own elements alone|its own elements alone, combined|the result of its own elements alone)\./, \&alone],
    [qr/Tile (\d+) publishes A, its aggregate: (\d+) (elements that it keeps|elements with digit 0|keys|runs that begin in it)\./, sub {
        alone($_[0], '', $_[1], "so many $_[2]") }],
    [qr/Tile (\d+) publishes its aggregate(?:: A = (\S+)| A)\./, sub {
        publishes($_[0], 'A', $_[1]) }],
    [qr/Tile (\d+) publishes P, its inclusive prefix: (?:(\S+), )?(the sum of everything up to its end|everything up to its end, combined|the result of everything up to its end|the result of its last segment so far)\./, sub {
        publishes($_[0], 'P', $_[1]);
        claim($told == $first_p, 'not the first P');
        claim(($_[2] =~ /segment/) == grep({ $_->{name} eq 'flags' } @{ $meta->{ports} }),
            'are there segments?');
        claim(($_[2] =~ /the sum/) == ($is_scan && $adds), 'is it a sum?') }],
    [qr/Tile (\d+) publishes what should be its inclusive prefix: P = (\S+)\./, sub {
        my $is = about($_[0], 'publish', '^P');
        claim($is->{value} eq $_[1], 'its value is another');
        claim(scalar(grep { $event[$_]{cat} eq 'flag' && $event[$_]{args}{stale} } 0 .. $told),
            'no older value was read') }],
    [qr/Tile (\d+) publishes its inclusive prefix(?:: P = (?:(\S+) \+ (\S+) = )?(\S+?))?\.(?: Tile (\d+), just before it, (has no P yet|had no P then): tile (\d+) did not need one\.)?/, sub {
        my ($tile, $before, $own, $value, $neighbour, $has, $same) = @_;
        publishes($tile, 'P', $value);
        adds_before($tile, $before, $own) if defined $before;
        return unless defined $neighbour;
        my $look = newest($tile, $told, 'look');
        claim($neighbour == $tile - 1 && $same == $tile, 'another tile');
        claim(flag($neighbour, $told) ne 'P', 'it has a P');
        claim((flag($neighbour, $now) eq 'P') == ($has =~ /^had/), 'yet or then?');
        claim($look < 0 || $event[$look]{args}{found} < $neighbour,
            'it has used that P') }],
    [qr/Tile (\d+) waits for tile (\d+), which has published nothing yet \(X\)(; it looks (?:again|repeatedly)|; a P further back does not help)?\./, sub {
        my ($tile, $first, $more) = @_;
        my $is = look_of($tile, $first);
        my $times = $is->{times} // 1;
        $more //= '';
        claim($is->{flags} =~ /^X/, 'it saw no X');
        claim(flag($first, $now) eq 'X', "tile $first has published");
        claim(($times > 1) == ($more =~ /looks/), "it looks $times times");
        claim(($times > 2) == ($more =~ /repeatedly/), "it looks $times times");
        claim($is->{flags} =~ /P/, 'no P there') if $more =~ /P/ }],
    [qr/Tile (\d+) has published ([AP]) by now; tile (\d+) has not seen it yet\./, sub {
        my ($first, $state, $tile) = @_;
        my $is = look_of($tile, $first);
        claim($is->{flags} =~ /^X/, 'it has seen it');
        claim($told == newest($tile, $now, 'look'), 'it has looked again');
        claim(flag($first, $now) eq $state, 'it has not') }],
    [qr/Tile (\d+) sees that tile (\d+) has an aggregate but no prefix yet(, so it will look at more tiles|, so it will look again)?\.( By now tile (\d+) has published P\.)?/, sub {
        my ($tile, $first, $next, $by_now, $same) = @_;
        my $is = look_of($tile, $first);
        claim($is->{flags} =~ /^A[^X]*$/ && $taken{$told} == 0, 'it takes it in');
        claim(flag($first, $told) eq 'A', 'it has more, or less');
        claim(defined $next == defined $next{$told}, 'does it look again?');
        claim((length $event[ $next{$told} ]{args}{flags} > length $is->{flags})
            == ($next =~ /more/), 'at more tiles?') if defined $next{$told};
        claim((flag($first, $now) eq 'P') == defined $by_now, 'by now?');
        claim($same == $first, 'another tile') if defined $same }],
    [qr/Tile (\d+) sees the ([AP]) of tile (\d+), but reads an older value: not the (\S+) that was published\./, sub {
        my ($tile, $flag, $of, $value) = @_;
        my $is = look_of($tile, $of);
        my ($load) = grep { $event[$_]{cat} eq 'flag' && $event[$_]{args}{stale} }
            reverse 0 .. $told;
        claim($is->{flags} eq $flag, "it sees $is->{flags}");
        claim($value eq value_of($of, $flag, $told), 'another value was published');
        claim(defined $load && $event[$load]{args}{tile} == $tile
            && $event[$told]{ts} - $event[$load]{ts} <= 1, 'it reads no older value') }],
    [qr/Tile (\d+) looks at ($list) and takes in none of them yet: tile (\d+) (is|was) an X\./, sub {
        my ($tile, $tiles, $missing, $still) = @_;
        my @of = tiles_in($tiles);
        my $is = look_of($tile, $of[0]);
        claim(@of == length $is->{flags}, 'at others');
        claim($taken{$told} == 0, 'it takes some in');
        claim(substr($is->{flags}, $of[0] - $missing, 1) eq 'X', 'no X');
        claim((flag($missing, $now) eq 'X') == ($still eq 'is'), 'is or was?') }],
    [qr/$takes$sum\. Tile (\d+) is still an X: tile (\d+) waits for it\./, sub {
        takes_in(@_[ 0 .. 3 ]);
        stops_at($_[4], 'X');
        claim($_[5] == $_[0], 'another tile waits') }],
    [qr/$takes$sum\. Tile (\d+) was an X, but has published ([AP]) by now\./, sub {
        takes_in(@_[ 0 .. 3 ]);
        stops_at(@_[ 4, 5 ]) }],
    [qr/$takes$sum\. None of them (is|was) a P, so it looks further back\./, sub {
        takes_in(@_[ 0 .. 3 ]);
        claim($taken{$told} > 1, 'there is but one');
        further($_[4]) }],
    [qr/$takes$sum\. That covers every tile before it\./, sub {
        my $is = takes_in(@_[ 0 .. 3 ]);
        claim($taken{$told} == $is->{first} + 1, 'there are more before these') }],
    [qr/$takes$sum\. That (is|was) not a P, so it looks further back\./, sub {
        takes_in(@_[ 0 .. 3 ]);
        claim($taken{$told} == 1, 'there are more');
        further($_[4]) }],
    [qr/$takes$sum\. (?:That was a P: its look-back is done|A P covers everything up to its tile, so the look-back can stop here)\./, sub {
        takes_in(@_[ 0 .. 3 ]);
        claim($ends{$told}, 'it is not done') }],
    [qr/Block (\d+) starts\./, sub {
        claim(grep({ $event[$_]{cat} eq 'block' && $event[$_]{args}{block} == $_[0] }
            0 .. $now), 'it has not') }],
    [qr/(\d+) ops at the same time, (\d+) in all\. The last combines $made/, sub {
        combines(@_[ 2 .. 5 ]);
        my @ops = grep { $event[$_]{cat} eq 'op' } 0 .. $told;
        my @now = grep { $event[$_]{ts} == $event[$told]{ts} } @ops;
        claim(@now == $_[0] && @ops == $_[1], @now . ' ops now, ' . @ops . ' in all') }],
    [qr/Block (\d+)(?:, warp (\d+): all its lanes|: all its threads) have reached the barrier at (\S+)\./, sub {
        ($told) = grep { $event[$_]{cat} eq 'barrier' } reverse 0 .. $now;
        my $is = $event[$told]{args};
        claim($is->{block} == $_[0] && $is->{at} eq $_[2], 'another barrier') }],
    [qr/Block (\d+), thread (\d+) (reads|writes) (\S+?)(?: = (\S+))?, at (\S+)/, sub {
        ($told) = grep { $event[$_]{cat} eq 'access' } reverse 0 .. $now;
        my $is = $event[$told]{args};
        claim($is->{block} == $_[0] && $is->{thread} == $_[1], 'another thread');
        claim($event[$told]{name} eq "$_[2] $_[3]", 'another access');
        claim(($is->{value} // '') eq ($_[4] // $is->{value} // ''), 'another value') }],
    [qr/Pass (\d): ((?:(?:, )?\d+ with digit \d+)+)(?:, \.\.\.)?\. The first with digit (\d+) goes to place (\d+), after all smaller ones\./, sub {
        my ($pass, $counts, $digit, $place) = @_;
        my @digit = map { int($_ / ($pass == 1 ? 1 : 10)) % 10 } @{ $in->{values} };
        my $of = sub { my ($which) = @_; scalar grep { $_ == $which } @digit };
        claim($of->($2) == $1, "digit $2 is not there $1 times")
            while $counts =~ /(\d+) with digit (\d+)/g;
        claim($place == grep({ $_ < $digit } @digit), 'another place') }],
    [qr/An op (combines|joins the identity and) $made/, sub {
        my ($how, @made) = @_;
        combines(@made);
        my ($left, $right) = @{ $event[$told]{args} }{qw(left right)};
        claim(($how ne 'combines') == ($left < 0 || $right < 0), 'is it the identity?') }],
    [qr/No block has taken tile (\d+) yet\./, sub {
        my $tile = $who =~ /\d/ ? $who : $meta->{story}{follow};
        $told = -1;
        claim($_[0] == $tile && newest($tile, $now, 'ticket|phase|publish|look') < 0,
            'it has') }],
    [qr/\Q@{[ $meta->{story}{end} \/\/ 'no end' ]}\E/, sub {
        claim($now == $#event, 'it goes on') }],
    [qr/Tile (\d+) is done\./, sub {
        my ($block) = grep { $_->{cat} eq 'block' && ($_->{args}{tile} // -1) == $_[0] } @event;
        claim($block && !$block->{args}{unfinished}
            && ($now == $#event || $block->{ts} + $block->{dur} <= $event[$now]{ts} + 1e-9),
            'it is not') }],
    [qr/All (\d+) tiles are done after (\d\S* (?:us|steps))\. Global memory: (.*)\./, sub {
        over(@_[ 0, 1 ]);
        claim(!grep({ $_->{cat} eq 'publish' } @event)
            || grep({ $_->{cat} eq 'launch' } @event) > 1, 'there are flags, and one launch');
        claim(moved($meta->{duration_us}) eq $_[2], 'other bytes') }],
    [qr/All (\d+) tiles are done after (\d\S* (?:us|steps))\./, sub {
        over(@_);
        claim(chain() == 0, 'not a word on look-back') }],
    [qr/All (\d+) tiles are done after (\d\S* (?:us|steps))\. Every tile after tile 0 took the prefix of the tile before it, one after another; (?:no|(\d+)) tiles? had to wait for it\./, sub {
        over(@_[ 0, 1 ]);
        claim(waits() == ($_[2] // 0), waits() . ' tiles waited');
        claim(chain() == $last_tile, 'no chain of all');
        claim(!grep({ $_->{cat} eq 'publish' && $_->{args}{state} eq 'A' }
            @event), 'there are aggregates') }],
    [qr/All (\d+) tiles are done after (\d\S* (?:us|steps))\. (?:No|(\d+)) tiles? waited at an X\./, sub {
        over(@_[ 0, 1 ]);
        claim(waits() == ($_[2] // 0), waits() . ' tiles waited') }],
);

$_->[0] = qr/^$_->[0]$/ for @rule;

# Remarks: what each claims of the event that is told.
my %remark = (
    'Tickets follow the order in which blocks start, so a tile that others wait'
        . ' for has started.' => ['ticket', sub {
        claim($tickets, 'there are no tickets');
        for (0 .. $_[0]{tile} - 1) {
            claim(newest($_, $told, 'ticket|block') >= 0, "tile $_ has not") } }],
    'No ticket: the tile\'s number is the block\'s, and tiles before it might not'
        . ' have started.' => ['ticket', sub {
        claim(defined $tickets && !$tickets && $_[0]{tile} == $_[0]{block},
            'is that so?') }],
    'Early, and of little use alone, but later tiles need not wait for its'
        . ' prefix.' => ['publish', sub {
        claim($_[0]{state} eq 'A' && defined $first_p, 'there is no P') }],
    'A look that finds this P need not go further back.' => ['publish', sub {
        claim($_[0]{state} eq 'P', 'no P') }],
    'A prefix ends the look-back: nothing further back matters.' => ['look',
        sub { claim($ends{$told} && $taken{$told} > 1, 'at once, or not') }],
    'The best case: one look, and the tile\'s exclusive prefix is known.' => ['look',
        sub { claim($ends{$told} && !defined $before{$told}, 'not the first') }],
    'The nearest flag is a P: nothing further back matters.' => ['look',
        sub { claim($ends{$told} && $taken{$told} == 1, 'is it?') }],
    'It takes the aggregates that are there, and waits for the first missing'
        . ' one.' => ['look', sub { claim($taken{$told} > 0 && !$ends{$told}
            && $_[0]{flags} =~ /X/, 'it does not') }],
    'No prefix among them yet: it takes them in and looks further back.' =>
        ['look', sub { claim($taken{$told} > 0 && !$ends{$told}, 'no') }],
    'The tile can only look again. Could it happen that the other tile never'
        . ' publishes?' => ['look', sub {
        claim($taken{$told} == 0 && $_[0]{flags} =~ /X/, 'it can do more') }],
    'An aggregate covers only its own tile, and none before it.' => ['look', sub {
        claim($taken{$told} == 0 && $_[0]{flags} =~ /^A[^X]*$/, 'more') }],
    # These claim nothing of this run.
    'At least n loads: each element is read. Is it read again later?' =>
        ['phase'],
    'n stores: together with the loads, at least 2n accesses.' => ['phase'],
    'Which part of this needs global memory?' => ['phase'],
    'How far back will it have to look?' => ['phase', sub {
        claim($_[0]{tile} > 0, 'not at all') }],
    'What would have to change for this run to succeed?' => ['finding'],
);

sub check {
    my ($words) = @_;
    if ($words =~ /^Tile (\d+) (.*)\.$/ && $phase{$2}) {
        my ($tile, $rule) = ($1, $2);
        about_phase($tile, $phase{$rule}[0]);
        $phase{$rule}[1]->($tile) if $phase{$rule}[1];
        return $rule;
    }
    if ($meta->{finding} && (grep { $_->{cat} eq 'finding'
            && $_->{name} eq $words } @event[ 0 .. $now ])) {
        ($told) = grep { $event[$_]{cat} eq 'finding' } 0 .. $now;
        return 'finding';
    }
    for my $k (0 .. $#rule) {
        next unless my @part = $words =~ $rule[$k][0];
        $rule[$k][1]->(@part);
        return "rule $k";
    }
    die "there is no rule for it\n";
}

sub check_remark {
    my ($words) = @_;
    return '' if $words eq '' || $told < 0;
    my $rule = $remark{$words};
    claim($rule, "there is no rule for '$words'");
    claim($event[$told]{cat} eq $rule->[0], "'$words' of a $event[$told]{cat}");
    $rule->[1]->($event[$told]{args}) if $rule->[1];
    return $words;
}

my ($lines, $bad, %used) = (0, 0);
while (my $line = <STDIN>) {
    chomp $line;
    ($now, $who, my ($words, $remark)) = split /\t/, $line, -1;
    $told = -1;
    eval {
        $used{ check($words) }++;
        $used{ check_remark($remark) }++;
    };
    $lines++;
    next unless $@;
    print "at event $now, follow $who: $words\n    $@" if $bad++ < 8;
}
delete $used{''};
print "$lines lines, $bad wrong, ", scalar(keys %used), " rules\n";
exit($bad > 0 || $lines == 0);
