# A tile combines its aggregate with its exclusive prefix in the wrong order.
# algorithm: lookback
# device: cpu
# options: -n 0..24,33 --threads 3 --tile 64
# says: the operands are swapped
s/op(before, aggregate)/op(aggregate, before)/
