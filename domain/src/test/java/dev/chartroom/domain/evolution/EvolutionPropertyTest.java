package dev.chartroom.domain.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.schema.RandomConstraints;
import dev.chartroom.domain.evolution.ObjectChange.Fate;
import dev.chartroom.domain.kind.DeclaredKind;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The reported impact of a definition's change holds for the objects. */
class EvolutionPropertyTest {
    private static final int ROUNDS = 4000;
    private static final NamespacedName NAME = new NamespacedName("a", "b");

    private final SplittableRandom random = new SplittableRandom(6);

    @Test
    void objectsStayValidIfEveryChangeIsReportedAsAllowed() {
        RandomConstraints constraints = new RandomConstraints(6);
        int allowed = 0;
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            JsonObject values = constraints.object(3);
            JsonObject declared = constraints.schemaOf(values, false);
            DeclaredKind before = EvolvingKinds.redis(declared);
            DeclaredKind after = EvolvingKinds.redis(changed(declared, values));
            List<DefinitionChange> changes = DefinitionChanges.between(before, after);
            ObjectChange object = new ObjectComparison(before, after).of(NAME, values);

            String round = changes + " of " + values + " by " + before.stored().schema() + " and "
                    + after.stored().schema();
            if (changes.stream().allMatch(change -> change.impact() == Impact.ALLOWS)) {
                allowed += changes.isEmpty() ? 0 : 1;
                assertThat(object.fate()).as(round).isEqualTo(Fate.STAYS_VALID);
                assertThat(object.showsOthers()).as(round).isFalse();
            }
            if (!object.hidden().isEmpty()) {
                assertThat(changes)
                        .as(round)
                        .extracting(DefinitionChange::impact)
                        .containsAnyOf(Impact.HIDES, Impact.REFUSES);
            }
            refused += object.fate() == Fate.BECOMES_INVALID ? 1 : 0;
        }
        assertThat(allowed).isGreaterThan(ROUNDS / 10);
        assertThat(refused).isGreaterThan(ROUNDS / 50);
    }

    /** Returns the schema with one random change. The value may or may not still fit it. */
    private JsonObject changed(JsonObject schema, JsonObject value) {
        List<String> properties = List.copyOf(schema.objectOrEmpty("properties").names());
        if (!properties.isEmpty() && random.nextInt(4) > 0) {
            String name = properties.get(random.nextInt(properties.size()));
            JsonObject members = schema.objectOrEmpty("properties");
            JsonValue member = value.get(name);
            if (random.nextInt(8) == 0) {
                return schema.with("properties", members.without(name));
            }
            return schema.with(
                    "properties",
                    members.with(
                            name,
                            changed(
                                    members.objectOrEmpty(name),
                                    member instanceof JsonObject object ? object : JsonObject.EMPTY)));
        }
        List<String> keywords = schema.names().stream()
                .filter(keyword -> !keyword.equals("type")
                        && !keyword.equals("items")
                        && !keyword.equals("x-kubernetes-int-or-string"))
                .toList();
        if (!keywords.isEmpty() && random.nextBoolean()) {
            String keyword = keywords.get(random.nextInt(keywords.size()));
            return switch (schema.get(keyword)) {
                case JsonNumber number
                when number.isIntegral() && !keyword.equals("multipleOf") ->
                    schema.with(
                            keyword, JsonNumber.of(Math.max(0, number.asLong().orElseThrow() + random.nextInt(-1, 2))));
                case JsonArray array
                when keyword.equals("enum") && array.size() > 1 ->
                    schema.with(keyword, new JsonArray(array.values().subList(0, random.nextInt(1, array.size()))));
                case null, default -> schema.without(keyword);
            };
        }
        return added(schema);
    }

    private JsonObject added(JsonObject schema) {
        JsonValue none = JsonArray.of(new JsonString("none"));
        return switch (schema.stringOrEmpty("type")) {
            case "string" ->
                random.nextBoolean()
                        ? schema.with("maxLength", JsonNumber.of(random.nextInt(6)))
                        : schema.with("enum", none);
            case "object" ->
                switch (random.nextInt(3)) {
                    case 0 -> schema.with("maxProperties", JsonNumber.of(random.nextInt(4)));
                    case 1 -> schema.with("required", JsonArray.of(new JsonString("a")));
                    default -> schema.with("x-kubernetes-preserve-unknown-fields", JsonBoolean.TRUE);
                };
            case "array" -> schema.with("maxItems", JsonNumber.of(random.nextInt(4)));
            default -> schema;
        };
    }
}
