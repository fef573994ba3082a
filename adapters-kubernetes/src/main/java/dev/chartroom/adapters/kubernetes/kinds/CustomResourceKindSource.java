package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.time.Clock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads definitions from the custom resources {@code KindDefinition} and {@code ApplicationDefinition}, the oldest
 * first. So if several definitions use the same name, the oldest one keeps it, as with CustomResourceDefinitions. While
 * the cluster does not serve one of these resources, that resource has no definitions.
 */
public final class CustomResourceKindSource implements KindSource {
    private static final String KIND_DEFINITIONS = "/apis/chartroom.dev/v1alpha1/kinddefinitions";
    private static final List<String> PATHS =
            List.of(KIND_DEFINITIONS, "/apis/cozystack.io/v1alpha1/applicationdefinitions");
    /**
     * The prefix of a document's source if the document is a KindDefinition. An ApplicationDefinition has no status.
     */
    private static final String OURS = "KindDefinition ";

    /** Creation times are in whole seconds, so several definitions can have the same creation time. */
    private static final Comparator<JsonObject> OLDEST_FIRST = Comparator.<JsonObject, String>comparing(
                    definition -> metadata(definition).stringOrEmpty("creationTimestamp"))
            .thenComparing(CustomResourceKindSource::name)
            .thenComparing(definition -> definition.stringOrEmpty("kind"));

    /** The annotation in which kubectl stores a copy of the whole object. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final DefinitionEvents events;
    private final DefinitionStatusWriter statuses;
    /** News of definitions without a status. Used only by the reporting thread. */
    private final DefinitionNews news = new DefinitionNews();
    /** Whether all resources had been listed when the documents were last read. */
    private volatile boolean loaded;
    /**
     * The definitions by the source of their document. {@code read} contains the definitions of the last reading, and
     * {@code readBefore} contains the definitions of the reading before it.
     */
    private volatile Map<String, JsonObject> read = Map.of();

    private volatile Map<String, JsonObject> readBefore = Map.of();
    private volatile List<Followed> resources = List.of();

    private record Followed(String path, Reflector definitions) {}

    public CustomResourceKindSource(KubernetesHttp http, JsonCodec codec, Clock clock) {
        this.http = http;
        this.codec = new ObjectByObjectCodec(codec);
        this.events = new DefinitionEvents(http, codec, clock);
        this.statuses = new DefinitionStatusWriter(http, codec, KIND_DEFINITIONS, this::kindDefinition, events, clock);
    }

    @Override
    public void follow(Runnable onChange) {
        resources = PATHS.stream()
                .map(path -> new Followed(path, Reflector.start(http, codec, path, onChange)))
                .toList();
        statuses.start();
        events.start();
    }

    @Override
    public void report(Map<String, DefinitionStatus> reported) {
        Map<String, DefinitionStatus> byName = new HashMap<>();
        Map<String, DefinitionStatus> others = new HashMap<>();
        reported.forEach((source, status) -> {
            if (source.startsWith(OURS)) {
                byName.put(source.substring(OURS.length()), status);
            } else {
                others.put(source, status);
            }
        });
        statuses.write(byName);
        if (loaded) {
            news.of(others)
                    .forEach((source, headline) -> definition(source)
                            .ifPresent(definition -> events.report(DefinitionEvents.Subject.of(definition), headline)));
        }
    }

    /** Returns a definition from the last reading of documents, or else from the reading before it. */
    private Optional<JsonObject> definition(String source) {
        return Optional.ofNullable(read.get(source)).or(() -> Optional.ofNullable(readBefore.get(source)));
    }

    @Override
    public void withdrawn(String source, String sentence) {
        definition(source).ifPresent(definition -> events.withdrawn(DefinitionEvents.Subject.of(definition), sentence));
    }

    /** Returns true if the status of the current generation says that the definition is accepted and established. */
    @Override
    public boolean wasServed(String source) {
        JsonObject definition = read.getOrDefault(source, JsonObject.EMPTY);
        JsonObject status = definition.objectOrEmpty("status");
        JsonValue generation = metadata(definition).get("generation");
        return generation != null
                && generation.equals(status.get("observedGeneration"))
                && StatusConditions.hold(status, "Accepted", "Established");
    }

    private Optional<JsonObject> kindDefinition(String name) {
        return resources.stream()
                .filter(resource -> resource.path.equals(KIND_DEFINITIONS))
                .flatMap(resource -> resource.definitions.find(new NamespacedName("", name)).stream())
                .findFirst();
    }

    @Override
    public List<DefinitionDocument> documents() {
        loaded = problem().isEmpty();
        List<JsonObject> definitions = resources.stream()
                .flatMap(resource -> resource.definitions.all().stream())
                .sorted(OLDEST_FIRST)
                .toList();
        Map<String, JsonObject> now = new HashMap<>();
        definitions.forEach(definition -> now.put(source(definition), definition));
        readBefore = read;
        read = now;
        return definitions.stream().map(CustomResourceKindSource::document).toList();
    }

    @Override
    public Optional<String> problem() {
        List<Followed> followed = resources;
        return followed.isEmpty()
                ? Optional.of("the custom resources have not been read yet")
                : followed.stream()
                        .filter(resource -> !resource.definitions.isLoaded())
                        .map(resource -> "the " + plural(resource.path) + " have not been read yet")
                        .findFirst();
    }

    @Override
    public void close() {
        statuses.close();
        events.close();
        resources.forEach(resource -> resource.definitions.close());
    }

    private static String source(JsonObject definition) {
        return definition.stringOrEmpty("kind") + " " + name(definition);
    }

    private static DefinitionDocument document(JsonObject definition) {
        String source = source(definition);
        return definition
                .string(ObjectByObjectCodec.UNREADABLE)
                .<DefinitionDocument>map(reason -> new DefinitionDocument.Malformed(source, reason))
                .orElseGet(() -> new DefinitionDocument.Parsed(source, declaration(definition)));
    }

    /**
     * Returns the part of a definition that declares its kind. This part stays the same if only the status or kubectl's
     * annotation changes.
     */
    private static JsonObject declaration(JsonObject definition) {
        JsonObject.Builder kept = JsonObject.builder().put("name", name(definition));
        JsonObject annotations =
                metadata(definition).objectOrEmpty("annotations").without(LAST_APPLIED);
        if (!annotations.isEmpty()) {
            kept.put("annotations", annotations);
        }
        return definition.without("status").with("metadata", kept.build());
    }

    private static String plural(String path) {
        return Arrays.asList(path.split("/")).getLast();
    }

    private static String name(JsonObject definition) {
        return metadata(definition).stringOrEmpty("name");
    }

    private static JsonObject metadata(JsonObject definition) {
        return definition.objectOrEmpty("metadata");
    }
}
