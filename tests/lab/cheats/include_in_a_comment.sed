# says: no lines that begin with # are allowed
s|^        cell\[i\] = in.*|&\n/\* x \*/ # include "/etc/passwd"|
