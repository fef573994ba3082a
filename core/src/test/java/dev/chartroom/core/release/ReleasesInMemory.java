package dev.chartroom.core.release;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Releases with resource versions, generations and conflicts, as in a kube-apiserver. */
final class ReleasesInMemory implements ReleaseDirectory {
    static final String NAMESPACE = "team-a";

    private final SortedMap<NamespacedName, JsonObject> releases = new TreeMap<>();
    private final List<String> updated = new ArrayList<>();
    private long resourceVersion = 1;
    private int lists;
    private Runnable beforeReplace = () -> {};
    private Predicate<String> refuses = _ -> false;
    private Optional<ApiError> failure = Optional.empty();

    /** Creates a Ready release from the kind's template. */
    void create(ApplicationKind kind, String name) {
        Application application = new Application(
                kind.gvk(),
                ObjectMeta.builder().name(name).namespace(NAMESPACE).build(),
                JsonObject.EMPTY,
                JsonObject.EMPTY);
        store(named(name), ReleaseConverter.newRelease(kind, application), 1);
        flux(name, "True");
    }

    /** Sets the status of a release in the same way as Flux. */
    void flux(String name, String ready) {
        JsonObject release = stored(name);
        JsonObject condition = JsonObject.ofStrings(Map.of("type", "Ready", "status", ready));
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", generation(release))
                .put("conditions", JsonArray.of(condition))
                .build();
        store(named(name), release.with("status", status), generation(release));
    }

    /** Changes the spec of a release as if another client had changed it. */
    void edit(String name, UnaryOperator<JsonObject> change) {
        JsonObject release = stored(name);
        store(named(name), release.with("spec", change.apply(release.objectOrEmpty("spec"))), generation(release) + 1);
    }

    void delete(String name) {
        releases.remove(named(name));
    }

    /** Sets an action that runs once, directly before the next replacement. */
    void beforeReplace(Runnable happens) {
        beforeReplace = happens;
    }

    void refuse(Predicate<String> names) {
        refuses = names;
    }

    void failWith(Optional<ApiError> error) {
        failure = error;
    }

    /** Returns the names of the replaced releases, in the order of replacement. */
    List<String> updated() {
        return updated;
    }

    int lists() {
        return lists;
    }

    JsonObject stored(String name) {
        return Optional.ofNullable(releases.get(named(name))).orElseThrow();
    }

    @Override
    public void forEach(ApplicationKind kind, BiConsumer<NamespacedName, JsonObject> release) {
        check();
        lists++;
        new TreeMap<>(releases).forEach(release);
    }

    @Override
    public Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
        check();
        return Optional.ofNullable(releases.get(name));
    }

    @Override
    public JsonObject replace(ApplicationKind kind, NamespacedName name, JsonObject release) {
        check();
        Runnable happens = beforeReplace;
        beforeReplace = () -> {};
        happens.run();
        JsonObject now = releases.get(name);
        if (now == null) {
            throw new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
        }
        if (!version(now).equals(version(release))) {
            throw new ApiException(
                    new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
        }
        if (refuses.test(name.name())) {
            throw new ApiException(new ApiError.Invalid(kind.gvk().groupKind(), name.name(), List.of()));
        }
        boolean specChanged = !now.objectOrEmpty("spec").equals(release.objectOrEmpty("spec"));
        updated.add(name.name());
        return store(name, release, generation(now) + (specChanged ? 1 : 0));
    }

    private void check() {
        failure.ifPresent(error -> {
            throw new ApiException(error);
        });
    }

    private JsonObject store(NamespacedName name, JsonObject release, long generation) {
        resourceVersion++;
        JsonObject metadata = release.objectOrEmpty("metadata").toBuilder()
                .put("resourceVersion", Long.toString(resourceVersion))
                .put("generation", generation)
                .build();
        JsonObject stored = release.with("metadata", metadata);
        releases.put(name, stored);
        return stored;
    }

    private static NamespacedName named(String name) {
        return new NamespacedName(NAMESPACE, name);
    }

    private static String version(JsonObject release) {
        return release.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }

    private static long generation(JsonObject release) {
        return release.objectOrEmpty("metadata").get("generation") instanceof JsonNumber number
                ? number.asLong().orElseThrow()
                : 0;
    }
}
