#!/bin/bash
# broken.t - every mistake of this folder is found, and told in the right words.
#
#     broken.t             with scanlab as it is
#     broken.t thread      those that take ThreadSanitizer (thread.t)
#
# What a mistake is: a piece on the device cpu, as tests/pieces.sh says.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

check_pieces "${1-plain}" tests/broken/*.sed
done_testing
