# Cells that do not combine are not copied.
# says: which no thread has written
/^            to\[i\] =$/,/^                i < stride/c\
            if (i >= stride)\
                to[i] = op(from[i - stride], from[i]);
