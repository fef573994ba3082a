package dev.chartroom.domain.subresource;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.Map;
import java.util.Optional;

/**
 * A kind whose objects belong to an application, although its release did not make them, such as backups.
 *
 * @param labels the labels of such an object, in whose values {@value #RELEASE} stands for the name of the release
 * @param field the path of the field with the name of the release, such as {@code spec.cluster.name}; empty if the labels
 *     suffice
 * @param create an object to create, in which {@value #RELEASE} stands for the name of the release; empty if there is none
 */
public record RelatedKind(
        GroupVersion version, String kind, Map<String, String> labels, String field, JsonObject create) {
    /** The placeholder for the name of the release. */
    public static final String RELEASE = "$(release)";

    public RelatedKind {
        labels = Map.copyOf(labels);
    }

    /** Returns whether an object of this kind belongs to a release. */
    public boolean includes(JsonObject object, String release) {
        JsonObject actual = object.objectOrEmpty("metadata").objectOrEmpty("labels");
        return labels.entrySet().stream()
                        .allMatch(label -> actual.stringOrEmpty(label.getKey())
                                .equals(label.getValue().replace(RELEASE, release)))
                && (field.isEmpty() || named(object).equals(release));
    }

    private String named(JsonObject object) {
        JsonObject parent = object;
        String[] names = field.split("\\.", -1);
        for (int i = 0; i < names.length - 1; i++) {
            parent = parent.objectOrEmpty(names[i]);
        }
        return parent.stringOrEmpty(names[names.length - 1]);
    }

    /** Returns an object that a user can create for a release; empty if the definition has none. */
    public Optional<JsonObject> template(String release, String namespace) {
        if (create.names().isEmpty()) {
            return Optional.empty();
        }
        JsonObject filled = (JsonObject) filled(create, release);
        return Optional.of(JsonObject.builder()
                .put("apiVersion", version.toString())
                .put("kind", kind)
                .putAll(filled.without("apiVersion").without("kind"))
                .put("metadata", filled.objectOrEmpty("metadata").with("namespace", new JsonString(namespace)))
                .build());
    }

    private static JsonValue filled(JsonValue value, String release) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject.Builder members = JsonObject.builder();
                object.members().forEach((name, member) -> members.put(name, filled(member, release)));
                yield members.build();
            }
            case JsonArray array -> array.map(item -> filled(item, release));
            case JsonString(String text) -> new JsonString(text.replace(RELEASE, release));
            case JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }
}
