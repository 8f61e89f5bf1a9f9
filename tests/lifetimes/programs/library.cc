// No faults: containers, strings, streams, exceptions.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

static int risky(int number)
{
    std::string text(number * 10, 'x');
    if (number > 3)
        throw std::runtime_error("number " + std::to_string(number) + text);
    return static_cast<int>(text.size());
}

int main()
{
    std::map<std::string, std::vector<int>> groups;
    std::unordered_map<int, std::unique_ptr<std::string>> names;
    for (int i = 0; i < 30; i++) {
        groups[i % 3 ? "some longer name of a group" : "short"].push_back(i * 7 % 11);
        names[i] = std::make_unique<std::string>(i, 'a');
    }
    for (auto &group : groups) {
        std::sort(group.second.begin(), group.second.end());
        std::cout << group.first << ' ' << group.second.size() << ' ' << group.second.front() << '\n';
    }
    try {
        for (int i = 0; i < 10; i++)
            std::cout << risky(i) << '\n';
    } catch (const std::exception &error) {
        std::cout << std::string(error.what()).substr(0, 8) << '\n';
    }
    std::ostringstream out;
    out << 3.25 << ' ' << names[5]->size();
    std::cout << out.str() << std::endl;
    return 0;
}
