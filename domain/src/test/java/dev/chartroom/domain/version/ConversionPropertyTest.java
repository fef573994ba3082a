package dev.chartroom.domain.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Properties of lossless conversion with rules of every kind, checked with random specs. */
class ConversionPropertyTest {
    private static final int RUNS = 5_000;

    private static final Schema OLDER = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'string'}, mode: {type: 'string', enum: ['small', 'large', 'huge']},
              at: {type: 'string', pattern: '^[a-z]+:[1-9][0-9]{0,3}$', example: 'a:1'},
              first: {type: 'string', pattern: '^[a-z]+$'}, second: {type: 'integer', minimum: 0, default: 7},
              scale: {type: 'object', default: {}, properties: {count: {type: 'integer', default: 2}, max: {type: 'integer'}}},
              users: {type: 'array', items: {type: 'object', properties: {pw: {type: 'string'}, name: {type: 'string'}}}},
              same: {type: 'object', additionalProperties: {type: 'string'}}}}
            """));
    private static final Schema STORED = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              volume: {type: 'object', properties: {size: {type: 'string'}}},
              mode: {type: 'string', enum: ['S', 'L', 'huge']},
              to: {type: 'object', required: ['host', 'port'], properties: {
                host: {type: 'string', pattern: '^[a-z]+$'}, port: {type: 'integer', minimum: 1, maximum: 9999}}},
              pair: {type: 'string', pattern: '^[a-z]+/[0-9]+$', example: 'a/1'},
              replicas: {type: 'integer', default: 2}, max: {type: 'integer'}, tier: {type: 'string'},
              users: {type: 'array', items: {type: 'object', properties: {password: {type: 'string'}, name: {type: 'string'}}}},
              same: {type: 'object', additionalProperties: {type: 'string'}}}}
            """));
    private static final VersionConversion CONVERSION = conversion();

    private final Random random = new Random(6);

    private static VersionConversion conversion() {
        ConversionRules rules = new ConversionRules(OLDER, STORED, SchemaExpressions.JDK);
        return new VersionConversion(
                OLDER,
                STORED,
                List.of(
                        rules.moved("spec.size", "spec.volume.size", Map.of()),
                        rules.moved(
                                "spec.mode",
                                "spec.mode",
                                Map.of(
                                        new JsonString("small"),
                                        new JsonString("S"),
                                        new JsonString("large"),
                                        new JsonString("L"))),
                        rules.split("spec.at", List.of("spec.to.host", "spec.to.port"), ":"),
                        rules.joined(List.of("spec.first", "spec.second"), "spec.pair", "/"),
                        rules.moved("spec.scale.count", "spec.replicas", Map.of()),
                        rules.moved("spec.scale.max", "spec.max", Map.of()),
                        rules.moved("spec.users[*].pw", "spec.users[*].password", Map.of()),
                        rules.onlyStored("spec.tier", new JsonString("basic"))));
    }

    @Test
    void generatedExamplesLoseNothing() {
        assertThat(RoundTrip.loss(CONVERSION, "v1", "v2")).isEmpty();
    }

    @Test
    void specWrittenInTheOlderVersionIsReadBackUnchanged() {
        for (int run = 0; run < RUNS; run++) {
            JsonObject spec = older();

            assertThat(shown(CONVERSION.fromStored(CONVERSION.toStored(spec, null))))
                    .isEqualTo(shown(spec));
        }
    }

    @Test
    void specWrittenOverAnotherSpecIsReadBackUnchanged() {
        for (int run = 0; run < RUNS; run++) {
            JsonObject spec = older();

            JsonObject written = CONVERSION.toStored(spec, CONVERSION.toStored(older(), null));

            assertThat(shown(CONVERSION.fromStored(written))).isEqualTo(shown(spec));
        }
    }

    /** The stored spec is arbitrary, because users may edit releases. */
    @Test
    void storedSpecReadAndWrittenBackInTheOlderVersionIsUnchanged() {
        for (int run = 0; run < RUNS; run++) {
            JsonObject stored = SchemaPruner.pruneKeepingNulls(STORED, anything(), "spec");

            assertThat(withoutEmpty(CONVERSION.toStored(CONVERSION.fromStored(stored), stored)))
                    .as("%s, shown as %s", stored, CONVERSION.fromStored(stored))
                    .isEqualTo(withoutEmpty(stored));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spec.volume.size        | spec.size
            spec.volume             | spec.size,spec.volume
            spec.to.host            | spec.at
            spec.pair               | spec.first,spec.second
            spec.users[*].password  | spec.users[*].pw
            spec.users              | spec.users[*].pw,spec.users
            spec.users[*].name      | spec.users[*].name
            spec.same.*             | spec.same.*
            """)
    void storedPathMapsToAllCorrespondingPathsInTheOlderVersion(String path, String older) {
        KindVersions versions = new KindVersions("v2", STORED, Map.of("v1", CONVERSION));

        assertThat(versions.paths(List.of(path), "v1")).containsExactlyInAnyOrder(older.split(","));
        assertThat(versions.paths(List.of(path), "v2")).containsExactly(path);
    }

    private static JsonObject shown(JsonObject spec) {
        return withoutEmpty(SchemaDefaulter.withDefaults(OLDER, spec));
    }

    private JsonObject older() {
        JsonObject.Builder spec = JsonObject.builder();
        maybe(() -> spec.put("size", text()));
        maybe(() -> spec.put("mode", List.of("small", "large", "huge").get(random.nextInt(3))));
        maybe(() -> spec.put("at", letters() + ":" + (1 + random.nextInt(9999))));
        maybe(() -> {
            spec.put("first", letters());
            maybe(() -> spec.put("second", random.nextInt(20)));
        });
        maybe(() -> {
            JsonObject.Builder scale = JsonObject.builder();
            maybe(() -> scale.put("count", random.nextInt(5)));
            maybe(() -> scale.put("max", random.nextInt(5)));
            spec.put("scale", scale.build());
        });
        maybe(() -> {
            List<JsonValue> users = new ArrayList<>();
            while (random.nextInt(3) > 0) {
                JsonObject.Builder user = JsonObject.builder();
                maybe(() -> user.put("pw", text()));
                maybe(() -> user.put("name", text()));
                users.add(user.build());
            }
            spec.put("users", new JsonArray(users));
        });
        maybe(() -> spec.put("same", JsonObject.of(letters(), new JsonString(text()))));
        return spec.build();
    }

    private JsonObject anything() {
        JsonObject.Builder spec = JsonObject.builder();
        for (String name : STORED.json().objectOrEmpty("properties").names()) {
            maybe(() -> spec.put(name, value(0)));
        }
        maybe(() -> spec.put("mode", List.of("S", "L", "small", "x").get(random.nextInt(4))));
        maybe(() -> spec.put("to", JsonObject.of(random.nextBoolean() ? "host" : "port", value(3))));
        maybe(() -> spec.put("pair", List.of("a/1", "a", "a/", "/", "a/b/c", "").get(random.nextInt(6))));
        return spec.build();
    }

    private JsonValue value(int depth) {
        return switch (random.nextInt(depth > 2 ? 4 : 6)) {
            case 0 -> new JsonString(text());
            case 1 -> JsonNumber.of(random.nextInt(9));
            case 2 -> JsonBoolean.of(random.nextBoolean());
            case 3 -> new JsonString("a:b/c");
            case 4 -> JsonArray.of(value(depth + 1), value(depth + 1));
            default ->
                JsonObject.builder()
                        .put(List.of("size", "password", "name", "a").get(random.nextInt(4)), value(depth + 1))
                        .build();
        };
    }

    private void maybe(Runnable then) {
        if (random.nextBoolean()) {
            then.run();
        }
    }

    private String text() {
        return List.of("", "a", "b:c", "x/1", "1Gi").get(random.nextInt(5));
    }

    private String letters() {
        return List.of("a", "b", "abc").get(random.nextInt(3));
    }

    private static JsonObject withoutEmpty(JsonObject object) {
        JsonObject.Builder left = JsonObject.builder();
        object.members().forEach((name, value) -> {
            JsonValue kept = value instanceof JsonObject below ? withoutEmpty(below) : value;
            if (!kept.equals(JsonObject.EMPTY)) {
                left.put(name, kept);
            }
        });
        return left.build();
    }
}
