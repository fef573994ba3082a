package dev.chartroom.adapters.postgres;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/**
 * Writers that create, update and delete the same few objects, and the answers to them. Each version has its own mark,
 * so that the outcome of every single write can be determined.
 */
final class WriteLoad {
    static final String NAMESPACE = "load";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "load");

    private final ApplicationKind kind = Kinds.redis();
    private final int names;

    /** Marks of acknowledged writes, by revision. */
    final Map<Long, String> acknowledged = new ConcurrentHashMap<>();
    /** Revisions whose deletion was acknowledged. */
    final Set<Long> deleted = ConcurrentHashMap.newKeySet();
    /** Marks of writes that were answered as not done. */
    final Set<String> denied = ConcurrentHashMap.newKeySet();
    /** Marks of writes whose outcome is unknown. */
    final Set<String> unknown = ConcurrentHashMap.newKeySet();
    /** The number of answers by reason. */
    final Map<String, Long> answers = new ConcurrentHashMap<>();
    /** Unexpected answers. */
    final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    WriteLoad(int names) {
        this.names = names;
    }

    /** Writes until {@code stop} returns true. */
    void write(int writer, ApplicationStore store, BooleanSupplier stop) {
        SplittableRandom random = new SplittableRandom(writer);
        for (int turn = 0; !stop.getAsBoolean(); turn++) {
            String mark = writer + "-" + turn;
            NamespacedName name = new NamespacedName(NAMESPACE, "object-" + random.nextInt(names));
            try {
                switch (random.nextInt(4)) {
                    case 0 -> acknowledged(create(store, name, mark), mark);
                    case 1 -> delete(store, name);
                    default -> acknowledged(update(store, name, mark), mark);
                }
                answers.merge("done", 1L, Long::sum);
            } catch (ApiException e) {
                refused(mark, e);
            } catch (RuntimeException | Error e) {
                failures.add(e);
            }
        }
    }

    private void acknowledged(StoredApplication stored, String mark) {
        acknowledged.put(Long.parseLong(stored.metadata().resourceVersion()), mark);
    }

    private StoredApplication create(ApplicationStore store, NamespacedName name, String mark) {
        ObjectMeta metadata = ObjectMeta.of(name.namespace(), name.name());
        return store.create(kind, new Application(kind.gvk(), metadata, spec(mark), JsonObject.EMPTY), OPTIONS);
    }

    private StoredApplication update(ApplicationStore store, NamespacedName name, String mark) {
        StoredApplication current = store.current(kind, name);
        return store.update(kind, current, current.application().withSpec(spec(mark)), OPTIONS);
    }

    private void delete(ApplicationStore store, NamespacedName name) {
        ObjectMeta live = store.current(kind, name).metadata();
        store.delete(kind, name, new DeleteRequest("", "", "", false).ofExactly(live));
        deleted.add(Long.parseLong(live.resourceVersion()));
    }

    private static JsonObject spec(String mark) {
        return JsonObject.builder().put("name", mark).build();
    }

    private void refused(String mark, ApiException e) {
        StatusReason reason = Status.of(e.error()).reason();
        boolean canTryAgain = e.error() instanceof ApiError.Plain plain && plain.retryAfterSeconds() > 0;
        answers.merge(reason + (canTryAgain ? ", try again" : ""), 1L, Long::sum);
        switch (reason) {
            case CONFLICT, ALREADY_EXISTS, NOT_FOUND, SERVER_TIMEOUT -> denied.add(mark);
            case SERVICE_UNAVAILABLE -> (canTryAgain ? denied : unknown).add(mark);
            default -> failures.add(e);
        }
    }
}
