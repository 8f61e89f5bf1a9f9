/* allocators.c - the functions that allocate, free, or read whole vectors, by the names of their symbols.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/lifetimes.h"

#include <stdlib.h>

static const char *const names[ALLOCATES_OWN] = {
    [ALLOCATES_NOT] = "?", [ALLOCATES_MALLOC] = "malloc", [ALLOCATES_CALLOC] = "calloc", [ALLOCATES_REALLOC] = "realloc",
    [ALLOCATES_REALLOCARRAY] = "reallocarray",
    [ALLOCATES_ALIGNED] = "aligned_alloc", [ALLOCATES_POSIX] = "posix_memalign", [ALLOCATES_VALLOC] = "valloc", [ALLOCATES_MEMALIGN] = "memalign",
    [ALLOCATES_PVALLOC] = "pvalloc", [ALLOCATES_NEW] = "operator new",
    [ALLOCATES_NEW_ARRAY] = "operator new[]", [ALLOCATES_FREE] = "free", [ALLOCATES_DELETE] = "operator delete",
    [ALLOCATES_DELETE_ARRAY] = "operator delete[]", [ALLOCATES_USABLE] = "malloc_usable_size",
    [ALLOCATES_MMAP] = "mmap", [ALLOCATES_BRK] = "brk", [ALLOCATES_MUNMAP] = "munmap", [ALLOCATES_MREMAP] = "mremap"};

const char *allocates_name(enum allocates how)
{
    return how < ALLOCATES_OWN ? names[how] : names[ALLOCATES_NOT];
}

#define ALLOCATES(name, does) {name, {.how = ALLOCATES_##does}}
#define READS(name, what) {name, {.reads = READS_##what}}

static const struct known_symbol { const char *name; struct lifetimes_entry entry; } symbols[] = {
    ALLOCATES("malloc", MALLOC), ALLOCATES("calloc", CALLOC), ALLOCATES("realloc", REALLOC), ALLOCATES("reallocarray", REALLOCARRAY),
    ALLOCATES("aligned_alloc", ALIGNED), ALLOCATES("memalign", MEMALIGN), ALLOCATES("posix_memalign", POSIX), ALLOCATES("valloc", VALLOC),
    ALLOCATES("pvalloc", PVALLOC),
    ALLOCATES("free", FREE), ALLOCATES("cfree", FREE), ALLOCATES("malloc_usable_size", USABLE),
    ALLOCATES("_Znwm", NEW), ALLOCATES("_ZnwmRKSt9nothrow_t", NEW), ALLOCATES("_ZnwmSt11align_val_t", NEW),
    ALLOCATES("_ZnwmSt11align_val_tRKSt9nothrow_t", NEW),
    ALLOCATES("_Znam", NEW_ARRAY), ALLOCATES("_ZnamRKSt9nothrow_t", NEW_ARRAY), ALLOCATES("_ZnamSt11align_val_t", NEW_ARRAY),
    ALLOCATES("_ZnamSt11align_val_tRKSt9nothrow_t", NEW_ARRAY),
    ALLOCATES("_ZdlPv", DELETE), ALLOCATES("_ZdlPvm", DELETE), ALLOCATES("_ZdlPvRKSt9nothrow_t", DELETE), ALLOCATES("_ZdlPvSt11align_val_t", DELETE),
    ALLOCATES("_ZdlPvmSt11align_val_t", DELETE), ALLOCATES("_ZdlPvSt11align_val_tRKSt9nothrow_t", DELETE),
    ALLOCATES("_ZdaPv", DELETE_ARRAY), ALLOCATES("_ZdaPvm", DELETE_ARRAY), ALLOCATES("_ZdaPvRKSt9nothrow_t", DELETE_ARRAY),
    ALLOCATES("_ZdaPvSt11align_val_t", DELETE_ARRAY), ALLOCATES("_ZdaPvmSt11align_val_t", DELETE_ARRAY),
    ALLOCATES("_ZdaPvSt11align_val_tRKSt9nothrow_t", DELETE_ARRAY),
    READS("strlen", FIRST), READS("strrchr", FIRST), READS("rindex", FIRST), READS("strcpy", SECOND), READS("stpcpy", SECOND), READS("strcat", SECOND),
    READS("strncpy", SECOND_MOST), READS("stpncpy", SECOND_MOST), READS("strncat", SECOND_MOST), READS("strcmp", BOTH), READS("strcasecmp", BOTH),
    READS("strncmp", BOTH_MOST), READS("strncasecmp", BOTH_MOST), READS("strnlen", FIRST_MOST), READS("memcmp", MEMORY), READS("bcmp", MEMORY),
    READS("strchr", VECTORS), READS("index", VECTORS), READS("strchrnul", VECTORS), READS("rawmemchr", VECTORS), READS("__rawmemchr", VECTORS),
    READS("memchr", VECTORS), READS("memrchr", VECTORS), READS("strspn", VECTORS), READS("strcspn", VECTORS), READS("strpbrk", VECTORS),
    READS("strstr", VECTORS), READS("strcasestr", VECTORS), READS("strcasecmp_l", VECTORS), READS("strncasecmp_l", VECTORS), READS("__strcasecmp", VECTORS),
    READS("__strcasecmp_l", VECTORS), READS("__strncasecmp_l", VECTORS), READS("__stpcpy", VECTORS), READS("__stpncpy", VECTORS), READS("wcslen", VECTORS),
    READS("wcsnlen", VECTORS), READS("wcschr", VECTORS), READS("wcsrchr", VECTORS), READS("wcscmp", VECTORS), READS("wcsncmp", VECTORS),
    READS("wcscpy", VECTORS), READS("wmemchr", VECTORS), READS("wmemcmp", VECTORS), READS("__memcmpeq", VECTORS),
    READS("memcpy", COPY), READS("memmove", COPY), READS("mempcpy", COPY), READS("__mempcpy", COPY), READS("__memcpy_chk", COPY), READS("__memmove_chk", COPY),
    READS("__mempcpy_chk", COPY)};

const char *lifetimes_symbol(size_t i, struct lifetimes_entry *entry)
{
    if (i >= sizeof symbols / sizeof *symbols)
        return NULL;
    *entry = symbols[i].entry;
    return symbols[i].name;
}

void lifetimes_enter(struct lifetimes_code *code, struct lifetimes_entry entry)
{
    ARRAY_ADD(code, entries, entry);
}

void lifetimes_code_free(struct lifetimes_code *code)
{
    free(code->entries);
    free(code->own);
    free(code->inner);
    *code = (struct lifetimes_code){0};
}
