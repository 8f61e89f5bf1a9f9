# inputs.sh - inputs of the recording benches, written into the current folder; source it with $root set.
cat "$root"/src/*/*.c "$root"/src/*/*/*.c >text
head -c 40000 text >40k
head -c 300000 text >300k
for ((i = 0; i < 400; i++)); do echo "{\"id\":$i,\"msg\":\"lorem ipsum $((i * 7919 % 1000))!\",\"tags\":[\"a\",\"b\"]}"; done >json
printf 'create table t(a int, b text);\nwith recursive n(i) as (select 1 union all select i+1 from n where i<2000) insert into t select i, "x"||i from n;\nselect sum(a), count(distinct b) from t where b like "%%7%%";\n' >sql
echo 'd = {}
for i in range(3000): d.setdefault("k%d" % (i % 97), []).append(i * 1.5)
print(sum(sum(v) for v in d.values()), sorted(d)[:3])' >py
python=$(ls /usr/bin/python3.[0-9]* 2>/dev/null | grep -E '3\.[0-9]+$' | head -1)
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
