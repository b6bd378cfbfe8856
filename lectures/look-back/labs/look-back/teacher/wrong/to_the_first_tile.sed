# The look-back always goes to tile 0, as if only tile 0 had a prefix.
# breaks: looks back
# says: work
s/^    tiles->flags\[tile\] = tiles->launch \* 4 + state;/    if (state == A || tile == 0)\n    &/
