package dev.chartroom.adapters.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.TestJson;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseObjectTest {

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"f\":null}"})
    void absentAndNullFieldsAreEmpty(String json) {
        ResponseObject object = parse(json);
        assertThat(object.text("f")).isEmpty();
        assertThat(object.flag("f")).isFalse();
        assertThat(object.texts("f")).isEmpty();
        assertThat(object.textsByKey("f")).isEmpty();
        assertThat(object.object("f").text("g")).isEmpty();
    }

    @Test
    void fieldsAreRead() {
        assertThat(parse("{\"f\":\"x\"}").text("f")).isEqualTo("x");
        assertThat(parse("{\"f\":true}").flag("f")).isTrue();
        assertThat(parse("{\"f\":[\"b\",\"a\"]}").texts("f")).containsExactly("b", "a");
        assertThat(parse("{\"f\":{\"b\":[\"1\",\"2\"],\"a\":null}}").textsByKey("f"))
                .containsExactly(Map.entry("b", List.of("1", "2")), Map.entry("a", List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "\"secret\"", "true", "[1]", "[\"secret\",1]", "{\"k\":1}", "{\"k\":[1]}"})
    void fieldOfAnotherTypeIsRejectedWithoutRepeatingTheValue(String value) {
        ResponseObject object = parse("{\"f\":" + value + "}");
        assertThatThrownBy(() -> {
                    String ignored = object.text("f") + object.flag("f");
                    throw new AssertionError(ignored);
                })
                .isInstanceOf(ResponseObject.MalformedException.class)
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> object.texts("f")).isInstanceOf(ResponseObject.MalformedException.class);
        assertThatThrownBy(() -> object.textsByKey("f")).isInstanceOf(ResponseObject.MalformedException.class);
    }

    private static ResponseObject parse(String json) {
        return new ResponseObject(TestJson.object(json));
    }
}
