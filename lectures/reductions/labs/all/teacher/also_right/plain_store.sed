# Blocks write the same word at the same time. They write the same value: `verify` notes it, and finds nothing.
s/atomicExch(holds, 0)/*holds = 0/
