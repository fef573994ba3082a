package dev.chartroom.apimachinery.managedfields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Replays recorded writes of one custom resource and compares the results with a kube-apiserver's responses. Each step
 * starts from the object that the kube-apiserver returned before.
 */
final class RecordedSteps {
    private static final JsonObject TYPE_META = JsonObject.builder()
            .put("apiVersion", "apps.example.org/v1")
            .put("kind", "Widget")
            .build();
    private static final String NAME = "@NAME@";

    private final Function<String, JsonObject> schemas;
    private Schema schema;
    private FieldManager manager;
    private JsonObject live = JsonObject.EMPTY;

    /**
     * @param schemas the schemas of a spec, by name
     * @param first the name of the schema in effect until a step changes it
     */
    RecordedSteps(Function<String, JsonObject> schemas, String first) {
        this.schemas = schemas;
        this.schema = Schema.of(schemas.apply(first));
        this.manager = managerOf(schema);
    }

    void replay(JsonArray steps) {
        for (int i = 0; i < steps.size(); i++) {
            JsonObject step = (JsonObject) steps.get(i);
            String title = "step " + (i + 1) + ": " + step.string("op").orElseThrow() + " " + step.get("body");
            if (step.string("op").orElseThrow().equals("schema")) {
                schema = Schema.of(schemas.apply(step.string("schema").orElseThrow()));
                manager = managerOf(schema);
            } else if (step.has("object")) {
                JsonObject answer = step.object("object").orElseThrow();
                JsonObject result = write(step);
                assertThat(comparable(result, step)).as(title).isEqualTo(comparable(answer, step));
                if (step.isTrue("unchanged")) {
                    assertThat(comparable(result, step)).as(title).isEqualTo(comparable(live, step));
                }
                live = answer;
            } else if (step.isTrue("invalid")) {
                assertNulls(title, write(step), step.objectOrEmpty("error"));
            } else {
                JsonObject error = step.objectOrEmpty("error");
                assertThatThrownBy(() -> write(step)).as(title).isInstanceOfSatisfying(ApiException.class, thrown -> {
                    Status status = Status.of(thrown.error());
                    assertThat(lines(status.message())).as(title).isEqualTo(lines(error.stringOrEmpty("message")));
                    assertThat(status.code()).as(title).isEqualTo((int) number(member(step, "code")));
                    assertThat(status.reason().wireName()).as(title).isEqualTo(error.stringOrEmpty("reason"));
                    assertThat(status.details().arrayOrEmpty("causes").values())
                            .as(title)
                            .containsExactlyInAnyOrderElementsOf(error.objectOrEmpty("details")
                                    .arrayOrEmpty("causes")
                                    .values());
                });
            }
        }
    }

    private static JsonValue member(JsonObject object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static FieldManager managerOf(Schema schema) {
        return FieldManager.of(new GroupVersion("apps.example.org", "v1"), "Widget", schema);
    }

    private JsonObject write(JsonObject step) {
        Instant now = Instant.parse(step.string("now").orElseThrow());
        String by = ManagerName.of(step.stringOrEmpty("manager"), step.stringOrEmpty("userAgent"));
        String subresource = step.stringOrEmpty("subresource");
        JsonValue body = member(step, "body");
        JsonObject before = live.isEmpty() ? live : stored(live);
        return switch (step.string("op").orElseThrow()) {
            case "apply" -> manager.apply(before, sent(body), by, step.isTrue("force"), subresource, now);
            case "create" -> manager.update(JsonObject.EMPTY, prepared(sent(body)), by, subresource, now);
            case "update" -> manager.update(before, prepared(stored(sent(body))), by, subresource, now);
            case "merge" ->
                manager.update(before, prepared((JsonObject) MergePatch.apply(before, body)), by, subresource, now);
            case "json" ->
                manager.update(
                        before, prepared((JsonObject) JsonPatch.parse(body).apply(before)), by, subresource, now);
            default -> throw new IllegalArgumentException(step.toString());
        };
    }

    /** Adds apiVersion, kind and name if the body does not have them, as the recorder does. */
    private static JsonObject sent(JsonValue body) {
        JsonObject object = TYPE_META.toBuilder().putAll((JsonObject) body).build();
        JsonObject metadata = object.objectOrEmpty("metadata");
        return object.with("metadata", metadata.has("name") ? metadata : metadata.with("name", new JsonString(NAME)));
    }

    private static JsonObject stored(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata").toBuilder()
                .put("uid", "1")
                .put("name", NAME)
                .put("namespace", "default")
                .build();
        return object.toBuilder().putAll(TYPE_META).put("metadata", metadata).build();
    }

    private JsonObject prepared(JsonObject object) {
        return object.object("spec")
                .map(spec -> object.with("spec", SchemaDefaulter.withDefaults(schema, spec)))
                .orElse(object);
    }

    /**
     * Removes fields that no field manager decides: system metadata, and the fields that a write of the resource
     * resets.
     */
    private static JsonObject comparable(JsonObject object, JsonObject step) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        JsonObject.Builder counts = metadata.toBuilder();
        List.of("name", "namespace", "uid", "generation", "creationTimestamp", "selfLink", "resourceVersion")
                .forEach(counts::remove);
        boolean isStatus = step.stringOrEmpty("subresource").equals("status");
        return isStatus
                ? withoutNulls(JsonObject.builder()
                        .putIfPresent("managedFields", metadata.get("managedFields"))
                        .putIfPresent("status", object.get("status"))
                        .build())
                : withoutNulls(JsonObject.builder()
                        .put("metadata", withoutEmpty(counts.build()))
                        .putIfPresent("spec", object.get("spec"))
                        .build());
    }

    /** Removes empty lists and maps, as a kube-apiserver does in metadata. */
    private static JsonObject withoutEmpty(JsonObject metadata) {
        JsonObject.Builder counts = JsonObject.builder();
        metadata.members().forEach((name, value) -> {
            boolean empty = value instanceof JsonObject object && object.isEmpty()
                    || value instanceof JsonArray array && array.isEmpty();
            if (!empty) {
                counts.put(name, value);
            }
        });
        return counts.build();
    }

    /** Removes nulls, because storing an object removes the nulls that its schema does not allow. */
    private static JsonObject withoutNulls(JsonObject object) {
        JsonObject.Builder left = JsonObject.builder();
        object.members().forEach((name, value) -> {
            if (value instanceof JsonObject inner) {
                left.put(name, withoutNulls(inner));
            } else if (value != JsonNull.NULL) {
                left.put(
                        name,
                        value instanceof JsonArray array
                                ? array.map(item -> item instanceof JsonObject inner ? withoutNulls(inner) : item)
                                : value);
            }
        });
        return left.build();
    }

    /** Asserts that the nulls that validation rejected are in the result. */
    private static void assertNulls(String title, JsonObject result, JsonObject error) {
        for (JsonValue cause : error.objectOrEmpty("details").arrayOrEmpty("causes")) {
            JsonObject fault = (JsonObject) cause;
            if (!fault.stringOrEmpty("message").contains("Invalid value: \"null\"")) {
                continue;
            }
            JsonValue value = result;
            for (String name : fault.stringOrEmpty("field").split("[.\\[\\]]+")) {
                value = value instanceof JsonArray array
                        ? array.get(Integer.parseInt(name))
                        : member((JsonObject) value, name);
            }
            assertThat(value).as(title + " at " + fault.get("field")).isEqualTo(JsonNull.NULL);
        }
    }

    /** Sorts several errors, because upstream iterates over maps in random order. */
    private static List<String> lines(String message) {
        return message.contains("errors:\n") ? message.lines().sorted().toList() : List.of(message);
    }

    private static long number(JsonValue value) {
        return ((JsonNumber) value).asLong().orElseThrow();
    }
}
