# says: a quote right after a letter
s|^        cell\[i\] = in.*|& const char *s = R"(\n)";|
