package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.openapi.schema.SchemaSanitiser;
import dev.chartroom.adapters.http.openapi.schema.SwaggerProjection;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaSanitiserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object","additionalProperties":true}  | {"type":"object","x-kubernetes-preserve-unknown-fields":true}
            {"type":"object","additionalProperties":false} | {"type":"object"}
            {"type":"object","additionalProperties":{"type":"string"}} | {"type":"object","additionalProperties":{"type":"string"}}
            {"type":"object","additionalProperties":{"type":"object","additionalProperties":true}} | {"type":"object","additionalProperties":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}
            {"type":"array","items":{"type":"object","additionalProperties":false}} | {"type":"array","items":{"type":"object"}}
            {"type":"object","properties":{"additionalProperties":{"type":"boolean"}}} | {"type":"object","properties":{"additionalProperties":{"type":"boolean"}}}
            {"type":"object","properties":{"additionalProperties":true}} | {"type":"object","properties":{"additionalProperties":{"x-kubernetes-preserve-unknown-fields":true}}}
            {"type":"object","properties":{"a":false,"b":{"type":"string"}}} | {"type":"object","properties":{"b":{"type":"string"}}}
            {"type":"string","anyOf":[{"additionalProperties":true,"minLength":1}]} | {"type":"string","anyOf":[{"minLength":1}]}
            {"type":"string","anyOf":[{"minLength":1},true]} | {"type":"string"}
            {"type":"string","not":{"enum":["a"]}} | {"type":"string","not":{"enum":["a"]}}
            {"type":"string","not":true} | {"type":"string"}
            {"type":"string","not":{"const":"a"}} | {"type":"string"}
            {"type":"string","oneOf":[{"const":"a"},{"minLength":2}]} | {"type":"string"}
            {"type":"string","oneOf":[{"maxLength":1},{"minLength":5}]} | {"type":"string","oneOf":[{"maxLength":1},{"minLength":5}]}
            {"type":"string","anyOf":[{"const":"a"},{"minLength":2}]} | {"type":"string","anyOf":[{},{"minLength":2}]}
            """)
    void invalidSubschemasAreReplacedOrDropped(String declared, String published) {
        assertSanitised(declared, published);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"anyOf":[{"type":"integer"},{"type":"string"}]} | {"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true}
            {"anyOf":[{"type":"integer"},{"minLength":1}]}   | {"anyOf":[{"type":"integer"},{"minLength":1}]}
            {"type":"string","x-kubernetes-int-or-string":true} | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]}
            {"type":["integer","string"]}    | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]}
            {"type":["string","null"]}       | {"nullable":true,"type":"string"}
            {"type":["array","object"]}      | {}
            {"type":"null"}                  | {}
            {"type":"Object"}                | {}
            {"type":7}                       | {}
            {"properties":{"a":{"type":"string"}}} | {"properties":{"a":{"type":"string"}},"type":"object"}
            {"items":{"type":"string"}}      | {"items":{"type":"string"},"type":"array"}
            {"type":"array"}                 | {"type":"array","items":{"x-kubernetes-preserve-unknown-fields":true}}
            {"type":"array","items":[{"type":"string"}]} | {"type":"array","items":{"x-kubernetes-preserve-unknown-fields":true}}
            """)
    void typeIsReducedToOneThatFitsItsSiblingKeywords(String declared, String published) {
        assertSanitised(declared, published);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string","required":true}              | {"type":"string"}
            {"type":"object","required":[]}                | {"type":"object"}
            {"type":"object","required":["a",1]}           | {"type":"object"}
            {"type":"number","exclusiveMinimum":5}         | {"type":"number"}
            {"type":"number","minimum":5.5,"exclusiveMinimum":true} | {"type":"number","minimum":5.5,"exclusiveMinimum":true}
            {"type":"string","minLength":1.5}              | {"type":"string"}
            {"type":"string","minLength":-1,"maxLength":9} | {"type":"string","maxLength":9}
            {"type":"string","description":null,"enum":"a"} | {"type":"string"}
            {"type":"string","nullable":false}             | {"type":"string"}
            {"type":"string","default":null,"x-other":null} | {"type":"string"}
            {"$schema":"http://json-schema.org/schema#","$id":"a","$defs":{},"definitions":{},"const":1,"if":{},"type":"string"} | {"type":"string"}
            {"$ref":"#/definitions/a"}                     | {}
            {"type":"string","x-cozystack-options":{"source":"a"}} | {"type":"string","x-cozystack-options":{"source":"a"}}
            {"type":"object","x-kubernetes-group-version-kind":[{"group":"","version":"v1","kind":"Pod"}]} | {"type":"object"}
            {"type":"object","x-kubernetes-preserve-unknown-fields":"yes"} | {"type":"object"}
            {"type":"string","x-kubernetes-validations":[{"rule":"self != ''"}]} | {"type":"string","x-kubernetes-validations":[{"rule":"self != ''"}]}
            {"type":"array","items":{},"x-kubernetes-list-type":"map"} | {"type":"array","items":{}}
            {"type":"array","items":{},"x-kubernetes-list-type":"bag"} | {"type":"array","items":{}}
            {"type":"array","items":{},"x-kubernetes-list-type":"set","x-kubernetes-list-map-keys":["a"]} | {"type":"array","items":{},"x-kubernetes-list-type":"set"}
            {"type":"array","items":{},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]} | {"type":"array","items":{},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}
            {"type":"string","x-kubernetes-map-type":"atomic"} | {"type":"string"}
            {"type":"object","x-kubernetes-map-type":"atomic"} | {"type":"object","x-kubernetes-map-type":"atomic"}
            """)
    void keywordsThatClientsRejectAreDropped(String declared, String published) {
        assertSanitised(declared, published);
    }

    @Test
    void anyDeclaredSchemaIsPublishableOnceSanitised() {
        for (long seed = 0; seed < 3000; seed++) {
            JsonObject declared = RandomSchema.of(new SplittableRandom(seed));

            JsonObject sanitised = SchemaSanitiser.sanitise(declared);

            SchemaRules.assertPublishableInV3(Walk.schemas("seed " + seed, sanitised));
            SchemaRules.assertPublishableInV2(Walk.schemas("seed " + seed, SwaggerProjection.project(sanitised)));
            assertThat(SchemaSanitiser.sanitise(sanitised)).as("seed %d", seed).isEqualTo(sanitised);
        }
    }

    private static void assertSanitised(String declared, String published) {
        assertThat(SchemaSanitiser.sanitise(object(declared))).isEqualTo(object(published));
    }
}
