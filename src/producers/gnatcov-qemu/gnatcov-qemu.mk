# gnatcov-qemu.mk - builds the plugin for QEMU's user emulators that clew run-coverage uses.  SPDX-License-Identifier: GPL-3.0-or-later
#
# The build needs nothing from QEMU, as the plugin contains the interface's declarations. A run needs the Debian package qemu-user. The emulator has no
# sanitizer runtime, so the plugin is built without sanitizers.

coverage_plugin := $(BUILD)/libexec/clew/gnatcov-qemu.so

.PHONY: coverage-plugin
coverage-plugin: $(coverage_plugin)

$(coverage_plugin): src/producers/gnatcov-qemu/plugin.c src/coverage/plugin_log.h
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) -std=c11 -O2 -g $(WARN) $(DEFINES) -fPIC -fvisibility=hidden -shared -o $@ $<
