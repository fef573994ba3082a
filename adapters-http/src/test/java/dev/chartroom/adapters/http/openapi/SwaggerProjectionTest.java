package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.openapi.schema.SwaggerProjection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwaggerProjectionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string","default":"a","pattern":"a+"} | {"type":"string","pattern":"a+"}
            {"type":"object","properties":{"default":{"type":"string","default":"a"}}} | {"type":"object","properties":{"default":{"type":"string"}}}
            {"type":"array","items":{"type":"string","default":"a"}} | {"type":"array","items":{"type":"string"}}
            {"type":"object","additionalProperties":{"type":"string","default":"a"}} | {"type":"object","additionalProperties":{"type":"string"}}
            {"type":"string","allOf":[{"minLength":1}],"anyOf":[{"minLength":1}],"oneOf":[{"minLength":1}],"not":{"minLength":9}} | {"type":"string"}
            {"type":"string","x-cozystack-options":{"source":"a"}} | {"type":"string"}
            {"type":"string","x-kubernetes-validations":[{"rule":"true"}]} | {"type":"string","x-kubernetes-validations":[{"rule":"true"}]}
            {"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true,"default":"1Gi"} | {"x-kubernetes-int-or-string":true}
            {"description":"a","type":"object","properties":{"b":{"type":"string"}},"x-kubernetes-preserve-unknown-fields":true} | {"description":"a","x-kubernetes-preserve-unknown-fields":true}
            {"type":"array","items":{"x-kubernetes-preserve-unknown-fields":true}} | {"type":"array","items":{"x-kubernetes-preserve-unknown-fields":true}}
            {"type":"string","format":"byte","nullable":true} | {}
            {"x-kubernetes-int-or-string":true,"nullable":true} | {"x-kubernetes-int-or-string":true}
            {"type":"object","required":["a","b"],"properties":{"a":{"type":"string","nullable":true},"b":{"type":"string"}}} | {"type":"object","required":["b"],"properties":{"a":{},"b":{"type":"string"}}}
            {"type":"object","required":["a"],"properties":{"a":{"type":"string","nullable":true}}} | {"type":"object","properties":{"a":{}}}
            """)
    void projectionKeepsOnlyTheKeywordsThatV2CanExpress(String sanitised, String projected) {
        assertThat(SwaggerProjection.project(object(sanitised))).isEqualTo(object(projected));
    }
}
