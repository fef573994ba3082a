package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonObjectTest {

    @Test
    void memberOrderDoesNotAffectEquality() {
        assertThat(TestJson.parse("{a: 1, b: {c: [1, 2]}}"))
                .isEqualTo(TestJson.parse("{b: {c: [1.0, 2]}, a: 1}"))
                .hasSameHashCodeAs(TestJson.parse("{b: {c: [1.0, 2]}, a: 1}"));
    }

    @Test
    void itemOrderAffectsEquality() {
        assertThat(TestJson.parse("[1, 2]")).isNotEqualTo(TestJson.parse("[2, 1]"));
    }

    @Test
    void nullMemberDiffersFromAbsentMember() {
        JsonObject withNull = TestJson.object("{a: null}");

        assertThat(withNull).isNotEqualTo(JsonObject.EMPTY);
        assertThat(withNull.get("a")).isEqualTo(JsonNull.NULL);
        assertThat(withNull.get("b")).isNull();
        assertThat(withNull.has("a")).isTrue();
    }

    @Test
    void membersKeepTheirWrittenOrder() {
        assertThat(TestJson.object("{z: 1, a: 2, m: 3}").names()).containsExactly("z", "a", "m");
    }

    @Test
    void replacedMemberKeepsItsPosition() {
        JsonObject object = TestJson.object("{a: 1, b: 2}");

        assertThat(object.with("a", JsonNumber.of(3))).hasToString("{\"a\":3,\"b\":2}");
        assertThat(object).hasToString("{\"a\":1,\"b\":2}");
        assertThat(object.with("a", JsonNumber.of(1))).isSameAs(object);
        assertThat(object.without("c")).isSameAs(object);
        assertThat(object.without("a")).isEqualTo(TestJson.parse("{b: 2}"));
    }

    @Test
    void laterBuilderCallsDoNotChangeBuiltObjects() {
        JsonObject.Builder builder = JsonObject.builder().put("a", 1);
        JsonObject first = builder.build();
        JsonObject second = builder.put("b", 2).remove("a").build();

        assertThat(first).isEqualTo(TestJson.parse("{a: 1}"));
        assertThat(second).isEqualTo(TestJson.parse("{b: 2}"));
    }

    @Test
    void objectIsImmutableAndCopiesTheCallersMap() {
        Map<String, JsonValue> members = new LinkedHashMap<>(Map.of("a", JsonNull.NULL));
        JsonObject object = JsonObject.of(members);
        members.clear();

        assertThat(object.has("a")).isTrue();
        assertThatThrownBy(() -> object.members().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void typedAccessIgnoresValuesOfAnotherType() {
        JsonObject object = TestJson.object("{s: 'x', n: 1, b: true, o: {a: 1}, l: [1], z: null}");

        assertThat(object.string("s")).contains("x");
        assertThat(object.string("n")).isEmpty();
        assertThat(object.stringOrEmpty("z")).isEmpty();
        assertThat(object.object("o")).contains(TestJson.object("{a: 1}"));
        assertThat(object.object("s")).isEmpty();
        assertThat(object.objectOrEmpty("l")).isSameAs(JsonObject.EMPTY);
        assertThat(object.arrayOrEmpty("l")).hasSize(1);
        assertThat(object.arrayOrEmpty("o")).isEmpty();
        assertThat(object.isTrue("b")).isTrue();
        assertThat(object.isTrue("s")).isFalse();
    }

    @Test
    void putIfPresentOmitsEmptyStrings() {
        assertThat(JsonObject.builder()
                        .putIfPresent("a", "")
                        .putIfPresent("b", "x")
                        .build())
                .isEqualTo(TestJson.parse("{b: 'x'}"));
    }

    @Test
    void toStringReturnsJson() {
        JsonObject object = JsonObject.builder()
                .put("quote\"", "a\\b\n\t\r\u0001")
                .put("list", JsonArray.ofStrings(List.of("x", "y")))
                .put("null", JsonNull.NULL)
                .build();

        assertThat(object)
                .hasToString("{\"quote\\\"\":\"a\\\\b\\n\\t\\r\\u0001\",\"list\":[\"x\", \"y\"],\"null\":null}");
        assertThat(TestJson.parse(object.toString())).isEqualTo(object);
    }

    @Test
    void map_withoutChanges_returnsTheSameArray() {
        JsonArray array = JsonArray.ofStrings(List.of("x", "y"));

        assertThat(array.map(value -> value)).isSameAs(array);
        assertThat(array.map(_ -> JsonNull.NULL)).isEqualTo(JsonArray.of(JsonNull.NULL, JsonNull.NULL));
    }
}
