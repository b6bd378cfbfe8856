#!/bin/bash
# new_device.t - a device is a file and its name in device.c, as
# harness/README.md promises: one that is made up here, built into a copy, goes
# through every command, and no other file is touched.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The copy has the objects too: only what changes is compiled.
house=$work/house
house=${house// /_}
mkdir -p "$house/build" || exit 1
trap 'rm -rf "$work" "$house"' EXIT
cp -Rp Makefile algorithms harness "$house"
cp -Rp "$BUILD/algorithms" "$BUILD/harness" "$house/build"

# It adds on the host, in one go. With its threads nothing is done.
cat >"$house/harness/devices/device_plain.c" <<'END'
#include "execution.h"
#include "base/host.h"

static struct machine machine_of(const struct setup *setup)
{
    return host_machine(setup->pool ? pool_threads(setup->pool) : 1);
}

static enum status nothing(struct execution *e, struct problem *why)
{
    (void)e, (void)why;
    return OK;
}

static void no_more(struct execution *e)
{
    (void)e;
}

static enum status run(struct execution *e, const struct call *call,
                       struct problem *why)
{
    const struct setup *setup = &e->setup;

    (void)why;
    setup->monoid->table.fold(call->port[0], call->port[1], call->sizes.of[0],
                              setup->exclusive, call->carry);
    return OK;
}

static const struct execution_type type = {.bytes = sizeof(struct execution),
                                           .machine = machine_of,
                                           .open = nothing,
                                           .close = no_more,
                                           .run = run};

const struct device device_plain = {.name = "plain",
                                    .what = "a loop of this test",
                                    .type = &type,
                                    .has_threads = true,
                                    .calls_host_op = true};
END
sed -i -e 's/^    &device_cpu,$/&\n    \&device_plain,/' \
    -e 's/^const struct device \*const devices/extern const struct device device_plain;\n&/' \
    "$house/harness/devices/device.c"

# build/ of a sanitized program needs its flags again.
sanitize=
! nm -D "$scanlab" 2>/dev/null | grep -q __asan_init ||
    sanitize=address,undefined
! nm -D "$scanlab" 2>/dev/null | grep -q __tsan_init || sanitize=thread
ok "it builds" make -s -C "$house" BUILD=build SANITIZE="$sanitize" \
    build/scanlab
plain=$house/build/scanlab

ok "list" "$plain" list
has "list names it" "$out" "  plain           a loop of this test"
ok "run --help" "$plain" run --help
has "so does --help" "$out" "cpu, plain, simt or cuda"
refuses "and the problem of a wrong name" 2 \
    "no device 'plane': did you mean 'plain'?; there are cpu, plain, simt and cuda" \
    "$plain" run sequential -d plane -n 8

echo 3 1 7 0 4 1 6 3 >"$work/in.txt"
ok "run" "$plain" run naive -d plain -i "$work/in.txt"
has "run is right" "$out" "right; last is 25"
has "its steps are shown" "$out" "  out       3   4  11  11  15  16  22  25"
ok "verify" "$plain" verify sequential naive -d plain -n 0..9 --threads 1
has "verify sees the right folds" "$out" "sequential      right fold in every run"
run "$plain" measure sequential -d plain -n 16
has "measure counts it: a fold from the identity is one op more" "$out" \
    "16 NOT 15"
refuses "schedules are not for it" 2 \
    "--schedule is for -d simt, not for -d plain" \
    "$plain" run sequential -d plain -n 8 --schedule inorder
refuses "nor traces of accesses" 2 \
    "--trace is for -d simt, not for -d plain" \
    "$plain" run sequential -d plain -n 8 --trace "$work/t.json"
ok "bench" "$plain" bench sequential -d plain -n 2^10 --threads 1 \
    --time-limit 1s -o "$work/bench.csv"
ok "bench writes its rows" grep -q ',sequential,,plain,add_i32,' "$work/bench.csv"

# Nothing outside devices/ asks which device it is, by name or by address.
by_name='strcmp\(.*device->name|[=!]= &device_(cpu|simt|cuda)\b|\bDEVICE_(CPU|SIMT|CUDA)\b'
run grep -REn "$by_name" harness --include='*.c' --include='*.h' \
    --exclude-dir=devices
is "no other folder asks for a device by its name" "$out" ""
done_testing
