# It is right, but a short section is padded with identities, and these are combined
# as well: 1793 ops for the section of 4 totals, although 5 would do.
# gets: 70
/FILL \[A\]/,/END \[A\]/{
/if (i < count)/d
s/cell\[i\] = in\[begin + i\];/cell[i] = i < count ? in[begin + i] : identity();/
}
s/stride < count; stride/stride < BLOCK; stride/
s/joins = i >= stride \&\& i < count/joins = i >= stride/
