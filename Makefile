# clew: build, run, check. `make help` lists the targets; README.md is the map.
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   ?= build
ifeq ($(origin CC),default)
CC      := gcc
endif
VERSION := 0.1
# The LLVM that csi-cc is built with: Debian 12 has 14, Debian 13 has 19.
LLVM    ?= $(shell . /etc/os-release 2>/dev/null; [ "$${VERSION_ID:-12}" = 12 ] && echo 14 || echo 19)

# What links into libclew.a, in rank order: a room includes only rooms to its left.
ROOMS   ?= core table code recording/wet recording/store recording/state recording/log recording/questions session recording crash stream coverage products tools
LIBS    := libelf capstone libzstd liblzma zlib
UI_LIBS := ncursesw readline
WARN    := -Wall -Wextra -Wconversion -Wshadow -Werror
DEFINES  = -D_GNU_SOURCE -DCLEW_VERSION='"$(VERSION)"' -DCLEW_LLVM='"$(LLVM)"' -Isrc -I. -isystem /usr/include/libdwarf
CFLAGS  ?= -O2 -g
SANITIZE :=
COMPILE  = $(CC) -std=c11 $(CFLAGS) $(WARN) $(SANITIZE) $(DEFINES) -MMD -MP
LINK     = $(CC) $(CFLAGS) $(SANITIZE)
Q       := $(if $(V),,@)
say      = $(if $(V),,@printf '  %-4s %s\n' $(1) $(2))

lib_objects := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard $(ROOMS:%=src/%/*.c) src/code/arch/*/*.c))
ui_objects  := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard ui/*.c) src/main.c src/allocate.c)
units       := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/test_*.c))
screens     := $(patsubst tests/screens/%.c,$(BUILD)/screens/%,$(wildcard tests/screens/test_*.c))
fuzzers     := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
libs         = $(shell pkg-config --libs $(LIBS)) -ldwarf -liberty
ui_libs      = $(shell pkg-config --libs $(UI_LIBS))
test_libs    = $(shell pkg-config --libs cmocka)

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.PHONY: all clew recorder csi-cc ae-cc run test check check-short check-unit check-golden check-screens check-csi check-ae check-gnatcov check-fuzz asan fuzz lint bench bench-ae check-ae-real man install uninstall deps help clean

all: clew recorder csi-cc ae-cc coverage-plugin  ## build build/clew, ae-cc, the plugin of QEMU; where Valgrind's and LLVM's headers are, the recorder and csi-cc
clew: $(BUILD)/clew

$(BUILD)/clew: $(ui_objects) $(BUILD)/libclew.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(ui_libs) $(libs)

$(BUILD)/libclew.a: $(lib_objects)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c -o $@ $<

$(BUILD)/commands.h: src/products/commands.txt src/products/commands.awk
	@mkdir -p $(@D)
	$(Q)awk -f src/products/commands.awk $< >$@.part && mv $@.part $@
$(BUILD)/obj/src/products/commands.o: DEFINES += -I$(BUILD)
$(BUILD)/obj/src/products/commands.o: $(BUILD)/commands.h

include src/producers/valgrind/recorder.mk
include src/producers/csi-cc/csi-cc.mk
include src/producers/ae/ae-cc.mk
include src/producers/gnatcov-qemu/gnatcov-qemu.mk

# ---- tests ----
# Each file is a program of its own. One program holds them all, so that a change of clew costs one link and no compilation.
# `build/unit/all` lists the tests, `build/unit/all NAME` runs one.
$(BUILD)/unit/%.o: tests/unit/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -Dmain=$*_main -c -o $@ $<

$(BUILD)/unit/names.h: tests/unit
	@mkdir -p $(@D)
	@printf 'UNIT(%s)\n' $(units) >$@
$(BUILD)/unit/all.o: tests/unit/all.c $(BUILD)/unit/names.h
	$(Q)$(COMPILE) -I$(BUILD)/unit -c -o $@ $<

$(BUILD)/unit/all: $(BUILD)/unit/all.o $(units:%=$(BUILD)/unit/%.o) $(BUILD)/libclew.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(test_libs) $(libs)

# One of them alone: make build/unit/test_wet && build/unit/test_wet
$(BUILD)/unit/test_%: $(BUILD)/unit/test_%.o $(BUILD)/libclew.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -Wl,--defsym=main=test_$*_main -o $@ $^ $(test_libs) $(libs)

$(BUILD)/screens/%: tests/screens/%.c tests/screens/terminal.c $(BUILD)/libclew.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -o $@ $< tests/screens/terminal.c $(BUILD)/libclew.a $(test_libs) $(libs) $(shell pkg-config --libs vterm) -lutil

-include tests/tests.mk

# ---- the README's two commands: they install missing packages, then check the machine again ----
side_by_side = $(if $(findstring jobserver,$(MAKEFLAGS))$(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))	# unless the caller gave a number
BUILD_PACKAGES := pkg-config libc6-dev libelf-dev libdwarf-dev libcapstone-dev libzstd-dev liblzma-dev zlib1g-dev libiberty-dev libncurses-dev libreadline-dev valgrind
TEST_PACKAGES  := g++ libcjson-dev libcmocka-dev libvterm-dev gdb strace clang-$(LLVM) llvm-$(LLVM)-dev libclang-rt-$(LLVM)-dev universal-ctags binutils procps tmux gcc-mips-linux-gnu gcc-mipsel-linux-gnu libc6-dev-mips-cross libc6-dev-mipsel-cross gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu libc6-dev-armhf-cross libc6-dev-arm64-cross qemu-user ncompress xz-utils lcov hunspell hunspell-en-gb

run:                             ## record the demo program and walk back from its wrong output
	@$(MAKE) --no-print-directory deps PACKAGES="$(BUILD_PACKAGES)"
	@$(MAKE) --no-print-directory $(side_by_side) all
	@data/demo/run $(BUILD)

check:                           ## everything: unit, golden, screen, sanitizer, lint, a short fuzz
	@$(MAKE) --no-print-directory deps
	@$(MAKE) --no-print-directory $(side_by_side) check-all

test:                            ## the short loop: unit tests and goldens, without the slow ones (tests/slow)
	@$(MAKE) --no-print-directory deps PACKAGES="$(BUILD_PACKAGES) libcmocka-dev g++ xz-utils"
	@$(MAKE) --no-print-directory $(side_by_side) check-short

PACKAGES = $(BUILD_PACKAGES) $(TEST_PACKAGES)
deps:                            ## install what build and tests need (Debian)
	@missing=; for p in $(PACKAGES); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	[ -z "$$missing" ] && exit 0; \
	if [ "$$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo=sudo; else \
	    echo "clew needs packages; run: sudo apt-get install$$missing"; exit 1; fi; \
	echo "installing$$missing"; \
	$$sudo apt-get -qq update && DEBIAN_FRONTEND=noninteractive $$sudo apt-get -qq -y install --no-install-recommends$$missing >/dev/null

# ---- documents and installation ----
MANUALS := $(patsubst man/%,$(BUILD)/man/%,$(wildcard man/*.[1-9])) $(BUILD)/man/clew.1

man: $(MANUALS)                  ## the manual pages, in build/man
$(BUILD)/man/clew.1: man/clew.1.in $(BUILD)/clew
	@mkdir -p $(@D)
	@$(BUILD)/clew --manual >$@.commands
	@sed -e '/^@COMMANDS@$$/{r $@.commands' -e 'd}' -e 's/@VERSION@/$(VERSION)/g' $< >$@
$(BUILD)/man/%: man/%
	@mkdir -p $(@D)
	@sed 's/@VERSION@/$(VERSION)/g' $< >$@

install: all man                 ## to PREFIX (default /usr/local), below DESTDIR
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin libexec/clew lib/pkgconfig share/clew/examples share/clew/themes share/doc/clew/doc share/clew/demo/recorded share/man/man1 share/man/man3 share/man/man5 \
	    share/bash-completion/completions share/zsh/site-functions share/fish/vendor_completions.d)
	install $(BUILD)/clew $(DESTDIR)$(PREFIX)/bin/
	$(foreach tool,$(wildcard $(recorder_tool) $(csi_cc_tool) $(ae_cc_tool) $(coverage_plugin)),install $(tool) $(DESTDIR)$(PREFIX)/libexec/clew/ &&) :
	install -m 644 $(BUILD)/libclew.a $(DESTDIR)$(PREFIX)/lib/
	for header in $$(data/public-headers $(ROOMS)); do install -D -m 644 src/$$header $(DESTDIR)$(PREFIX)/include/clew/$$header || exit; done
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS)|' data/clew.pc.in >$(DESTDIR)$(PREFIX)/lib/pkgconfig/clew.pc
	install -m 644 $(BUILD)/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 $(BUILD)/man/*.3 $(DESTDIR)$(PREFIX)/share/man/man3/
	install -m 644 $(BUILD)/man/*.5 $(DESTDIR)$(PREFIX)/share/man/man5/
	install -m 644 data/ae/examples/*.c $(DESTDIR)$(PREFIX)/share/clew/examples/
	$(BUILD)/clew aec --header -o $(DESTDIR)$(PREFIX)/include/ae_recreate.h
	install -m 644 data/themes/*.theme $(DESTDIR)$(PREFIX)/share/clew/themes/
	install -m 644 data/clewrc $(DESTDIR)$(PREFIX)/share/clew/examples/
	install -m 644 README.md LICENSE SECURITY.md CONTRIBUTING.md CHANGELOG.md $(DESTDIR)$(PREFIX)/share/doc/clew/
	install -m 644 doc/*.md $(DESTDIR)$(PREFIX)/share/doc/clew/doc/
	install -m 644 data/demo/mean.c data/demo/tour.script $(DESTDIR)$(PREFIX)/share/clew/demo/
	install data/demo/recorded/mean $(DESTDIR)$(PREFIX)/share/clew/demo/recorded/
	install -m 644 data/demo/recorded/mean.clew $(DESTDIR)$(PREFIX)/share/clew/demo/recorded/
	install -m 644 data/gdb/clew.gdb $(DESTDIR)$(PREFIX)/share/clew/
	install -m 644 data/completions/clew $(DESTDIR)$(PREFIX)/share/bash-completion/completions/
	install -m 644 data/completions/_clew $(DESTDIR)$(PREFIX)/share/zsh/site-functions/
	install -m 644 data/completions/clew.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/

uninstall: all man               ## takes away what install puts there, and clew's folders where they are empty then
	@stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && $(MAKE) -s install DESTDIR="$$stage" >/dev/null && cd "$$stage$(PREFIX)" && \
	    find . -type f -printf '%P\0' | (cd "$(DESTDIR)$(PREFIX)" && xargs -0 rm -fv --) && \
	    find . -depth -type d -path '*clew*' -printf '%P\0' | (cd "$(DESTDIR)$(PREFIX)" && xargs -0 rmdir --ignore-fail-on-non-empty 2>/dev/null || :)

.PHONY: docs
docs: all $(BUILD)/screens/shoot ## the screens and transcripts in README.md and doc, made again
	@tests/docs $(BUILD) --update

.PHONY: dist
dist:                            ## clew-VERSION.tar.gz of the commit you are at; `make` and `make test` work in it without git
	git archive --format=tar.gz --prefix=clew-$(VERSION)/ -o clew-$(VERSION).tar.gz HEAD

bench: all                       ## ratios, measured side by side in one run; asserts nothing
	@tests/bench/run $(BUILD)

.PHONY: bench-large
bench-large: all                 ## the same of a trace of 10 GB, which goes at the end; needs 12 GB of disk
	@SIZES="$${SIZES:-10g}" ROWS="$${ROWS:-1 2 3 4 5 6 7 8 9 10 11 13}" tests/bench/run $(BUILD)

help:                            ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { split($$1, t, ":"); printf "  make %-10s %s\n", t[1], $$2 }' Makefile tests/tests.mk

check-ae-real: all               ## address traces of programs that others wrote: fetched from the mirror of apt
	@tests/ae/real $(BUILD)

bench-ae: all                    ## the tables of Abstract Execution, and what regenerates how fast
	@tests/bench/ae.sh $(BUILD)

clean:                           ## remove what was built
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-fuzz

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
