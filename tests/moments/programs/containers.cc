// containers.cc - strings, containers, exceptions and virtual functions of C++.  SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
    std::string name;
};
struct Square : Shape {
    explicit Square(double side) : side(side) { name = "a square with a name that is long"; }
    double area() const override { return side * side; }
    double side;
};
struct Circle : Shape {
    explicit Circle(double radius) : radius(radius) { name = "circle"; }
    double area() const override { if (radius > 30) throw std::out_of_range("too large"); return 3.14159 * radius * radius; }
    double radius;
};

int main()
{
    std::vector<std::unique_ptr<Shape>> shapes;
    std::map<std::string, double> areas;
    std::unordered_map<int, std::vector<int>> groups;
    int refused = 0;
    for (int i = 0; i < 40; i++) {
        if (i % 2)
            shapes.push_back(std::make_unique<Circle>(i));
        else
            shapes.push_back(std::make_unique<Square>(i / 2.0));
        try {
            areas[shapes.back()->name + std::to_string(i)] += shapes.back()->area();
        } catch (const std::out_of_range &error) {
            refused += error.what()[0] == 't';
        }
        groups[i % 7].push_back(i * i);
    }
    double all = 0;
    for (const auto &[name, area] : areas)
        all += area + (double)name.size();
    printf("%zu %.3f %d %zu\n", areas.size(), all, refused, groups[3].size());
    return 0;
}
