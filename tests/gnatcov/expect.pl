# expect.pl - derives a trace's content from QEMU's own log and a disassembly, and compares.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     perl expect.pl MACHINE BIAS WHAT LOG CODE MERGED...
#
# LOG: qemu-MACHINE -singlestep -d exec,nochain,strace. CODE: objdump -d of the executable, with bytes. MERGED: clew dump-trace --merged. WHAT: "all"; "own":
# only the program's own functions, if the C library's work depends on the order of threads; "code": their instructions without branches, if several
# processes write to one log, which then does not show the order. Prints differences and a line of sums. Shares nothing with clew.
use strict; use warnings; no warnings 'portable';
my ($machine, $bias, $what, $log, $code, $merged) = @ARGV;
my $conditional = {
    x86_64 => qr/^(j(?!mp)[a-z]+|loopn?[ez]?)$/, i386 => qr/^(j(?!mp)[a-z]+|loopn?[ez]?)$/,
    mips => qr/^(beqz?|bnez?|b[gl][et]z(al)?)l?$|^bc1[ft]l?$/, mipsel => qr/^(beqz?|bnez?|b[gl][et]z(al)?)l?$|^bc1[ft]l?$/,
    arm => qr/^(b(eq|ne|cs|cc|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)(\.[nw])?|cbn?z)$/, aarch64 => qr/^(b\.[a-z]+|cbn?z|tbn?z)$/,
    ppc => qr/^b(eq|ne|lt|gt|le|ge|so|ns|dnz|dz|un|nu)[-+]?$/,
}->{$machine} or die "no machine $machine";
my $slots = $machine =~ /^mips/;
my (%size, %branch, %likely);           # of instructions; target of conditional branches; MIPS branches whose slot only runs if they are taken
open my $in, '<', $code or die $code;
my $own = 1;
while (<$in>) {
    $own = $what eq 'all' || $1 =~ /^(main|run|say|way|part|thread)$/ if /^[0-9a-f]+ <(.*)>:$/;
    next unless $own && /^\s*([0-9a-f]+):\t([0-9a-f ]+?)\s*(?:\t(\S+)\s*(.*))?$/;
    my ($address, $bytes, $name, $rest) = (hex $1, $2, $3, $4);
    my $wide = ($bytes =~ tr/0-9a-f//) / 2;
    if (!defined $name) { $size{$address - 7} += $wide if $machine =~ /86/ && exists $size{$address - 7}; next }
    next if $name =~ /^\./;
    $name = $1 if $name eq 'bnd' && $rest =~ /^(\S+)\s*/;
    $size{$address} = $wide;
    $rest =~ s/\s*[<;\/#].*//;
    next unless $name =~ $conditional && $rest =~ /(?:^|[,\s])([0-9a-f]+)$/;
    $branch{$address} = hex $1;
    $likely{$address} = 1 if $slots && $name =~ /l$/ && $name !~ /al$/ || $name =~ /all$/;
}
my (%ran, %went, %last, @latest);
open $in, '<', $log or die $log;
while (<$in>) {
    if (/(?:^|\W)Trace (\d+): \S+ \[[0-9a-f]+\/([0-9a-f]+)\//) {    # a waiting system call of another process may have begun the line
        my ($cpu, $address) = ($1, hex($2) - $bias);
        my $before = $last{$cpu};
        $ran{$address}++;
        if (defined $before && exists $branch{$before}) {
            if ($slots && $address == $before + 4) { @latest = ($cpu, $address); next }    # its delay slot: the next instruction decides
            my $next = $before + ($slots ? 8 : $size{$before});
            $ran{$before + 4}-- if $likely{$before} && $address == $next;       # QEMU logs it anyway
            $went{$before} |= $address == $next ? 2 : $address == $branch{$before} ? 1 : 0;
        }
        $last{$cpu} = $address;
        @latest = ($cpu, $address);
    } elsif (/^--- SIG\w+ \{.*si_code=(?:\d|SI_KERNEL)/ && @latest) {
        $ran{$latest[1]}--;             # it began, and faulted
        delete $last{$latest[0]};
    }
}
my ($differs, $instructions, $branches) = (0, 0, 0);
sub differs { print shift; exit 1 if ++$differs >= 20 }
my (@ranges, %ends);
open $in, '<', $merged or die $merged;
while (<$in>) {
    /^([0-9a-f]+)-([0-9a-f]+) \?: ([0-9a-f]{2}) / or die "no entry: $_";
    push @ranges, [hex $1, hex $2];
    $ends{hex $2} = hex $3;
}
my $at = 0;
my %covered;
for my $address (sort { $a <=> $b } keys %size) {       # every byte of it is in some range; ranges ascend and do not overlap
    my ($byte, $end) = ($address, $address + $size{$address});
    $at++ while $at < @ranges && $ranges[$at][1] < $byte;
    for (my $i = $at; $i < @ranges && $byte < $end && $ranges[$i][0] <= $byte; $i++) { $byte = $ranges[$i][1] + 1 }
    $covered{$address} = 1 if $byte >= $end;
    my $did = $ran{$address} ? 1 : 0;
    $instructions += $did;
    differs sprintf("%x %s\n", $address, $did ? 'ran, and is not covered' : 'is covered, and did not run') if $did != ($covered{$address} || 0);
}
for my $address (sort { $a <=> $b } keys %branch) {
    next unless $covered{$address} && $what ne 'code';
    my $op = $slots && exists $ends{$address + 7} ? $ends{$address + 7} : $ends{$address + $size{$address} - 1} || 0;
    my $want = $went{$address} || 0;
    $branches++;
    $want |= 2 if $branch{$address} == $address + ($slots ? 8 : $size{$address});
    differs sprintf("branch at %x: %s, the log says %s\n", $address, $op & 3, $want) if ($op & 3) != $want;
}
die "nothing ran\n" if $instructions == 0;
print "$instructions instructions, $branches branches\n" unless $differs;
exit($differs > 0);
