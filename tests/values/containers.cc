// Containers, strings and other types that clew shows by their meaning, at -O0.
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace shop {

struct Point {
    int x, y;
};

struct Named {
    virtual ~Named() = default;
    std::string name_;
};

class Item : public Named {
public:
    Item(const char *name, double price) : price_(price), label_(name)
    {
        name_ = name;
        tags_.push_back(name_ + "-tag");
    }
    double price_;
    const char *label_;
    std::vector<std::string> tags_;
    std::map<std::string, int> counts_;
    static int made;
};
int Item::made = 3;

struct Flags {
    unsigned small : 3, large : 5;
    union {
        int number;
        char bytes[4];
    };
    void (*handler)(int);
};

struct Pair : Point, Flags {
    long more;
};

}

static void handle(int code)
{
    std::printf("%d\n", code);
}

static int twice(int value)
{
    return 2 * value;
}

static int look(int step)
{
    return step;
}

static char shared_text[] = "shared";

template <typename T> static void keep(T &value)
{
    asm volatile("" : : "r"(&value) : "memory");
}

static int strings()
{
    std::string empty, small = "milk", large(40, 'x'), odd("a\"b\\c\n\0d", 8), blanks = "a  b";
    large += " and an end";
    std::wstring wide = L"wide \u00e9";
    std::u16string sixteen = u"sixteen";
    std::u32string thirty = U"thirty-two";
    std::string_view view = std::string_view(small).substr(1), none;
    const char *pointer = small.c_str(), *constant = "constant", *null = nullptr;
    char *known = shared_text + 1;
    char array[16] = "short", full[4] = {'f', 'u', 'l', 'l'}, grid[2][8] = {"one", "two"};
    unsigned char bytes[4] = {1, 2, 'a', 255};
    wchar_t wides[8] = L"abc";
    char16_t sixteens[4] = u"ab";
    char32_t thirties[4] = U"ab";
    const wchar_t *wide_pointer = L"pointed";
    const char *names[3] = {"a", "bb", nullptr};
    keep(small), keep(view), keep(wides), keep(bytes), keep(names), keep(full), keep(grid);
    return look(1) + (int)empty.size() + (null == nullptr) + array[0] + (pointer == constant) + (known == nullptr) + (int)wide.size() + (int)sixteen.size() +
           (int)thirty.size() + (int)none.size() + sixteens[0] + (int)thirties[0] + (wide_pointer == nullptr) + (int)odd.size() + (int)blanks.size();
}

static int sequences()
{
    std::vector<int> empty, numbers = {1, 2, 3};
    std::vector<std::string> words = {"one", "two"};
    std::vector<std::vector<int>> nested = {{1, 2}, {}, {3}};
    std::vector<shop::Point> points = {{1, 2}, {3, 4}};
    std::vector<bool> bits = {true, false, true};
    std::vector<double> doubles = {0.5, 1.25};
    std::array<int, 3> fixed = {7, 8, 9};
    std::deque<int> none, deque;
    std::list<int> no_list, list = {4, 5, 6};
    std::forward_list<int> forward = {7, 8};
    std::span<int> span(numbers);
    std::span<int, 2> fixed_span(numbers.data(), 2);
    std::initializer_list<int> initial = {1, 2};
    std::stack<int> stack;
    std::queue<std::string> queue;
    std::bitset<70> bitset;
    for (int i = 0; i < 150; i++)
        deque.push_back(i);
    for (int i = 0; i < 140; i++)
        deque.pop_front();
    numbers.push_back(4);
    span = std::span<int>(numbers);
    fixed_span = std::span<int, 2>(numbers.data(), 2);
    stack.push(3);
    stack.push(4);
    queue.push("first");
    bitset[3] = bitset[65] = true;
    keep(span), keep(fixed_span), keep(initial), keep(bits), keep(nested), keep(points);
    return look(2) + (int)empty.size() + (int)words.size() + (int)doubles.size() + fixed[0] + (int)none.size() + (int)no_list.size() + list.front() + forward.front();
}

static int associative()
{
    std::map<std::string, int> none, prices = {{"milk", 3}, {"bread", 2}, {"eggs", 5}};
    std::map<int, std::vector<int>> lists = {{1, {1, 2}}, {2, {}}};
    std::set<int> set = {3, 1, 2};
    std::multiset<char> letters = {'b', 'a', 'b'};
    std::multimap<int, int> many = {{1, 2}, {1, 3}};
    std::unordered_map<std::string, double> hashed = {{"pi", 3.25}};
    std::unordered_map<int, int> no_hashed;
    std::unordered_set<int> hashed_set = {5};
    std::map<shop::Point *, int> by_pointer;
    std::map<long, std::map<int, int>> deep = {{1, {{2, 3}}}};
    for (int i = 0; i < 9; i++)
        set.insert(i * 7 % 11);
    keep(prices), keep(lists), keep(set), keep(letters), keep(many), keep(hashed), keep(deep);
    return look(3) + (int)none.size() + (int)no_hashed.size() + (int)hashed_set.size() + (int)by_pointer.size();
}

static int wrappers()
{
    std::optional<int> no_value, value = 5;
    std::optional<std::string> text = "inside";
    std::variant<int, std::string, double> variant = 2.5, word = "word";
    std::unique_ptr<int> owner(new int(4)), no_owner;
    std::unique_ptr<int[]> owned_array(new int[2]{1, 2});
    std::shared_ptr<int> shared(new int(5)), again = shared, no_shared;
    std::weak_ptr<int> weak = shared;
    std::pair<int, std::string> pair = {1, "two"};
    std::tuple<int, double, std::string> tuple = {1, 2.5, "three"};
    std::tuple<> no_tuple;
    std::atomic<int> atomic(6);
    std::atomic<bool> flag(true);
    std::function<int(int)> function = twice, no_function;
    std::chrono::milliseconds duration(250);
    keep(value), keep(text), keep(variant), keep(word), keep(tuple), keep(weak), keep(pair), keep(function), keep(flag), keep(duration), keep(no_tuple);
    return look(4) + (int)no_value.has_value() + !no_owner + !no_shared + (int)again.use_count() + atomic + !no_function + owned_array[0];
}

static int classes()
{
    shop::Item item("milk", 1.25);
    shop::Named *base = &item;
    shop::Flags flags = {5, 17, {0x41424344}, handle};
    shop::Pair pair = {{1, 2}, {1, 2, {3}, nullptr}, 4};
    void (*call)(int) = handle;
    shop::Point point = {1, 2}, points[2] = {{3, 4}, {5, 6}}, &reference = point;
    int shop::Point::*member = &shop::Point::y;
    item.counts_["sold"] = 4;
    keep(base), keep(flags), keep(pair), keep(points), keep(reference), keep(member), keep(call);
    return look(5);
}

int main()
{
    return strings() + sequences() + associative() + wrappers() + classes() > 1000;
}
