package dev.chartroom.bootstrap.transfer;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Creates or updates the objects of YAML documents. */
public final class ObjectImport {
    /** A boundary between documents. No string in YAML can contain such a line. */
    private static final Pattern BOUNDARY = Pattern.compile("(?m)^---[ \t]*(#.*)?$");

    private static final Pattern NOTHING = Pattern.compile("(?s)(\\s|#[^\n]*(\n|$))*");

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String fieldManager;
    private final String namespace;
    /** By version and kind. */
    private final Map<String, Resource> resources = new HashMap<>();

    private record Resource(String name, boolean namespaced) {}

    /**
     * @param codec like that of {@link ObjectExport}
     * @param namespace the namespace of objects that name none
     */
    public ObjectImport(KubernetesHttp http, JsonCodec codec, String fieldManager, String namespace) {
        this.http = http;
        this.codec = codec;
        this.fieldManager = fieldManager;
        this.namespace = namespace;
    }

    /**
     * The outcome of a document.
     *
     * @param name kind, namespace and name
     * @param result created, configured, unchanged, or why it was refused
     */
    public record Outcome(String name, String result, boolean refused) {}

    /** Stores the documents of a file, in their order. A refused document does not stop the others. */
    public List<Outcome> store(String yaml) {
        return store(yaml, (_, _) -> {});
    }

    /** Stores the documents of a file, and reports the progress before each of them. */
    public List<Outcome> store(String yaml, Progress progress) {
        List<String> documents = BOUNDARY.splitAsStream(yaml)
                .filter(document -> !NOTHING.matcher(document).matches())
                .toList();
        List<Outcome> outcomes = new ArrayList<>();
        for (String document : documents) {
            progress.report(outcomes.size(), documents.size());
            outcomes.add(stored(document, outcomes.size() + 1));
        }
        return outcomes;
    }

    private Outcome stored(String document, int number) {
        String name = "document " + number;
        try {
            if (!(codec.parseYaml(document.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object)) {
                return new Outcome(name, "must be an object", true);
            }
            JsonObject metadata = object.objectOrEmpty("metadata");
            name = object.stringOrEmpty("kind") + " " + metadata.stringOrEmpty("namespace") + "/"
                    + metadata.stringOrEmpty("name");
            return new Outcome(name, stored(PlainObject.of(object)), false);
        } catch (ApiException | IllegalArgumentException e) {
            return new Outcome(name, String.valueOf(e.getMessage()), true);
        }
    }

    private String stored(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        String version = object.stringOrEmpty("apiVersion");
        Resource resource = resource(version, object.stringOrEmpty("kind"));
        String collection = "/apis/" + version
                + (resource.namespaced()
                        ? "/namespaces/" + metadata.string("namespace").orElse(namespace)
                        : "") + "/"
                + resource.name();
        Query query = new Query().with("fieldManager", fieldManager).with("fieldValidation", "Strict");
        KubernetesResponse created = http.send("POST", collection, query, codec.encode(object));
        if (created.isSuccess()) {
            return "created";
        }
        if (!isOf(created, StatusReason.ALREADY_EXISTS)) {
            throw refusal(created);
        }
        String path = collection + "/" + metadata.stringOrEmpty("name");
        JsonObject live = read(http.get(path, new Query()));
        JsonObject after = read(http.send("PUT", path, query, codec.encode(PlainObject.over(live, object))));
        return version(live).equals(version(after)) ? "unchanged" : "configured";
    }

    private Resource resource(String version, String kind) {
        Resource known = resources.get(version + " " + kind);
        if (known == null) {
            known = read(http.get("/apis/" + version, new Query())).arrayOrEmpty("resources").objects().stream()
                    .filter(resource -> resource.stringOrEmpty("kind").equals(kind)
                            && !resource.stringOrEmpty("name").contains("/"))
                    .findFirst()
                    .map(resource -> new Resource(resource.stringOrEmpty("name"), resource.isTrue("namespaced")))
                    .orElseThrow(() -> new IllegalArgumentException("no matches for kind " + kind + " in " + version));
            resources.put(version + " " + kind, known);
        }
        return known;
    }

    private JsonObject read(KubernetesResponse response) {
        if (!response.isSuccess()) {
            throw refusal(response);
        }
        return codec.parse(response.body()) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private boolean isOf(KubernetesResponse response, StatusReason reason) {
        return RemoteStatus.of(response, codec)
                .filter(status -> status.reason() == reason)
                .isPresent();
    }

    private IllegalArgumentException refusal(KubernetesResponse response) {
        return new IllegalArgumentException(
                RemoteStatus.of(response, codec).map(RemoteStatus::message).orElse("HTTP status " + response.code()));
    }

    private static String version(JsonObject object) {
        return object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }
}
