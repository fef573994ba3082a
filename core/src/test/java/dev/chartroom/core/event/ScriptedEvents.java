package dev.chartroom.core.event;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.ClusterEvents;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** The Events of a cluster, as a test reports them. */
final class ScriptedEvents implements ClusterEvents {
    /** The existing mirrored Events of the namespace, by the uid of the original. */
    private final Map<String, Occurrences> mirrored = new ConcurrentHashMap<>();

    private final Map<Selection, Listener> listeners = new ConcurrentHashMap<>();
    private final List<MirroredEvent> written = new CopyOnWriteArrayList<>();
    private final AtomicInteger terms = new AtomicInteger();
    private volatile CountDownLatch mayWrite = new CountDownLatch(0);
    private volatile Optional<ApiException> listFailure = Optional.empty();
    private volatile Optional<Error> listError = Optional.empty();
    private volatile Optional<ApiException> writeFailure = Optional.empty();

    /** Reports Events as soon as the mirror follows them. */
    void report(ClusterEvent... events) {
        if (!isFollowed()) {
            Awaitility.await().until(this::isFollowed);
        }
        for (ClusterEvent event : events) {
            Selection selection =
                    EventApplications.isRelease(event.subject()) ? Selection.RELEASES : Selection.OTHER_OBJECTS;
            listener(selection).occurred(event);
        }
    }

    void fail(ApiException failure) {
        listener(Selection.RELEASES).failed(failure);
    }

    private Listener listener(Selection selection) {
        return Optional.ofNullable(listeners.get(selection)).orElseThrow();
    }

    boolean isFollowed() {
        return listeners.size() == Selection.values().length;
    }

    /** Returns how often the existing mirrored Events were listed. */
    int terms() {
        return terms.get();
    }

    void exist(String originalUid, Occurrences occurrences) {
        mirrored.put(originalUid, occurrences);
    }

    /** Sets the error of lists; empty for none. */
    void failLists(Optional<ApiException> failure) {
        listFailure = failure;
    }

    /** Sets an error that no caller of lists expects. */
    void failListsWith(Error error) {
        listError = Optional.of(error);
    }

    /** Sets the error of writes; empty for none. */
    void failWrites(Optional<ApiException> failure) {
        writeFailure = failure;
    }

    /** From now on no write returns until {@link #release}. */
    void hold() {
        mayWrite = new CountDownLatch(1);
    }

    void release() {
        mayWrite.countDown();
    }

    List<MirroredEvent> written() {
        return written;
    }

    @Override
    public Following follow(Selection selection, Listener listener) {
        listeners.put(selection, listener);
        return () -> listeners.remove(selection, listener);
    }

    @Override
    public void forEachMirrored(Mirrored consumer) {
        terms.incrementAndGet();
        listError.ifPresent(error -> {
            throw error;
        });
        listFailure.ifPresent(failure -> {
            throw failure;
        });
        mirrored.forEach((uid, occurrences) -> consumer.exists(TestEvents.NAMESPACE, uid, occurrences));
    }

    @Override
    public void write(MirroredEvent event) {
        try {
            mayWrite.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        writeFailure.ifPresent(failure -> {
            throw failure;
        });
        written.add(event);
        mirrored.put(event.originalUid(), event.occurrences());
    }
}
