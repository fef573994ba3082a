package dev.chartroom.adapters.http.json;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.json.JsonDocument;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.LoadSettingsBuilder;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreFloat;
import org.snakeyaml.engine.v2.constructor.core.ConstructYamlCoreInt;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** One YAML document as the JSON value it stands for. */
final class YamlReader {
    private static final int MAX_CODE_POINTS = 16 * 1024 * 1024;
    private static final int MAX_NUMBER_LENGTH = 1000;
    /** How many characters and values a document may gain by the aliases in it. */
    private static final int MAX_ALIASED = 1024 * 1024;

    private static final ConstructNode INTEGER = limited(new ConstructYamlCoreInt());
    private static final ConstructNode FLOAT = limited(new ConstructYamlCoreFloat());

    private static final LoadSettings STRICT = settings(false).build();
    private static final LoadSettings LENIENT = settings(true).build();
    /** No place is told of what only the other readers refuse. */
    private static final LoadSettings PLAIN = settings(false).setUseMarks(false).build();

    private long left;

    private YamlReader(int length) {
        left = (long) length + MAX_ALIASED;
    }

    /** The document, in which no key may be there twice. */
    static JsonValue read(byte[] yaml) {
        return plain(yaml).orElseGet(() -> whole(yaml));
    }

    /** Likewise, empty where more is to be looked at than the parser's events. */
    static Optional<JsonValue> plain(byte[] yaml) {
        return PlainYaml.read(yaml, PLAIN, YamlReader::number);
    }

    /** Likewise, read the long way. */
    static JsonValue whole(byte[] yaml) {
        return read(yaml, STRICT);
    }

    /** The document with the last value of each key, and which keys are there twice. */
    static JsonDocument document(byte[] yaml) {
        return plain(yaml)
                .map(value -> JsonDocument.ofYaml(value, List.of()))
                .orElseGet(() -> JsonDocument.ofYaml(read(yaml, LENIENT), YamlDuplicates.of(yaml, LENIENT)));
    }

    private static LoadSettingsBuilder settings(boolean duplicateKeys) {
        return LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setTagConstructors(Map.of(Tag.INT, INTEGER, Tag.FLOAT, FLOAT))
                .setAllowDuplicateKeys(duplicateKeys)
                .setAllowRecursiveKeys(false)
                .setMaxAliasesForCollections(50)
                .setCodePointLimit(MAX_CODE_POINTS)
                // A token longer than the buffer is copied each time the buffer is filled.
                .setBufferSize(64 * 1024);
    }

    private static JsonValue read(byte[] yaml, LoadSettings settings) {
        try {
            loaded(() -> {
                YamlAnchors.check(yaml, settings, (long) yaml.length + MAX_ALIASED);
                return true;
            });
            Iterator<Object> documents = new Load(settings)
                    .loadAllFromInputStream(new ByteArrayInputStream(yaml))
                    .iterator();
            if (!loaded(documents::hasNext)) {
                throw ApiException.badRequest("the body is empty where YAML was expected");
            }
            JsonValue value = new YamlReader(yaml.length).value(loaded(documents::next), JsonCodec.MAX_DEPTH);
            if (loaded(documents::hasNext)) {
                throw ApiException.badRequest("the body holds more than one YAML document");
            }
            return value;
        } catch (StackOverflowError _) {
            throw ApiException.badRequest("the body exceeds a limit: it is nested too deeply");
        }
    }

    private static <T extends @Nullable Object> T loaded(Supplier<T> step) {
        try {
            return step.get();
        } catch (ApiException e) {
            throw e;
        } catch (RuntimeException e) {
            if (e.getCause() instanceof ApiException refusal) {
                throw refusal;
            }
            // Not all of them are YamlEngineExceptions: explicit tags, such as !!int x, fail as they may.
            throw ApiException.badRequest("the body is not valid YAML: " + e.getMessage());
        }
    }

    /** The conversion of long numbers takes more than linear time. */
    private static ConstructNode limited(ConstructNode number) {
        return node -> {
            if (node instanceof ScalarNode scalar && scalar.getValue().length() > MAX_NUMBER_LENGTH) {
                throw ApiException.badRequest("the body exceeds a limit: a number is longer than " + MAX_NUMBER_LENGTH);
            }
            return number.construct(node);
        };
    }

    private JsonValue value(@Nullable Object value, int depth) {
        spend(1);
        return switch (value) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(text(text));
            case Boolean bool -> JsonBoolean.of(bool);
            case Number number -> number(number);
            case Map<?, ?> map -> object(map, inside(depth));
            case List<?> list -> array(list, inside(depth));
            default ->
                throw ApiException.badRequest("the body holds a YAML value that JSON has no form for: "
                        + value.getClass().getSimpleName());
        };
    }

    private static JsonValue number(ScalarNode node) {
        return number(
                (Number) Objects.requireNonNull((node.getTag().equals(Tag.INT) ? INTEGER : FLOAT).construct(node)));
    }

    private static JsonValue number(Number value) {
        return switch (value) {
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case Double number -> decimal(number);
            default -> Numbers.parse(value.toString());
        };
    }

    private static JsonValue decimal(double number) {
        if (!Double.isFinite(number)) {
            throw ApiException.badRequest("the body holds a number that JSON has no form for: " + number);
        }
        return Numbers.parse(Double.toString(number));
    }

    private JsonObject object(Map<?, ?> map, int depth) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        map.forEach((key, member) -> {
            String name = text(name(key));
            if (members.put(name, value(member, depth)) != null) {
                throw ApiException.badRequest("the body holds a YAML mapping with the key " + name + " twice");
            }
        });
        return JsonObject.of(members);
    }

    private static String name(@Nullable Object key) {
        return switch (key) {
            case String name -> name;
            case Boolean bool -> bool.toString();
            case Number number -> number.toString();
            case null, default ->
                throw ApiException.badRequest("the body holds a YAML mapping with a key that is not a scalar");
        };
    }

    private JsonArray array(List<?> list, int depth) {
        List<JsonValue> values = new ArrayList<>(list.size());
        for (Object element : list) {
            values.add(value(element, depth));
        }
        return new JsonArray(values);
    }

    private String text(String text) {
        spend(text.length());
        return Characters.whole(text);
    }

    private void spend(int size) {
        left -= size;
        if (left < 0) {
            throw ApiException.badRequest("the body exceeds a limit: its aliases make it too large");
        }
    }

    private static int inside(int depth) {
        if (depth == 0) {
            throw ApiException.badRequest(
                    "the body exceeds a limit: it is nested more than " + JsonCodec.MAX_DEPTH + " levels deep");
        }
        return depth - 1;
    }
}
