requires: recorder
requires: gdb

What is said of a register is what a debugger finds there, at each of some hundred instructions of optimized code that calls itself; most of them are known.

  $ cat >perm.c <<'END'
  $> #include <stdio.h>
  $> static int used[8], count;
  $> static void visit(int *list, int n, int k)
  $> {
  $>     int m = n - k;
  $>     if (m == 0) {
  $>         count++;
  $>         return;
  $>     }
  $>     for (int i = 0; i < n; i++) {
  $>         if (used[i])
  $>             continue;
  $>         used[i] = 1;
  $>         list[k] = i;
  $>         visit(list, n, k + 1);
  $>         used[i] = 0;
  $>     }
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int list[8];
  $>     visit(list, argc + 2 * (argv != NULL), 0);
  $>     return printf("%d %d\n", count, list[0]) < 0;
  $> }
  $> END
  $> gcc -g -O2 -no-pie -o perm perm.c && clew record -- ./perm
  $> cat >walk.py <<'END'
  $> import gdb
  $> gdb.execute("break visit"); gdb.execute("run", to_string=True)
  $> with open("found", "w") as out:
  $>     for i in range(300):
  $>         frame = gdb.selected_frame()
  $>         for name in ("rbx", "rbp", "r12", "r13", "rcx", "rdx"):
  $>             out.write("%d $%s = 0x%x\n" % (i, name, int(frame.read_register(name)) & (2 ** 64 - 1)))
  $>         gdb.execute("stepi", to_string=True)
  $> END
  $> gdb -q -batch -x walk.py ./perm >/dev/null 2>&1
  $> first=$(clew -c 'goto visit#0' perm.clew | grep -o '@[0-9]*' | tr -d @)
  $> for i in $(seq 0 299); do echo "goto @$((first + i))"; for name in rbx rbp r12 r13 rcx rdx; do echo "print/x \$$name"; done; done >asked
  $> clew -i --echo perm.clew <asked 2>/dev/null | awk -v first=$first '/^\(clew\) print/ { name = $3 } / @[0-9]+ of/ { sub(/^.*@/, ""); i = $1 - first } /^\$[0-9]+ = / { print i, name, $2, $3 }' >said
  $> [ $(grep -vc 0x1fff said) -gt 900 ] && echo most; awk 'NR == FNR { known[$0]; next } !($0 in known) && $4 !~ /^0x1fff/' found said | head -3
  6 2
  most
