# Also joins with the identity at the begin of an exclusive stretch: one op more for each thread.
s/            EXCLUSIVE && i == begin ? before : op(before, scan->out\[i\]);/            op(before, scan->out[i]);/
