# says: was added to the given part
s|^        cell\[i\] = in.*|&\n/\* END [A] \*/ int evil; /\* FILL [A] \*/|
