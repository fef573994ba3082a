package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.Permit;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.PodLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Opens the logs of containers that start while the log of their release is followed: in new pods, and after restarts. Used
 * by one thread.
 */
final class LaterContainers implements FollowedLog.Search {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Supplier<StartedContainers> now;
    private final PodLogs logs;
    private final LogOptions options;
    private final String sharer;
    private final FairShares streams;
    private final FairShares searches;
    /** The containers whose logs were opened, or cannot be. */
    private final Map<ContainerLog.Container, String> known;

    /**
     * @param now reads the containers as they are
     * @param options those of the request
     * @param streams gives a permit for each log
     * @param searches gives a permit for each read
     * @param known the containers whose logs are open already
     */
    LaterContainers(
            Supplier<StartedContainers> now,
            PodLogs logs,
            LogOptions options,
            String sharer,
            FairShares streams,
            FairShares searches,
            Map<ContainerLog.Container, String> known) {
        this.now = now;
        this.logs = logs;
        this.options = options;
        this.sharer = sharer;
        this.streams = streams;
        this.searches = searches;
        this.known = new HashMap<>(known);
    }

    @Override
    public FollowedLog.Found find(Set<ContainerLog.Container> broken, int room) {
        StartedContainers started;
        try (Permit _ = searches.take(sharer, PATIENCE)) {
            started = now.get();
        } catch (ApiException e) {
            // The next search can succeed. An object that is gone has no more containers.
            return new FollowedLog.Found(List.of(), Set.of(), !(e.error() instanceof ApiError.NotFound));
        }
        known.keySet().retainAll(started.instances().keySet());
        List<ContainerLog> opened = new ArrayList<>();
        started.instances().forEach((container, instance) -> {
            boolean isSame = instance.equals(known.get(container));
            if (!isSame || broken.contains(container)) {
                known.put(container, instance);
                opened.add(opened.size() < room ? opened(container, isSame) : tooMany(container));
            }
        });
        return new FollowedLog.Found(opened, broken, started.areMoreExpected());
    }

    private ContainerLog opened(ContainerLog.Container container, boolean isSame) {
        Permit permit;
        try {
            permit = streams.take(sharer);
        } catch (ApiException _) {
            return tooMany(container);
        }
        boolean isOpen = false;
        try {
            ContainerLog log = ContainerLog.open(logs, container, isSame ? fromNow() : fromStart());
            isOpen = true;
            return log.holding(permit);
        } catch (ApiException e) {
            return ContainerLog.missing(container, e.error());
        } finally {
            if (!isOpen) {
                permit.close();
            }
        }
    }

    private static ContainerLog tooMany(ContainerLog.Container container) {
        return ContainerLog.missing(container, ApiError.tooManyRequests());
    }

    /** The request asked for a part of the output that containers had before it. */
    private LogOptions fromStart() {
        return with(OptionalLong.empty());
    }

    private LogOptions fromNow() {
        return with(OptionalLong.of(0));
    }

    private LogOptions with(OptionalLong tailLines) {
        return new LogOptions(
                options.pod(),
                options.container(),
                options.prefix(),
                true,
                false,
                options.timestamps(),
                OptionalLong.empty(),
                tailLines);
    }
}
