#!/usr/bin/perl
# checks.pl - what a lab.json says, for tests in bash.
#
#     checks.pl LAB.json            a line for each check: its property, then the
#                                   words to type after `scanlab`, tab by tab
#     checks.pl LAB.json KEY        the value of that key; a list, a line each
#     checks.pl LAB.json PROPERTY CSV
#                                   the columns of a row of `measure` that are
#                                   outside of what the check allows
use strict;
use warnings;
use JSON::PP;

my ($file, $word, $csv) = @ARGV;
local $/;
open my $in, '<', $file or die "$file: $!\n";
my $lab = decode_json(<$in>);
my $device = $lab->{kind} eq 'c' ? 'cpu' : 'simt';

# Sums of columns have names of their own: a student counts them together.
sub counts {
    my @lines = split /\n/, shift;
    my @names = split /,/, $lines[0];
    my $row = $lines[1];
    $row =~ s/"[^"]*"//g; # a list of settings
    my %got;
    @got{@names} = split /,/, $row, -1;
    $got{sectors} = $got{read_sectors} + $got{write_sectors};
    $got{bytes} = $got{read_bytes} + $got{write_bytes};
    $got{shared} = $got{shared_wavefronts};
    $got{conflicts} = $got{shared_conflicts};
    return %got;
}

if (defined $csv) {
    open my $in, '<', $csv or die "$csv: $!\n";
    my %got = counts(<$in>);
    for my $check (grep { $_->{property} eq $word } @{$lab->{checks}}) {
        while (my ($name, $limits) = each %{$check->{within}}) {
            my ($least, $most) = @$limits;
            my $it = $got{$name};
            print "$name " if !defined $it || $it eq '' || $it < $least || $it > $most;
        }
    }
} elsif (defined $word) {
    my $value = $lab->{$word};
    print "$_\n" for ref $value eq 'ARRAY' ? @$value : defined $value ? $value : ();
} else {
    for my $check (@{$lab->{checks}}) {
        my ($kind) = grep { defined $check->{$_} } qw(verify measure run);
        my @words = ($kind, $check->{$kind}, '-d', $device, '-n', $check->{sizes});
        push @words, '--bytes', $check->{bytes} if $kind eq 'verify' && $check->{bytes};
        push @words, '-m', $check->{monoid} if $check->{monoid};
        push @words, @{$check->{options} || []};
        print join("\t", $check->{property}, @words), "\n";
    }
}
