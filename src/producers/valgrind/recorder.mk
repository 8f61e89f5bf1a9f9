# recorder.mk - builds the Valgrind tool, if Valgrind's headers and libraries are installed.  SPDX-License-Identifier: GPL-2.0-or-later
#
# `make recorder` succeeds without Valgrind: the rest of clew does not need it.

valgrind_headers := $(shell pkg-config --variable=includedir valgrind 2>/dev/null)
valgrind_library := $(shell pkg-config --variable=libdir valgrind 2>/dev/null)/valgrind
valgrind_archives = $(patsubst %,$(valgrind_library)/lib%-amd64-linux.a,coregrind vex gcc-sup)
recorder_tool    := $(BUILD)/libexec/clew/clewrec-amd64-linux
recorder_source  := src/producers/valgrind
recorder_objects := $(patsubst $(recorder_source)/%.c,$(BUILD)/recorder/%.o,$(wildcard $(recorder_source)/*.c))
recorder_needs   := $(valgrind_headers)/pub_tool_tooliface.h $(valgrind_archives)

# lift.c replaces or calls these, which are private to Valgrind and may vanish; their types are those of 3.12 and later.
recorder_private := do_minimal_initial_iropt_BB do_iropt_BB guest_amd64_spechelper \
                    guest_amd64_state_requires_precise_mem_exns vex_control
recorder_found   := $(shell nm --defined-only $(valgrind_library)/libvex-amd64-linux.a 2>/dev/null | awk '{ print $$3 }')
recorder_whole    = $(if $(filter-out $(recorder_found),$(recorder_private)),0,1)

# These, of VEX and the core, are private too. Without them clew has no recorder.
recorder_decoder := disInstr_AMD64
recorder_wrapped := vgPlain_disp_run_translations vgPlain_should_we_trace_this_child vgPlain_env_setenv vgPlain_pre_exec_check \
                    vgPlain_di_notify_mmap vgPlain_out_of_memory_NORETURN vgPlain_am_show_nsegments vgPlain_open \
                    vgPlain_do_syscall vgPlain_mkstemp vgPlain_unlink vgPlain_env_remove_valgrind_env_stuff vgModuleLocal_get_linux_syscall_entry
recorder_core    := $(recorder_wrapped) vgPlain_safe_fd vgPlain_cl_exec_fd vgPlain_discard_translations vgPlain_name_of_launcher \
                    vgPlain_args_for_valgrind vgPlain_args_for_valgrind_noexecpass \
                    vgPlain_client_auxv vgPlain_cl_auxv_fd vgPlain_cl_cmdline_fd vgPlain_fd_hard_limit vgPlain_fd_soft_limit
recorder_lacks   := $(filter-out $(shell nm --defined-only $(valgrind_library)/libcoregrind-amd64-linux.a 2>/dev/null | \
                                         awk '{ print $$3 }'),$(recorder_core)) $(filter-out $(recorder_found),$(recorder_decoder))

recorder_flags = -m64 -O2 -g -std=gnu99 -Wall -Wextra -Wconversion -Wshadow -Werror \
    -fno-stack-protector -fno-strict-aliasing -fno-builtin -fno-pie -fno-PIC -fomit-frame-pointer \
    -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1 \
    -DRECORDER_WHOLE_BLOCKS=$(recorder_whole) -Isrc -isystem $(valgrind_headers) -MMD -MP
recorder_link = -m64 -static -nodefaultlibs -nostartfiles -no-pie -u _start -Wl,--build-id=none -Wl,-z,noexecstack \
    -Wl,-Ttext-segment=0x58000000 $(patsubst %,-Wl$(comma)--wrap=%,$(recorder_wrapped) $(recorder_decoder)) \
    $(if $(filter 1,$(recorder_whole)),-Wl$(comma)--wrap=do_minimal_initial_iropt_BB)
comma := ,

.PHONY: recorder
ifneq ($(words $(wildcard $(recorder_needs))),$(words $(recorder_needs)))
recorder:
	@echo 'recorder: not built, needs the Debian package valgrind'
else ifneq ($(strip $(recorder_lacks)),)
recorder:
	@echo 'recorder: not built, this valgrind has no $(recorder_lacks)'
else
recorder: $(recorder_tool)
endif

$(recorder_tool): $(recorder_objects)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CC) $(recorder_link) -o $@ $^ $(valgrind_archives) -lgcc

$(BUILD)/recorder/%.o: $(recorder_source)/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(recorder_flags) -c -o $@ $<
