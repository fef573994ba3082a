package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.core.retry.LatestWriter;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes the statuses of definitions on a thread of its own. It skips a status that equals the current status. Every
 * replica writes statuses, but no replica repeats a status that another replica has written. Only the latest statuses
 * are written, and failed writes are retried.
 */
final class DefinitionStatusWriter implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DefinitionStatusWriter.class.getName());
    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.5);
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String path;
    private final Function<String, Optional<JsonObject>> definitions;
    private final DefinitionEvents events;
    private final Clock clock;
    private final LatestWriter<Map<String, DefinitionStatus>> writer =
            new LatestWriter<>("definition status", Duration.ZERO, RETRIES, this::writeAll);

    /**
     * @param path the path of the definitions
     * @param definitions returns the last known state of the definition with a given name
     * @param events receives the changes of a status
     */
    DefinitionStatusWriter(
            KubernetesHttp http,
            JsonCodec codec,
            String path,
            Function<String, Optional<JsonObject>> definitions,
            DefinitionEvents events,
            Clock clock) {
        this.http = http;
        this.codec = codec;
        this.path = path;
        this.definitions = definitions;
        this.events = events;
        this.clock = clock;
    }

    void start() {
        writer.start();
    }

    /** @param statuses the statuses by the names of their definitions */
    void write(Map<String, DefinitionStatus> statuses) {
        writer.write(Map.copyOf(statuses));
    }

    @Override
    public void close() {
        writer.close();
    }

    private boolean writeAll(Map<String, DefinitionStatus> statuses) {
        boolean written = true;
        for (Map.Entry<String, DefinitionStatus> status : statuses.entrySet()) {
            written &= write(status.getKey(), status.getValue());
        }
        return written;
    }

    /** Returns false if the write must be retried. */
    private boolean write(String name, DefinitionStatus status) {
        JsonObject definition = definitions.apply(name).orElse(JsonObject.EMPTY);
        JsonObject before = definition.objectOrEmpty("status");
        JsonObject after = StatusConditions.merged(definition, status, clock.instant());
        if (definition.isEmpty() || after.equals(before)) {
            return true;
        }
        try {
            byte[] body =
                    codec.encode(ObjectByObjectCodec.withoutStandIn(definition).with("status", after));
            KubernetesResponse response = http.send("PUT", path + "/" + name + "/status", new Query(), body);
            if (response.isSuccess()) {
                // If several replicas write the same status, only the first write succeeds. So only one replica writes
                // the Event.
                reportChange(definition, status);
                return true;
            }
            if (response.code() == NOT_FOUND) {
                return true;
            }
            LOG.log(Level.DEBUG, "Chartroom cannot write the status of {0}: HTTP status {1}", name, response.code());
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, () -> "Chartroom cannot write the status of " + name, e);
        }
        return false;
    }

    private void reportChange(JsonObject definition, DefinitionStatus status) {
        DefinitionStatus.Condition headline = status.headline();
        if (StatusConditions.isChanged(definition.objectOrEmpty("status"), headline)) {
            events.report(DefinitionEvents.Subject.of(definition), headline);
        }
    }
}
