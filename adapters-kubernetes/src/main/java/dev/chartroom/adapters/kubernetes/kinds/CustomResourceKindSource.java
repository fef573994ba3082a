package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.adapters.kubernetes.client.FollowedResource;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.meta.NamespacedName;
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
 * The custom resources {@code KindDefinition} and {@code ApplicationDefinition}, the oldest first: who had a name keeps
 * it, as with CustomResourceDefinitions. Where the cluster does not know one of them there are none of it, until it does.
 */
public final class CustomResourceKindSource implements KindSource {
    private static final String KIND_DEFINITIONS = "/apis/chartroom.dev/v1alpha1/kinddefinitions";
    private static final List<String> PATHS =
            List.of(KIND_DEFINITIONS, "/apis/cozystack.io/v1alpha1/applicationdefinitions");
    /** What the source of one of our own format begins with; the others have no status. */
    private static final String OURS = "KindDefinition ";

    /** In whole seconds, in which many may be made. */
    private static final Comparator<JsonObject> OLDEST_FIRST = Comparator.<JsonObject, String>comparing(
                    definition -> metadata(definition).stringOrEmpty("creationTimestamp"))
            .thenComparing(CustomResourceKindSource::name)
            .thenComparing(definition -> definition.stringOrEmpty("kind"));

    /** The copy of everything that kubectl makes for itself. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final DefinitionEvents events;
    private final DefinitionStatusWriter statuses;
    /** Of those without a status; only the reporter's. */
    private final DefinitionNews news = new DefinitionNews();
    /** Whether it was known what there is when documents were read last. */
    private volatile boolean loaded;
    /** What there was when documents were read last, and the time before, by the source of its document. */
    private volatile Map<String, JsonObject> read = Map.of();

    private volatile Map<String, JsonObject> readBefore = Map.of();
    private volatile List<Followed> resources = List.of();

    private record Followed(String path, FollowedResource definitions) {}

    public CustomResourceKindSource(KubernetesHttp http, JsonCodec codec, Clock clock) {
        this.http = http;
        this.codec = new ObjectByObjectCodec(codec);
        this.events = new DefinitionEvents(http, codec, clock);
        this.statuses = new DefinitionStatusWriter(http, codec, KIND_DEFINITIONS, this::kindDefinition, events, clock);
    }

    @Override
    public void follow(Runnable onChange) {
        resources = PATHS.stream()
                .map(path -> new Followed(path, FollowedResource.start(http, codec, path, onChange)))
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
                            .ifPresent(definition -> events.tell(DefinitionEvents.Subject.of(definition), headline)));
        }
    }

    /** As it was when documents were read last, or the time before. */
    private Optional<JsonObject> definition(String source) {
        return Optional.ofNullable(read.get(source)).or(() -> Optional.ofNullable(readBefore.get(source)));
    }

    @Override
    public void withdrawn(String source, String sentence) {
        definition(source).ifPresent(definition -> events.withdrawn(DefinitionEvents.Subject.of(definition), sentence));
    }

    /** As its status says of this very generation. */
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

    /** What it declares: a new status, or another word in an annotation of kubectl's, makes no other definition of it. */
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
