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

Iterators.

  $ cat >it.cc <<'END'
  $> #include <deque>
  $> #include <forward_list>
  $> #include <list>
  $> #include <map>
  $> #include <set>
  $> #include <string>
  $> #include <unordered_map>
  $> #include <unordered_set>
  $> #include <vector>
  $> struct item { int x; std::string name; };
  $> int main()
  $> {
  $>     std::vector<item> v = {{1, "one"}, {2, "two"}};
  $>     std::deque<long> d = {5, 6, 7};
  $>     std::list<item> l = {{3, "three"}, {4, "four"}};
  $>     std::forward_list<char> f = {'a', 'b'};
  $>     std::map<std::string, item> m = {{"k", {5, "five"}}, {"q", {6, "six"}}};
  $>     std::multimap<char, double> mm = {{'c', 1.5}, {'d', 2.5}};
  $>     std::set<int *> s = {&v[0].x, &v[1].x};
  $>     std::unordered_map<int, std::string> h = {{7, "seven"}};
  $>     std::unordered_set<std::string> u = {"eight"};
  $>     std::unordered_multimap<char, short> hm = {{'z', 9}};
  $>     auto vi = v.begin() + 1;
  $>     auto di = d.begin() + 2;
  $>     auto li = l.begin();
  $>     auto lc = l.cbegin();
  $>     auto fi = f.begin();
  $>     auto fc = f.cbegin();
  $>     auto mi = m.find("q");
  $>     auto mc = m.cbegin();
  $>     auto mmi = mm.begin();
  $>     auto si = s.begin();
  $>     auto hi = h.begin();
  $>     auto hc = h.cbegin();
  $>     auto ui = u.begin();
  $>     auto hmi = hm.find('z');
  $>     auto lbi = h.begin(h.bucket(7));
  $>     return vi->x + (int)*di + li->x + lc->x + *fi + *fc + mi->second.x + mc->second.x + mmi->first + **si + hi->first + hc->first + (int)ui->size() + hmi->second + lbi->first;
  $> }
  $> END
  $ cat >ask <<'END'
  $> goto it.cc:38
  $> print vi->name
  $> print *di
  $> print *li
  $> print li->name
  $> print lc->x
  $> print *fi
  $> print *fc
  $> print mi->first
  $> print mi->second
  $> print mi->second.name
  $> print *mi
  $> print mc->first.size()
  $> print mmi->first
  $> print mmi->second
  $> print *si
  $> print **si
  $> print hi->first
  $> print hi->second
  $> print hc->second
  $> print *hc
  $> print *ui
  $> print ui->size()
  $> print hmi->second
  $> print lbi->second
  $> print &mi->second == &m["q"]
  $> END
  $> clang++ -stdlib=libc++ -g -O0 -o it it.cc && clew record -- ./it >/dev/null 2>&1; clew -i it.clew <ask 2>&1 | sed -E '1,2d; s/, (last )?written.*//; s/0x[0-9a-f]+/ADDRESS/; s/std::__1:://g; s/  __(hash_)?value_type<.*/  pair/'
  $1 = "two"  string
  $2 = 7  long
  $3 = {x = 3, name = "three"}  struct item
  $4 = "three"  string
  $5 = 3  int
  $6 = 97 'a'  char
  $7 = 97 'a'  char
  $8 = "q"  const std::string
  $9 = {x = 6, name = "six"}  struct item
  $10 = "six"  string
  $11 = {first = "q", second = {x = 6, name = "six"}}  pair
  $12 = 1  unsigned long
  $13 = 99 'c'  const char
  $14 = 1.5  double
  $15 = ADDRESS  int *
  $16 = 1  int
  $17 = 7  const int
  $18 = "seven"  std::string
  $19 = "seven"  std::string
  $20 = {first = 7, second = "seven"}  pair
  $21 = "eight"  std::string
  $22 = 5  unsigned long
  $23 = 9  short
  $24 = "seven"  std::string
  $25 = true  bool
