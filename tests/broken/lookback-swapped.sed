# A tile joins its aggregate with what lies before it, the wrong way round.
# algorithm: lookback
# options: --threads 3
# says: the operands are swapped
s/op(before, aggregate)/op(aggregate, before)/
