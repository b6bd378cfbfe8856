#!/bin/bash
# guides.t - "Add your own algorithm" and "Add your own CUDA kernel in ten
# minutes", followed to the letter in a copy of the house.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

house=$work/house
mkdir -p "$house/build"
cp -a Makefile algorithms harness viz "$house"
# What is built already need not be built again.
for part in algorithms harness viz scanlab scanviz; do
    [ ! -e "$BUILD/$part" ] || cp -a "$BUILD/$part" "$house/build"
done
cd "$house" || exit 1
unset BUILD
cp build/scanlab . || exit 1
scanlab=$house/scanlab
# A warning is a failure, too.
page_change() {
    case $1 in
    make) echo "make -s CFLAGS='-O2 -g -Werror' && echo built" ;;
    *) echo "$1" | sed 's/--time-limit [0-9]*s/--time-limit 1s/' ;;
    esac
}

mkdir algorithms/halves
page_files algorithms/README.md
ok "the guide shows plan.c and cpu.c" \
    test -s algorithms/halves/plan.c -a -s algorithms/halves/cpu.c
line=$(grep '^ *line(halves).*\\$' algorithms/README.md)
awk -v line="$line" '/^ *line\(lookahead\)/ { print line } { print }' \
    algorithms/contract/registry.c >registry.new && mv registry.new algorithms/contract/registry.c
ok "and the line of registry.c" grep -q 'line(halves)' algorithms/contract/registry.c
page_try algorithms/README.md

page_files algorithms/your-own-kernel.md
page_try algorithms/your-own-kernel.md

# The table of tests asks for these, too.
for device in cpu simt; do
    ok "halves, $device: small and ragged n" \
        "$scanlab" measure halves -d $device -n 0,1,2,3,63..66,1000 --exclusive
done

# What nobody has worked out on paper is counted all the same.
plan=algorithms/halves/plan.c
cp $plan "$work/plan.c"
awk '/^static const struct parameter/ {
         print "static void unknown(const struct request *request,"
         print "                    struct forms *out)"
         print "{"
         print "    forms(request, out);"
         print "    out->work = out->depth = out->bytes = exactly(__builtin_nan(\"\"));"
         print "}"
     }
     { print }' "$work/plan.c" | sed 's/\.forms = forms/.forms = unknown/' >$plan
ok "closed forms that are not known" make -s
run "$scanlab" measure halves -d cpu -n 0,64 --threads 2
is "are no problem" "$code$err" 0
has "it says so of work and depth" "$(grep -c '(no form).*(no form)' <<<"$out")" 2
lacks "and prints no nan for the traffic" "$out" nan

sed 's/ \.forms = forms,//' "$work/plan.c" >$plan
ok "no function for them at all" make -s
refuses "is told by measure" 2 \
    "halves has no closed forms for -d cpu: add a .forms function to its plan.c " \
    "$scanlab" measure halves -d cpu -n 64
ok "and run needs none" "$scanlab" run halves -d cpu -n 64

done_testing
