package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A HelmRelease that is written so that the watch of a group tells how far it is. It has the group's label and no kind's, so
 * it is no Application; it is suspended, and its chart does not exist.
 */
record ReleaseFence(Place place, String group) {
    static final String FIELD_MANAGER = "chartroom-fence";
    static final String LABEL = "chartroom.dev/fence";
    /** When it was written last, and something that differs each time: the same once more would be no write. */
    static final String WRITTEN = "chartroom.dev/written";

    /** A fence that was not written for this time is left over from a host that is gone. */
    static final Duration LEFT_OVER = Duration.ofHours(1);

    static final JsonObject WITHOUT_FINALIZERS = JsonObject.of("metadata", JsonObject.of("finalizers", JsonNull.NULL));

    private static final String NAME = "chartroom-fence";
    private static final String SHARD = "sharding.fluxcd.io/key";

    /** The namespace of fences, and the host that writes them. */
    record Place(String namespace, String host) {
        String path() {
            return ReleasePaths.collection(namespace);
        }

        String path(String name) {
            return path() + "/" + name;
        }
    }

    /** The same after a restart of the host, and another one on each host and for each group. */
    String name() {
        return NAME + "-" + UUID.nameUUIDFromBytes((place.host() + "/" + group).getBytes(StandardCharsets.UTF_8));
    }

    String path() {
        return place.path(name());
    }

    /**
     * A merge patch with a new time. It also restores the labels, without which the watch would not tell of the write, and
     * {@code suspend}, without which Flux would install the fence.
     */
    JsonObject patch(Instant now) {
        return JsonObject.builder()
                .put("metadata", metadata(now).build())
                .put("spec", JsonObject.builder().put("suspend", true).build())
                .build();
    }

    JsonObject created(Instant now) {
        return JsonObject.builder()
                .put("apiVersion", ReleaseConverter.API_VERSION)
                .put("kind", ReleaseConverter.KIND)
                .put("metadata", metadata(now).put("name", name()).build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("suspend", true)
                                .put("interval", "24h")
                                .put("chartRef", JsonObject.ofStrings(Map.of("kind", "OCIRepository", "name", NAME)))
                                .build())
                .build();
    }

    private JsonObject.Builder metadata(Instant now) {
        return JsonObject.builder()
                .put(
                        "labels",
                        ReleaseLabels.ofGroupAlone(group, JsonObject.ofStrings(Map.of(LABEL, "true", SHARD, NAME))))
                .put("annotations", JsonObject.ofStrings(Map.of(WRITTEN, now + " " + UUID.randomUUID())));
    }

    /** The options of a deletion of exactly what was found. */
    static JsonObject ifStill(JsonObject metadata) {
        return JsonObject.of(
                "preconditions",
                JsonObject.ofStrings(Map.of(
                        "uid", metadata.stringOrEmpty("uid"),
                        "resourceVersion", metadata.stringOrEmpty("resourceVersion"))));
    }

    /** Whether a release is a fence that was not written for {@link #LEFT_OVER}. */
    static boolean isLeftOver(JsonObject fence, Instant now) {
        JsonObject metadata = fence.objectOrEmpty("metadata");
        if (!metadata.stringOrEmpty("name").startsWith(NAME + "-")
                || !fence.objectOrEmpty("spec").isTrue("suspend")) {
            return false;
        }
        String written = metadata.objectOrEmpty("annotations").stringOrEmpty(WRITTEN);
        try {
            return Instant.parse(written.split(" ", 2)[0]).isBefore(now.minus(LEFT_OVER));
        } catch (DateTimeException _) {
            // Somebody took the annotation away, and whoever is there will write it.
            return true;
        }
    }
}
