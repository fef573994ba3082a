package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CelDeadlineTest {
    private static final SchemaRules RULES = new CelExpressions().rules(TestYaml.object("""
            type: object
            properties:
              list: {type: array, items: {type: integer}}
            x-kubernetes-validations:
            - {rule: "self.list.all(i, i == 1)"}
            """));
    private static final JsonObject SPEC =
            JsonObject.of("list", new JsonArray(List.copyOf(Collections.nCopies(1_000, JsonNumber.of(1)))));

    @Test
    void loopFailsWithTimeoutAfterTheDeadline() {
        assertThatThrownBy(() -> Deadline.during(() -> true, () -> RULES.check("spec", SPEC, null)))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
    }

    @Test
    void loopCompletesBeforeTheDeadline() {
        AtomicInteger asked = new AtomicInteger();

        assertThat(Deadline.during(() -> asked.incrementAndGet() < 0, () -> RULES.check("spec", SPEC, null)))
                .isEmpty();
        assertThat(asked.get()).isPositive();
    }
}
