/* system_call_kinds.h - kinds of arguments of system calls; inside src/code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kind says how a number or bytes of memory appear. Its name stands in the words of a call (system_calls.h) and in members of structures. */
#ifndef CLEW_CODE_SYSTEM_CALL_KINDS_H
#define CLEW_CODE_SYSTEM_CALL_KINDS_H

#include "code/system_calls.h"

struct system_call_name {
    uint64_t value;
    const char *name;                   /* NULL behind the last one */
};

struct call_decoder {
    const struct system_call_told *call;
    const struct system_call_memory *memory;
    bool returned;                      /* memory is that at the return */
};

/* Bytes: those of an argument, or of a structure in memory. */
struct call_view {
    const struct call_decoder *decoder;
    uint64_t address;                   /* 0: an argument's */
    const uint8_t *bytes;
    const bool *known;
};

enum call_as {
    AS_SIGNED, AS_UNSIGNED, AS_HEXADECIMAL, AS_ADDRESS, AS_OCTAL,
    AS_FLAGS,                           /* names joined by |, other bits in hexadecimal; `other` for 0 */
    AS_NAME,                            /* a name, or 0x77 and `other` in a comment */
    AS_TEXT,                            /* up to its first 0, in a structure */
    AS_MEMBERS,                         /* {tv_sec=1, tv_nsec=0} */
    AS_VALUE,                           /* as the function says */
    AS_POINTED                          /* as the function says, which takes the address and how many */
};

struct call_member {
    const char *name;                   /* "...": others follow that clew does not show; "": no name */
    const char *kind;                   /* NULL behind the last member */
    unsigned at;
};

struct call_kind {
    const char *name;
    enum call_as as;
    unsigned size;                      /* bytes in memory; an argument has its lowest ones */
    const struct system_call_name *names;
    const struct call_member *members;
    const char *other;
    void (*value)(const struct call_view *view, size_t at, struct text *out);
    void (*pointed)(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out);
};

enum { CALL_KIND_MOST = 256 };          /* bytes of a kind */

const struct call_kind *call_kind_named(struct str name);      /* NULL: none */

/* The words of this call, which may depend upon its arguments; NULL: unknown. *result: the kind of the flags that it returns, or NULL. */
const char *system_call_forms(const struct system_call_told *call, const char **result);

/* ---- system_call_text.c ---- */

bool call_known(const struct call_view *view, size_t at, size_t size);
uint64_t call_number(const struct call_view *view, size_t at, size_t size);        /* unsigned; unknown bytes are 0 */
void call_add_kind(const struct call_kind *kind, const struct call_view *view, size_t at, struct text *out);
void call_add_flags(const struct system_call_name *names, const char *none, uint64_t value, struct text *out);
bool call_add_name(const struct system_call_name *names, uint64_t value, struct text *out);       /* false: there is none */
void call_add_address(uint64_t value, struct text *out);                            /* 0x4a3c0, NULL */
void call_add_hexadecimal(uint64_t value, struct text *out);                        /* 0x4a3c0, 0 */
/* A number that is an argument or a result, not in memory. */
void call_add_value(const struct call_decoder *decoder, const struct call_kind *kind, uint64_t value, struct text *out);
bool call_add_next(uint64_t i, struct text *out);               /* ", " before element i. False: it is too many, and "..." stands for it and the rest */

/* What lies at an address, by the name of its kind. */
void call_add_at(const struct call_decoder *decoder, const char *kind, uint64_t address, struct text *out);
void call_add_array(const struct call_decoder *decoder, const struct call_kind *kind, uint64_t address, uint64_t count, struct text *out);
bool call_read_number(const struct call_decoder *decoder, uint64_t address, size_t size, uint64_t *number);
/* Is a descriptor in memory that these words name? As in system_call_uses. */
bool call_holds(const struct system_call_told *call, const char *forms, const struct system_call_memory *memory, uint32_t descriptor);
#define CALL_UNKNOWN "<unknown>"

/* ---- system_call_values.c ---- */

typedef void call_value(const struct call_view *view, size_t at, struct text *out);
typedef void call_pointed(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out);
call_value call_value_futex, call_value_clone, call_value_signal, call_value_id, call_value_sigset, call_value_sigaction, call_value_stat, call_value_status,
    call_value_siginfo, call_value_file_mode, call_value_limit, call_value_termios, call_value_ioctl, call_value_socket_type, call_value_folder,
    call_value_message, call_value_clone_arguments, call_value_time_change, call_value_mask_pack, call_value_open, call_value_statx_flags, call_value_shared,
    call_value_numbers, call_value_sigevent;
call_pointed call_pointed_bytes, call_pointed_text, call_pointed_vector, call_pointed_address, call_pointed_descriptors,
    call_pointed_entries, call_pointed_strings, call_pointed_environment, call_pointed_processors, call_pointed_option;

/* What strace prints behind the result: the descriptors that are ready, flags. */
void call_add_ready(const struct call_decoder *decoder, struct text *out);
/* clone has its arguments in an order of its own, with names. */
void call_add_clone(const struct call_decoder *decoder, struct text *out);

#endif
