requires: recorder
requires: libc++

Elements of a deque of libc++, which lie in blocks.

  $ cat >d.cc <<'END'
  $> #include <deque>
  $> int main()
  $> {
  $>     std::deque<int> d;
  $>     for (int i = 0; i < 3000; i++) d.push_back(i * 2);
  $>     d.pop_front();
  $>     return d.size() == 0;
  $> }
  $> END
  $ clang++ -stdlib=libc++ -g -O0 -o d d.cc && clew record -- ./d >/dev/null 2>&1
  $ clew -c 'goto d.cc:7' -c 'print d[0]' -c 'print d[2998]' -c 'print d.back()' -c 'print d.size()' -c 'print d[2999]' d.clew 2>&1 | grep -E '^(\$|clew)' | sed -E 's/, (last )?written.*//'
  $1 = 2  int
  $2 = 5998  int
  $3 = 5998  int
  $4 = 2999  unsigned long
  clew: `d[2999]` is beyond the end: `d` has 2999 elements
