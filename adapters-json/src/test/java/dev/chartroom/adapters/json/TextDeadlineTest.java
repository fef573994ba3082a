package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A request past its deadline stops reading and writing long texts. */
class TextDeadlineTest {
    /** This JSON is also valid YAML. */
    private static final byte[] TEXT = ("[" + "{\"a\": [1]}, ".repeat(1_000) + "1]").getBytes(StandardCharsets.UTF_8);

    private static final JsonValue VALUE = Json.CODEC.parse(TEXT);

    record Work(String name, Consumer<byte[]> work) {
        boolean isDone() {
            work.accept(TEXT);
            return true;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Work> WORK = List.of(
            new Work("reading JSON", Json.CODEC::parse),
            new Work("reading YAML", Json.CODEC::parseYaml),
            new Work("writing JSON", text -> Json.CODEC.encode(VALUE)),
            new Work("indenting JSON", IndentedJson::indent),
            new Work("writing YAML", YamlWriter::write));

    @ParameterizedTest
    @FieldSource("WORK")
    void codecWorkPastTheDeadlineTimesOut(Work work) {
        assertThatThrownBy(() -> Deadline.during(() -> true, work::isDone))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.requestTimeout()));
    }

    @ParameterizedTest
    @FieldSource("WORK")
    void codecWorkBeforeTheDeadlineCompletes(Work work) {
        AtomicInteger asked = new AtomicInteger();

        assertThat(Deadline.during(() -> asked.incrementAndGet() < 0, work::isDone))
                .isTrue();
        assertThat(asked.get()).isPositive();
    }
}
