# scanlab - `make help` lists the targets.
# Everything is built in build/; ./scanlab lands beside this file.

CC ?= gcc
BUILD ?= build
PREFIX ?= /usr/local
# address,undefined or thread: program and modules are built with it.
SANITIZE ?=
VERSION := 0.2
# V=1 shows the commands whole.
SHORT := $(if $(V),@:,@printf '  %-5s %s\n')
HIDE := $(if $(V),,@)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
CFLAGS ?= -O2 -g
override CPPFLAGS += -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -I . -I harness -I viz
ifneq ($(SANITIZE),)
SANITIZE_FLAG := -fsanitize=$(SANITIZE)
override CPPFLAGS += -DMODULE_SANITIZE='"$(SANITIZE_FLAG)"'
endif
ALL_CFLAGS := -std=gnu11 $(WARNINGS) $(CFLAGS) $(SANITIZE_FLAG) -pthread
# What code that is compiled at run time may call of the program, and nothing
# else: the machine's functions, the hooks of loads and stores, the interval table.
EXPORTS := $(BUILD)/exports.list
# Fibres: the static library where there is one, so that the program needs no
# Boost to run.
FIBRES := $(if $(filter /%,$(shell $(CC) -print-file-name=libboost_context.a)),-l:libboost_context.a,-lboost_context)
LDLIBS := -Wl,--dynamic-list=$(EXPORTS) -pthread -ljansson -lxxhash -lseccomp -lffi $(FIBRES) -ldw -lelf -ldl -lm

SOURCES := $(wildcard algorithms/contract/*.c) \
           $(wildcard algorithms/examples/*.c) \
           $(wildcard algorithms/*/plan.c algorithms/*/launch.c) \
           $(filter-out %/plan.c %/launch.c,$(wildcard algorithms/derived/*.c)) \
           $(wildcard algorithms/applications/*/plan.c algorithms/applications/*/launch.c) \
           $(filter-out %_module.c harness/bench/libraries/%,$(wildcard harness/*/*.c harness/*/*/*.c))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
# The viewer, where SDL2, cairo and zlib are installed.
VIZ_LIBRARIES := sdl2 cairo zlib
VIZ := $(shell pkg-config --exists $(VIZ_LIBRARIES) 2>/dev/null && echo scanviz)
VIZ_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard viz/*.c viz/*/*.c))
$(VIZ_OBJECTS) $(BUILD)/tests/viz/look_at_letters.o $(BUILD)/tests/viz/look_at_layout.o: override CPPFLAGS += $(shell pkg-config --cflags $(VIZ_LIBRARIES) 2>/dev/null)
# The scenes as WebAssembly, for pages; without clang and lld it is empty, and
# scanviz says so when a page is asked for.
WASM := $(shell command -v clang >/dev/null && command -v wasm-ld >/dev/null && echo yes)
WASM_SOURCES := $(wildcard viz/players/page/wasm/*.c viz/scenes/*.c) \
                $(addprefix viz/recording/,pack.c recording_tiles.c instant.c caption.c caption_ranks.c caption_tiles.c messages.c running_sum.c two_ways.c ways.c show.c network.c accesses.c store.c)
WASM_FLAGS := --target=wasm32 -std=gnu11 -Oz -flto -ffreestanding -nostdlib -mbulk-memory \
              -isystem viz/players/page/wasm -I viz -Wl,--no-entry,--strip-all,--allow-undefined,-z,stack-size=1048576
PAGE_CODE := $(BUILD)/viz/players/page.wasm
$(BUILD)/viz/players/page.o: $(wildcard viz/players/page/*) $(PAGE_CODE)
$(BUILD)/viz/players/page.o: override CPPFLAGS += -DPAGE_CODE='"$(PAGE_CODE)"'
# The objects that it compiles call the test.
$(BUILD)/tests/unit/test_source_lines: override LDLIBS += -Wl,--export-dynamic-symbol=here
UNITS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
VIZ_TESTS := $(if $(VIZ),$(addprefix $(BUILD)/tests/viz/,same_pixels fuzz_recording say_captions look_at_letters look_at_layout))
FUZZERS := $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))

.DEFAULT_GOAL := all
.PHONY: all deps demo check check-all bench dist lectures install uninstall clean help tests

all: scanlab $(VIZ) ## build ./scanlab, and ./scanviz if SDL2, cairo and zlib are installed

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

deps: ## install the packages that are missing (Debian, Ubuntu, Fedora)
	@tests/deps.sh

demo: deps ## set up, build, scan a real text with every algorithm, draw charts
	@$(MAKE) --no-print-directory -j2 all
	@results/scripts/demo.sh

check: deps ## set up, build, and run the tests (some twelve minutes)
	@$(MAKE) --no-print-directory -j2 all tests
	@BUILD=$(BUILD) CC="$(CC)" tests/check.sh

check-all: deps ## the same with every size, and longer fuzzing
	@$(MAKE) --no-print-directory -j2 all tests
	@BUILD=$(BUILD) CC="$(CC)" tests/check.sh --all

bench: all ## the reference bench of results/, on this machine (a quarter of an hour)
	@results/scripts/bench.sh

lectures: deps ## the course as a static site, in build/lectures: notes, slides, PDF
	@$(MAKE) --no-print-directory -j2 all
	@lectures/site/make.sh $(BUILD)/lectures

install: all ## install programs, manual pages and completion to PREFIX (/usr/local)
	@harness/commands/install.sh install "$(DESTDIR)$(PREFIX)" scanlab $(VIZ)

uninstall: ## remove the installed files, and nothing else
	@harness/commands/install.sh uninstall "$(DESTDIR)$(PREFIX)"

dist: ## a tarball of the last commit; it builds without git
	git archive --prefix=scanlab-$(VERSION)/ -o scanlab-$(VERSION).tar.gz HEAD

clean: ## remove all built files
	rm -rf $(BUILD) scanlab scanviz

# Renamed into place: the old one may be running.
scanlab scanviz: %: $(BUILD)/%
	@cp $< $@.new && mv $@.new $@

$(BUILD)/scanlab: $(OBJECTS) | $(EXPORTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(EXPORTS): harness/simt/device/calls.h Makefile
	@mkdir -p $(@D)
	@{ echo '{ __wrap_*; interval_op; interval_identity; interval_fill; interval_join;'; \
	   echo 'interval_keeps; interval_key; interval_map; interval_times;'; \
	   sed -n 's/^[a-z].*[ *]\(simt_[a-z0-9_]*\)[(;].*/\1;/p' $<; echo '};'; } >$@

$(BUILD)/scanviz: $(VIZ_OBJECTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs $(VIZ_LIBRARIES)) -ljansson -ldl -lm

$(PAGE_CODE): $(WASM_SOURCES) $(wildcard viz/players/page/wasm/*.h viz/scenes/*.h viz/recording/*.h) Makefile
	@mkdir -p $(@D)
	$(SHORT) $(if $(WASM),wasm,none) $@
	$(HIDE)$(if $(WASM),clang $(WARNINGS) $(WASM_FLAGS) -o $@ $(WASM_SOURCES),: >$@)

# They tell the version, which stands here.
$(BUILD)/harness/commands/main.o $(BUILD)/viz/command_line.o: Makefile

# What the compiler says is kept: tests/style/warnings.t asks for it.
$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(SHORT) cc $<
	$(HIDE)$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $< 2>$@.said; \
	    status=$$?; cat $@.said >&2; [ -s $@.said ] || rm $@.said; exit $$status

# They run less long than the compiler takes with -O, but for these.
$(addsuffix .o,$(filter-out %/test_scans %/test_explore,$(UNITS))): ALL_CFLAGS := $(subst -O2,-O0,$(ALL_CFLAGS))

# Tests link everything but main.
tests: $(UNITS) $(FUZZERS) $(VIZ_TESTS) $(BUILD)/tests/traces/check_trace $(BUILD)/tests/litmus/litmus
PARTS := $(filter-out $(BUILD)/harness/commands/main.o,$(OBJECTS))

$(BUILD)/tests/unit/%: $(BUILD)/tests/unit/%.o $(PARTS) | $(EXPORTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

$(BUILD)/tests/unit/test_simt_%: $(BUILD)/tests/unit/test_simt_%.o $(BUILD)/tests/unit/simt_frame.o $(PARTS) | $(EXPORTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

$(BUILD)/tests/litmus/litmus: $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/litmus/*.c)) $(BUILD)/tests/unit/simt_frame.o $(PARTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

# The part of the viewer that needs neither SDL2 nor cairo.
$(BUILD)/tests/unit/test_network: $(BUILD)/viz/recording/network.o

$(BUILD)/tests/fuzz/fuzz_%: $(BUILD)/tests/fuzz/fuzz_%.o $(BUILD)/tests/fuzz/driver.o $(PARTS) | $(EXPORTS)
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/tests/traces/check_trace: $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/traces/*.c))
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ -ljansson -lm

VIZ_FLAGS = $(shell pkg-config --cflags --libs $(VIZ_LIBRARIES)) -ljansson -lm

$(BUILD)/tests/viz/same_pixels: tests/viz/same_pixels.c
	@mkdir -p $(@D)
	$(SHORT) link $@
	$(HIDE)$(CC) $(ALL_CFLAGS) -o $@ $< $(VIZ_FLAGS)

# Always with sanitizers, and without SDL: the window is not in it.
$(BUILD)/tests/viz/fuzz_recording: tests/viz/fuzz_recording.c tests/fuzz/driver.c $(filter-out viz/window/%,$(wildcard viz/*/*.c)) $(wildcard viz/*/*.h) $(PAGE_CODE)
	@mkdir -p $(@D)
	$(SHORT) link $@
	$(HIDE)$(CC) $(CPPFLAGS) -std=gnu11 $(WARNINGS) $(CFLAGS) -O1 -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -DPAGE_CODE='"$(PAGE_CODE)"' -o $@ $(filter %.c,$^) $(VIZ_FLAGS)

$(addprefix $(BUILD)/tests/viz/,say_captions look_at_letters look_at_layout): $(BUILD)/tests/viz/%: $(BUILD)/tests/viz/%.o $(filter-out $(BUILD)/viz/scanviz.o,$(VIZ_OBJECTS))
	$(SHORT) link $@
	$(HIDE)$(CC) $(SANITIZE_FLAG) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs $(VIZ_LIBRARIES)) -ljansson -ldl -lm

.PRECIOUS: $(BUILD)/%.o
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
