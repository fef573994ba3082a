package dev.chartroom.apimachinery.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DraftListTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1023, 1024, 1025, 5000})
    void changesMatchThoseOfAnArrayList(int size) {
        Random random = new Random(size);
        List<JsonValue> expected = new ArrayList<>(
                LongStream.range(0, size).<JsonValue>mapToObj(JsonNumber::of).toList());
        DraftList list = new DraftList(new JsonArray(expected));

        for (int i = 0; i < 6_000; i++) {
            if (random.nextInt(5) < 3 && i < 4_000) {
                int at = random.nextBoolean() ? 0 : random.nextInt(expected.size() + 1);
                expected.add(at, JsonNumber.of(-i));
                list.add(at, new Draft(JsonNumber.of(-i)));
            } else if (!expected.isEmpty()) {
                int at = random.nextInt(expected.size());
                assertThat(list.get(at).value()).isEqualTo(expected.remove(at));
                list.remove(at);
            }
        }

        assertThat(list.size()).isEqualTo(expected.size());
        assertThat(list.holds(new JsonArray(expected))).isTrue();
        List<JsonValue> items = new ArrayList<>();
        list.forEach(item -> items.add(item.value()));
        assertThat(items).isEqualTo(expected);
        expected.add(JsonNumber.of(0));
        assertThat(list.holds(new JsonArray(expected))).isFalse();
    }
}
