# The sum starts from in[0] and takes in[0] in again.
# algorithm: naive
# device: cpu
# options: -n 0..24,33 --grain 1
# says: out[0]: [0,0] then [0,0]: element 0 is counted twice
s/carry ? 0 : 1/0/
