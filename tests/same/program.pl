#!/usr/bin/perl
# program.pl SEED - makes up a program in C: loops, branches, switches, calls, recursion, arrays, heap blocks, copies, floating point.
#
# It ends, it touches only its own memory, and it prints a sum. The same seed gives the same program.
use strict;
use warnings;
my $state = shift // 1;
sub draw { my $below = shift; $state = ($state * 1103515245 + 12345) & 0x7fffffff; return ($state >> 8) % $below; }
sub one { return $_[draw(scalar @_)]; }

my $functions = 4 + draw(5);
sub atom { return one('a', 'b', 's', 'n', draw(100), "cells[(a + @{[draw(64)]}) & 63]", "cells[b & 63]", '(unsigned)x'); }
sub expression {
    my $depth = shift;
    return atom() if $depth == 0 || draw(4) == 0;
    my ($left, $right) = (expression($depth - 1), expression($depth - 1));
    return one("($left + $right)", "($left - $right)", "($left * $right)", "($left ^ $right)", "($left & $right)", "($left >> ($right & 7))", "($left < $right ? $left : $right)",
               "($left / ($right | 1))", "($left % ($right | 1))");
}
sub statement {
    my ($depth, $number) = @_;
    my $e = expression(2);
    my $kind = draw($depth > 0 ? 12 : 6);
    return "a = $e;" if $kind == 0;
    return "b ^= $e;" if $kind == 1;
    return "s += $e;" if $kind == 2;
    return "cells[$e & 63] = @{[expression(1)]};" if $kind == 3;
    return "x = x * 0.5 + (double)($e & 1023);" if $kind == 4;
    return "memcpy(cells + (a & 15), cells + 32 + (b & 15), sizeof *cells * (1 + (n & 15)));" if $kind == 5;
    return "if ($e & 1) { " . block($depth - 1, $number) . ' } else { ' . block($depth - 1, $number) . ' }' if $kind == 6;
    if ($kind == 7) { my $v = "i$depth"; return "for (unsigned $v = 0; $v < @{[2 + draw(12)]}; $v++) { a += $v; " . block($depth - 1, $number) . ' }'; }
    return "switch ($e & 3) { case 0: " . block($depth - 1, $number) . ' break; case 1: ' . block($depth - 1, $number) . ' case 2: ' . block($depth - 1, $number) . ' break; default: b++; }' if $kind == 8;
    if ($kind == 9 && $number > 0) { my $other = draw($number); return "s += f$other(a & 1023, $e & 1023, n);"; }
    return "if (n > 0) s += f$number(b & 1023, a & 1023, n - 1);" if $kind == 10;
    return "{ unsigned *block = malloc(64 + (a & 63)); block[0] = a; block[1] = block[0] + $e; s += block[1]; free(block); }" if $kind == 11;
    return "s ^= a + b;";
}
sub block { my ($depth, $number) = @_; return join(' ', map { statement($depth, $number) } 0 .. draw(3)); }

print "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\nstatic unsigned cells[64], budget = 30000;\nstatic double x = 1;\n\n";
for my $number (0 .. $functions - 1) {
    print "static unsigned __attribute__((noinline)) f$number(unsigned a, unsigned b, int n)\n{\n    unsigned s = $number;\n    if (budget == 0 || budget-- == 0)\n        return a;\n";
    print '    ', statement(2, $number), "\n" for 0 .. 2 + draw(4);
    print "    return s;\n}\n\n";
}
my $last = $functions - 1;
print "int main(void)\n{\n    unsigned sum = 0;\n    for (unsigned i = 0; i < @{[20 + draw(60)]}; i++)\n        sum += f$last(i, sum & 1023, 2);\n    printf(\"%u %g\\n\", sum, x);\n    return 0;\n}\n";
