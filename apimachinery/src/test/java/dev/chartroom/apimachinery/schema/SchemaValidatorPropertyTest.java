package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class SchemaValidatorPropertyTest {
    private static final int ROUNDS = 3000;

    @Test
    void valueIsValidForTheSchemaGeneratedFromIt() {
        RandomConstraints random = new RandomConstraints(36);
        for (int i = 0; i < ROUNDS; i++) {
            JsonObject value = random.object(4);
            JsonObject declared = random.schemaOf(value, false);
            Schema schema = Schema.of(declared);
            Pruned pruned = SchemaPruner.prune(schema, value, "spec");

            assertThat(pruned.value()).as(declared.toString()).isSameAs(value);
            assertThat(SchemaValidator.validate(schema, "spec", value, null))
                    .as("%s of %s", value, declared)
                    .isEmpty();
        }
    }

    @Test
    void invalidValueIsAcceptedOnlyIfTheOldValueIsEqual() {
        RandomConstraints random = new RandomConstraints(37);
        for (int i = 0; i < ROUNDS; i++) {
            JsonObject value = random.object(4).with("x", new JsonString("text"));
            JsonObject declared = random.schemaOf(value, true);
            Schema schema = Schema.of(declared);

            assertThat(SchemaValidator.validate(schema, "spec", value, null))
                    .as("%s of %s", value, declared)
                    .isNotEmpty();
            assertThat(SchemaValidator.validate(schema, "spec", value, value))
                    .as("%s of %s", value, declared)
                    .isEmpty();
        }
    }

    @Test
    void pruningAPrunedValueChangesNothing() {
        RandomSchemas random = new RandomSchemas(38);
        RandomConstraints values = new RandomConstraints(38);
        for (int i = 0; i < ROUNDS; i++) {
            JsonObject declared = random.schema();
            Schema schema = Schema.of(declared);
            JsonObject value = i % 2 == 0 ? random.value(declared) : values.object(4);
            Pruned once = SchemaPruner.prune(schema, value, "spec");
            Pruned twice = SchemaPruner.prune(schema, once.value(), "spec");

            assertThat(twice.value()).as("%s of %s", value, declared).isSameAs(once.value());
            assertThat(twice.unknownFields()).isEmpty();
            assertThat(once.unknownFields().isEmpty() || !once.value().equals(value))
                    .isTrue();
        }
    }

    @Test
    void randomValuesAreValidatedAgainstRandomSchemas() {
        RandomSchemas plain = new RandomSchemas(39);
        RandomConstraints random = new RandomConstraints(39);
        int errors = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Schema schema = Schema.of(i % 2 == 0 ? plain.schema() : random.schemaOf(random.object(4), i % 3 == 0));
            JsonObject value = SchemaDefaulter.withDefaults(
                    schema, SchemaPruner.prune(schema, random.object(4), "spec").value());
            JsonValue old = random.object(4);

            errors += SchemaValidator.validate(schema, "spec", value, old).size();
            assertThat(SchemaValidator.validate(schema, "spec", random.value(3), null))
                    .isNotNull();
        }
        assertThat(errors).isPositive();
    }

    @Test
    @Timeout(60)
    void deeplyNestedValuesAreValidated() {
        JsonObject schema = TestJson.object("{type:'string'}");
        JsonValue value = new JsonArray(List.of());
        for (int i = 0; i < 98; i++) {
            schema = JsonObject.builder()
                    .put("type", i % 2 == 0 ? "array" : "object")
                    .put(i % 2 == 0 ? "items" : "additionalProperties", schema)
                    .build();
            value = i % 2 == 0 ? JsonArray.of(value) : JsonObject.of("a", value);
        }
        Schema deep = Schema.of(schema);

        assertThat(SchemaPruner.prune(deep, (JsonObject) value, "spec").unknownFields())
                .isEmpty();
        assertThat(SchemaValidator.validate(deep, "spec", value, null)).hasSize(1);
        assertThat(SchemaValidator.validate(deep, "spec", value, value)).isEmpty();
    }

    /** The value has every error that it can have. Quadratic work would take hours. */
    @Test
    @Timeout(300)
    void largeInvalidValuesAreValidatedBeforeTheTimeout() {
        Schema schema = Schema.of(TestJson.object("""
                {properties:{
                  set:{type:'array',items:{type:'string',maxLength:1,enum:['a','b']},x-kubernetes-list-type:'set'},
                  map:{type:'array',items:{type:'object',required:['k'],properties:{k:{type:'integer'},
                    v:{type:'integer',maximum:1}}},x-kubernetes-list-type:'map',x-kubernetes-list-map-keys:['k']},
                  any:{type:'object',additionalProperties:{type:'string',minLength:9}}}}"""));
        List<JsonValue> texts = new ArrayList<>();
        List<JsonValue> keyed = new ArrayList<>();
        JsonObject.Builder members = JsonObject.builder();
        for (int i : IntStream.range(0, 50_000).toArray()) {
            texts.add(new JsonString("text" + i / 2));
            keyed.add(JsonObject.builder().put("k", i).put("v", i).build());
            members.put("m" + i, JsonNumber.of(i));
        }
        JsonObject value = JsonObject.builder()
                .put("set", new JsonArray(texts))
                .put("map", new JsonArray(keyed))
                .put("any", members.build())
                .build();

        // The size limit of the report cuts off further errors.
        assertThat(SchemaValidator.validate(schema, "spec", value, null)).hasSizeGreaterThan(10_000);
        assertThat(SchemaValidator.validate(schema, "spec", value, value)).isEmpty();
    }
}
