requires: recorder

A program declares `struct handle;` and a library defines it: its members are known where the library is loaded, and those of what it declares itself.

  $ gcc -g -shared -fPIC -o libhandle.so handle.c && gcc -g -no-pie -o opaque opaque.c ./libhandle.so && clew record -- ./opaque
  7
  $ clew -c 'goto opaque.c:11' -c 'print handle->id' -c 'print same->name[1]' -c 'whatis *handle' -c 'print sizeof *handle' -c 'whatis struct handle' -c 'print handle->owner->age' -c 'print (handle + 1) - handle' opaque.clew | sed 's/, [a-z ]*written.*//'
  0x40118a#0 of 1  main opaque.c:11  @46 of 65
    call   0x401050 <printf@plt>  = 0x40118f
  $1 = 7  int, the last write to it is unknown
  $2 = 105 'i'  const char, the last write to it is unknown
  type = struct handle
      int id;  at 0, 4 bytes
      const char *name;  at 8, 8 bytes
      struct owner *owner;  at 16, 8 bytes
  $3 = 24  unsigned long
  type = struct handle
      int id;  at 0, 4 bytes
      const char *name;  at 8, 8 bytes
      struct owner *owner;  at 16, 8 bytes
  $4 = 42  int
  $5 = 1  long

Units of a program may define different structures of one name. What another unit declares could be each of them.

  $ echo 'struct node { int a, b; }; static struct node node = {1, 2}; struct node *first(void) { return &node; }' >first.c
  $ echo 'struct node { char *s; long k[3]; }; static struct node node = {"text", {7, 8, 9}}; struct node *second(void) { return &node; }' >second.c
  $ printf '%s\n' 'struct node; struct node *first(void), *second(void);' 'int main(void)' '{' '    struct node *a = first(), *b = second();' '    return a == b;' '}' >user.c
  $ gcc -g -O0 -no-pie -o differ user.c first.c second.c && clew record -- ./differ
  $ clew -c 'goto user.c:5' -c 'print *a' -c 'print a->a' -c 'print a[1]' -c 'print a + 1' -c 'print sizeof *b' -c 'print *(struct node *)b' -c 'whatis *b' differ.clew 2>&1 | sed '/^  /d; /^0x/d'
  clew: the program has several different types `node`
  clew: the program has several different types `node`
  clew: the program has several different types `node`
  clew: the program has several different types `node`
  clew: the program has several different types `node`
  clew: the program has several different types `node`
  type = struct node
  $ clew -c 'goto first.c:1' -c 'print node' -c 'goto second.c:1' -c 'print node.k' differ.clew 2>&1 | sed 's/, [a-z ]*written.*//; /^  /d; /^0x/d'
  $1 = {a = 1, b = 2}  struct node, no recorded code wrote it before
  $2 = {7, 8, 9}  long int [3], no recorded code wrote it before
