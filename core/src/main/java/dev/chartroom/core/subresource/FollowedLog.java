package dev.chartroom.core.subresource;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The logs of several containers at the same time, until all of them end or the time is up. */
final class FollowedLog implements ApplicationLog {
    private final List<ContainerLog> logs;
    private final LogLines lines;
    private final long end;

    /** @param timeout the longest time; a log that goes on ends then */
    FollowedLog(List<ContainerLog> logs, Duration timeout) {
        this.logs = List.copyOf(logs);
        this.lines = new LogLines(logs.size());
        this.end = System.nanoTime() + timeout.toNanos();
        this.logs.forEach(log -> Thread.startVirtualThread(() -> pass(log)));
    }

    private void pass(ContainerLog log) {
        try {
            byte[] line = log.next();
            while (line != null && lines.add(line)) {
                line = log.next();
            }
        } finally {
            log.close();
            lines.ended();
        }
    }

    @Override
    public byte @Nullable [] next() throws InterruptedException {
        long left = end - System.nanoTime();
        // A log that always has a next line must end in time, too.
        return left > 0 ? lines.next(Duration.ofNanos(left)) : null;
    }

    @Override
    public boolean isIdle() {
        return !lines.hasNext();
    }

    @Override
    public void cancel() {
        lines.close();
        logs.forEach(ContainerLog::cancel);
    }

    @Override
    public void close() {
        cancel(); // each thread then closes its log
    }
}
