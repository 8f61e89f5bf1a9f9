# tests.mk - the tests that `make check` runs; the top Makefile includes this file.

# The sanitizer build is a separate build with every test; fuzzers need clang's libFuzzer.
ASAN     := $(BUILD)-asan
ASAN_SET := BUILD=$(ASAN) CFLAGS="-O1 -g -fno-omit-frame-pointer" SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=all"
CLANG    := $(firstword $(foreach c,clang-$(LLVM) clang,$(shell command -v $(c) 2>/dev/null)))
FUZZ_OBJ := $(BUILD)-fuzz

# Walks a recording from end to end, for tests/real/run.
$(BUILD)/real/walk: tests/real/walk.c tests/loads.h $(BUILD)/libclew.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -o $@ $< $(BUILD)/libclew.a $(libs)

# Opens sessions made from every command, and catches each call that writes or runs.
$(BUILD)/opening/opening: tests/opening/opening.c tests/opening/watch.c tests/opening/watch.h $(BUILD)/libclew.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -o $@ tests/opening/opening.c tests/opening/watch.c $(BUILD)/libclew.a $(libs)

# Compares the state stream with a program that runs again, for tests/moments/run.
$(BUILD)/moments/moments: tests/moments/moments.c tests/moments/live.c tests/moments/live.h $(BUILD)/libclew.a
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -o $@ tests/moments/moments.c tests/moments/live.c $(BUILD)/libclew.a $(libs)

tests-build: clew recorder csi-cc ae-cc coverage-plugin $(BUILD)/unit/all $(screens) $(BUILD)/screens/shoot $(BUILD)/real/walk $(BUILD)/opening/opening $(BUILD)/moments/moments
check-short: $(BUILD)/unit/all clew recorder csi-cc ae-cc coverage-plugin
	@tests/run $(BUILD) short; status=$$?; awk '{ printf "%d passed, %d failed, %d skipped\n", $$1, $$2, $$3 }' $(BUILD)/counts; exit $$status
check-unit: $(BUILD)/unit/all clew recorder csi-cc ae-cc
	@tests/run $(BUILD) unit
check-golden: clew recorder csi-cc ae-cc coverage-plugin
	@tests/run $(BUILD) golden
check-screens: $(screens) clew recorder csi-cc ae-cc
	@tests/run $(BUILD) screens
check-csi: all
	@tests/run $(BUILD) csi
check-ae: all
	@tests/run $(BUILD) ae
check-gnatcov: all
	@tests/run $(BUILD) gnatcov
check-clock: all
	@tests/run $(BUILD) clock
check-bugs: all
	@tests/run $(BUILD) bugs
check-system: all
	@tests/run $(BUILD) system
check-real: all $(BUILD)/real/walk
	@tests/run $(BUILD) real
check-opening: all $(BUILD)/opening/opening  ## sessions and traces run and write nothing: FUZZ_SECONDS (10)
	@tests/run $(BUILD) opening
check-faults: all
	@tests/run $(BUILD) faults
check-kills: all
	@tests/run $(BUILD) kills
check-oracle: all
	@tests/run $(BUILD) oracle
check-moments: all $(BUILD)/moments/moments
	@tests/run $(BUILD) moments
check-values: all
	@tests/run $(BUILD) values
check-strace: all
	@tests/run $(BUILD) strace

check-lifetimes: all
	@tests/run $(BUILD) lifetimes
lint: all                        ## the rules of the house that a machine can check
	@tests/lint $(BUILD)

# Libraries and tools with the sanitizers on: every unit, golden and screen test again.  AddressSanitizer maps terabytes: goldens lift their MEMORY_LIMIT.
asan:                            ## the whole suite under AddressSanitizer and UBSan
	@mkdir -p $(ASAN); echo 0 1 0 >$(ASAN)/counts
	@$(MAKE) --no-print-directory $(ASAN_SET) tests-build
	@MEMORY_LIMIT=unlimited ASAN_OPTIONS=abort_on_error=1:detect_leaks=1 UBSAN_OPTIONS=print_stacktrace=1 tests/run $(ASAN) unit golden screens

$(FUZZ_OBJ)/libclew.a: $(wildcard $(ROOMS:%=src/%/*.c) $(ROOMS:%=src/%/*.h))
	@mkdir -p $(FUZZ_OBJ)
	@$(MAKE) --no-print-directory BUILD=$(FUZZ_OBJ) CC=$(CLANG) CFLAGS="-O1 -g" SANITIZE="-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all" $@

$(BUILD)/fuzz/%: tests/fuzz/%.c $(wildcard tests/fuzz/*.h) $(FUZZ_OBJ)/libclew.a
	@mkdir -p $(@D)
	$(call say,FUZZ,$<)
	$(Q)$(CLANG) -std=c11 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all $(WARN) $(DEFINES) -o $@ $< $(FUZZ_OBJ)/libclew.a $(libs) -lcmocka

fuzz: $(if $(CLANG),$(fuzzers))  ## every fuzzer for FUZZ_SECONDS (default 600) each
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-600} tests/run $(BUILD) fuzz

check-all: tests-build $(if $(CLANG),$(fuzzers))
	@mkdir -p $(ASAN); rm -f $(BUILD)/failures $(ASAN)/failures; echo 0 1 0 >$(BUILD)/counts; echo 0 1 0 >$(ASAN)/counts	# a stage that dies early counts as failed
	@-tests/run $(BUILD) unit golden screens docs csi ae gnatcov clock bugs real system oracle values moments lifetimes same strace opening faults kills lint fuzz
	@-$(MAKE) --no-print-directory asan
	@cat $(BUILD)/failures $(ASAN)/failures 2>/dev/null || true		# again at the end, where you look first
	@cat $(BUILD)/counts $(ASAN)/counts | awk '{ p += $$1; f += $$2; s += $$3 } END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 || p == 0 }'

bench-gnatcov: all               ## merging 100 traces of GNATcoverage, beside cat: 1.6 GB in a temporary folder
	@tests/bench/merge.sh $(BUILD)

.PHONY: tests-build check-all check-clock check-bugs check-real check-system check-oracle check-values check-lifetimes check-strace check-moments check-opening check-faults check-kills bench-gnatcov
