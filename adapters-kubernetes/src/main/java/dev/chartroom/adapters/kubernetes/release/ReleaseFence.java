package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.conversion.ReleaseLabels;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * A HelmRelease whose writes show how far the watch of a group has progressed. It has the group's label but no kind's
 * label, so it is no Application. It is suspended, and its chart does not exist.
 */
record ReleaseFence(Place place, String group) {
    static final String FIELD_MANAGER = "chartroom-fence";
    static final String LABEL = "chartroom.dev/fence";
    /**
     * The time of the last write and a random part. The random part makes each value unique, because a write that
     * changes nothing gets no new resource version.
     */
    static final String WRITTEN = "chartroom.dev/written";

    /** If a fence was last written longer ago than this, its host no longer runs. */
    static final Duration LEFT_OVER = Duration.ofHours(1);

    static final JsonObject WITHOUT_FINALIZERS = JsonObject.of("metadata", JsonObject.of("finalizers", JsonNull.NULL));

    private static final String NAME = "chartroom-fence";
    private static final String SHARD = "sharding.fluxcd.io/key";

    /** The namespace of the fences and the host that writes them. */
    record Place(String namespace, String host) {
        String path() {
            return ReleasePaths.collection(namespace);
        }

        String path(String name) {
            return path() + "/" + name;
        }
    }

    /** Returns a name that is unique for each host and group and stays the same after a restart of the host. */
    String name() {
        return NAME + "-" + UUID.nameUUIDFromBytes((place.host() + "/" + group).getBytes(StandardCharsets.UTF_8));
    }

    String path() {
        return place.path(name());
    }

    /**
     * Returns a merge patch with a new time. The patch also restores the labels and {@code suspend}. Without the
     * labels, the watch would not report the write. Without {@code suspend}, Flux would install the fence.
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

    /** Returns delete options that delete only the state that was read. */
    static JsonObject deleteOptions(JsonObject metadata) {
        return JsonObject.of(
                "preconditions",
                JsonObject.ofStrings(Map.of(
                        "uid", metadata.stringOrEmpty("uid"),
                        "resourceVersion", metadata.stringOrEmpty("resourceVersion"))));
    }

    /** Returns whether a release is a fence that was last written longer ago than {@link #LEFT_OVER}. */
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
            // Another client removed the annotation. If the host is still running, it creates the fence again.
            return true;
        }
    }
}
