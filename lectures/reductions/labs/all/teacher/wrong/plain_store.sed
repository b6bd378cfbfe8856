# Blocks write the same word at the same time. They write the same, and it is a race all the same.
# says: race on holds
s/atomicExch(holds, 0)/*holds = 0/
