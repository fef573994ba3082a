package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A feed that serves the lists and events that a test sets. It records the calls that it receives. */
final class ScriptedListerWatcher implements ApplicationListerWatcher {
    final List<String> asked = new CopyOnWriteArrayList<>();
    /** The kinds that each call of a list requested. */
    final List<List<String>> listed = new CopyOnWriteArrayList<>();

    final BlockingQueue<WatchEvent<ServedApplication>> events = new LinkedBlockingQueue<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    volatile List<ApplicationPage> pages = List.of();
    volatile ObjectVersions versions = new ObjectVersions(ResourceVersion.ZERO, List.of());
    volatile Runnable onVersions = () -> {};
    volatile Optional<String> version = Optional.empty();
    volatile Runnable onVersion = () -> {};
    volatile Optional<ResourceVersion> latest = Optional.empty();
    volatile Runnable onLatest = () -> {};
    volatile long minObjectsForLatest;
    volatile boolean watchLists;
    volatile boolean down;
    /** The errors of the next lists of a continue token. */
    final Queue<ApiError> pageErrors = new ConcurrentLinkedQueue<>();

    /** Sets the pages and unblocks the first list. */
    void begin(ApplicationPage... first) {
        pages = List.of(first);
        begun.countDown();
    }

    @Override
    public ApplicationPage list(List<ApplicationKind> kinds, String continueToken) {
        asked.add("list " + continueToken);
        listed.add(kinds.stream().map(kind -> kind.names().kind()).sorted().toList());
        try {
            begun.await();
        } catch (InterruptedException _) {
            throw new ApiException(ApiError.unavailable("closed"));
        }
        checkUp();
        ApiError error = continueToken.isEmpty() ? null : pageErrors.poll();
        if (error != null) {
            throw new ApiException(error);
        }
        return pages.get(continueToken.isEmpty() ? 0 : Integer.parseInt(continueToken));
    }

    @Override
    public WatchStream watchList(List<ApplicationKind> kinds) {
        if (!watchLists) {
            // As HelmReleaseListerWatcher relays the rejection of a kube-apiserver.
            throw new ApiException(new ApiError.Refused(
                    StatusReason.INVALID,
                    kinds.getFirst().groupResource(),
                    "",
                    "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
                    List.of(),
                    0));
        }
        return watch("from nothing");
    }

    @Override
    public Optional<String> version(ApplicationKind kind, NamespacedName name) {
        asked.add("version");
        onVersion.run();
        return version;
    }

    @Override
    public Optional<ResourceVersion> latest(ApplicationKind kind) {
        asked.add("latest");
        onLatest.run();
        return latest;
    }

    @Override
    public long minObjectsForLatest() {
        return minObjectsForLatest;
    }

    @Override
    public ObjectVersions versions(ApplicationKind kind, Selection selection) {
        asked.add("versions");
        checkUp();
        onVersions.run();
        return versions;
    }

    @Override
    public String continueToken(
            ApplicationKind kind, String namespace, ResourceVersion resourceVersion, NamespacedName last) {
        return "after " + last.name() + " " + resourceVersion;
    }

    @Override
    public WatchStream watch(List<ApplicationKind> kinds, ResourceVersion resourceVersion) {
        return watch(resourceVersion.toString());
    }

    private WatchStream watch(String start) {
        asked.add("watch " + start);
        checkUp();
        return new ScriptedWatch(events);
    }

    /** A watch that delivers the test's events until it is closed. */
    private static final class ScriptedWatch implements WatchStream {
        private static final long STEP = TimeUnit.MILLISECONDS.toNanos(5);

        private final BlockingQueue<WatchEvent<ServedApplication>> events;
        private volatile boolean closed;

        ScriptedWatch(BlockingQueue<WatchEvent<ServedApplication>> events) {
            this.events = events;
        }

        @Override
        public @Nullable WatchEvent<ServedApplication> next(Duration timeout) throws InterruptedException {
            long end = System.nanoTime() + timeout.toNanos();
            WatchEvent<ServedApplication> event = null;
            while (event == null && !closed && System.nanoTime() < end) {
                event = events.poll(STEP, TimeUnit.NANOSECONDS);
            }
            return event == null && closed ? new WatchEvent.Ended<>() : event;
        }

        @Override
        public @Nullable Duration lag() {
            return null;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private void checkUp() {
        if (down) {
            throw new ApiException(ApiError.unavailable("down"));
        }
    }
}
