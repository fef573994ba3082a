package dev.chartroom.apimachinery.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.managedfields.FieldManager;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.patch.JsonPatch;
import dev.chartroom.apimachinery.patch.MergePatch;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaDefaulter;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.schema.SchemaValidator;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DeadlineTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type:'object',properties:{items:{type:'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['id'],
              items:{type:'object',required:['id'],properties:{id:{type:'integer'}}}}}}"""));
    private static final JsonObject SPEC = JsonObject.of(
            "items",
            new JsonArray(IntStream.range(0, 2_000)
                    .<JsonValue>mapToObj(i -> JsonObject.of("id", JsonNumber.of(i)))
                    .toList()));
    private static final JsonObject OBJECT = JsonObject.builder()
            .put("apiVersion", "apps.example.com/v1")
            .put("kind", "Widget")
            .put("metadata", JsonObject.builder().put("name", "a").build())
            .put("spec", SPEC)
            .build();
    private static final FieldManager OWNERSHIP =
            FieldManager.of(new GroupVersion("apps.example.com", "v1"), "Widget", SCHEMA);

    record Work(String name, Consumer<JsonObject> work) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Work> WORK = List.of(
            new Work("validation", spec -> SchemaValidator.validate(SCHEMA, "spec", spec, null)),
            new Work("pruning", spec -> SchemaPruner.prune(SCHEMA, spec, "spec")),
            new Work("defaulting", spec -> SchemaDefaulter.withDefaults(SCHEMA, spec)),
            new Work("merge patch", spec -> MergePatch.apply(JsonObject.EMPTY, spec)),
            new Work("JSON patch", DeadlineTest::patch),
            new Work("apply", _ -> OWNERSHIP.apply(JsonObject.EMPTY, OBJECT, "a", false, "", Instant.EPOCH)));

    @ParameterizedTest
    @FieldSource("WORK")
    void workFailsWithTimeoutAtItsDeadline(Work work) {
        assertThatThrownBy(() -> Deadline.during(() -> true, () -> done(work)))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
    }

    @ParameterizedTest
    @FieldSource("WORK")
    void workCompletesBeforeItsDeadline(Work work) {
        AtomicInteger asked = new AtomicInteger();

        assertThat(Deadline.during(() -> asked.incrementAndGet() < 0, () -> done(work)))
                .isTrue();
        assertThat(asked.get()).isPositive();
    }

    @Test
    void checkPassesWithoutADeadline() {
        IntStream.range(0, 10_000).forEach(_ -> Deadline.check());
    }

    private static boolean done(Work work) {
        work.work().accept(SPEC);
        return true;
    }

    private static void patch(JsonObject spec) {
        JsonArray operations = new JsonArray(IntStream.range(0, 1_000)
                .<JsonValue>mapToObj(_ -> TestJson.parse("{op:'remove',path:'/items/0'}"))
                .toList());
        JsonPatch.parse(operations).apply(spec);
    }
}
