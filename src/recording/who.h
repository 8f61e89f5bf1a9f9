/* who.h - expressions of a recording as places in memory or values, and what they held.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     VAR            a local of your current function, else a static; FUNCTION::VAR: of the nearest frame of that function; CLASS::VAR: a static of the class;
 *                    'file.c'::VAR: a static of the file; else an enumerator or a function
 *     A.B  A->B  A[3]  *A  A + 1  (struct node *)A  ...       as in C: evaluate.h
 *     0xADDRESS      alone: of the run, as values show it
 *
 *     who_value.c    what a place held at a time: searches for its writers and readers, the nearest first, and weighs what they tell about each byte;
 *                    the state stream (state/state.h) tells the rest
 *     who_computed.c     the values of variables that DWARF computes or keeps in pieces
 *     who_shape.c    values in the form of their types: numbers, structures and arrays; with shape.h also strings and containers
 *     who_type.c     types as rows
 *     who_place.c    what names mean at your place; `print` and `whatis`. evaluate.c: operators
 *     who.c          all writers in order of time; values as rows
 *     who_writes.c   the writers from the state stream
 *     shared.c       memory that others can write
 *
 * A reference stands for the object it refers to. Pointers and indexes have the value they held at your place. */
#ifndef CLEW_RECORDING_WHO_H
#define CLEW_RECORDING_WHO_H

#include "recording/wet.h"

struct session;
struct rows;

/* Where optimised code keeps a variable. */
enum who_home { HOME_MEMORY, HOME_REGISTER, HOME_CONSTANT, HOME_COMPUTED, HOME_PIECES, HOME_SYNTHETIC /* a pointer that the program does not keep */,
        HOME_VALUE /* the value of an expression */ };
const char *who_home_text(enum who_home home);          /* "in a register", "a constant" */

enum { WHO_PROGRAM_COUNTER = -1, WHO_EMPTY = -2 /* an x87 register into which the program has put nothing */ };

/* A place in memory, for as long as it is that object: a local lives as long as its frame. Or the contents of a register or a constant at one time; then
 * where.address is the offset in bytes at which the place begins in it. */
struct who_place {
    enum who_home home;
    int reg;                            /* HOME_REGISTER: as struct operand numbers them. HOME_VALUE: of a vector register, or one of these; 0: of none */
    uint64_t time;                      /* HOME_REGISTER: of its contents; HOME_VALUE: of the value, into whose memory its pointers lead */
    uint64_t moment;                    /* of a value that `print` has numbered ($1): the time it shows, and to which its pointers lead; 0: that of the question */
    uint64_t number;                    /* HOME_CONSTANT, HOME_COMPUTED, HOME_VALUE: of the latter its first bytes */
    struct str bytes;                   /* HOME_VALUE: all of its bytes */
    struct text kept;                   /* their memory */
    uint64_t valid_from, valid_until;   /* the frame of the locals that the expression uses; valid_until 0: it uses none */
    bool is_symbol;                     /* of a symbol table: its type is unknown; where.size may be 0 */
    bool is_function;                   /* where.address is its entry; who_place_at and who_place_parse refuse it */
    struct variable pieces;             /* HOME_PIECES, HOME_SYNTHETIC: the variable */
    /* HOME_COMPUTED, or a computed HOME_VALUE: bit sets of the registers it uses, numbered as in struct expression_world: with their values at `time`, and with
     * those at the function's entry */
    uint64_t from, from_entry;
    bool loads, framed;                 /* they or the address of a place: memory, or the address of the frame, is used, too */
    bool early;                         /* who_compute failed because the call has not written yet what it needs of its frame */
    struct written where;
    bool any_size;                      /* an address without a size: every access that touches its first byte counts, with all its bytes */
    bool typed;                         /* type is known */
    type_number type;
    unsigned bit_offset, bits;          /* a bit field, as in struct variable_part: it shares its bytes with others; else 0 */
    struct text name;                   /* "window->sample[2] of window_fill", made safe */
    bool nonsense;                      /* parsing failed, and would at every place: the program has no such variable, or the words are no expression */
};
void who_place_free(struct who_place *place);

/* Parses words with the meaning they have in the code at your place; at a function's entry, behind its prologue (wet_behind_prologue). Needs a recording. size
 * 0: the size of the object there; for a bare address, any_size. False: not an expression, unknown, or not in memory. */
CHECKED bool who_place_parse(struct session *session, struct str words, uint64_t size, struct who_place *place, struct error *error);

/* The same with the meaning in the code that ran at a time. It accepts places outside memory, which who_place_parse refuses. */
CHECKED bool who_place_at(struct session *session, struct str words, uint64_t size, uint64_t time, struct who_place *place, struct error *error);

/* The contents of a place after everything that ran up to a time, including what skipped code did on behalf of the execution at that time. Works byte by byte,
 * since several executions may have written them. False: unknown, and why: nothing tells, or a later write may have replaced what does. Cost: the accesses
 * between the time and the executions that tell, before and after it, some ten thousand executions at most; then some milliseconds for the state stream.
 * Without one, the search goes through the whole recording. The recording keeps answers: a second question near that time, about any place, costs next to
 * nothing. */
struct who_value {
    uint64_t number;                    /* for a bit field, only its bits */
    /* the latest execution that wrote a part of it or read it there; for a register its writer; for a constant none. time 0: only the state stream tells */
    struct memory_writer writer;
    bool constant;                      /* read-only data of the executable: nothing wrote it */
};
CHECKED bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error);

/* The last writer of a place in memory up to a time, from the state stream: a store in your code, or the call for which skipped code wrote there. Its time is 0
 * if there is none; with `perhaps`, that is unknown. */
void who_state_writer(struct session *session, const struct written *where, uint64_t time, struct memory_writer *writer);

/* Was the value that a place had at a time written before another time? False: no, or unknown. */
bool who_is_older(struct session *session, const struct written *where, const struct who_value *value, uint64_t time, uint64_t from);

/* The execution that made an access of the state stream or, if it is not yours, the call or system call for which it was made. False: it came before your code
 * ran; the writer's time is 0. */
struct state_access;
bool who_access_writer(const struct store *store, const struct state_access *access, struct memory_writer *writer);

/* A write to a place: an execution that stored there, or a call or system call for which skipped code or the kernel did. */
struct who_write {
    struct memory_writer writer;        /* time 0: before your code ran; then there is no node */
    uint64_t instruction;               /* skipped code: its last store, by its address in the run; else 0 */
    bool kernel, taken;                 /* a system call wrote it; the memory was mapped, unmapped or moved */
    uint64_t number;                    /* of a place of at most 8 bytes: what it left there; known, lost: a bit for each byte that it wrote */
    uint8_t known, lost;
};

enum { WHO_WRITES = 1000 };

struct who_writes {                     /* zeroed is empty */
    ARRAY(struct who_write, items);     /* in order of time */
    uint64_t earlier, later;            /* there are more, at this time and before, at this time and behind; 0: none */
    bool stopped, damaged;              /* by progress; then some are missing */
};
void who_writes_free(struct who_writes *writes);

/* The writes to a place in memory from the state stream: the nearest to a time, at most WHO_WRITES up to it and as many behind it. A call that goes on writes
 * once. A run of a piece of the stream for each piece that writes there, 2 ms; after 256 in a direction the rest is `earlier` or `later`. */
struct state;
void who_writes(struct session *session, struct state *state, const struct who_place *place, uint64_t time, struct who_writes *writes);

/* Memory that others can write (store/notes.h: store_shared): did an execution load bytes there that differ from those that this process last stored or loaded?
 * Then another process, or this one through another mapping or a file, wrote them, and the recorded definer of the port did not. No also where clew cannot
 * tell. Cost: nothing without shared memory; else runs of pieces, 32 ms at most. who_mark_foreign adds that to the end of a row about the definer. */
bool who_is_foreign(struct session *session, struct node user, uint64_t port);
void who_mark_foreign(struct session *session, struct node user, uint64_t port, struct row *row);

/* The return that ends a frame which lasts from a time until another one: what skipped code writes there behind it is no write to the frame. 0: the frame goes
 * on, or ends otherwise. */
uint64_t who_left(const struct session *session, uint64_t from, uint64_t until);

/* Gives a place on the stack the life of the frame that contains it at a time (from, until, is_local). *own: that of the function that runs then. False: no
 * frame contains it, or that is unknown. O(frames), at most 1,000. Moves the state stream's moment. */
bool who_limit_to_frame(struct session *session, struct state *state, uint64_t time, struct written *where, bool *own);

/* The byte of the executable's data that the system loaded at an address of the run. False: it is outside, or unknown. */
bool who_loaded_byte(const struct session *session, uint64_t address, unsigned char *value);
/* Moves the state stream's moment behind the execution at a time, and behind the skipped code that it called. False: there is no such time, or damage. */
bool who_go_behind(const struct session *session, struct state *state, uint64_t time, struct error *error);

/* Is the value unknown because the search was interrupted? Then it may be recorded after all. */
bool who_interrupted(const struct error *error);

/* The address of a thread-local variable of the executable, by its offset, for the thread that runs at a time. False: unknown, and why. */
CHECKED bool who_thread_address(const struct session *session, struct str name, uint64_t offset, uint64_t time, uint64_t *address, struct error *error);

/* Computes a variable that is an expression (VARIABLE_COMPUTED) at a time; the place becomes its value, and one of more than 8 bytes lies in the arena (NULL:
 * only 8 bytes count). False: unknown, and which register or other input is missing: also what an earlier call left where this call has not written yet. */
CHECKED bool who_compute(struct session *session, const struct variable *variable, uint64_t time, struct arena *arena, struct who_place *place, struct error *error);

/* All registers that the execution at a time found, from the state stream (state/registers.h), until the next question. NULL: unknown, and why. */
const uint8_t *who_registers(struct session *session, uint64_t time, struct error *error);
/* The REGISTERS_VECTOR_SIZE bytes of a vector register (as struct operand numbers it) among them. */
struct str who_vector(struct session *session, int reg, uint64_t time, struct error *error);         /* null: unknown, and why */

/* One byte of a place in pieces. *writer becomes the writer of its register, if that is later. False: unknown, and why. */
CHECKED bool who_piece_byte(struct session *session, const struct who_place *place, uint64_t byte, unsigned char *value, struct memory_writer *writer,
                            struct error *error);

/* Why a byte is unknown. */
enum who_doubt {
    WHO_OPEN,                           /* nothing tells */
    WHO_KNOWN,
    WHO_SKIPPED, WHO_PERHAPS,           /* skipped code wrote it, or may have */
    WHO_STORE,                          /* a store to an unknown address may have written it */
    WHO_WIDE,                           /* a store wider than its recorded value wrote it */
    WHO_SHARED,                         /* others share the memory (store/notes.h) */
    WHO_OLD,                            /* the recording does not say where skipped code wrote */
    /* With a state stream only KNOWN, SHARED and these are left */
    WHO_UNTOUCHED,                      /* it does not tell */
    WHO_DAMAGED,                        /* it is damaged */
    WHO_RELEASED, WHO_FILE              /* a system call unmapped the memory; mapped a file there */
};

/* The contents of many bytes after everything that ran up to a time, each known or unknown: a structure, an array, a string. */
struct who_bytes {                      /* zeroed is empty */
    struct who_byte {
        unsigned char value;
        bool known;
        uint8_t doubt;                  /* enum who_doubt */
        bool gone;                      /* overwritten after the time */
        uint64_t since;                 /* the time from which it is unknown */
        uint64_t told;                  /* the time of the execution that told the value, even if a doubt overrules it; 0: none */
    } *bytes;
    uint64_t size, known;               /* known: how many are */
    bool constant;                      /* read-only data of the executable: nothing wrote them */
    bool cut;                           /* interrupted, or too much to search: unknown bytes may be recorded after all */
    struct memory_writer writer;        /* the latest execution that wrote one of them or read it there */
};
void who_known_bytes(struct str bytes, struct who_byte *known);      /* as many, each known */
void who_bytes_free(struct who_bytes *bytes);
/* Is it memory that no program has, as behind a null pointer? Then the error says so. */
bool who_is_null(const struct who_place *place, struct error *error);
/* Of a byte that is UNTOUCHED at the state's moment: does a system call say why? Then its doubt becomes RELEASED or FILE. The run of a piece or two. */
void who_explain_doubt(struct session *session, struct state *state, uint64_t address, struct who_byte *byte);

/* Says in the error why a byte is unknown. Returns false. */
bool who_doubt(const struct session *session, const struct who_byte *byte, struct error *error);

enum { WHO_BYTES = 1 << 16 };           /* the limit of one question */

/* The first WHO_BYTES bytes of a place in memory. string: stop behind the first byte known to be 0. reach: search only so much time before and after; 0:
 * everything. The state stream tells whatever the reach. Cost: like who_value, with one search for all bytes. Without a reach and a state stream, a single
 * byte that nothing tells costs all loads and stores of the recording. */
void who_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes);

/* The last writer of a variable, path or address before your place: the row where `who` puts its cursor. False: unknown, and why. */
CHECKED bool who_last_writer(struct session *session, struct str words, struct node *node, struct error *error);

/* Completes a reason by the variable's name: "unknown since @53: why" becomes "`sum` is unknown since @53: why", "it has 16 bytes" "`sum` has 16 bytes". Other
 * errors stay. */
void who_name_error(struct str words, struct error *error);

/* Chooses the message about words that are neither a position (error) nor a variable with a value (other). For a path or a known variable it says why the value
 * is unknown; for a name alone, that nothing has this name; otherwise that the words are no position. *error becomes that message. Returns false. */
bool who_keep_error(const struct session *session, const struct error *other, struct str words, struct error *error);

/* How many writers are at or before a time. O(log n). */
size_t who_behind(const struct memory_writers *writers, uint64_t time);

/* The number that a store left in the place; false: not recorded, or not all of the place. */
bool who_written(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number);
/* The place's own number out of its bytes: a bit field has only some of their bits. */
uint64_t who_part(const struct who_place *place, uint64_t number);

/* A number in the form of its type: -3, 120 'x', 0.5, true, GREEN, 0x4010. */
void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out);

/* The same in one of gdb's formats: x hexadecimal, z with all digits, d signed, u unsigned, o octal, t binary, c character, f the bytes as a floating-point
 * number, a address with the symbol there; 0, s and r: in the form of its type. Of a type that is no integer it formats the bytes. */
void who_describe_as(const struct session *session, const struct who_place *place, uint64_t number, char format, struct text *out);
bool who_is_format(char format);

/* The function of the executable, else the innermost object, that holds an address of the run: its name as a person reads it, and how far into it. False: none
 * is known. */
bool who_symbol_at(const struct session *session, uint64_t address, struct str *name, uint64_t *offset);

/* Does the place hold more than one number: a structure, a union, an array? Also if it holds none, and for Box of Rust, which shows what it points to. */
bool who_is_shape(const struct session *session, const struct who_place *place);
bool who_is_empty(const struct session *session, const struct who_place *place);         /* has its type no bytes, as () of Rust? */

/* {x = 1, y = <unknown>}, {7, 3, 0 <repeats 14 times>}, "pear\\000", <7 bytes unknown>: gdb's notation, that of its printers of libstdc++ for std::vector and
 * others (containers.h). Bytes that are not recorded are unknown, never guessed. Past a limit of levels, elements or bytes the rest is `...`. format: of
 * who_describe_as, for each number; r: without the rules for containers. *out is text for who_rows. False: no byte is known, and why. Cost: who_bytes, and once
 * more for each pointer that leads to text and each node of a container. */
CHECKED bool who_shape(struct session *session, const struct who_place *place, uint64_t time, char format, struct who_bytes *bytes, struct text *out,
                       struct error *error);

/* Appends what such text looks like: in one row, and in rows divided by line feeds, the first with `column` cells before it. Indented rows are for what does
 * not fit into the session's rows (100 cells without a screen). */
void who_rows(const struct session *session, struct str marked, size_t column, struct text *flat, struct text *rows);

/* Appends a type as the program writes it: "struct item [3]", "std::map<std::string, int>". */
void who_type_text(const struct session *session, type_number type, struct text *out);

/* Rows for a type: as it is written, what it stands for, and its members or enumerators. */
void who_show_type(struct session *session, type_number type, struct rows *rows);

/* Appends what a pointer leads to: " <table+8>", the symbol of the executable there, and for characters the text: " \"food\"", from the state stream or what is
 * recorded near the time, with "..." if it goes on; nothing of what is unknown. Format s marks unknown bytes of the text. */
void who_pointed_text(struct session *session, const struct who_place *place, uint64_t pointer, uint64_t time, char format, struct text *out);

/* One row: the value of an expression here, with the execution that wrote it last (for skipped code the call), or that read it since. For &PLACE the place's
 * address, for a function where its code lies. format: of who_describe_as. keeps: the value becomes the next one of the history, `$3 = 5`, otherwise `= 5`. */
CHECKED bool who_print(struct session *session, struct str words, char format, bool keeps, struct rows *rows, struct error *error);
struct row *who_value_row(uint64_t number, struct rows *rows);      /* a row that begins with "$3 = ", for number 0 with "= " */
/* The same of a place. number: of the history; 0: none. */
CHECKED bool who_print_place(struct session *session, const struct who_place *place, uint64_t now, char format, uint64_t number, struct rows *rows, struct error *error);

#endif
