# Right, but a short section is filled up with identities, and these are joined
# as well: 1793 ops for the section of 4 totals, where 5 would do.
# gets: 70
/FILL \[A\]/,/END \[A\]/{
/if (i < count)/d
s/cell\[i\] = in\[begin + i\];/cell[i] = i < count ? in[begin + i] : identity();/
}
s/stride < count; stride/stride < BLOCK; stride/
s/joins = i >= stride \&\& i < count/joins = i >= stride/
