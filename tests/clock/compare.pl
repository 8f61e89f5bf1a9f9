# compare.pl - compares a recording's clock with the log of a single-stepper.  SPDX-License-Identifier: GPL-3.0-or-later
#
#     perl compare.pl CLEW LOG TRACE          prints TAP lines "ok - what", "not ok - what", under these the first differences
#
# LOG comes from steps.c, TRACE from clew record. Walks by stepi and reverse-stepi, thread by thread, beyond both ends, and by goto @N to every time, out of
# order; asks backtrace at many times. The expected backtrace follows from the log alone: a frame's caller is the last instruction in the frame around it.
use strict; use warnings; no warnings 'portable';
my ($clew, $log, $trace) = @ARGV;
my $script = "$trace.script";
my ($failed, @said) = 0;

sub ask {                               # ask COMMANDS: clew's answers, a line of JSON each, and then its messages
    open my $out, '>', $script or die $script;
    print $out "$_\n" for @_;
    close $out;
    open my $in, '-|', "$clew --json -x $script $trace 2>$trace.said" or die $clew;
    my @answers = <$in>;
    close $in;
    open my $messages, '<', "$trace.said" or die;
    @said = <$messages>;
    return \@answers;
}


my @differences;
sub check {                             # check WHAT, HOW MANY WERE COMPARED: none counts as a difference; clears the list of differences
    my ($what, $count) = @_;
    print @differences || !$count ? 'not ok' : 'ok', " - $what\n";
    print "# $_\n" for splice @differences, 0, 12;
    $failed = 1 if @differences || !$count;
    @differences = ();
}
sub differ { push @differences, sprintf shift, @_ if @differences < 100 }

# ---- The log ----

my (@steps, %thread_of);                # by thread of the log: [address, depth, how]
open my $in, '<', $log or die $log;
while (<$in>) {
    my ($thread, $depth, $how, $address) = split;
    $thread_of{$thread} = @steps, push @steps, [] unless exists $thread_of{$thread};
    push @{$steps[$thread_of{$thread}]}, [hex $address, $depth, $how];
}
my $total = 0;
$total += @$_ for @steps;

# ---- The recording ----

my ($instances, $bias, @threads) = (0, 0);
for (@{ask('info', 'info threads')}) {
    push @threads, [$1, $2] if /"first":(\d+),"last":(\d+)/;
    $instances = $1 if /"instances":(\d+)/;
}
$bias = `$clew -c info $trace` =~ /load bias (0x[0-9a-f]+)/ ? hex $1 : 0;

sub instances {                         # instances ANSWERS: for each, [time, execution], with addresses as in the file
    my @found;
    for (@{$_[0]}) {
        push @found, /"address":"0x([0-9a-f]+)","instance":(\d+).*"time":(\d+)/ ? [$3, sprintf '%x#%s', hex($1) - $bias, $2] : [0, 'nothing'];
    }
    return \@found;
}

sub walk {                              # walk FROM COMMAND COUNT END: times and executions, then one step beyond the end, which clew must report
    my ($from, $command, $count, $end) = @_;
    my $walked = instances(ask("goto \@$from", ($command) x $count));
    differ('the walk does not end with "%s" but: %s', $end, join ' ', @said) unless @said && $said[-1] =~ $end;
    return $walked;
}

sub same_walk {                         # same_walk A B WHAT: compares lists of [time, execution]
    my ($a, $b, $what) = @_;
    differ('%s: %d steps for %d', $what, scalar @$a, scalar @$b) if @$a != @$b;
    for my $i (0 .. $#$a) {
        last if $i > $#$b || @differences > 20;
        differ('%s, step %d: @%s %s for @%s %s', $what, $i, @{$a->[$i]}, @{$b->[$i]}) if "@{$a->[$i]}" ne "@{$b->[$i]}";
    }
}

# ---- Forward, thread by thread; the log's thread is the one that begins with the same function ----

my (@forward, %taken);
for my $t (0 .. $#threads) {
    my ($first, $last) = @{$threads[$t]};
    my $end = @threads == 1 ? qr/this is where the trace ends/ : qr/this is where the trace ends|thread \d+ does not run again/;
    $forward[$t] = walk($first, 'stepi', $total, $end);
    differ('thread %d is said to end at @%s, the walk at @%s', $t + 1, $last, $forward[$t][-1][0]) if $forward[$t][-1][0] != $last;
}
my @log_of;                             # thread of the log by thread of the recording
for my $t (0 .. $#threads) {
    my ($start) = $forward[$t][0][1] =~ /^(\w+)/;
    ($log_of[$t]) = grep { !$taken{$_} && $steps[$_][0][0] == hex $start } 0 .. $#steps;
    differ('no thread begins as thread %d does', $t + 1), $log_of[$t] = 0 unless defined $log_of[$t];
    $taken{$log_of[$t]} = 1;
}
differ('%d threads for %d', scalar @threads, scalar @steps) if @threads != @steps;

# Counts executions per address, over all threads in order of time.
my (@at, %count);                       # by time: [thread, step]
for my $t (0 .. $#threads) {
    for my $i (0 .. $#{$forward[$t]}) {
        my $time = $forward[$t][$i][0];
        differ('@%d is in two threads', $time) if $at[$time];
        differ('thread %d goes back to @%d', $t + 1, $time) if $i && $time <= $forward[$t][$i - 1][0];
        $at[$time] = [$t, $i];
    }
}
for my $time (1 .. $total) {
    differ('nothing walked to @%d', $time), last unless $at[$time];
    my ($t, $i) = @{$at[$time]};
    my $wanted = $steps[$log_of[$t]][$i] or last;
    my $execution = sprintf '%x#%d', $wanted->[0], $count{$wanted->[0]}++;
    differ('@%d, thread %d, step %d: %s is said to have run, it was %s', $time, $t + 1, $i, $forward[$t][$i][1], $execution) if $forward[$t][$i][1] ne $execution;
}
differ('%s instances for %d steps', $instances, $total) if $instances != $total;
my $threads = @threads > 1 ? ' of ' . @threads . ' threads' : '';
check("forward: $total steps$threads, each the one that ran", $total);

# ---- Backward ----

for my $t (0 .. $#threads) {
    my $end = @threads == 1 ? qr/this is where the trace begins/ : qr/this is where the trace begins|thread \d+ began here/;
    same_walk([reverse @{walk($threads[$t][1], 'reverse-stepi', $total, $end)}], $forward[$t], 'thread ' . ($t + 1));
}
check('backward: its mirror', scalar @threads);

# ---- To each time, back and forth within windows of 65536 times, sometimes from one window to another ----

my @times;
for (my $from = $total & ~65535; $from >= 0; $from -= 65536) {
    my @window = ($from || 1) .. ($total < $from + 65535 ? $total : $from + 65535);
    push @times, @window[grep { $_ % 3 == 0 } 0 .. $#window], reverse @window[grep { $_ % 3 } 0 .. $#window];
}
push @times, 1 + $_ * 65537 * 7 % $total for 1 .. 40;
same_walk(instances(ask(map { "goto \@$_" } @times)), [map { [$_, $at[$_] ? $forward[$at[$_][0]][$at[$_][1]][1] : 'nothing'] } @times], 'goto');
check('goto @N: the same for every N', scalar @threads);

# ---- Frames: where depth changes, and here and there ----

my ($frames, $deepest, %ask) = (0, 0);
for my $t (0 .. $#threads) {
    my $list = $steps[$log_of[$t]];
    my @changes = grep { $_ && $list->[$_][1] != $list->[$_ - 1][1] } 0 .. $#$list;
    my $every = 1 + int(@changes / 400);
    $ask{$forward[$t][$_][0]} = 1, $ask{$forward[$t][$_ - 1][0]} = 1 for grep { $forward[$t][$_] } @changes[grep { $_ % $every == 0 } 0 .. $#changes];
    $ask{$_->[0]} = 1 for grep { defined } @{$forward[$t]}[0, map { $_ * 97 } 1 .. @$list / 97];
}
my (%stack_of, $time);
my $answers = ask(map { ("goto \@$_", 'backtrace') } sort { $a <=> $b } keys %ask);
my $stood = instances($answers);
for my $i (0 .. $#$answers) {           # the place, then its frames
    $time = $stood->[$i][0] unless $answers->[$i] =~ /"frame":/;
    my $how = $answers->[$i] =~ /"handler":true/ ? 's' : $answers->[$i] =~ /"from_hidden":true/ ? 'h' : 'c';
    push @{$stack_of{$time}}, "$stood->[$i][1] $how" if $answers->[$i] =~ /"frame":/;
}
for my $t (0 .. $#threads) {
    my ($list, @latest, @how) = $steps[$log_of[$t]];
    for my $i (0 .. $#$list) {
        my (undef, $depth, $how) = @{$list->[$i]};
        my $at = $forward[$t][$i] or last;
        ($latest[$depth], $how[$depth]) = ($at->[1], $how);
        next unless $ask{$at->[0]};
        my $wanted = join ', ', map { "$latest[$_] $how[$_]" } reverse 1 .. $depth;
        my $found = join ', ', @{$stack_of{$at->[0]} || []};
        differ('@%d: the frames are said to be %s; they were %s', $at->[0], $found, $wanted) if $found ne $wanted;
        $frames += $depth;
        $deepest = $depth if $depth > $deepest;
    }
}
check(sprintf('backtrace at %d times: %d frames and callers, up to %d deep', scalar keys %ask, $frames, $deepest), $frames);
exit $failed;
