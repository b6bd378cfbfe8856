# Element i is combined with the one half the array away, which is right only for +.
# breaks: tree
# says: element 1 is missing
s/if (2 \* i + 1 < n)/if (n > 1 \&\& i < n \/ 2)/
s/op(in\[2 \* i\], in\[2 \* i + 1\])/op(in[i], in[(n + 1) \/ 2 + i])/
s/else if (2 \* i < n)/else if (i == n \/ 2 \&\& n % 2)/
s/        out\[i\] = in\[2 \* i\];/        out[i] = in[i];/
