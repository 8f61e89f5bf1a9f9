// Counts words: containers, strings, virtual calls, exceptions that are caught.
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace text {

struct rule {
    virtual ~rule() = default;
    virtual std::string apply(const std::string &word) const = 0;
};

struct lower : rule {
    std::string apply(const std::string &word) const override
    {
        std::string out = word;
        for (char &c : out)
            if (c >= 'A' && c <= 'Z')
                c = static_cast<char>(c - 'A' + 'a');
        return out;
    }
};

struct shorten : rule {
    std::string apply(const std::string &word) const override
    {
        if (word.size() > 8)
            throw std::length_error(word);
        return word;
    }
};

} // namespace text

template <typename Rules> static std::string apply_all(const Rules &rules, std::string word)
{
    for (const auto &rule : rules)
        word = rule->apply(word);
    return word;
}

int main(int argc, char **argv)
{
    std::vector<std::unique_ptr<text::rule>> rules;
    rules.push_back(std::make_unique<text::lower>());
    rules.push_back(std::make_unique<text::shorten>());
    std::istringstream words(argc > 1 ? argv[1] : "The quick brown fox jumps over the lazy dog and the considerable hedge");
    std::map<std::string, int> counts;
    std::string word;
    int refused = 0;
    while (words >> word) {
        try {
            counts[apply_all(rules, word)]++;
        } catch (const std::length_error &) {
            refused++;
        }
    }
    for (const auto &[name, count] : counts)
        std::cout << name << ' ' << count << '\n';
    std::cout << refused << " refused\n";
    return refused;
}
