# What is not kept comes first.
# says: count[0] = 0, want 1
s/marks.tf = 1/marks.X = 1/
s/marks.ff = 1/marks.tf = 1/
s/marks.X = 1/marks.ff = 1/
