# Also joins with the identity at the begin of an exclusive stretch.
s/            EXCLUSIVE && i == begin ? before : op(before, scan->out\[i\]);/            op(before, scan->out[i]);/
