package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.KindSource;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads definitions from one ConfigMap. Each key that is named like a YAML or JSON file contains one definition. The
 * definitions are in the order of their keys. If the ConfigMap does not exist, there are no definitions.
 */
public final class ConfigMapKindSource implements KindSource {
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final NamespacedName name;
    private volatile @Nullable Reflector configMaps;
    private volatile Read read = new Read(JsonObject.EMPTY, List.of());
    private final DefinitionEvents events;
    /** Used only by the reporting thread. */
    private final DefinitionNews news = new DefinitionNews();
    /** Whether the ConfigMap had been listed when the documents were last read. */
    private volatile boolean loaded;
    /** The last ConfigMap that existed. Events can also be about a deleted ConfigMap. */
    private volatile JsonObject known = JsonObject.EMPTY;

    /**
     * The data of a ConfigMap and the documents parsed from the data. If only other fields of the ConfigMap change, the
     * YAML is not parsed again.
     */
    private record Read(JsonObject data, List<DefinitionDocument> documents) {}

    public ConfigMapKindSource(KubernetesHttp http, JsonCodec codec, NamespacedName name, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.name = name;
        this.events = new DefinitionEvents(http, codec, clock);
    }

    /** Selects the ConfigMap by its name. So Chartroom needs no right to any other ConfigMap. */
    @Override
    public void follow(Runnable onChange) {
        configMaps = Reflector.start(
                http,
                codec,
                "/api/v1/namespaces/" + name.namespace() + "/configmaps",
                "metadata.name=" + name.name(),
                onChange);
        events.start();
    }

    @Override
    public List<DefinitionDocument> documents() {
        Reflector followed = configMaps;
        loaded = followed != null && followed.isLoaded();
        JsonObject configMap =
                followed == null ? JsonObject.EMPTY : followed.find(name).orElse(JsonObject.EMPTY);
        if (!configMap.isEmpty()) {
            known = configMap;
        }
        JsonObject data = configMap.objectOrEmpty("data");
        Read last = read;
        if (!last.data.equals(data)) {
            last = new Read(data, read(data));
            read = last;
        }
        return last.documents;
    }

    @Override
    public void report(Map<String, DefinitionStatus> statuses) {
        if (loaded) {
            news.of(statuses).forEach((source, headline) -> events.report(subject(), headline, key(source) + ": "));
        }
    }

    @Override
    public void withdrawn(String source, String sentence) {
        events.withdrawn(subject(), key(source) + ": " + sentence);
    }

    private DefinitionEvents.Subject subject() {
        return DefinitionEvents.Subject.of(known.toBuilder()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .build());
    }

    private String key(String source) {
        return source.substring(prefix().length());
    }

    private String prefix() {
        return "ConfigMap " + written() + ", ";
    }

    @Override
    public Optional<String> problem() {
        Reflector followed = configMaps;
        return followed != null && followed.isLoaded()
                ? Optional.empty()
                : Optional.of("the ConfigMap " + written() + " has not been read yet");
    }

    @Override
    public void close() {
        events.close();
        Reflector followed = configMaps;
        if (followed != null) {
            followed.close();
        }
    }

    private List<DefinitionDocument> read(JsonObject data) {
        return data.strings().entrySet().stream()
                .filter(entry -> DefinitionDocument.isDefinitionFile(entry.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> DefinitionDocument.of(
                        prefix() + entry.getKey(), entry.getValue().getBytes(StandardCharsets.UTF_8), codec))
                .toList();
    }

    private String written() {
        return name.namespace() + "/" + name.name();
    }
}
