# scanlab - `make help` lists the targets.
# Work below is kept in build/; only ./scanlab lands beside this file.

CC ?= gcc
BUILD ?= build
PREFIX ?= /usr/local
SANITIZE ?=
VERSION := 0.1

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes
CFLAGS ?= -O2 -g
override CPPFLAGS += -D_GNU_SOURCE -DVERSION='"$(VERSION)"'
ifneq ($(SANITIZE),)
SANITIZE_FLAG := -fsanitize=$(SANITIZE)
override CPPFLAGS += -DMODULE_SANITIZE='"$(SANITIZE_FLAG)"'
endif
ALL_CFLAGS := -std=gnu11 $(WARNINGS) $(CFLAGS) $(SANITIZE_FLAG) -pthread
# -rdynamic: the interval monoid, compiled at run time, calls back.
LDLIBS := -rdynamic -pthread -ljansson -lxxhash -ldl -lm $(SANITIZE_FLAG)

ALGORITHM_SOURCES := algorithms/registry.c $(wildcard algorithms/*/plan.c)
HARNESS_SOURCES := $(filter-out harness/monoid_module.c,$(wildcard harness/*.c))
OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(ALGORITHM_SOURCES) $(HARNESS_SOURCES))

.PHONY: program
program: $(BUILD)/scanlab

$(BUILD)/scanlab: $(OBJECTS)
	$(CC) -o $@ $^ $(LDLIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

-include $(OBJECTS:.o=.d)
