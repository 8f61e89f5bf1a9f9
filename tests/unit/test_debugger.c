/* test_debugger.c - reads frames, threads, snapshots and notes from debugger output.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- The result as text ---- */

static void value_show(const struct debugger_value *value, struct text *out)
{
    if (value->kind == DEBUGGER_MISSING)
        text_printf(out, "%.*s", STR(value->reason));
    else if (value->kind == DEBUGGER_SCALAR)
        text_printf(out, "%" PRId64, (int64_t)value->number);
    for (size_t i = 0; value->kind == DEBUGGER_ARRAY && i < value->count; i++)
        if (!value->known || value->known[i])
            text_printf(out, "%s%" PRId64, i ? "," : "", (int64_t)value->items[i]);
        else
            text_printf(out, "%s?", i ? "," : "");
    text_add(out, value->cut ? ".." : "");
}

static void frame_show(const struct debugger_frame *frame, struct text *out)
{
    static const char *const names[] = {"array", "index", "current", "CC", "BBC"};
    text_add(out, frame->selected ? "*" : " ");
    if (frame->has_level)
        text_printf(out, "#%" PRIu64, frame->level);
    else
        text_add(out, "#?");
    text_printf(out, " %.*s", STR(frame->function));
    if (frame->has_line)
        text_printf(out, " %.*s:%" PRIu64, STR(frame->file), frame->line);
    if (frame->library.data)
        text_printf(out, " from %.*s", STR(frame->library));
    if (frame->has_block)
        text_printf(out, " block=%" PRIu64, frame->block);
    text_add(out, frame->no_symbols ? " -" : "");
    for (int i = 0; i < DEBUGGER_LOCALS; i++)
        if (frame->has[i]) {
            text_printf(out, " %s%s=", names[i], frame->changed[i] ? "!" : "");
            value_show(&frame->locals[i], out);
        }
    text_add(out, "\n");
}

static void snapshot_show(const struct debugger_snapshot *snapshot, struct text *out)
{
    text_printf(out, "line %" PRIu64 "%s%.*s\n", snapshot->text_line, snapshot->signal.data ? " " : "", STR(snapshot->signal));
    for (size_t i = 0; i < snapshot->count; i++) {
        if (snapshot->threads[i].name.data)
            text_printf(out, "%sthread %.*s\n", i == snapshot->selected ? "*" : " ", STR(snapshot->threads[i].name));
        for (size_t k = 0; k < snapshot->threads[i].count; k++)
            frame_show(&snapshot->threads[i].frames[k], out);
        text_add(out, snapshot->threads[i].more ? " more\n" : "");
    }
    for (size_t i = 0; i < snapshot->global_count; i++) {
        text_printf(out, " %.*s%s=", STR(snapshot->globals[i].name), snapshot->globals[i].changed ? "!" : "");
        value_show(&snapshot->globals[i].value, out);
        text_add(out, "\n");
    }
}

static void dump_show(struct str string, struct text *out)
{
    struct arena arena = {0};
    struct debugger_text dump;
    debugger_read(string, "text", &arena, &dump);
    for (size_t i = 0; i < dump.count; i++)
        snapshot_show(&dump.snapshots[i], out);
    for (size_t i = 0; i < dump.unnamed_count; i++) {
        text_add(out, "unnamed ");
        value_show(&dump.unnamed[i].value, out);
        text_add(out, "\n");
    }
    for (size_t i = 0; i < dump.note_count; i++)
        text_printf(out, "%" PRIu64 ": %.*s\n", dump.notes[i].line, STR(dump.notes[i].message));
    if (dump.program.data)
        text_printf(out, "program %.*s\n", STR(dump.program));
    arena_free(&arena);
}

static void expect(const char *string, const char *shown)
{
    struct text out = {0};
    dump_show(str_of(string), &out);
    assert_string_equal(text_string(&out), shown);
    text_free(&out);
}

/* ---- Frames ---- */

static void headers_of_gdb_name_function_and_place(void **state)
{
    (void)state;
    expect("#0  0x55 in f (a=1, b=\"x) at y.c:3\") at dir/a b.c:12\n", "line 1\n #0 f dir/a b.c:12\n");
    expect("#0  f () at a.c:12\n#1  0x7f in g () from /lib/x y.so\n#2  <signal handler called>\n#3  0x1 in ?? ()\n",
           "line 1\n #0 f a.c:12\n #1 g from /lib/x y.so\n #2 <signal handler called>\n #3 ??\n");
    expect("#0  f (main=main@entry=0x1 <main>, c=40 '(', s=...)\n    at a.c:12\n        __PT_arrIndex = 3\n", "line 1\n #0 f a.c:12 index=3\n");
    expect("#0  f (a=1,\n    b=2) at a.c:12\n", "line 1\n #0 f a.c:12\n");
}

/* Lines that a terminal broke at any column, or a letter between words. The rest of a broken line number must not count as a line number. */
static void broken_headers_are_joined(void **state)
{
    (void)state;
    static const char whole[] = "#0  0x0000555555555343 in step (depth=0, p=0x0, q=\"a) at \") at dir/work.c:2213\n#1  0x00005555555553ec in s::main (argc=1) at m.c:25\n";
    static const char shown[] = "line 1\n #0 step dir/work.c:2213\n #1 s::main m.c:25\n";
    for (size_t width = 24; width < sizeof whole; width++) {
        struct text broken = {0};
        size_t column = 0;
        for (const char *at = whole; *at; at++) {
            if (column == width && *at != '\n')
                text_byte(&broken, '\n');
            column = *at == '\n' ? 0 : column == width ? 1 : column + 1;
            text_byte(&broken, *at);
        }
        expect(text_string(&broken), shown);
        text_free(&broken);
    }
    expect("#0  f (n=3,\nm=4) at\na.c:12\n#1  g ()\nat b.c:3\n", "line 1\n #0 f a.c:12\n #1 g b.c:3\n");
    expect("0x0000555555555343 in f (n=3) at a.c:1\n2\n__PT_arrIndex = 3\n", "line 1\n*#0 f a.c:12 index=3\n");
}

/* Marks of quoted mail, and no-break spaces of a browser. */
static void quoted_copies_are_read(void **state)
{
    (void)state;
    static const char *const marks[] = {"> ", "| ", ">> ", "> > ", "|> ", "> | ", "|\t"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct text quoted = {0};
        text_printf(&quoted, "%s#0  f (n=3) at a.c:7\n%s        __PT_arrIndex = 3\n%s#1  g () at b.c:3\n%s        __PT_arrIndex = 4\n", marks[i], marks[i], marks[i], marks[i]);
        expect(text_string(&quoted), "line 1\n #0 f a.c:7 index=3\n #1 g b.c:3 index=4\n");
        text_free(&quoted);
    }
    expect("#0\302\240\302\240f\302\240(n=3)\302\240at\302\240a.c:7\n", "line 1\n #0 f a.c:7\n");
}

static void functions_of_cxx_may_look_like_their_arguments(void **state)
{
    (void)state;
    expect("#0  (anonymous namespace)::f<int (*)(int), 3> (x=1) at a.cc:1\n#1  s::operator() (this=0x1, c=40 '(') at a.cc:2\n"
           "#2  s::operator<< <long> (this=0x1) at a.cc:3\n#3  s::operator->() const () at a.cc:4\n#4  a::f(int, char const*) () from l.so\n"
           "#5  main::{lambda(int)#1}::operator()(int) const (__closure=0x1) at a.cc:6\n#6  operator new (n=1) at a.cc:7\n"
           "#7  s::operator bool (this=0x1) at a.cc:8\n#8  s::operator< (this=0x1) at a.cc:9\n",
           "line 1\n #0 (anonymous namespace)::f<int (*)(int), 3> a.cc:1\n #1 s::operator() a.cc:2\n #2 s::operator<< <long> a.cc:3\n"
           " #3 s::operator->() const a.cc:4\n #4 a::f(int, char const*) from l.so\n #5 main::{lambda(int)#1}::operator()(int) const a.cc:6\n"
           " #6 operator new a.cc:7\n #7 s::operator bool a.cc:8\n #8 s::operator< a.cc:9\n");
}

static void headers_of_lldb_name_function_and_place(void **state)
{
    (void)state;
    expect("* thread #2, name = 'a', stop reason = signal SIGSEGV\n  * frame #0: 0x1 a.out`f(m=(a.out`main at a.c:3), s=\" at \") at a.c:9:16 [opt]\n"
           "    frame #1: 0x2 a.out`(anonymous namespace)::s<int ()>::operator()(this=0x1) const at a.cc:4:1\n    frame #2: 0x3 libc.so.6`g + 12\n",
           "line 2 SIGSEGV\n*thread 2\n*#0 f a.c:9\n #1 (anonymous namespace)::s<int ()>::operator() a.cc:4\n #2 g from libc.so.6\n");
}

static void stops_are_frame_0_of_a_new_snapshot(void **state)
{
    (void)state;
    expect("Program received signal SIGSEGV, Segmentation fault.\n0x5 in f (n=3) at a.c:9\n9\t  if\n__PT_arrIndex = 1\n"
           "#0  0x5 in f (n=3) at a.c:9\n        __PT_curPath = 2\n",
           "line 2 SIGSEGV, Segmentation fault\n*#0 f a.c:9 index=1 current=2\n");
    expect("Breakpoint 1, f (n=3) at a.c:9\n__PT_arrIndex = 1\nBreakpoint 1, f (n=3) at a.c:9\n__PT_arrIndex = 2\n",
           "line 1\n*#0 f a.c:9 index=1\nline 3\n*#0 f a.c:9 index=2\n");
    expect("f (n=3) at a.c:9\n__PT_arrIndex = 1\n(gdb) next\n10\t  x;\n(gdb) info locals\n__PT_arrIndex = 2\n",
           "line 1\n*#0 f a.c:9 index=1\nline 4\n*#0 f a.c:10 index=2\n");
    expect("Breakpoint 1 at 0x1139: file a.c, line 3.\nsome text (here) at home: 3\n", "");
}

static void frames_at_another_place_are_never_mixed(void **state)
{
    (void)state;
    expect("#0  0x1 in f () at a.c:1\n        __PT_arrIndex = 1\n#1  0x2 in g () at a.c:2\n        __PT_arrIndex = 2\n"
           "#0  0x3 in h () at a.c:3\n        __PT_arrIndex = 3\n",
           "line 1\n #0 f a.c:1 index=1\n #1 g a.c:2 index=2\nline 5\n #0 h a.c:3 index=3\n"
           "5: frame #0 was in f before, and is in h here: clew starts a new snapshot, for a later stop or another thread\n");
}

static void backtraces_select_nothing(void **state)
{
    (void)state;
    const char *shown = "line 1\n*#0 f a.c:1 index=1\n #1 g a.c:2\n";
    expect("f () at a.c:1\n#0  f () at a.c:1\n#1  0x2 in g () at a.c:2\n__PT_arrIndex = 1\n", shown);
    expect("f () at a.c:1\n(gdb) bt\n#0  f () at a.c:1\n#1  0x2 in g () at a.c:2\n(gdb) info locals\n__PT_arrIndex = 1\n", shown);
    expect("f () at a.c:1\n#0  f () at a.c:1\n        x = 1\n#1  0x2 in g () at a.c:2\n        x = 1\n(gdb) __PT_arrIndex = 1\n", shown);
    expect("#0  f () at a.c:1\n#1  0x2 in g () at a.c:2\n__PT_arrIndex = 1\n",
           "line 1\n #0 f a.c:1 index=1\n #1 g a.c:2\n3: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them\n");
}

static void up_and_down_select(void **state)
{
    (void)state;
    const char *shown = "line 1\n #0 f a.c:1\n*#1 g a.c:2 index=1\n";
    expect("f () at a.c:1\n#1  0x2 in g () at a.c:2\n2\t  f();\n__PT_arrIndex = 1\n", shown);
    expect("f () at a.c:1\n(gdb) up\n#1  0x2 in g () at a.c:2\n(gdb) info locals\n__PT_arrIndex = 1\n", shown);
    expect("f () at a.c:1\n(gdb) #1  0x2 in g () at a.c:2\n(gdb) __PT_arrIndex = 1\n", shown);
    expect("f () at a.c:1\n+frame 1\n#1  0x2 in g () at a.c:2\n+p __PT_arrIndex\n$1 = 1\n", shown);
}

static void backtraces_without_indentation_keep_their_values(void **state)
{
    (void)state;
    expect("#0  f () at a.c:1\n__PT_arrIndex = 1\n#1  0x2 in g () at a.c:2\nNo locals.\n#2  0x3 in h () at a.c:3\n__PT_arrIndex = 3\n",
           "line 1\n #0 f a.c:1 index=1\n #1 g a.c:2\n #2 h a.c:3 index=3\n");
}

static void threads_are_kept_apart(void **state)
{
    (void)state;
    expect("Thread 2 \"a\" received signal SIGABRT, Aborted.\nf (n=1) at a.c:1\n\nThread 2 (Thread 0x7 (LWP 12) \"a\"):\n#0  f (n=1) at a.c:1\n        __PT_arrIndex = 1\n"
           "\nThread 1 (Thread 0x8 (LWP 11)):\n#0  0x1 in g () at a.c:2\n        __PT_arrIndex = 2\n[Switching to thread 2 (Thread 0x7 (LWP 12))]\n#0  f (n=1) at a.c:1\n1\tx\n"
           "__PT_curPath = 3\n",
           "line 2 SIGABRT, Aborted\n*thread 2\n*#0 f a.c:1 index=1 current=3\n thread 1\n #0 g a.c:2 index=2\n2: frames of 2 threads: clew keeps each thread apart\n");
    /* A core file: gdb shows the first frame before it can print its arguments well, and names the thread behind it. */
    expect("#0  0x5 in f (v=...) at a.cc:1\n1\tx\n[Current thread is 1 (Thread 0x8 (LWP 11))]\n\nThread 2 (Thread 0x7 (LWP 12)):\n#0  0x5 in f (v=...) at a.cc:1\n"
           "        __PT_arrIndex = 2\n\nThread 1 (Thread 0x8 (LWP 11)):\n#0  0x5 in f (v=std::vector of length 1 = {...}) at a.cc:1\n        __PT_arrIndex = 1\n",
           "line 1\n*thread 1\n*#0 f a.cc:1 index=1\n thread 2\n #0 f a.cc:1 index=2\n1: frames of 2 threads: clew keeps each thread apart\n");
}

/* ---- Values ---- */

static void assignments_may_be_run_together(void **state)
{
    (void)state;
    expect("__PT_pathArr\n= {1, -1}__PT_arrIndex= 2__PT_curPath = 4In this  PC (current block) = 9\n", "line 2\n #?  block=9 array=1,-1 index=2 current=4\n");
    expect("__PT_pathArr = {1, -1}  PC (current block) = 9;function = main; __PT_arrIndex = 2\n", "line 1\n #? main block=9 array=1,-1 index=2\n");
    expect("function = f\n__PT_arrIndex = 1\nfunction = g\n__PT_arrIndex = 2\n", "line 1\n #? f index=1\n #? g index=2\n");
    expect("__PT_arrIndex == 3\nx__PT_arrIndex = 3\ns = \"__PT_arrIndex = 3\"\n&__PT_arrIndex = 0x3\n", "");
    expect("#0  f () at a.c:1\n        line = 5\n        __PT_arrIndex = 1\n", "line 1\n #0 f a.c:1 index=1\n");
}

static void commands_name_the_values_they_print(void **state)
{
    (void)state;
    expect("f () at a.c:1\n(gdb) p/x __PT_pathArr\n$1 = {0x1, 0xffffffffffffffff}\n(gdb) p *__CC_arr@2\n$2 = {true, false}\n(gdb) p __BBC_arr[1]\n$3 = 1\n"
           "(gdb) p/t __PT_curPath\n$4 = 101\n(gdb) p &__PT_arrIndex\n$5 = (long *) 0x7ff\n(gdb) p $1\n$6 = {0x1}\n(gdb) p x\n$7 = {5}\n(gdb) p g::__PT_arrIndex\n$8 = 7\n"
           "(gdb) p __FC_arr_f\n$9 = true\n(gdb) output __PT_arrIndex\n8(gdb) p -elements 3 -- __PT_pathArr\n$10 = {1, -1}\n",
           "line 1\n #? g index=7\n*#0 f a.c:1 array=1,-1 index=8 current=5 CC=1,0 BBC=?,1..\n __FC_arr_f=1\n"
           "7: __BBC_arr of frame #0 (f): only single elements were printed, so the array's length is unknown\n");
    expect("f () at a.c:1\n+print '__FC_arr_f.c'\n$1 = true\n", "line 1\n*#0 f a.c:1\n __FC_arr_f.c=1\n");
    expect("#0  g () at a.c:1\n+info locals -q ^__\n#1  f () at a.c:2\n+info locals -q ^__\n__PT_arrIndex = 8\n", "line 1\n #0 g a.c:1\n #1 f a.c:2 index=8\n");
    expect("+bt\n#0  g () at a.c:1\n#1  f () at a.c:2\n+info locals\n__PT_arrIndex = 8\n",
           "line 2\n #0 g a.c:1 index=8\n #1 f a.c:2\n"
           "5: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them\n");
    expect("f () at a.c:1\n&\"print __FC_arr_f\\n\"\n=cmd-param-changed,param=\"pagination\",value=\"on\"\n", "line 1\n*#0 f a.c:1\n");
    expect("$1 = {1, 2}\n{3}\n$2 = (long *) 0x1\n$3 = {a = 1}\n", "line 1\n #? \nunnamed 1,2\nunnamed 3\n");
}

static void later_values_replace_but_cut_ones_never(void **state)
{
    (void)state;
    expect("f () at a.c:1\n__PT_pathArr = {1, 2, -1}\n__PT_pathArr = {1, 2...}\n__PT_pathArr = <optimized out>\n",
           "line 1\n*#0 f a.c:1 array=1,2,-1\n3: __PT_pathArr of frame #0 (f) is cut here: line 2 has the complete value, which clew keeps\n"
           "4: __PT_pathArr of frame #0 (f) is missing here: line 2 has the complete value, which clew keeps\n");
    expect("f () at a.c:1\n__PT_pathArr = {1, 2...}\n__PT_pathArr = {1, 2, -1}\n", "line 1\n*#0 f a.c:1 array=1,2,-1\n");
    expect("f () at a.c:1\n__PT_arrIndex = 1\n__PT_arrIndex = 2\n",
           "line 1\n*#0 f a.c:1 index!=2\n3: __PT_arrIndex of frame #0 (f) was printed with another value before (line 2): clew keeps the later one\n");
    expect("f () at a.c:1\n__CC_arr = \"\\001\"\n__CC_arr = {1, 0, 0}\n", "line 1\n*#0 f a.c:1 CC=1,0,0\n");
    expect("#0  f () at a.c:1\n        __PT_arrIndex = 1\n        __PT_arrIndex = 5\n",
           "line 1\n #0 f a.c:1 index=1\n3: __PT_arrIndex of frame #0 (f) appears twice under one header: clew keeps the first, of the innermost block\n");
}

static void every_lack_has_a_message_of_its_own(void **state)
{
    (void)state;
    expect("#0  f () at a.c:1\n        __PT_pathArr = {5, 0...}\n        __CC_arr = <optimized out>\n        __PT_curPath = 99999999999999999999\n        __PT_arrIndex = \n",
           "line 1\n #0 f a.c:1 array=5,0.. index= current=99999999999999999999 CC=<optimized out>\n"
           "2: __PT_pathArr of frame #0 (f) is cut after 2 elements (\"...\"): `set print elements 0` makes the debugger print all\n"
           "3: __CC_arr of frame #0 (f) is <optimized out>: the debugger has no value for it here\n"
           "4: __PT_curPath of frame #0 (f) has a number above 64 bits, which clew treats as missing\n"
           "5: __PT_arrIndex of frame #0 (f): the text ends before the value\n");
    expect("#0  f () at a.c:1\n        __PT_pathArr = {5, 0, 12", "line 1\n #0 f a.c:1 array=5,0..\n2: __PT_pathArr of frame #0 (f) is cut after 2 elements: the text ends inside the value\n");
    expect("#0  f () at a.c:1\n        __PT_pathArr = {5, 0,\n(gdb) bt\n#0  f () at a.c:1\n(More stack frames follow...)\n",
           "line 1\n*#0 f a.c:1 array=5,0..\n more\n2: __PT_pathArr of frame #0 (f) is cut after 2 elements: the text goes on with something else inside the value\n"
           "5: more stack frames follow, but not in the text\n");
    expect("#0  f (a=1, b", "line 1\n #0 f\n1: the header of frame #0 breaks off inside its arguments: clew takes what comes before\n");
    expect("640, 41, -1}\n__PT_arrIndex = 1\n", "line 2\n #?  index=1\n1: the text begins inside a value, without its name: clew ignores it\n");
    expect("^done,locals=[{name=\"__PT_pathArr\",value=\"{1, 2", "line 1\n #?  array=1..\n1: __PT_pathArr is cut after 1 elements: the text ends inside the value\n"
           "1: the gdb/MI record is cut off at the end of its line: clew takes what comes before\n");
}

/* ---- MI, programs, hostile text ---- */

static void records_of_mi_are_read(void **state)
{
    (void)state;
    expect("*stopped,reason=\"signal-received\",signal-name=\"SIGSEGV\",signal-meaning=\"Fault\",frame={addr=\"0x5\",func=\"f\",args=[{name=\"n\",value=\"1\"}],file=\"a.c\",line=\"9\"},"
           "thread-id=\"1\"\n(gdb) \n^done,stack=[frame={level=\"0\",addr=\"0x5\",func=\"f\",file=\"a.c\",line=\"9\"},frame={level=\"1\",addr=\"0x6\",func=\"g\",from=\"l.so\"}]\n"
           "7^done,locals=[{name=\"__PT_pathArr\",value=\"{1, -1}\"},{name=\"x\",value=\"2\"},{name=\"__CC_arr\",value=\"\\\"\\\\001\\\\000\\\"\"}]\n"
           "-stack-list-locals --frame 1 1\n^done,locals=[{name=\"__PT_arrIndex\",value=\"4\"}]\n-data-evaluate-expression \"__PT_curPath\"\n^done,value=\"3\"\n^done,value=\"8\"\n",
           "line 1 SIGSEGV, Fault\n*thread 1\n*#0 f a.c:9 array=1,-1 current=3 CC=1,0\n #1 g from l.so index=4\nunnamed 8\n");
    expect("^error,msg=\"No symbol \\\"__PT_arrIndex = 3\\\" in current context.\"\n=library-loaded,id=\"x\"\n", "");
}

static void the_program_is_named(void **state)
{
    (void)state;
    expect("Reading symbols from ./a b...\nReading symbols from /lib/libc.so.6...done.\n", "program ./a b\n");
    expect("Core was generated by `./a 3 4'.\n", "program ./a\n");
    expect("Core was generated by `./a 3'.\n  Num  Description       Connection           Executable        \n* 1    process 36     1 (native)           /home/a b   \n", "program /home/a b\n");
    expect("exe = '/home/a b'\nReading symbols from ./x...\n", "program /home/a b\n");
    expect("(lldb) target create \"./a\" --core \"c\"\n", "program ./a\n");
}

static void notes_are_safe_to_print(void **state)
{
    (void)state;
    expect("#0  f\xe2\x80\xae\xff () at a.c:1\n        __CC_arr = <optimized out>\n",
           "line 1\n #0 f\xe2\x80\xae\xff a.c:1 CC=<optimized out>\n2: __CC_arr of frame #0 (f\\u202e\xef\xbf\xbd) is <optimized out>: the debugger has no value for it here\n");
}

static void repeated(struct text *text, const char *piece, size_t size)
{
    while (text->size < size)
        text_add(text, piece);
}

/* Each is 1 MB of text. Work would be quadratic if clew searched again at each position, or unbounded if it believed repeat counts. */
static void hostile_text_costs_no_more_than_its_size(void **state)
{
    (void)state;
    static const char *const pieces[] = {"__PT_pathArr = {", "__PT_pathArr = (a", "__PT_pathArr = <a", "__PT_pathArr = \"a", "{", "(gdb) ", "a(gdb) ", "#0  f (\n    a", "f (\n",
                                         "a::__PT_arrIndex = 1 ", "__PT_arrIndex::", "\"a", "~\"a\"\n", "Thread 1 (LWP 2):\n#0 f ()\n", "#0 f ()\n#0 g ()\n",
                                         "__PT_pathArr = {0 <repeats 4294967295 times>}\n", "__PT_pathArr = {[0 ... 18446744073709551615] = 5}\n", "function = a;function = b;",
                                         "__PT_pathArr[16777215] = 5\n__PT_pathArr = 3\n", "^done,a={[", "* frame #0: 0x1 a`f(\n", "\x1b]x", "__PT_pathArr = {{\n", "\n"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct arena arena = {0};
        struct debugger_text dump;
        struct text text = {0};
        repeated(&text, pieces[i], 1 << 20);
        debugger_read(text_str(&text), "text", &arena, &dump);
        assert_in_range(dump.note_count, 0, 1001);
        assert_in_range(arena.total, 0, (size_t)200 << 20);
        arena_free(&arena);
        text_free(&text);
    }
}

static void a_million_slots_are_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct debugger_text dump;
    struct text text = {0};
    text_add(&text, "#0  f () at a.c:1\n        __PT_pathArr = {");
    for (int i = 0; i < 1000000; i++)
        text_printf(&text, "%d,%s", i, i % 16 ? " " : "\n          ");
    text_add(&text, "-1}\n");
    debugger_read(text_str(&text), "text", &arena, &dump);
    const struct debugger_value *value = &debugger_last(&dump)->threads[0].frames[0].locals[DEBUGGER_PATH_ARRAY];
    assert_int_equal(value->count, 1000001);
    assert_false(value->cut);
    for (size_t i = 0; i < 1000000; i++)
        assert_true(value->items[i] == i);
    assert_true(value->items[1000000] == UINT64_MAX);
    arena_free(&arena);
    text_free(&text);
}

/* Lets `context` progress reports pass, then interrupts. */
static bool count_down(void *context, uint64_t done, uint64_t total)
{
    size_t *left = context;
    assert_in_range(done, 0, total);
    return (*left)-- > 0;
}

/* Interrupted at each report in turn, it leaves nothing. */
static void a_long_text_is_watched_and_stopped(void **state)
{
    (void)state;
    enum { FRAMES = 20000, REPORTS = 1000 };
    struct arena arena = {0};
    struct debugger_text dump;
    struct text text = {0};
    for (int i = 0; i < FRAMES; i++)
        text_printf(&text, "#%d  0x1000 in f (n=%d) at a.c:1\n        __PT_pathArr = {1, 2, 3}\n", i, i);
    size_t left = REPORTS;
    assert_true(debugger_read_watched(text_str(&text), "text", &(struct progress){.report = count_down, .context = &left}, &arena, &dump));
    assert_int_equal(debugger_last(&dump)->threads[0].count, FRAMES);
    size_t reports = REPORTS - left;
    assert_in_range(reports, 3, REPORTS - 1);
    for (size_t i = 0; i < reports; i++) {
        left = i;
        assert_false(debugger_read_watched(text_str(&text), "text", &(struct progress){.report = count_down, .context = &left}, &arena, &dump));
        assert_null(debugger_last(&dump));
        arena_clear(&arena);
    }
    arena_free(&arena);
    text_free(&text);
}

static void any_text_without_meaning_gives_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct debugger_text dump;
    debugger_read((struct str){0}, "text", &arena, &dump);
    assert_null(debugger_last(&dump));
    debugger_read(str_of("Program received signal SIGSEGV, Segmentation fault.\nhello\n"), "text", &arena, &dump);
    assert_null(debugger_last(&dump));
    arena_free(&arena);
}

static void what_a_debugger_prints_begins_as_nothing_that_is_typed(void **state)
{
    (void)state;
    static const char *const printed[] = {"#0  main () at a.c:3", "$1 = 2", "  __PT_arrIndex = 0", "0x401136 in f (n=3) at a.c:4", "0x7ffe10:\t1\t2", "(gdb) bt",
        "f (n=3, p=0x0) at a.c:22\n22\t    return *p;", "ns::g<int> (v=std::vector of length 1 = {...}) at ../a.cc:7", "1: __PT_pathArr = {1, 2}", "{0, 5, -1}",
        "{false, true, false}", "rax            0x0                 0", "Stack level 1, frame at 0x7fffffffe4b0:", "  Id   Target Id                         Frame ",
        "* 1    Thread 0x7ffff7eb4440 (LWP 2473) f (n=3) at a.c:14", "\033[32m#0\033[m  \033[34m0x401136\033[m in f ()", "\033[?2004h(gdb) bt", "> #0  f () at a.c:3",
        "> | #0  f () at a.c:3", "| (gdb) bt"};
    static const char *const typed[] = {"", "#", "$", "5\t", "22\tj", "f (n=3)", "goto a.c:22", "{", "{{", "{0", "1: x", "| less", "|grep at a.c:3", "> 3", "\033[A", "\033[3~", "\033",
        "break f (x) if at", "rax", "Stack"};
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        if (!debugger_begins(str_of(printed[i])))
            fail_msg("\"%s\" is taken for keys", printed[i]);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        if (debugger_begins(str_of(typed[i])))
            fail_msg("\"%s\" is taken for a debugger's", typed[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_gdb_name_function_and_place),
        cmocka_unit_test(broken_headers_are_joined),
        cmocka_unit_test(quoted_copies_are_read),
        cmocka_unit_test(functions_of_cxx_may_look_like_their_arguments),
        cmocka_unit_test(headers_of_lldb_name_function_and_place),
        cmocka_unit_test(stops_are_frame_0_of_a_new_snapshot),
        cmocka_unit_test(frames_at_another_place_are_never_mixed),
        cmocka_unit_test(backtraces_select_nothing),
        cmocka_unit_test(up_and_down_select),
        cmocka_unit_test(backtraces_without_indentation_keep_their_values),
        cmocka_unit_test(threads_are_kept_apart),
        cmocka_unit_test(assignments_may_be_run_together),
        cmocka_unit_test(commands_name_the_values_they_print),
        cmocka_unit_test(later_values_replace_but_cut_ones_never),
        cmocka_unit_test(every_lack_has_a_message_of_its_own),
        cmocka_unit_test(records_of_mi_are_read),
        cmocka_unit_test(the_program_is_named),
        cmocka_unit_test(notes_are_safe_to_print),
        cmocka_unit_test(hostile_text_costs_no_more_than_its_size),
        cmocka_unit_test(a_million_slots_are_read),
        cmocka_unit_test(a_long_text_is_watched_and_stopped),
        cmocka_unit_test(any_text_without_meaning_gives_nothing),
        cmocka_unit_test(what_a_debugger_prints_begins_as_nothing_that_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
