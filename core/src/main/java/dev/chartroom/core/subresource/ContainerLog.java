package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.Permit;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.PodLogs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The log of one container, whose lines begin with the pod and the container. Used by one thread; any thread may cancel. */
final class ContainerLog {
    private final Container container;
    private final byte[] prefix;
    private final PodLogs.Result opened;
    private final @Nullable Permit permit;
    private boolean over;
    private boolean broken;
    private volatile boolean cancelled;

    /** A container of a pod. */
    record Container(NamespacedName pod, String name) {
        /** Returns the beginning of a line. */
        String prefix() {
            return "[pod/" + pod.name() + "/" + name + "] ";
        }
    }

    private ContainerLog(Container container, byte[] prefix, PodLogs.Result opened, @Nullable Permit permit) {
        this.container = container;
        this.prefix = prefix;
        this.opened = opened;
        this.permit = permit;
    }

    /** @throws dev.chartroom.apimachinery.status.ApiException as of {@link PodLogs#open} */
    static ContainerLog open(PodLogs logs, Container container, LogOptions options) {
        byte[] prefix = (options.prefix() ? container.prefix() : "").getBytes(StandardCharsets.UTF_8);
        return new ContainerLog(container, prefix, logs.open(container.pod(), container.name(), options), null);
    }

    /** Returns a log whose only line states an error. */
    static ContainerLog missing(Container container, ApiError error) {
        PodLogs.Result missing = new PodLogs.Result.Missing(Status.of(error).message());
        return new ContainerLog(container, new byte[0], missing, null);
    }

    /** Returns the same log, which gives a permit back at its end. */
    ContainerLog holding(Permit given) {
        return new ContainerLog(container, prefix, opened, given);
    }

    Container container() {
        return container;
    }

    /** Returns whether the log has ended although the container may run. */
    boolean isBroken() {
        return broken;
    }

    /** Returns the next line with its end; null at the end of the log. If there is no log, a line states the reason. */
    byte @Nullable [] next() {
        if (over) {
            return null;
        }
        return switch (opened) {
            case PodLogs.Result.Opened(PodLogs.Output output) -> next(output);
            case PodLogs.Result.Missing(String message) -> last(message);
        };
    }

    private byte @Nullable [] next(PodLogs.Output output) {
        try {
            byte[] line = output.next();
            return line == null ? null : whole(prefix, line);
        } catch (IOException _) {
            broken = true;
            return cancelled ? null : last("the connection to the log broke, so lines can be missing");
        }
    }

    private byte[] last(String message) {
        over = true;
        return whole(
                container.prefix().getBytes(StandardCharsets.UTF_8),
                ("chartroom: " + message).getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] whole(byte[] prefix, byte[] line) {
        byte[] whole = new byte[prefix.length + line.length + 1];
        System.arraycopy(prefix, 0, whole, 0, prefix.length);
        System.arraycopy(line, 0, whole, prefix.length, line.length);
        whole[whole.length - 1] = '\n';
        return whole;
    }

    void cancel() {
        cancelled = true;
        if (opened instanceof PodLogs.Result.Opened(PodLogs.Output output)) {
            output.cancel();
        }
    }

    void close() {
        try {
            if (opened instanceof PodLogs.Result.Opened(PodLogs.Output output)) {
                output.close();
            }
        } finally {
            if (permit != null) {
                permit.close();
            }
        }
    }
}
