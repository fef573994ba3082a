package dev.chartroom.core.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.apimachinery.schema.SchemaRules;
import dev.chartroom.apimachinery.schema.ValueExpression;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.admission.RecordedNotes;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.admission.Admission;
import dev.chartroom.ports.admission.ObjectQuota;
import dev.chartroom.ports.json.JsonDocument;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules of a schema may compute for long, whatever the size of the object. */
@Timeout(30)
class RuledWritesTest {
    private final ServerCapacity capacity = new ServerCapacity(2, 1 << 20);
    private final AtomicInteger evaluated = new AtomicInteger();
    private final ApplicationWriter writer = new ApplicationWriter(
            mock(ApplicationStore.class), Admission.NONE, ObjectQuota.UNLIMITED, new Random(1), Clock.systemUTC());

    @Test
    void smallWriteOfAKindWithRules_requiresATurn() {
        ApplicationKind kind = ruled((_, _, _) -> {
            // A kind also evaluates its rules when it is created.
            if (ServerCapacity.current().isPresent()) {
                evaluated.incrementAndGet();
                assertThatThrownBy(this::otherTurnOfTheSameUser).isInstanceOf(ApiException.class);
            }
            return List.of();
        });

        capacity.during(() -> writer.create(kind, "ns", object(), request()));

        assertThat(evaluated).hasValue(1);
    }

    @Test
    void smallWriteOfAKindWithoutRules_takesNoTurn() {
        capacity.during(() -> {
            writer.create(Kinds.redis(), "ns", object(), request());

            otherTurnOfTheSameUser();
        });
    }

    private void otherTurnOfTheSameUser() {
        capacity.during(() -> RequestDeadline.in(Duration.ofMillis(100)).during(() -> {
            ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE);
            return true;
        }));
    }

    private static ApplicationKind ruled(SchemaRules rules) {
        SchemaExpressions expressions = new SchemaExpressions() {
            @Override
            public Predicate<String> pattern(String regex) {
                return SchemaExpressions.JDK.pattern(regex);
            }

            @Override
            public SchemaRules rules(JsonObject schema) {
                return rules;
            }

            @Override
            public ValueExpression value(JsonObject schema, String expression) {
                return SchemaExpressions.JDK.value(schema, expression);
            }
        };
        return Kinds.redis(Schema.of(Kinds.redis().schema().json(), expressions));
    }

    private static JsonDocument object() {
        return JsonDocument.ofJson(
                JsonObject.of("metadata", JsonObject.ofStrings(Map.of("name", "a")))
                        .with("spec", JsonObject.EMPTY),
                List.of());
    }

    private static WriteRequest request() {
        return new WriteRequest(
                new WriteOptions(false, "test"), FieldValidation.WARN, "", new RecordedNotes().context(), () -> {});
    }
}
