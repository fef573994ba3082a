package dev.chartroom.apimachinery.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Properties of JSON patches, checked with random documents and paths. */
final class JsonPatchPropertyTest {
    private static final JsonValue MARK = new JsonString("mark");

    @RepeatedTest(200)
    void operationsHaveTheirEffectAtAnyPath(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        JsonValue document = JsonObject.of("root", value(random, 4));
        List<JsonPointer> paths = new ArrayList<>();
        collect(document, List.of(), paths);
        JsonPointer path = paths.get(random.nextInt(paths.size()));
        JsonPointer other = paths.get(random.nextInt(paths.size()));
        JsonValue there = at(document, path);

        assertThat(apply(document, test(path, there))).isEqualTo(document);
        assertThat(at(apply(document, replace(path, MARK)), path)).isEqualTo(MARK);
        assertThat(apply(document, replace(path, MARK), replace(path, there))).isEqualTo(document);
        assertThat(apply(document, remove(path), add(path, there))).isEqualTo(document);
        assertThat(apply(document, add(path, MARK), test(path, MARK))).isNotEqualTo(document);
        assertThat(apply(document, copy(path, new JsonPointer(List.of("copy"))), test(other, at(document, other))))
                .isEqualTo(((JsonObject) document).with("copy", there));
        assertThat(apply(document, move(path, new JsonPointer(List.of("moved")))))
                .isEqualTo(((JsonObject) apply(document, remove(path))).with("moved", there));
        if (other.isPrefixOf(path) && !other.equals(path)) {
            assertThatThrownBy(() -> apply(document, move(other, path))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static JsonValue apply(JsonValue document, JsonObject... operations) {
        return JsonPatch.parse(JsonArray.of(operations)).apply(document);
    }

    private static JsonObject add(JsonPointer path, JsonValue value) {
        return operation("add", path).with("value", value);
    }

    private static JsonObject replace(JsonPointer path, JsonValue value) {
        return operation("replace", path).with("value", value);
    }

    private static JsonObject test(JsonPointer path, JsonValue value) {
        return operation("test", path).with("value", value);
    }

    private static JsonObject remove(JsonPointer path) {
        return operation("remove", path);
    }

    private static JsonObject move(JsonPointer from, JsonPointer path) {
        return operation("move", path).with("from", new JsonString(from.toString()));
    }

    private static JsonObject copy(JsonPointer from, JsonPointer path) {
        return operation("copy", path).with("from", new JsonString(from.toString()));
    }

    private static JsonObject operation(String op, JsonPointer path) {
        return JsonObject.builder().put("op", op).put("path", path.toString()).build();
    }

    private static JsonValue at(JsonValue document, JsonPointer path) {
        JsonValue value = document;
        for (String token : path.tokens()) {
            value = value instanceof JsonArray array
                    ? array.get(Integer.parseInt(token))
                    : Objects.requireNonNull(((JsonObject) value).get(token));
        }
        return value;
    }

    private static void collect(JsonValue value, List<String> tokens, List<JsonPointer> paths) {
        if (!tokens.isEmpty()) {
            paths.add(new JsonPointer(tokens));
        }
        if (value instanceof JsonObject object) {
            object.members().forEach((name, member) -> collect(member, joined(tokens, name), paths));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(array.get(i), joined(tokens, Integer.toString(i)), paths);
            }
        }
    }

    private static List<String> joined(List<String> tokens, String token) {
        List<String> joined = new ArrayList<>(tokens);
        joined.add(token);
        return joined;
    }

    private static JsonValue value(SplittableRandom random, int depth) {
        int size = random.nextInt(1, 5);
        return switch (depth == 0 ? random.nextInt(3) : random.nextInt(6)) {
            case 0 -> JsonNumber.of(random.nextInt(3));
            case 1 -> new JsonString("s" + random.nextInt(3));
            case 2 -> JsonNull.NULL;
            case 3 -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = 0; i < size; i++) {
                    items.add(value(random, depth - 1));
                }
                yield new JsonArray(items);
            }
            default -> {
                JsonObject.Builder object = JsonObject.builder();
                for (int i = 0; i < size; i++) {
                    object.put(
                            List.of("a", "b", "a/b", "m~n", "", "0", "-").get(random.nextInt(7)),
                            value(random, depth - 1));
                }
                yield object.build();
            }
        };
    }
}
