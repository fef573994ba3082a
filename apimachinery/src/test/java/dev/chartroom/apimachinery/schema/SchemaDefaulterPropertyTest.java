package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of defaulting, checked with random schemas and values. */
final class SchemaDefaulterPropertyTest {
    private static final int RUNS = 3_000;

    private int changes;
    private int removals;

    @ParameterizedTest
    @ValueSource(longs = {1, 20_001, 40_001, 60_001})
    void defaultingLosesNoValueInRandomSchemas(long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + RUNS; seed++) {
            RandomSchemas random = new RandomSchemas(seed);
            JsonObject declared = random.schema();
            check(Schema.of(declared), declared, random, "seed " + seed);
        }

        assertThat(changes).as("values that defaults changed").isGreaterThan(RUNS / 5);
        assertThat(removals).as("values that defaults were taken out of").isGreaterThan(RUNS / 10);
    }

    @Test
    void defaultingLosesNoValueInRealDefinitions() {
        Map<String, JsonObject> definitions = RealDefinitions.schemas();
        assumeTrue(!definitions.isEmpty(), "no real definitions here");
        definitions.forEach((name, declared) -> {
            for (long seed = 1; seed <= 200; seed++) {
                check(Schema.of(declared), declared, new RandomSchemas(seed), name + ", seed " + seed);
            }
        });

        assertThat(removals).as("values that defaults were taken out of").isGreaterThan(1_000);
    }

    private void check(Schema schema, JsonObject declared, RandomSchemas random, String title) {
        JsonObject stored = random.value(declared);
        JsonObject shown = SchemaDefaulter.withDefaults(schema, stored);
        changes += shown.equals(stored) ? 0 : 1;

        assertThat(SchemaDefaulter.withDefaults(schema, shown)).as(title).isSameAs(shown);
        assertKept(stored, shown, title);
        assertThat(SchemaDefaulter.withoutDefaults(schema, stored, shown))
                .as(title)
                .isEqualTo(stored);
        checkWrite(schema, stored, random.changed(declared, shown), title);
        checkWrite(schema, stored, random.value(declared), title);
    }

    private void checkWrite(Schema schema, JsonObject stored, JsonObject submitted, String title) {
        JsonObject next = SchemaDefaulter.withoutDefaults(schema, stored, submitted);
        removals += next.equals(submitted) ? 0 : 1;

        assertThat(SchemaDefaulter.withDefaults(schema, next))
                .as(title)
                .isEqualTo(SchemaDefaulter.withDefaults(schema, submitted));
        stored.members().forEach((name, value) -> {
            if (value.equals(submitted.get(name))) {
                assertThat(next.get(name))
                        .as(title + ": " + name + " is explicit")
                        .isEqualTo(value);
            }
        });
        assertThat(submitted.names()).as(title).containsAll(next.names());
    }

    /** Asserts that defaulting changes no existing value except null. */
    private static void assertKept(JsonObject before, JsonObject after, String title) {
        before.members().forEach((name, value) -> {
            JsonValue now = after.get(name);
            switch (value) {
                case JsonObject object -> {
                    assertThat(now).as(title).isInstanceOf(JsonObject.class);
                    assertKept(object, (JsonObject) Objects.requireNonNull(now), title);
                }
                case JsonArray array ->
                    assertThat(now)
                            .as(title)
                            .isInstanceOfSatisfying(
                                    JsonArray.class,
                                    items -> assertThat(items.size()).isEqualTo(array.size()));
                case JsonNull _ -> assertThat(now).as(title).isNotNull();
                default -> assertThat(now).as(title).isEqualTo(value);
            }
        });
    }
}
