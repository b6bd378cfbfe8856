#!/usr/bin/perl
# sheet.pl - the section of a lab's sheet on grading, made from its lab.json.
#
#     sheet.pl LAB.json            prints the section
#     sheet.pl LAB.json README.md  puts it into the sheet, in place of the section of
#                                  that name
#     sheet.pl LAB.json KEY        the value of that key; a list, a line each
use strict;
use warnings;
use JSON::PP;

my ($file, $word) = @ARGV;
sub whole { local $/; open my $in, '<', $_[0] or die "$_[0]: $!\n"; <$in> }
# The order of columns is that of the file: a hash has none.
my $source = whole($file);
my $lab = decode_json($source);
my ($name) = $file =~ m{([^/]+)/lab\.json$};
my $is_c = $lab->{kind} eq 'c';
my $is_text = $lab->{kind} =~ /^(answers|settings)$/;
my $own = "my/$name" . ($is_text ? '.txt' : $is_c ? '.c' : '.cu');

sub kind_of {
    my ($check) = @_;
    my ($kind) = grep { defined $check->{$_} } qw(answer verify run measure);
    return $kind;
}

sub in_order {
    my ($limits) = @_;
    return sort { index($source, "\"$a\": [") <=> index($source, "\"$b\": [") } keys %$limits;
}

sub what {
    my ($check) = @_;
    my $kind = kind_of($check);
    return 'the answer' if $kind eq 'answer';
    my $sizes = $check->{sizes} // '';
    my $block = !$is_c && ($check->{$kind} // '') =~ /block=(\d+)/ ? " with BLOCK = $1" : '';
    return ($is_c ? 'the right fold' : "proved$block") . ", n = $sizes" if $kind eq 'verify';
    return "right on numbers$block, n = $sizes" if $kind eq 'run';
    return join ', ', map {
        my ($ours, $most, $least) = grep { /^\d+$/ } @{$check->{limits}{$_}};
        "$_ at most $most" . (defined $least ? ", at least $least" : '') . " (ours: $ours)"
    } in_order($check->{limits});
}

sub command {
    my ($check) = @_;
    my $kind = kind_of($check);
    my @words = ('./scanlab', $kind, $check->{$kind} . ($is_text ? ':block=256,items=16' : ''));
    push @words, '-d', $is_c ? 'cpu' : 'simt';
    push @words, '-n', $check->{sizes} if defined $check->{sizes};
    push @words, '--bytes', $check->{bytes} if $check->{bytes} && $kind eq 'verify';
    push @words, @{$check->{options} || []};
    push @words, '--wide' if $kind eq 'measure' && !$is_c;
    return join(' ', @words, $is_text ? () : ('--source', $own));
}

sub section {
    my $text = "## How it is graded\n\n| points | check | what it takes |\n"
        . "| ---: | --- | --- |\n";
    my $costs = grep { $_->{measure} } @{$lab->{checks}};
    my (%last, @order);
    for my $check (@{$lab->{checks}}) {
        my $points = $check->{points} || 'must hold';
        my $after = $check->{after} ? "; after *$check->{after}*" : '';
        $after = $is_c ? '; only if all runs are right' : '; only if all proofs and runs pass' if $check->{measure} &&
            grep { !$_->{measure} } @{$lab->{checks}};
        $text .= "| $points | $check->{property} | " . what($check) . "$after |\n";
        my $kind = kind_of($check);
        next if $kind eq 'answer';
        my $key = join ' ', $kind, $check->{$kind}, @{$check->{options} || []};
        push @order, $key unless $last{$key};
        $last{$key} = $check;
    }
    $text .= "\nWrite only between FILL and END. A file in which anything else was changed, including the\n"
        . "FILL and END comments, gets no points."
        . ($is_c ? '' : " Write a helper as a lambda in your lines.") . "\n"
        . "Your code must not contain `asm`"
        . ($is_c ? ", a `static` variable" : '') . " or a line that begins with `#`, except `#pragma unroll`.\n"
        . "The number of lines is not graded.\n" unless $is_text;
    $text .= "\nThe limits are counts, the same on every machine. You never lose points for counts below\n"
        . "those of our solution.\n" if $costs;
    $text .= "\n`measure` prints the counts next to our kernel's closed forms, with NOT between them if yours\n"
        . "differ. That is fine: only the limits count.\n" if $costs && !$is_text;
    my %is = (work => 'the ops', depth => 'the longest chain of ops', sectors =>
        'the 32-byte pieces read and written', shared =>
        "accesses to shared memory: one for each access of a warp, and one more for each bank conflict");
    my %named = map { $_ => 1 } map { keys %{$_->{limits} || {}} } @{$lab->{checks}};
    my @terms = grep { $named{$_} } qw(work depth sectors shared);
    $text .= "\n" . join('; ', map { "`$_`: $is{$_}" } @terms) . ".\n" if @terms;
    my %why;
    for my $check (@{$lab->{checks}}) {
        next unless $check->{why} && !$why{$check->{why}}++;
        $text .= "\n- *$check->{property}*: $check->{why}.";
    }
    for my $check (@{$lab->{checks}}) {
        for my $column (in_order($check->{limits} || {})) {
            my $reason = $check->{limits}{$column}[-1];
            next if $reason =~ /^\d+$/ || $why{$reason}++;
            $text .= "\n- *$check->{property}*, $column: $reason.";
        }
    }
    $text .= "\n" if %why;
    $text .= "\n`lab check` runs commands like these; you can also run them one at a time:\n\n" if @order;
    $text .= '    ' . command($last{$_}) . "\n" for @order;
    return "$text\n";
}

if (!defined $word) {
    print section();
} elsif ($word =~ /\.md$/) {
    my $sheet = whole($word);
    my $new = section();
    $sheet =~ s/^## How it is graded\n.*?(?=^## )/$new/ms
        or die "$word: no section 'How it is graded' with another below it\n";
    open my $out, '>', $word or die "$word: $!\n";
    print $out $sheet;
} else {
    my $value = $lab->{$word};
    print "$_\n" for ref $value eq 'ARRAY' ? @$value : defined $value ? $value : ();
}
