#!/bin/bash
# forms.t - parameters that are of one form of an application: proofs try their values
# with that form, and with no other; the list says of which they are.
. "$(dirname "$0")/tap.sh"

has "the list names the form" "$("$scanlab" list --verbose)" \
    "--stages       stream: maximum number of buffers per warp"

small=block=32,items=2
run "$scanlab" verify "mssp:group,$small" -d simt -n 3 --bytes 4 --schedule inorder
is "another form is given: exit" "$code" 0
lacks "another form is given: its values are not tried" "$out" "each value of"
run "$scanlab" run "mssp:group,$small,stages=3" -d simt -n 3
is "a value of another form is ignored: exit" "$code" 0

# Only one_pass has blocks of 128 threads, and the small shape is look_ahead's.
sed 's/k < tile.all; k += BLOCK)/k < tile.all; k += BLOCK + (BLOCK == 128))/' \
    algorithms/applications/filter/kernel.cu >"$work/kernel.cu"
ahead=rows=2,strips=2,packers=1,storers=1,lookers=2,stages=2,copies=2,late=1
run "$scanlab" verify "filter:items=2,$ahead" -d simt --bytes 4 --source "$work/kernel.cu"
is "a value that is wrong in its form: exit" "$code" 1
has "a value that is wrong in its form" "$out" "filter:block=128"

done_testing
