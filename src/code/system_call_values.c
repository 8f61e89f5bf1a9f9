/* system_call_values.c - arguments of system calls that tables do not describe.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/system_call_kinds.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <string.h>

/* A member, by the name of its kind. */
static void add_member(const char *name, const char *kind, const struct call_view *view, size_t at, struct text *out)
{
    text_add(out, name);
    call_add_kind(call_kind_named(str_of(kind)), view, at, out);
}

/* Bytes that decide how others appear. False: they are unknown, which the text then says. */
static bool decides(const struct call_view *view, size_t at, size_t size, struct text *out)
{
    bool known = call_known(view, at, size);
    if (!known)
        text_add(out, CALL_UNKNOWN);
    return known;
}

/* A member that is there if flags say so; "..." stands for it where they are unknown. */
static void add_optional(const char *name, const char *kind, const struct call_view *view, size_t at, bool known, bool there, struct text *out)
{
    if (known && there)
        add_member(name, kind, view, at, out);
    else if (!known)
        text_add(out, ", ...");
}

static const struct system_call_name *names_of(const char *kind)
{
    return call_kind_named(str_of(kind))->names;
}

/* ---- Numbers ---- */

void call_value_folder(const struct call_view *view, size_t at, struct text *out)
{
    enum { FOLDER = -100 };
    int32_t number = (int32_t)call_number(view, at, sizeof number);
    if (number == FOLDER)
        text_add(out, "AT_FDCWD");
    else
        text_printf(out, "%" PRId32, number);
}

void call_value_id(const struct call_view *view, size_t at, struct text *out)
{
    uint32_t number = (uint32_t)call_number(view, at, sizeof number);
    if (decides(view, at, sizeof number, out))
        text_printf(out, number == UINT32_MAX ? "-1" : "%" PRIu32, number);
}

void call_value_signal(const struct call_view *view, size_t at, struct text *out)
{
    if (decides(view, at, 4, out))
        signal_name(call_number(view, at, 4), out);
}

void call_value_open(const struct call_view *view, size_t at, struct text *out)
{
    enum { WAYS = 3 };
    static const char *const ways[] = {"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"};
    uint64_t number = call_number(view, at, 4);
    if (!decides(view, at, 4, out))
        return;
    text_add(out, ways[number & WAYS]);
    if (number & ~(uint64_t)WAYS) {
        text_byte(out, '|');
        call_add_flags(names_of("oflags"), "", number & ~(uint64_t)WAYS, out);
    }
}

void call_value_futex(const struct call_view *view, size_t at, struct text *out)
{
    enum { PRIVATE = 128, CLOCK = 256 };
    uint64_t number = call_number(view, at, 4), operation = number & ~(uint64_t)(PRIVATE | CLOCK);
    if (!call_add_name(names_of("futexop"), operation, out)) {
        text_hex(out, number);
        text_add(out, " /* FUTEX_??? */");
        return;
    }
    text_add(out, number & PRIVATE ? "_PRIVATE" : "");
    text_add(out, number & CLOCK ? "|FUTEX_CLOCK_REALTIME" : "");
}

void call_value_clone(const struct call_view *view, size_t at, struct text *out)
{
    enum { SIGNAL = 0xff };
    uint64_t number = call_number(view, at, 8), flags = number & ~(uint64_t)SIGNAL;
    if (flags || !(number & SIGNAL))
        call_add_flags(names_of("cloneflags"), "0", flags, out);
    if (number & SIGNAL) {
        text_add(out, flags ? "|" : "");
        signal_name(number & SIGNAL, out);
    }
}

/* A request without a name: its parts, as the headers of Linux put them together. */
void call_value_ioctl(const struct call_view *view, size_t at, struct text *out)
{
    enum { NUMBER = 0xff, KIND = 8, SIZE = 16, SIZES = 0x3fff, WAY = 30 };
    static const char *const ways[] = {"_IOC_NONE", "_IOC_WRITE", "_IOC_READ", "_IOC_READ|_IOC_WRITE"};
    uint64_t number = call_number(view, at, 4);
    if (!call_add_name(names_of("ioctlname"), number, out))
        text_printf(out, "_IOC(%s, 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 ")", ways[number >> WAY], number >> KIND & NUMBER, number & NUMBER, number >> SIZE & SIZES);
}

void call_value_socket_type(const struct call_view *view, size_t at, struct text *out)
{
    enum { TYPE = 0xf };
    uint64_t number = call_number(view, at, 4);
    if (!call_add_name(names_of("socketname"), number & TYPE, out)) {
        text_hex(out, number & TYPE);
        text_add(out, " /* SOCK_??? */");
    }
    if (number & ~(uint64_t)TYPE) {
        text_byte(out, '|');
        call_add_flags(names_of("sockflags"), "", number & ~(uint64_t)TYPE, out);
    }
}

void call_value_statx_flags(const struct call_view *view, size_t at, struct text *out)
{
    enum { SYNC = 0x6000 };
    uint64_t number = call_number(view, at, 4);
    if (!(number & SYNC))
        text_printf(out, "AT_STATX_SYNC_AS_STAT%s", number ? "|" : "");
    call_add_flags(names_of("statxat"), "", number, out);
}

void call_value_shared(const struct call_view *view, size_t at, struct text *out)
{
    enum { MODE = 0777 };
    uint64_t number = call_number(view, at, 4);
    if (number & ~(uint64_t)MODE) {
        call_add_flags(names_of("sharedflags"), "", number & ~(uint64_t)MODE, out);
        text_byte(out, '|');
    }
    text_printf(out, "%#03" PRIo64, number & MODE);
}

void call_value_limit(const struct call_view *view, size_t at, struct text *out)
{
    enum { KILO = 1024 };
    uint64_t number = call_number(view, at, 8);
    if (!decides(view, at, 8, out))
        return;
    if (number == UINT64_MAX)
        text_add(out, view->decoder->call->number == 302 ? "RLIM64_INFINITY" : "RLIM_INFINITY");
    else if (number > KILO && number % KILO == 0)
        text_printf(out, "%" PRIu64 "*1024", number / KILO);
    else
        text_printf(out, "%" PRIu64, number);
}

/* [1, 2, 3]: three numbers of sysinfo, the two halves of a file system's id. */
void call_value_numbers(const struct call_view *view, size_t at, struct text *out)
{
    enum { STATFS = 137, FSTATFS = 138 };
    bool halves = view->decoder->call->number == STATFS || view->decoder->call->number == FSTATFS;
    unsigned size = halves ? 4 : 8, count = halves ? 2 : 3;
    text_byte(out, '[');
    for (unsigned i = 0; i < count; i++)
        add_member(i ? ", " : "", halves ? "hex32" : "ulong", view, at + i * size, out);
    text_byte(out, ']');
}

/* ---- Signals ---- */

/* [INT TERM]; of more than two thirds those that are not in it: ~[KILL] */
void call_value_sigset(const struct call_view *view, size_t at, struct text *out)
{
    enum { SIGNALS = 64, PREFIX = 3, MANY = SIGNALS * 2 / 3 };
    uint64_t set = call_number(view, at, 8);
    struct text name = {0};
    bool first = true, inverse = __builtin_popcountll(set) >= MANY;
    if (!decides(view, at, 8, out))
        return;
    text_add(out, inverse ? "~[" : "[");
    for (unsigned i = 0; i < SIGNALS; i++) {
        if ((set >> i & 1) == inverse)
            continue;
        text_clear(&name);
        signal_name(i + 1, &name);
        text_printf(out, "%s%s", first ? "" : " ", text_string(&name) + PREFIX);
        first = false;
    }
    text_byte(out, ']');
    text_free(&name);
}

void call_value_sigaction(const struct call_view *view, size_t at, struct text *out)
{
    enum { RESTORER = 0x04000000, FLAGS = 8, RESTORES = 16, MASK = 24 };
    static const struct system_call_name handlers[] = {{0, "SIG_DFL"}, {1, "SIG_IGN"}, {UINT64_MAX, "SIG_ERR"}, {0, NULL}};
    uint64_t handler = call_number(view, at, 8), flags = call_number(view, at + FLAGS, 8);
    text_add(out, "{sa_handler=");
    if (decides(view, at, 8, out) && !call_add_name(handlers, handler, out))
        call_add_address(handler, out);
    add_member(", sa_mask=", "sigset", view, at + MASK, out);
    add_member(", sa_flags=", "saflags", view, at + FLAGS, out);
    add_optional(", sa_restorer=", "addr", view, at + RESTORES, call_known(view, at + FLAGS, 8), flags & RESTORER, out);
    text_byte(out, '}');
}

/* The names of si_code for a signal. */
static const char *codes_of(uint64_t signal)
{
    enum { ILL = 4, TRAP = 5, BUS = 7, FPE = 8, SEGV = 11, CHLD = 17 };
    switch (signal) {
    case ILL: return "illegalcode";
    case TRAP: return "trapcode";
    case BUS: return "buscode";
    case FPE: return "floatcode";
    case SEGV: return "faultcode";
    case CHLD: return "childcode";
    default: return NULL;
    }
}

static void add_signal_value(const struct call_view *view, size_t at, struct text *out)
{
    add_member(", si_int=", "int", view, at, out);
    add_member(", si_ptr=", "addr", view, at, out);
}

/* What si_code says is there, behind the code. */
static void add_siginfo_rest(const struct call_view *view, size_t at, uint64_t signal, int32_t code, struct text *out)
{
    enum { CHLD = 17, QUEUE = -1, TIMER = -2, TIMER_SIZE = 4, PID = 16, SECOND = 20, THIRD = 24, UTIME = 32, STIME = 40, EXITED = 1, WAITID = 247 };
    if (code == TIMER) {
        add_member(", si_timerid=", "int", view, at + PID, out);
        add_member(", si_overrun=", "int", view, at + SECOND, out);
        add_signal_value(view, at + THIRD, out);
        return;
    }
    if (code > 0 && signal != CHLD) {
        add_member(", si_addr=", "addr", view, at + PID, out);
        return;
    }
    add_member(", si_pid=", "int", view, at + PID, out);
    add_member(", si_uid=", "id", view, at + SECOND, out);
    if (code == QUEUE)
        add_signal_value(view, at + THIRD, out);
    if (code > 0) {
        add_member(", si_status=", code == EXITED ? "int" : "signal", view, at + THIRD, out);
        if (!view->decoder->call || view->decoder->call->number != WAITID) {        /* which does not write them */
            add_member(", si_utime=", "long", view, at + UTIME, out);
            add_member(", si_stime=", "long", view, at + STIME, out);
        }
    }
}

void call_value_siginfo(const struct call_view *view, size_t at, struct text *out)
{
    enum { CODE = 8, KERNEL = 128 };
    uint64_t signal = call_number(view, at, 4);
    int32_t code = (int32_t)call_number(view, at + CODE, 4);
    const char *codes = codes_of(signal);
    if (!call_known(view, at, 4) || !call_known(view, at + CODE, 4)) {
        text_add(out, CALL_UNKNOWN);
        return;
    }
    add_member("{si_signo=", "signal", view, at, out);
    text_add(out, ", si_code=");
    bool named = (code > 0 && codes && call_add_name(names_of(codes), (uint64_t)code, out)) || call_add_name(names_of("usercode"), (uint32_t)code, out);
    if (!named)
        text_printf(out, "%" PRId32, code);
    if (code <= 0 || (codes && code != KERNEL))
        add_siginfo_rest(view, at, signal, code, out);
    text_byte(out, '}');
}

void call_value_sigevent(const struct call_view *view, size_t at, struct text *out)
{
    enum { SIGNAL = 8, NOTIFY = 12, THREAD = 16, THREAD_ID = 4 };
    text_byte(out, '{');
    bool has_value = !call_known(view, at, 8) || call_number(view, at, 8);
    if (has_value)
        add_member("sigev_value=", "sigval", view, at, out);
    add_member(has_value ? ", sigev_signo=" : "sigev_signo=", "signal", view, at + SIGNAL, out);
    add_member(", sigev_notify=", "notify", view, at + NOTIFY, out);
    add_optional(", sigev_notify_thread_id=", "int", view, at + THREAD, call_known(view, at + NOTIFY, 4), call_number(view, at + NOTIFY, 4) == THREAD_ID, out);
    text_byte(out, '}');
}

/* {sigmask=[], sigsetsize=8} */
void call_value_mask_pack(const struct call_view *view, size_t at, struct text *out)
{
    uint64_t mask = call_number(view, at, 8);
    text_add(out, "{sigmask=");
    if (decides(view, at, 8, out)) {
        if (mask)
            call_add_at(view->decoder, "sigset", mask, out);
        else
            text_add(out, "NULL");
    }
    add_member(", sigsetsize=", "ulong", view, at + 8, out);
    text_byte(out, '}');
}

/* ---- Children ---- */

void call_value_status(const struct call_view *view, size_t at, struct text *out)
{
    enum { SIGNAL = 0x7f, CORE = 0x80, STOPPED = 0x7f, CONTINUED = 0xffff, CODE = 8, BYTE = 0xff };
    uint64_t status = call_number(view, at, 4), signal = status & SIGNAL;
    if (!decides(view, at, 4, out))
        return;
    if (status == CONTINUED) {
        text_add(out, "{WIFCONTINUED(s)}");
    } else if (signal == 0) {
        text_printf(out, "{WIFEXITED(s) && WEXITSTATUS(s) == %" PRIu64 "}", status >> CODE & BYTE);
    } else if (signal == STOPPED) {
        text_add(out, "{WIFSTOPPED(s) && WSTOPSIG(s) == ");
        signal_name(status >> CODE & BYTE, out);
        text_byte(out, '}');
    } else {
        text_add(out, "{WIFSIGNALED(s) && WTERMSIG(s) == ");
        signal_name(signal, out);
        text_add(out, status & CORE ? " && WCOREDUMP(s)}" : "}");
    }
}

enum { CLONE_TELLS_PARENT = 0x100000, CLONE_TELLS_CHILD = 0x1200000 /* CHILD_SETTID or CHILD_CLEARTID */, CLONE_TLS = 0x80000, CLONE_DESCRIPTOR = 0x1000 };

void call_add_clone(const struct call_decoder *decoder, struct text *out)
{
    enum { FLAGS, STACK, PARENT, CHILD, TLS };
    const uint64_t *arguments = decoder->call->arguments;
    const struct call_decoder later = {decoder->call, decoder->memory, true};
    uint64_t flags = arguments[FLAGS];
    text_add(out, "child_stack=");
    call_add_address(arguments[STACK], out);
    text_add(out, ", flags=");
    call_add_value(decoder, call_kind_named(str_of("clone")), flags, out);
    if (flags & (CLONE_TELLS_PARENT | CLONE_DESCRIPTOR)) {
        text_add(out, ", parent_tid=");
        if (decoder->call->has_result && !system_call_failed(decoder->call->result))
            call_add_at(&later, "int", arguments[PARENT], out);
        else
            call_add_address(arguments[PARENT], out);
    }
    if (flags & CLONE_TLS) {
        text_add(out, ", tls=");
        call_add_address(arguments[TLS], out);
    }
    if (flags & CLONE_TELLS_CHILD) {
        text_add(out, ", child_tidptr=");
        call_add_address(arguments[CHILD], out);
    }
}

void call_value_clone_arguments(const struct call_view *view, size_t at, struct text *out)
{
    enum { CHILD = 16, PARENT = 24, SIGNAL = 32, STACK = 40, SIZE = 48, TLS = 56 };
    uint64_t flags = call_number(view, at, 8), parent = call_number(view, at + PARENT, 8);
    add_member("{flags=", "cloneflags", view, at, out);
    if (flags & CLONE_TELLS_CHILD)
        add_member(", child_tid=", "addr", view, at + CHILD, out);
    if (flags & CLONE_TELLS_PARENT)
        add_member(", parent_tid=", "addr", view, at + PARENT, out);
    add_member(", exit_signal=", call_number(view, at + SIGNAL, 4) ? "signal" : "int", view, at + SIGNAL, out);
    add_member(", stack=", "addr", view, at + STACK, out);
    add_member(", stack_size=", "hex", view, at + SIZE, out);
    add_optional(", tls=", "addr", view, at + TLS, call_known(view, at, 8), flags & CLONE_TLS, out);
    text_byte(out, '}');
    const struct call_decoder later = {view->decoder->call, view->decoder->memory, true};
    if ((flags & CLONE_TELLS_PARENT) && parent && later.call->has_result && !system_call_failed(later.call->result)) {
        text_add(out, " => {parent_tid=");
        call_add_at(&later, "int", parent, out);
        text_byte(out, '}');
    }
}

void call_pointed_strings(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    const struct system_call_memory *memory = decoder->memory;
    uint64_t text = 0;
    (void)count;
    text_byte(out, '[');
    for (unsigned i = 0;; i++) {
        bool known = call_read_number(decoder, address + 8 * i, 8, &text);
        if ((known && !text) || !call_add_next(i, out))
            break;
        if (!known) {
            text_add(out, CALL_UNKNOWN);
            break;
        }
        memory->quote(memory->context, decoder->returned, text, UINT64_MAX, true, out);
    }
    text_byte(out, ']');
}

void call_pointed_environment(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    enum { MOST = 1 << 12 };
    uint64_t text = 1;
    bool known = true;
    for (count = 0; count < MOST && known; count++) {
        known = call_read_number(decoder, address + 8 * count, 8, &text);
        if (known && !text)
            break;
    }
    call_add_address(address, out);
    if (known && !text)
        text_printf(out, " /* %" PRIu64 " var%s */", count, count == 1 ? "" : "s");
}

void call_pointed_processors(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    enum { MOST = 128 };
    bool first = true;
    text_byte(out, '[');
    for (uint64_t i = 0; i < count && i < MOST; i++) {
        uint64_t byte;
        if (!call_read_number(decoder, address + i, 1, &byte)) {
            text_printf(out, "%s%s", first ? "" : " ", CALL_UNKNOWN);
            break;
        }
        for (unsigned bit = 0; bit < 8; bit++)
            if (byte >> bit & 1) {
                text_printf(out, "%s%" PRIu64, first ? "" : " ", 8 * i + bit);
                first = false;
            }
    }
    if (count > MOST)
        text_add(out, first ? "..." : " ...");
    text_byte(out, ']');
}

/* ---- Files ---- */

static void add_file_mode(const struct call_view *view, size_t at, size_t size, struct text *out)
{
    enum { KIND = 0170000, BITS = 07777, PLAIN = 0777 };
    static const struct system_call_name bits[] = {{04000, "S_ISUID"}, {02000, "S_ISGID"}, {01000, "S_ISVTX"}, {0, NULL}};
    uint64_t mode = call_number(view, at, size);
    if (!decides(view, at, size, out))
        return;
    if (!call_add_name(names_of("filekind"), mode & KIND, out))
        text_printf(out, "%#03" PRIo64, mode & KIND);
    text_byte(out, '|');
    if (mode & BITS & ~(uint64_t)PLAIN) {
        call_add_flags(bits, "", mode & BITS & ~(uint64_t)PLAIN, out);
        text_byte(out, '|');
    }
    text_printf(out, "%#03" PRIo64, mode & PLAIN);
}

void call_value_file_mode(const struct call_view *view, size_t at, struct text *out)
{
    add_file_mode(view, at, 2, out);
}

void call_value_stat(const struct call_view *view, size_t at, struct text *out)
{
    enum { MODE = 24, DEVICE = 40, SIZE = 48, KIND = 0170000, CHARACTERS = 0020000, BLOCKS = 0060000 };
    uint64_t kind = call_number(view, at + MODE, 4) & KIND, device = call_number(view, at + DEVICE, 8);
    text_add(out, "{st_mode=");
    add_file_mode(view, at + MODE, 4, out);
    if ((kind == CHARACTERS || kind == BLOCKS) && call_known(view, at + DEVICE, 8))
        text_printf(out, ", st_rdev=makedev(%#" PRIx64 ", %#" PRIx64 ")", (device >> 8 & 0xfff) | (device >> 32 & ~(uint64_t)0xfff),
                    (device & 0xff) | (device >> 12 & 0xffffff00));
    else
        add_member(", st_size=", "long", view, at + SIZE, out);
    text_add(out, ", ...}");
}

void call_value_time_change(const struct call_view *view, size_t at, struct text *out)
{
    enum { NOW = 0x3fffffff, OMIT = 0x3ffffffe };
    static const struct system_call_name changes[] = {{NOW, "UTIME_NOW"}, {OMIT, "UTIME_OMIT"}, {0, NULL}};
    if (!call_known(view, at + 8, 8) || !call_add_name(changes, call_number(view, at + 8, 8), out))
        add_member("", "timespec", view, at, out);
}

/* How fast a terminal is, and five of its settings. */
void call_value_termios(const struct call_view *view, size_t at, struct text *out)
{
    enum { OUTPUT = 4, CONTROL = 8, LOCAL = 12, SPEED = 010017, HIGH = 010000, FLAG_WORDS = 16 };
    static const char *const low[] = {"B0", "B50", "B75", "B110", "B134", "B150", "B200", "B300", "B600", "B1200", "B1800", "B2400", "B4800", "B9600", "B19200", "B38400"};
    static const char *const high[] = {NULL, "B57600", "B115200", "B230400", "B460800", "B500000", "B576000", "B921600", "B1000000", "B1152000", "B1500000",
                                       "B2000000", "B2500000", "B3000000", "B3500000", "B4000000"};
    static const struct { unsigned at, bit; const char *name; } settings[] = {
        {OUTPUT, 1, "opost"}, {LOCAL, 1, "isig"}, {LOCAL, 2, "icanon"}, {LOCAL, 8, "echo"}};
    uint64_t speed = call_number(view, at + CONTROL, 4) & SPEED;
    const char *name = speed & HIGH ? high[speed & 0xf] : low[speed & 0xf];
    if (!call_known(view, at, FLAG_WORDS)) {
        text_add(out, CALL_UNKNOWN);
        return;
    }
    text_printf(out, "{%s", name ? name : "B?");
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        text_printf(out, " %s%s", call_number(view, at + settings[i].at, 4) & settings[i].bit ? "" : "-", settings[i].name);
    text_add(out, " ...}");
}

void call_pointed_bytes(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    decoder->memory->quote(decoder->memory->context, decoder->returned, address, count, false, out);
}

void call_pointed_text(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    (void)count;
    decoder->memory->quote(decoder->memory->context, decoder->returned, address, UINT64_MAX, true, out);
}

/* [{iov_base="ab", iov_len=2}]; of a call that read, only bytes that it read. */
void call_pointed_vector(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    enum { SIZE = 16 };
    uint64_t left = decoder->returned ? decoder->call->result : UINT64_MAX, base, size;
    text_byte(out, '[');
    for (uint64_t i = 0; i < count && call_add_next(i, out); i++) {
        if (!call_read_number(decoder, address + i * SIZE, 8, &base) || !call_read_number(decoder, address + i * SIZE + 8, 8, &size)) {
            text_add(out, CALL_UNKNOWN);
            break;
        }
        text_add(out, "{iov_base=");
        if (base)
            call_pointed_bytes(decoder, base, size < left ? size : left, out);
        else
            text_add(out, "NULL");
        text_printf(out, ", iov_len=%" PRIu64 "}", size);
        left -= size < left ? size : left;
    }
    text_byte(out, ']');
}

/* How many entries of a folder these bytes have: of getdents and getdents64, which have the length in the same place. */
void call_pointed_entries(const struct call_decoder *decoder, uint64_t address, uint64_t size, struct text *out)
{
    enum { LENGTH = 16, MOST = 1 << 12 };
    uint64_t count = 0, at = 0, length = 0;
    bool good = true;
    for (; at < size && good && count < MOST; count++, at += length)
        good = call_read_number(decoder, address + at + LENGTH, 2, &length) && length;
    call_add_address(address, out);
    if (good && at == size)
        text_printf(out, " /* %" PRIu64 " entr%s */", count, count == 1 ? "y" : "ies");
}

/* ---- Sockets ---- */

static void add_internet(const struct call_view *view, struct text *out)
{
    enum { PORT = 2, ADDRESS = 4 };
    uint64_t port = call_number(view, PORT, 2), address = call_number(view, ADDRESS, 4);
    if (call_known(view, PORT, 2))
        text_printf(out, ", sin_port=htons(%u)", ntohs((uint16_t)port));
    else
        text_add(out, ", sin_port=" CALL_UNKNOWN);
    if (call_known(view, ADDRESS, 4))
        text_printf(out, ", sin_addr=inet_addr(\"%u.%u.%u.%u\")", (unsigned)(address & 0xff), (unsigned)(address >> 8 & 0xff), (unsigned)(address >> 16 & 0xff),
                    (unsigned)(address >> 24));
    else
        text_add(out, ", sin_addr=" CALL_UNKNOWN);
}

static void add_internet6(const struct call_view *view, struct text *out)
{
    enum { PORT = 2, FLOW = 4, ADDRESS = 8, SCOPE = 24 };
    char name[INET6_ADDRSTRLEN];
    if (!call_known(view, 0, SCOPE + 4)) {
        text_add(out, ", " CALL_UNKNOWN);
        return;
    }
    inet_ntop(AF_INET6, view->bytes + ADDRESS, name, sizeof name);
    text_printf(out, ", sin6_port=htons(%u), sin6_flowinfo=htonl(%" PRIu32 "), inet_pton(AF_INET6, \"%s\", &sin6_addr), sin6_scope_id=%" PRIu64,
                ntohs((uint16_t)call_number(view, PORT, 2)), ntohl((uint32_t)call_number(view, FLOW, 4)), name, call_number(view, SCOPE, 4));
}

static void add_socket_address(const struct call_decoder *decoder, uint64_t address, uint64_t size, struct text *out)
{
    enum { UNIX = 1, INTERNET = 2, INTERNET6 = 10, NETLINK = 16, FAMILY = 2, ID = 4, GROUPS = 8, MOST = 128, INTERNET_SIZE = 16, INTERNET6_SIZE = 28, NETLINK_SIZE = 12 };
    uint8_t bytes[MOST];
    bool known[MOST];
    const struct call_view view = {decoder, address, bytes, known};
    const struct system_call_memory *memory = decoder->memory;
    size = size < MOST ? size : MOST;
    if (size < FAMILY) {
        call_add_address(address, out);
        return;
    }
    memory->read(memory->context, decoder->returned, address, bytes, known, size);
    text_add(out, "{sa_family=");
    if (!decides(&view, 0, FAMILY, out)) {
        text_byte(out, '}');
        return;
    }
    uint64_t family = call_number(&view, 0, FAMILY);
    if (!call_add_name(names_of("family"), family, out))
        text_printf(out, "%#" PRIx64 " /* AF_??? */", family);
    bool abstract = size > FAMILY && known[FAMILY] && !bytes[FAMILY];
    if (family == UNIX && size > FAMILY) {
        text_add(out, abstract ? ", sun_path=@" : ", sun_path=");
        memory->quote(memory->context, decoder->returned, address + FAMILY + abstract, size - FAMILY - abstract, !abstract, out);
    } else if (family == INTERNET && size >= INTERNET_SIZE) {
        add_internet(&view, out);
    } else if (family == INTERNET6 && size >= INTERNET6_SIZE) {
        add_internet6(&view, out);
    } else if (family == NETLINK && size >= NETLINK_SIZE) {
        add_member(", nl_pid=", "int", &view, ID, out);
        if (call_known(&view, GROUPS, 4))
            text_printf(out, ", nl_groups=%#08" PRIx64, call_number(&view, GROUPS, 4));
        else
            text_add(out, ", nl_groups=" CALL_UNKNOWN);
    } else if (size > FAMILY) {
        text_add(out, ", sa_data=");
        memory->quote(memory->context, decoder->returned, address + FAMILY, size - FAMILY, false, out);
    }
    text_byte(out, '}');
}

void call_pointed_address(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    add_socket_address(decoder, address, (uint32_t)count, out);
}

static void add_option(const struct call_decoder *decoder, uint64_t address, uint64_t size, struct text *out)
{
    enum { LINGER = 13, RECEIVE = 20, SEND = 21, SOCKET = 1, OPTION = 2 };
    uint32_t option = (uint32_t)decoder->call->arguments[OPTION];
    bool socket = (uint32_t)decoder->call->arguments[1] == SOCKET;
    if (socket && option == LINGER && size == 8)
        call_add_at(decoder, "linger", address, out);
    else if (socket && (option == RECEIVE || option == SEND) && size == 16)
        call_add_at(decoder, "timeval", address, out);
    else if (size == 4)
        call_add_at(decoder, "int", address, out);
    else
        call_pointed_bytes(decoder, address, size, out);
}

void call_pointed_option(const struct call_decoder *decoder, uint64_t address, uint64_t count, struct text *out)
{
    add_option(decoder, address, (uint32_t)count, out);
}

/* Descriptors that a message carries: a single item of control data is shown. */
static void add_control(const struct call_decoder *decoder, uint64_t address, uint64_t size, struct text *out)
{
    enum { HEAD = 16, LEVEL = 8, KIND = 12, SOCKET = 1, RIGHTS = 1 };
    uint64_t length, level, kind;
    bool known = size >= HEAD && call_read_number(decoder, address, 8, &length) && call_read_number(decoder, address + LEVEL, 4, &level) &&
                 call_read_number(decoder, address + KIND, 4, &kind);
    if (!known || level != SOCKET || kind != RIGHTS || length < HEAD || length > size || size - length >= HEAD) {
        call_add_address(address, out);
        return;
    }
    text_printf(out, "[{cmsg_len=%" PRIu64 ", cmsg_level=SOL_SOCKET, cmsg_type=SCM_RIGHTS, cmsg_data=", length);
    call_add_array(decoder, call_kind_named(str_of("int")), address + HEAD, (length - HEAD) / 4, out);
    text_add(out, "}]");
}

void call_value_message(const struct call_view *view, size_t at, struct text *out)
{
    enum { LENGTH = 8, VECTOR = 16, COUNT = 24, CONTROL = 32, CONTROLS = 40, FLAGS = 48 };
    uint64_t name = call_number(view, at, 8), vector = call_number(view, at + VECTOR, 8), count = call_number(view, at + COUNT, 8);
    uint64_t control = call_number(view, at + CONTROL, 8), controls = call_number(view, at + CONTROLS, 8), before;
    const struct call_decoder earlier = {view->decoder->call, view->decoder->memory, false};
    if (!call_known(view, at, LENGTH + 4) || !call_known(view, at + VECTOR, FLAGS + 4 - VECTOR)) {
        text_add(out, CALL_UNKNOWN);
        return;
    }
    uint64_t length = call_number(view, at + LENGTH, 4);
    bool has_before = name && view->decoder->returned && call_read_number(&earlier, view->address + LENGTH, 4, &before);
    text_add(out, "{msg_name=");
    if (name && (has_before || !view->decoder->returned))
        add_socket_address(view->decoder, name, has_before && before < length ? before : length, out);
    else
        call_add_address(name, out);
    text_add(out, ", msg_namelen=");
    if (has_before && before != length)
        text_printf(out, "%" PRIu64 " => ", before);
    add_member("", "int", view, at + LENGTH, out);
    text_add(out, ", msg_iov=");
    if (vector)
        call_pointed_vector(view->decoder, vector, count, out);
    else
        text_add(out, "NULL");
    text_printf(out, ", msg_iovlen=%" PRIu64, count);
    if (control && controls) {
        text_add(out, ", msg_control=");
        add_control(view->decoder, control, controls, out);
    }
    text_printf(out, ", msg_controllen=%" PRIu64, controls);
    add_member(", msg_flags=", "msgflags", view, at + FLAGS, out);
    text_byte(out, '}');
}

/* ---- Descriptors that are ready ---- */

enum { SET_MOST = 1024 };

/* [3 5]: members of a select set. Returns how many. */
static unsigned add_set(const struct call_decoder *decoder, uint64_t address, uint64_t limit, struct text *out)
{
    uint64_t byte = 0;
    unsigned count = 0;
    text_byte(out, '[');
    for (unsigned i = 0; i < limit && i < SET_MOST; i++) {
        if (i % 8 == 0 && !call_read_number(decoder, address + i / 8, 1, &byte)) {
            text_printf(out, "%s%s", count ? " " : "", CALL_UNKNOWN);
            count++;
            break;
        }
        if (byte >> i % 8 & 1)
            text_printf(out, "%s%u", count++ ? " " : "", i);
    }
    if (limit > SET_MOST)
        text_printf(out, "%s...", count++ ? " " : "");
    text_byte(out, ']');
    return count;
}

void call_pointed_descriptors(const struct call_decoder *decoder, uint64_t address, uint64_t limit, struct text *out)
{
    add_set(decoder, address, (uint32_t)limit, out);
}

/* (in [3], left {tv_sec=0, tv_usec=9}) */
static void add_select(const struct call_decoder *decoder, const char *time, struct text *out)
{
    enum { SETS = 3, TIME = 4 };
    static const char *const names[SETS] = {"in", "out", "except"};
    const uint64_t *arguments = decoder->call->arguments;
    const char *between = "";
    struct text set = {0};
    text_add(out, " (");
    for (unsigned i = 0; i < SETS; i++) {
        text_clear(&set);
        if (arguments[i + 1] && add_set(decoder, arguments[i + 1], (uint32_t)arguments[0], &set)) {
            text_printf(out, "%s%s %s", between, names[i], text_string(&set));
            between = ", ";
        }
    }
    if (arguments[TIME]) {
        text_printf(out, "%sleft ", between);
        call_add_at(decoder, time, arguments[TIME], out);
    }
    text_byte(out, ')');
    text_free(&set);
}

/* ([{fd=3, revents=POLLIN}]) */
static void add_polled(const struct call_decoder *decoder, bool left, struct text *out)
{
    enum { SIZE = 8, EVENTS = 6, TIME = 2 };
    const uint64_t *arguments = decoder->call->arguments;
    unsigned shown = 0;
    text_add(out, " ([");
    uint32_t polled = (uint32_t)arguments[1];
    for (uint32_t i = 0; i < polled && i < SET_MOST; i++) {
        uint64_t events;
        if (call_read_number(decoder, arguments[0] + i * SIZE + EVENTS, 2, &events) && !events)
            continue;
        if (!call_add_next(shown++, out))
            break;
        call_add_at(decoder, "pollready", arguments[0] + i * SIZE, out);
    }
    if (polled > SET_MOST && shown <= CALL_ELEMENTS)
        text_add(out, shown ? ", ..." : "...");
    text_byte(out, ']');
    if (left && arguments[TIME]) {
        text_add(out, ", left ");
        call_add_at(decoder, "timespec", arguments[TIME], out);
    }
    text_byte(out, ')');
}

void call_add_ready(const struct call_decoder *decoder, struct text *out)
{
    enum { POLL = 7, SELECT = 23, SELECT_SIGNALS = 270, POLL_SIGNALS = 271 };
    uint64_t number = decoder->call->number;
    if (number != POLL && number != SELECT && number != SELECT_SIGNALS && number != POLL_SIGNALS)
        return;
    if (decoder->call->result == 0)
        text_add(out, " (Timeout)");
    else if (number == SELECT || number == SELECT_SIGNALS)
        add_select(decoder, number == SELECT ? "timeval" : "timespec", out);
    else
        add_polled(decoder, number == POLL_SIGNALS, out);
}
