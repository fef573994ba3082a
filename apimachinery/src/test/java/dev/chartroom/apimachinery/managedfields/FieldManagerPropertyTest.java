package dev.chartroom.apimachinery.managedfields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.managedfields.set.FieldSet;
import dev.chartroom.apimachinery.managedfields.typed.Comparison;
import dev.chartroom.apimachinery.managedfields.typed.FieldType;
import dev.chartroom.apimachinery.managedfields.typed.FieldTypes;
import dev.chartroom.apimachinery.managedfields.typed.TypedComparison;
import dev.chartroom.apimachinery.managedfields.typed.TypedFields;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Properties of apply and update, checked with the configurations of the recorded random sequences. */
class FieldManagerPropertyTest {
    private static final Path FOLDER = Path.of("src/test/resources/managedfields");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-01T01:00:00Z");

    private final Schema schema = Schema.of(TestJson.readObject(FOLDER.resolve("schemas/widget.json")));
    private final FieldManager manager = FieldManager.of(new GroupVersion("apps.example.org", "v1"), "Widget", schema);
    private final List<JsonObject> configurations = configurations();

    @Test
    void reapplyingAConfigurationChangesNothing() {
        forRandomObjects((live, configuration) -> {
            JsonObject once = manager.apply(live, configuration, "m", true, "", NOW);

            assertThat(manager.apply(once, configuration, "m", false, "", LATER))
                    .isEqualTo(once);
        });
    }

    @Test
    void forcedApplySetsEveryFieldOfTheConfiguration() {
        forRandomObjects((live, configuration) -> {
            JsonObject result = manager.apply(live, configuration, "m", true, "", NOW);

            FieldType type = FieldTypes.ofObject(schema);
            JsonObject bare = ManagedFields.NONE.on(result);
            Comparison missing = TypedComparison.compare(type, configuration, bare);
            FieldSet applied = TypedFields.of(type, configuration);
            assertThat(missing.removed()).isEqualTo(FieldSet.EMPTY);
            assertThat(missing.modified().intersection(applied)).isEqualTo(FieldSet.EMPTY);
        });
    }

    @Test
    void updateWithTheLiveObjectChangesNothing() {
        forRandomObjects((live, _) ->
                assertThat(manager.update(live, live, "u", "", LATER)).isEqualTo(live));
    }

    @Test
    void otherManagersLoseOwnershipOfUpdatedFields() {
        forRandomObjects((live, configuration) -> {
            JsonObject next = live.with("spec", configuration.objectOrEmpty("spec"));
            JsonObject result = manager.update(live, next, "u", "", LATER);

            FieldType type = FieldTypes.ofObject(schema);
            FieldSet written = TypedComparison.compare(type, live, next).written();
            for (ManagedFieldsEntry entry :
                    ManagedFieldsReader.read(ManagedFieldsReader.raw(result)).entries()) {
                if (!entry.id().manager().equals("u")) {
                    assertThat(entry.fields().intersection(written)).isEqualTo(FieldSet.EMPTY);
                }
            }
        });
    }

    @Test
    void applyTimeDoesNotGrowQuadratically() {
        long small = nanos(500);
        long large = nanos(16_000);

        // The object has 32 times as many items. Quadratic work would take a thousand times as long.
        assertThat(large).isLessThan(small * 32 * 8);
    }

    private long nanos(int items) {
        JsonObject live = withItems(items, "a");
        JsonObject owned = manager.update(JsonObject.EMPTY, live, "c", "", NOW)
                .with("metadata", TestJson.object("{name: 'x', uid: '1'}"));
        JsonObject configuration = withItems(items, "b");
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            long start = System.nanoTime();
            manager.apply(owned, configuration, "m", true, "", NOW);
            best = Math.min(best, System.nanoTime() - start);
        }
        return best;
    }

    private static JsonObject withItems(int items, String password) {
        JsonArray users = new JsonArray(IntStream.range(0, items)
                .<JsonValue>mapToObj(i -> JsonObject.builder()
                        .put("name", "user-" + i)
                        .put("password", password)
                        .build())
                .toList());
        return TestJson.object("{apiVersion: 'apps.example.org/v1', kind: 'Widget', metadata: {name: 'x'}}")
                .with("spec", JsonObject.of("users", users));
    }

    private interface Property {
        void check(JsonObject live, JsonObject configuration);
    }

    private void forRandomObjects(Property property) {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            JsonObject live = JsonObject.EMPTY;
            for (int j = 0; j < 4; j++) {
                live = manager.apply(live, next(random), "m" + random.nextInt(3), true, "", NOW);
                live = live.with(
                        "metadata",
                        live.objectOrEmpty("metadata").toBuilder()
                                .put("uid", "1")
                                .build());
            }
            property.check(live, next(random));
        }
    }

    private JsonObject next(Random random) {
        return configurations.get(random.nextInt(configurations.size()));
    }

    /** Returns all recorded configurations that fit the schema. */
    private List<JsonObject> configurations() {
        List<JsonObject> found = new ArrayList<>();
        try (var files = Files.walk(FOLDER.resolve("random"))) {
            files.filter(file -> file.endsWith("steps.json")).sorted().forEach(file -> {
                for (JsonValue step : TestJson.readObject(file).arrayOrEmpty("steps")) {
                    JsonObject body = ((JsonObject) step).objectOrEmpty("body");
                    if (((JsonObject) step).stringOrEmpty("op").equals("apply") && fits(whole(body))) {
                        found.add(whole(body));
                    }
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(found).hasSizeGreaterThan(100);
        return found;
    }

    private boolean fits(JsonObject configuration) {
        try {
            manager.apply(JsonObject.EMPTY, configuration, "m", false, "", NOW);
            return true;
        } catch (ApiException _) {
            return false;
        }
    }

    private static JsonObject whole(JsonObject body) {
        JsonObject metadata = body.objectOrEmpty("metadata");
        return TestJson.object("{apiVersion: 'apps.example.org/v1', kind: 'Widget'}").toBuilder()
                .putAll(body)
                .put("metadata", metadata.toBuilder().put("name", "x").build())
                .build();
    }
}
