package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.status.ApiException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The logs of several containers one after the other, as they are when each begins. */
final class SequentialLog implements ApplicationLog {
    private final Queue<ContainerLog.Container> left;
    private final Function<ContainerLog.Container, ContainerLog> opening;
    private volatile ContainerLog log;
    private volatile boolean cancelled;

    /**
     * Opens the first log.
     *
     * @param containers at least one
     */
    SequentialLog(List<ContainerLog.Container> containers, Function<ContainerLog.Container, ContainerLog> opening) {
        this.left = new ArrayDeque<>(containers);
        this.opening = opening;
        this.log = opening.apply(left.remove());
    }

    @Override
    public byte @Nullable [] next() {
        byte[] line = log.next();
        while (line == null && !left.isEmpty() && !cancelled) {
            log.close();
            log = opened(left.remove());
            if (cancelled) {
                log.cancel();
            }
            line = log.next();
        }
        return line;
    }

    private ContainerLog opened(ContainerLog.Container container) {
        try {
            return opening.apply(container);
        } catch (ApiException e) {
            return ContainerLog.missing(container, e.error());
        }
    }

    /** A log that does not go on is sent in large parts. */
    @Override
    public boolean isIdle() {
        return false;
    }

    @Override
    public void cancel() {
        cancelled = true;
        log.cancel();
    }

    @Override
    public void close() {
        log.close();
    }
}
