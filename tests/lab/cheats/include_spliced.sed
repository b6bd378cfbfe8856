# says: a backslash outside a string
s|^        cell\[i\] = in.*|&\n#in\\\nclude "/etc/passwd"|
