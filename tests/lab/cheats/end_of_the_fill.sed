# says: the given part was changed
s|^        cell\[i\] = in.*|&\n/\* END [A] \*/ int evil; /\* FILL [A] \*/|
