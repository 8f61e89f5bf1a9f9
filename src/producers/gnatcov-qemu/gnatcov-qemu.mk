# gnatcov-qemu.mk - builds the plugin of QEMU's user emulators behind clew run-coverage.  SPDX-License-Identifier: GPL-3.0-or-later
#
# It needs nothing of QEMU to be built: the interface's declarations stand in it. To run it asks for the Debian package qemu-user. The emulator that loads
# it has no sanitizer's runtime, so that it is built without.

coverage_plugin := $(BUILD)/libexec/clew/gnatcov-qemu.so

.PHONY: coverage-plugin
coverage-plugin: $(coverage_plugin)

$(coverage_plugin): src/producers/gnatcov-qemu/plugin.c src/coverage/plugin_log.h
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -O2 -g $(WARN) $(DEFINES) -fPIC -fvisibility=hidden -shared -o $@ $<
