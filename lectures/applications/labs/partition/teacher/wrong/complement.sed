# ff is set to 1 - tf, even if there is no element.
# says: out of bounds
/FILL \[A\]/,/END \[A\]/{
s/if (i < n && keeps(in\[i\]))/marks.tf = i < n \&\& keeps(in[i]);/
/^        marks.tf = 1;/d
s/    else if (i < n)/    marks.ff = 1 - marks.tf;/
/^        marks.ff = 1;/d
}
