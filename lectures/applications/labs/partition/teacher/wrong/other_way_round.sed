# The elements that are not kept come first.
# says: out[0] is element 4, want element 0
s/marks.tf = 1/marks.X = 1/
s/marks.ff = 1/marks.tf = 1/
s/marks.X = 1/marks.ff = 1/
