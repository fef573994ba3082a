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
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** One YAML document as the JSON value it stands for. */
final class YamlReader {
    private static final int MAX_CODE_POINTS = 16 * 1024 * 1024;

    private YamlReader() {}

    static JsonValue read(byte[] yaml) {
        LoadSettings settings = LoadSettings.builder()
                .setSchema(new CoreSchema())
                .setAllowDuplicateKeys(false)
                .setAllowRecursiveKeys(false)
                .setMaxAliasesForCollections(50)
                .setCodePointLimit(MAX_CODE_POINTS)
                .build();
        try {
            Iterator<Object> documents = new Load(settings)
                    .loadAllFromInputStream(new ByteArrayInputStream(yaml))
                    .iterator();
            if (!documents.hasNext()) {
                throw ApiException.badRequest("the body is empty where YAML was expected");
            }
            JsonValue value = value(documents.next(), JsonCodec.MAX_DEPTH);
            if (documents.hasNext()) {
                throw ApiException.badRequest("the body holds more than one YAML document");
            }
            return value;
        } catch (YamlEngineException e) {
            throw ApiException.badRequest("the body is not valid YAML: " + e.getMessage());
        } catch (StackOverflowError _) {
            throw ApiException.badRequest("the body exceeds a limit: it is nested too deeply");
        }
    }

    private static JsonValue value(@Nullable Object value, int depth) {
        if (depth < 0) {
            throw ApiException.badRequest(
                    "the body exceeds a limit: it is nested more than " + JsonCodec.MAX_DEPTH + " levels deep");
        }
        return switch (value) {
            case null -> JsonNull.NULL;
            case String text -> new JsonString(text);
            case Boolean bool -> JsonBoolean.of(bool);
            case Integer number -> JsonNumber.of(number);
            case Long number -> JsonNumber.of(number);
            case BigInteger number -> Numbers.parse(number.toString());
            case Double number -> decimal(number);
            case Map<?, ?> map -> object(map, depth);
            case List<?> list -> array(list, depth);
            default ->
                throw ApiException.badRequest("the body holds a YAML value that JSON has no form for: "
                        + value.getClass().getSimpleName());
        };
    }

    private static JsonValue decimal(double number) {
        if (!Double.isFinite(number)) {
            throw ApiException.badRequest("the body holds a number that JSON has no form for: " + number);
        }
        return Numbers.parse(Double.toString(number));
    }

    private static JsonObject object(Map<?, ?> map, int depth) {
        JsonObject.Builder members = JsonObject.builder();
        map.forEach((key, member) -> {
            if (key == null || key instanceof Map || key instanceof List) {
                throw ApiException.badRequest("the body holds a YAML mapping with a key that is not a scalar");
            }
            members.put(key.toString(), value(member, depth - 1));
        });
        return members.build();
    }

    private static JsonArray array(List<?> list, int depth) {
        List<JsonValue> values = new ArrayList<>(list.size());
        for (Object element : list) {
            values.add(value(element, depth - 1));
        }
        return new JsonArray(values);
    }
}
