# shellcheck shell=bash
# fakes.sh - builds the stand-ins for libcuda and NVRTC. Sourced after tap.sh:
#
#     faked WORDS COMMAND...    runs it with both, FAKE_CUDA=WORDS
#     faked_driver WORDS COMMAND...    with the driver alone
#
# Both in their own environment; $work/driver and $work/both have the libraries.
mkdir -p "$work/driver" "$work/both" "$work/monoids"
export FAKE_CUDA_FOLDER=$work/monoids # what libcuda.c compiles, once for a test
for part in cuda nvrtc; do
    ${CC:-cc} -shared -fPIC -Wall -Wextra -O1 -g \
        -o "$work/both/lib$part.so.1" tests/fake_cuda/lib$part.c ||
        echo "Bail out! no stand-in for lib$part"
done
mv "$work/both/libnvrtc.so.1" "$work/both/libnvrtc.so.13"
cp "$work/both/libcuda.so.1" "$work/driver"

faked() {
    local words=$1
    shift
    env LD_LIBRARY_PATH="$work/both" FAKE_CUDA="$words" SCANLAB_PATIENCE=0.3 \
        "$@"
}

faked_driver() {
    local words=$1
    shift
    env LD_LIBRARY_PATH="$work/driver" FAKE_CUDA="$words" "$@"
}
