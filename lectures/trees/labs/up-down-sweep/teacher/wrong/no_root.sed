# The root combines neither on the way up nor on the way down.
# says: elements 0..126 are missing
s|^        if (node.joins)$|        if (node.joins \&\& node.right != (int)(2 * BLOCK - 1))|
