# ae-cc.mk - builds the instrumenting compiler for MIPS programs.  SPDX-License-Identifier: GPL-3.0-or-later
#
# It runs on the host, and its build needs no cross compiler. To compile programs it needs mips-linux-gnu-gcc (Debian packages gcc-mips-linux-gnu,
# libc6-dev-mips-cross).

ae_cc_tool    := $(BUILD)/libexec/clew/ae-cc
ae_cc_source  := src/producers/ae
ae_cc_objects := $(patsubst $(ae_cc_source)/%.c,$(BUILD)/ae-cc/%.o,$(wildcard $(ae_cc_source)/*.c)) $(BUILD)/ae-cc/embed.o $(BUILD)/producers/worker.o

.PHONY: ae-cc
ae-cc: $(ae_cc_tool)

$(ae_cc_tool): $(ae_cc_objects) $(BUILD)/libclew.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(libs)

$(BUILD)/ae-cc/%.o: $(ae_cc_source)/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c -o $@ $<

$(BUILD)/ae-cc/embed.o: $(addprefix $(ae_cc_source)/,embed.S runtime.s ae.ld)
	@mkdir -p $(@D)
	$(call say,AS,$<)
	$(Q)$(CC) -Wa,-I,$(ae_cc_source) -c -o $@ $<

# Both compiler drivers share it.
$(BUILD)/producers/worker.o: src/producers/worker.c src/producers/worker.h
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -c -o $@ $<
