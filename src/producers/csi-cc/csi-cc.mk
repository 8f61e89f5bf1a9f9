# csi-cc.mk - builds the instrumenting compiler, if LLVM 14 or 19 is installed.  SPDX-License-Identifier: GPL-3.0-or-later
#
# `make csi-cc` succeeds without LLVM: the rest of clew does not need it.

LLVM_CONFIG    ?= llvm-config-$(LLVM)
csi_cc_tool    := $(BUILD)/libexec/clew/csi-cc
csi_cc_source  := src/producers/csi-cc
csi_cc_objects := $(patsubst $(csi_cc_source)/%.c,$(BUILD)/csi-cc/%.o,$(wildcard $(csi_cc_source)/*.c))
csi_cc_include := $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)
csi_cc_library  = $(shell $(LLVM_CONFIG) --ldflags --libs --link-shared core 2>/dev/null)

.PHONY: csi-cc
ifeq ($(wildcard $(csi_cc_include)/llvm-c/Core.h),)
csi-cc:
	@echo 'csi-cc: not built, needs the Debian package llvm-$(LLVM)-dev'
else
csi-cc: $(csi_cc_tool)
endif

$(csi_cc_tool): $(csi_cc_objects) $(BUILD)/producers/worker.o
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(csi_cc_library)

$(BUILD)/csi-cc/%.o: $(csi_cc_source)/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(WARN) $(SANITIZE) -D_GNU_SOURCE -DCLEW_LLVM='"$(LLVM)"' -isystem $(csi_cc_include) -MMD -MP -c -o $@ $<
