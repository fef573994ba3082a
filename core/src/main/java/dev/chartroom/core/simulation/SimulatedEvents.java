package dev.chartroom.core.simulation;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.core.namespace.PagedObjects;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.builtin.BuiltInKinds;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Writes Events about simulated releases, and deletes Events after an hour, as a kube-apiserver does. Old Events are
 * deleted when a new one is written, at most once a minute.
 */
public final class SimulatedEvents implements SimulationListener {
    private static final System.Logger LOG = System.getLogger(SimulatedEvents.class.getName());
    private static final WriteOptions OPTIONS = new WriteOptions(false, "chartroom-simulation");
    private static final DeleteRequest DELETE = new DeleteRequest("", "", "Background", false);
    private static final String COMPONENT = "chartroom-simulation";
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

    private final ApplicationStore store;
    private final RandomGenerator random;
    private final Clock clock;
    private Instant swept = Instant.MIN;

    public SimulatedEvents(ApplicationStore store, RandomGenerator random, Clock clock) {
        this.store = store;
        this.random = random;
        this.clock = clock;
    }

    @Override
    public void happened(ApplicationKind kind, Application object, String reason, String message) {
        Instant now = clock.instant();
        try {
            store.create(BuiltInKinds.EVENT, event(kind, object, reason, message, now), OPTIONS);
            if (swept.isBefore(now.minus(BETWEEN_SWEEPS))) {
                swept = now;
                sweep(now.minus(LIFETIME));
            }
        } catch (RuntimeException e) {
            // The status of the object says the same.
            LOG.log(System.Logger.Level.DEBUG, "Dev mode cannot write an Event about " + kind.groupResource(), e);
        }
    }

    private Application event(ApplicationKind kind, Application object, String reason, String message, Instant now) {
        ObjectMeta about = object.metadata();
        String at = ObjectMeta.timestamp(now);
        JsonObject involved = JsonObject.builder()
                .put("apiVersion", kind.gvk().apiVersion())
                .put("kind", kind.gvk().kind())
                .put("namespace", about.namespace())
                .put("name", about.name())
                .put("uid", about.uid())
                .put("resourceVersion", about.resourceVersion())
                .build();
        JsonObject contents = JsonObject.builder()
                .put("involvedObject", involved)
                .put("reason", reason)
                .put("message", message)
                .put("source", JsonObject.builder().put("component", COMPONENT).build())
                .put("firstTimestamp", at)
                .put("lastTimestamp", at)
                .put("count", 1)
                .put("type", "Normal")
                .put("reportingComponent", COMPONENT)
                .put("reportingInstance", "")
                .build();
        String name = about.name() + "." + Long.toHexString(random.nextLong());
        return new Application(
                BuiltInKinds.EVENT.gvk(), ObjectMeta.of(about.namespace(), name), contents, JsonObject.EMPTY);
    }

    private void sweep(Instant oldest) {
        List<NamespacedName> old = new ArrayList<>();
        new PagedObjects(store)
                .forEach(
                        BuiltInKinds.EVENT,
                        "",
                        name -> store.find(BuiltInKinds.EVENT, name)
                                .filter(event -> isOlder(event.metadata(), oldest))
                                .ifPresent(_ -> old.add(name)));
        old.forEach(name -> store.delete(BuiltInKinds.EVENT, name, DELETE));
    }

    private static boolean isOlder(ObjectMeta event, Instant oldest) {
        Instant created = event.creationTimestamp();
        return created != null && created.isBefore(oldest);
    }
}
