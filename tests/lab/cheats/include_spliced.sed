# says: a backslash outside of a text
s|^        cell\[i\] = in.*|&\n#in\\\nclude "/etc/passwd"|
