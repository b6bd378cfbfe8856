# block_sum.awk - listing 8 of the Euro-Par 2022 text: the sums of a block of 16,
# with branching factor 2 and tree depth 2.
#
#     awk -v mended=0 -f block_sum.awk    as printed: two misprints
#     awk -v mended=1 -f block_sum.awk    loop variables i and k told apart
#     awk -v mended=2 -f block_sum.awk    and dn2[i-1] takes up2[i-1]: right
#
# up2 holds the sums of four; dn2[i] is to be the sum of all fours before i, so
# it takes in the four before it. As printed it takes in its own.
{
    for (field = 1; field <= NF; field++)
        input[n++] = $field
}

END {
    for (i = 0; i < 8; i++)
        up1[mended ? i : k] = input[2 * i] + input[2 * i + 1]
    for (i = 0; i < 4; i++)
        up2[mended ? i : k] = up1[2 * i] + up1[2 * i + 1]
    dn2[0] = 0
    for (i = 1; i < 4; i++)
        dn2[i] = dn2[i - 1] + (mended == 2 ? up2[i - 1] : up2[i])
    for (k = 0; k < 4; k++) {
        at = mended ? k : i
        dn1[2 * at] = dn2[at]
        dn1[2 * at + 1] = dn2[at] + up1[2 * at]
    }
    for (k = 0; k < 8; k++) {
        at = mended ? k : i
        output[2 * at] = dn1[at]
        output[2 * at + 1] = dn1[at] + input[2 * at]
    }
    for (i = 0; i < 16; i++)
        printf "%d%s", output[i], i < 15 ? " " : "\n"
}
