package dev.chartroom.adapters.postgres;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.watch.BookmarkSchedule;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A watch that reads changes on demand. However far behind the watch is, it buffers one batch at most. The watch ends
 * if the database forgets changes that the watch has not read yet.
 */
final class PostgresWatch implements WatchStream {
    /** The number of revisions that one statement covers. */
    private static final long BATCH = 500;

    private final ChangeReader changes;
    private final Revisions revisions;
    private final Predicate<ServedApplication> selection;
    private final Clock clock;
    private final BookmarkSchedule schedule;
    private final Queue<WatchEvent<ServedApplication>> pending = new ArrayDeque<>();
    private final long start;
    private final int setbacks;
    /** Null if no more bookmarks are due, or none were requested. */
    private @Nullable Instant nextBookmark;

    private long reached;
    private long read;
    private @Nullable Duration lag;
    private volatile boolean ended;

    /**
     * @param start the resource version after which changes are sent
     * @param existing the events to send before these changes
     */
    PostgresWatch(
            ChangeReader changes,
            Revisions revisions,
            Predicate<ServedApplication> selection,
            ResourceVersion start,
            List<WatchEvent<ServedApplication>> existing,
            boolean bookmarks,
            Duration timeout,
            Clock clock) {
        this.changes = changes;
        this.revisions = revisions;
        this.selection = selection;
        this.start = start.number();
        this.setbacks = revisions.setbacks();
        this.reached = start.number();
        this.pending.addAll(existing);
        this.clock = clock;
        this.schedule = new BookmarkSchedule(clock.instant(), timeout);
        this.nextBookmark = bookmarks ? schedule.after(clock.instant()) : null;
    }

    @Override
    public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!ended) {
            WatchEvent<ServedApplication> event = pending.poll();
            if (event == null) {
                lag = null;
                event = bookmark();
            } else {
                lag = read == 0 ? null : Duration.ofNanos(System.nanoTime() - read);
            }
            if (event != null) {
                ended |= event instanceof WatchEvent.Failed || event instanceof WatchEvent.Ended;
                return event;
            }
            long left = end - System.nanoTime();
            if (left <= 0 && revisions.latest() <= reached) {
                return null;
            }
            await(Duration.ofNanos(Math.max(0, Math.min(left, untilBookmark()))));
        }
        return new WatchEvent.Ended<>();
    }

    private void await(Duration patience) throws InterruptedException {
        long latest = revisions.awaitBeyond(reached, patience, () -> ended || revisions.setbacks() != setbacks);
        ended |= revisions.isClosed();
        if (revisions.setbacks() != setbacks) {
            pending.add(
                    failed(ResourceVersions.watchExpired(new ResourceVersion(reached), new ResourceVersion(latest))));
        } else if (latest > reached && !ended) {
            read();
        }
    }

    private void read() {
        try {
            ChangeReader.Batch batch = changes.between(reached, reached + BATCH);
            read = System.nanoTime();
            batch.changes().forEach(change -> change.eventFor(selection).ifPresent(pending::add));
            reached = Math.max(reached, batch.reached());
        } catch (ApiException e) {
            // After an outage, the client can resume from its last resource version.
            pending.add(e.error() instanceof ApiError.Expired ? failed(e) : new WatchEvent.Ended<>());
        }
    }

    private static WatchEvent<ServedApplication> failed(ApiException e) {
        return new WatchEvent.Failed<>(e.error());
    }

    private long untilBookmark() {
        return nextBookmark == null
                ? Long.MAX_VALUE
                : Math.max(0, Duration.between(clock.instant(), nextBookmark).toNanos());
    }

    private @Nullable WatchEvent<ServedApplication> bookmark() {
        Instant now = clock.instant();
        if (nextBookmark == null || now.isBefore(nextBookmark) || revisions.latest() > reached) {
            return null;
        }
        nextBookmark = schedule.after(now);
        return reached > start ? new WatchEvent.Bookmark<>(Long.toString(reached), false) : null;
    }

    @Override
    public @Nullable Duration lag() {
        return lag;
    }

    @Override
    public void close() {
        ended = true;
        revisions.wake();
    }
}
