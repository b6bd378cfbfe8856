# A tile joins its aggregate with what lies before it, the wrong way round.
# algorithm: lookback
# device: cpu
# options: -n 0..24,33 --threads 3 --tile 64
# says: the operands are swapped
s/op(before, aggregate)/op(aggregate, before)/
