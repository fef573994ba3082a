package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.scaling.Texts;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class KeyedHashTest {
    private static final int COUNT = 4_000;

    /** Lists of values that collide if hashes have no key: each list has one hash, or sums of few hashes. */
    static final List<List<? extends JsonValue>> HOSTILE = List.of(
            each(i -> new JsonString(Texts.colliding(i))),
            each(i -> JsonObject.of(Texts.colliding(i), JsonNull.NULL)),
            each(i -> JsonNumber.of(BigDecimal.ONE.add(BigDecimal.valueOf(i, 30)))),
            each(i -> JsonArray.of(JsonNumber.of(i), JsonNumber.of(-31L * i))),
            each(i -> new JsonArray(IntStream.range(0, 12)
                    .<JsonValue>mapToObj(bit -> JsonBoolean.of((i >> bit & 1) == 0))
                    .toList())),
            permutations());

    private static List<JsonValue> each(IntFunction<? extends JsonValue> value) {
        return IntStream.range(0, COUNT).<JsonValue>mapToObj(value).toList();
    }

    /** Returns objects with the same names and values, paired differently. */
    private static List<JsonValue> permutations() {
        return each(i -> {
            JsonObject.Builder object = JsonObject.builder();
            IntStream.range(0, 12)
                    .forEach(bit -> object.put("x" + bit, i >> bit & 1).put("y" + bit, 1 - (i >> bit & 1)));
            return object.build();
        });
    }

    @ParameterizedTest
    @FieldSource("HOSTILE")
    void hashesOfHostileValuesDiffer(List<? extends JsonValue> values) {
        Set<Integer> hashes = new HashSet<>();
        values.forEach(value -> hashes.add(value.hashCode()));

        // In one of about 500 runs, two of 4,000 values have the same hash by chance.
        assertThat(hashes).hasSizeGreaterThan(COUNT - 4);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1.0",
        "1, 1e0",
        "100, 1e2",
        "0, 0.000",
        "0, -0.0",
        "9223372036854775807, 9223372036854775807.0",
        "9223372036854775808, 9.223372036854775808e18",
        "1.5, 1.50",
        "1e30, 1000000000000000000000000000000"
    })
    void equalNumbersHaveEqualHashes(String one, String other) {
        assertThat(JsonText.parse(one)).isEqualTo(JsonText.parse(other)).hasSameHashCodeAs(JsonText.parse(other));
    }

    @Test
    void trailingZerosDoNotChangeTheHash() {
        JsonNumber zeros = JsonNumber.of(new BigDecimal("1." + "0".repeat(900)));

        assertThat(zeros).isEqualTo(JsonNumber.of(1)).hasSameHashCodeAs(JsonNumber.of(1));
    }

    @Test
    void memberOrderDoesNotChangeTheHash() {
        JsonObject one = JsonObject.builder().put("a", 1).put("b", 2).build();
        JsonObject other = JsonObject.builder().put("b", 2).put("a", 1).build();

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
        assertThat(Stream.of(one, other, JsonObject.EMPTY).distinct()).hasSize(2);
    }
}
