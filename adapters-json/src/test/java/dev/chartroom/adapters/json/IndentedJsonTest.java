package dev.chartroom.adapters.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.adapters.json.fixture.RandomJson;
import dev.chartroom.apimachinery.json.JsonValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndentedJsonTest {

    /** The expected text comes from kube-apiserver 1.36. */
    @Test
    void emptyObjectsAndArraysStayOnOneLine() {
        String json =
                "{\"a\":{},\"b\":[],\"c\":[{},[]],\"d\":[{\"x\":\"a\\\"b{}[],:\\\\\"}],\"e\":[1,[2,3]],\"f\":\"<\"}";

        assertThat(indented(json)).isEqualTo("""
                {
                  "a": {},
                  "b": [],
                  "c": [
                    {},
                    []
                  ],
                  "d": [
                    {
                      "x": "a\\"b{}[],:\\\\"
                    }
                  ],
                  "e": [
                    1,
                    [
                      2,
                      3
                    ]
                  ],
                  "f": "<"
                }""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "1", "null", "\"a b\""})
    void scalarOrEmptyCollectionIsOneLine(String json) {
        assertThat(indented(json + "\n")).isEqualTo(json);
    }

    @Test
    void indentedJsonParsesToTheSameValue() {
        RandomJson random = new RandomJson(3);
        for (int i = 0; i < 300; i++) {
            JsonValue value = random.value(5);

            assertThat(Json.CODEC.parse(IndentedJson.indent(Json.CODEC.encode(value))))
                    .isEqualTo(value);
        }
    }

    private static String indented(String json) {
        return new String(IndentedJson.indent(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
