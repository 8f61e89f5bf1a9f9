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
