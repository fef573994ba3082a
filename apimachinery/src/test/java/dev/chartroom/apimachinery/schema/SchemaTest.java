package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaTest {
    private static final String MAP = "x-kubernetes-list-type:'map',x-kubernetes-list-map-keys:['k']";
    private static final String IDIOM = "anyOf:[{type:'integer'},{type:'string'}]";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{type:'object'}",
                "{title:'Chart Values',type:'object',properties:{}}",
                "{properties:{a:{type:'string'}}}",
                "{type:null,properties:null,required:null,default:null}",
                "{type:'object',default:5}",
                "{type:'object',additionalProperties:false}",
                "{type:'object',additionalProperties:true,properties:{a:{type:'boolean'}}}",
                "{properties:{a:{type:'object',additionalProperties:false,properties:{b:{type:'number'}}}}}",
                "{properties:{a:{type:'object',additionalProperties:{type:'string'},properties:{}}}}",
                "{additionalProperties:{type:'array',items:{type:'integer'}}}",
                "{properties:{a:{x-kubernetes-int-or-string:true}}}",
                "{properties:{a:{x-kubernetes-int-or-string:true,pattern:'^[0-9]+$'," + IDIOM + "}}}",
                "{properties:{a:{x-kubernetes-int-or-string:true,allOf:[{" + IDIOM + ",maxLength:5},{minLength:1}]}}}",
                "{properties:{a:{x-kubernetes-preserve-unknown-fields:true,default:[1,'x',null]}}}",
                "{properties:{a:{type:'string',x-cozystack-options:{source:'storageclass'},example:1}}}",
                "{properties:{a:{type:'string',enum:['x'],required:[]}},required:['a','unknown']}",
                "{properties:{id:{type:'string'},$ref:{type:'string'},type:{type:'string'}}}",
                "{properties:{a:{type:'string',default:null}}}",
                "{properties:{a:{type:'integer',default:5.0}}}",
                "{properties:{a:{type:'number',default:5}}}",
                "{properties:{a:{type:'object',default:{b:null},properties:{b:{type:'string',nullable:true}}}}}",
                "{properties:{a:{type:'object',default:{},required:['b'],properties:{b:{type:'integer',default:1}}}}}",
                "{properties:{a:{type:'array',items:{type:'object',properties:{k:{type:'string',default:''}}}," + MAP
                        + "}}}",
                "{properties:{a:{type:'array',items:{type:'array',items:{type:'string'}},x-kubernetes-list-type:'set'}}}",
                "{properties:{a:{type:'string'},b:{type:'string'}},oneOf:[{required:['a']},{required:['b']}]}",
                "{properties:{a:{type:'string'}},not:{properties:{a:{enum:['x']}}}}",
                "{properties:{a:{type:'string'}},oneOf:[{properties:{b:{minLength:1}}}]}",
                "{properties:{a:{type:'string',anyOf:[{items:{minLength:1}}]}}}",
                "{properties:{a:{type:'array',items:{type:'object',properties:{b:{type:'string'}}},"
                        + "allOf:[{items:{properties:{b:{minLength:1}},additionalProperties:false}}]}}}",
                "{properties:{a:{type:'object',x-kubernetes-embedded-resource:true,"
                        + "x-kubernetes-preserve-unknown-fields:true}}}",
            })
    void structuralSchemaIsAcceptedUnchanged(String json) {
        JsonObject declared = TestJson.object(quoted(json));

        assertThat(Schema.of(declared).json()).isSameAs(declared);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // types
                "{type:'array',items:{type:'string'}} | schema.type: must be object, not \"array\", because a"
                        + " spec is an object",
                "{type:['object']} | schema.type: must be object, not [\"object\"], because a spec is an object",
                "{x-kubernetes-int-or-string:true}"
                        + " | schema.x-kubernetes-int-or-string: must not be set, because a spec is an object",
                "{properties:{a:{}}} | schema.properties[a].type: must be set, unless x-kubernetes-int-or-string or"
                        + " x-kubernetes-preserve-unknown-fields is true",
                "{properties:{a:{" + IDIOM + "}}} | schema.properties[a].type: must be set, unless"
                        + " x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true",
                "{additionalProperties:{}} | schema.additionalProperties.type: must be set, unless"
                        + " x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true",
                "{properties:{a:{type:'array',items:{}}}} | schema.properties[a].items.type: must be set, unless"
                        + " x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true",
                "{properties:{a:{type:'float'}}} | schema.properties[a].type: must be object, array, string, integer,"
                        + " number or boolean, not \"float\"",
                "{properties:{a:{type:''}}} | schema.properties[a].type: must be object, array, string, integer,"
                        + " number or boolean, not \"\"",
                "{properties:{a:{type:'null'}}} | schema.properties[a].type: must be object, array, string, integer,"
                        + " number or boolean, not \"null\"; for a value that may be null, set nullable",
                "{properties:{a:{type:['string','null']}}} | schema.properties[a].type: must be one type, not"
                        + " [\"string\", \"null\"]; for a value that may be null, set nullable; for an integer or a"
                        + " string, set x-kubernetes-int-or-string",
                // positions of schemas
                "{properties:[]} | schema.properties: must be an object, not []",
                "{properties:{a:'string'}} | schema.properties[a]: must be a schema (an object), not \"string\"",
                "{properties:{a:null}} | schema.properties[a]: must be a schema (an object), not null",
                "{properties:{a:{type:'array'}}} | schema.properties[a].items: must be set, because the type is array",
                "{properties:{a:{type:'array',x-kubernetes-int-or-string:true}}} | schema.properties[a].items: must be set,"
                        + " because the type is array",
                "{properties:{a:{type:'array',items:[{type:'string'}]}}} | schema.properties[a].items: must be one schema"
                        + " for all items, not a list of schemas",
                "{properties:{a:{type:'array',items:true}}} | schema.properties[a].items: must be a schema (an object),"
                        + " not true",
                "{additionalProperties:'string'} | schema.additionalProperties: must be a schema, true or false, not"
                        + " \"string\"",
                "{properties:{a:{type:'string'}},additionalProperties:{type:'string'}} | schema.additionalProperties: must"
                        + " not be a schema beside properties: a value is either an object of known members or a map",
                // keywords
                "{$ref:'#/definitions/x'} | schema.$ref: must not be used: replace it with the schema that it refers"
                        + " to",
                "{properties:{a:{$ref:'#/definitions/x'}}} | schema.properties[a].$ref: must not be used: replace it"
                        + " with the schema that it refers to",
                "{definitions:{}} | schema.definitions: must not be used: write each schema in the place where it is used",
                "{$defs:{}} | schema.$defs: must not be used: write each schema in the place where it is used",
                "{$schema:'x'} | schema.$schema: must not be used: a structural schema is always OpenAPI v3; remove it",
                "{id:'x'} | schema.id: must not be used: nothing can refer to a structural schema; remove it",
                "{dependencies:{}} | schema.dependencies: must not be used: structural schemas do not support it",
                "{patternProperties:{}} | schema.patternProperties: must not be used: use additionalProperties",
                "{additionalItems:false} | schema.additionalItems: must not be used: the schema in items applies to"
                        + " all items",
                "{properties:{a:{type:'string',const:'x'}}} | schema.properties[a].const: must not be used: use enum with"
                        + " one value",
                "{if:{}} | schema.if: must not be used: use x-kubernetes-validations",
                "{required:'a'} | schema.required: must be a list of strings, not \"a\"",
                "{required:[1]} | schema.required: must be a list of strings, not [1]",
                "{required:true} | schema.required: must be a list of strings, not true",
                "{properties:{a:{type:'string',enum:'x'}}} | schema.properties[a].enum: must be a list, not \"x\"",
                "{properties:{a:{type:'string',maxLength:'5'}}} | schema.properties[a].maxLength: must be an integer, not"
                        + " \"5\"",
                "{properties:{a:{type:'integer',minimum:'5'}}} | schema.properties[a].minimum: must be a number, not"
                        + " \"5\"",
                "{properties:{a:{type:'integer',exclusiveMinimum:5}}} | schema.properties[a].exclusiveMinimum: must be"
                        + " true or false, not 5",
                "{properties:{a:{type:'string',nullable:'yes'}}} | schema.properties[a].nullable: must be true or false,"
                        + " not \"yes\"",
                "{properties:{a:{type:'string',description:5}}} | schema.properties[a].description: must be a string,"
                        + " not 5",
                "{properties:{a:{type:'string',pattern:5}}} | schema.properties[a].pattern: must be a string, not 5",
                "{properties:{a:{type:'string',pattern:'a(b'}}} | schema.properties[a].pattern: must be a regular"
                        + " expression: Unclosed group in \"a(b\"",
                "{properties:{a:{type:'array',uniqueItems:true,items:{type:'string'}}}} |"
                        + " schema.properties[a].uniqueItems: must not be true; use x-kubernetes-list-type: set",
                "{x-kubernetes-preserve-unknown-fields:false} | schema.x-kubernetes-preserve-unknown-fields: must be true"
                        + " or absent",
                "{properties:{a:{x-kubernetes-int-or-string:'true'}}} | schema.properties[a].x-kubernetes-int-or-string:"
                        + " must be true or false, not \"true\"",
                "{properties:{a:{x-kubernetes-int-or-string:true,x-kubernetes-preserve-unknown-fields:true}}} |"
                        + " schema.properties[a].x-kubernetes-preserve-unknown-fields: must not be set beside"
                        + " x-kubernetes-int-or-string",
                "{properties:{a:{type:'string',x-kubernetes-embedded-resource:true}}} | schema.properties[a].type: must be"
                        + " object, because x-kubernetes-embedded-resource is true",
                "{properties:{a:{type:'object',x-kubernetes-embedded-resource:true,additionalProperties:true}}} |"
                        + " schema.properties[a].additionalProperties: must not be set beside"
                        + " x-kubernetes-embedded-resource",
                "{properties:{a:{type:'string',x-kubernetes-validations:['x']}}} |"
                        + " schema.properties[a].x-kubernetes-validations: must be a list of objects, not [\"x\"]",
                // defaults
                "{properties:{a:{type:'string',default:5}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"integer\": schema.properties[a].default in body must be of"
                        + " type string: \"integer\"",
                "{properties:{a:{type:'integer',default:'5'}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"string\": schema.properties[a].default in body must be of"
                        + " type integer: \"string\"",
                "{properties:{a:{type:'integer',default:5.5}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"number\": schema.properties[a].default in body must be of"
                        + " type integer: \"number\"",
                "{properties:{a:{type:'object',default:[]}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"array\": schema.properties[a].default in body must be of"
                        + " type object: \"array\"",
                "{properties:{a:{x-kubernetes-int-or-string:true,default:1.5}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"number\": schema.properties[a].default in body must be of"
                        + " type integer,string: \"number\"",
                "{properties:{a:{type:'object',default:{b:1},properties:{b:{type:'string'}}}}} |"
                        + " schema.properties[a].default.b: must be valid: Invalid value: \"integer\": schema.properties[a].default.b in body must be of"
                        + " type string: \"integer\"",
                "{properties:{a:{type:'object',default:{b:null},properties:{b:{type:'string'}}}}} |"
                        + " schema.properties[a].default.b: must be valid: Invalid value: \"null\": schema.properties[a].default.b in body must be of"
                        + " type string: \"null\"",
                "{properties:{a:{type:'object',default:{b:1},additionalProperties:{type:'string'}}}} |"
                        + " schema.properties[a].default.b: must be valid: Invalid value: \"integer\": schema.properties[a].default.b in body must be of"
                        + " type string: \"integer\"",
                "{properties:{a:{type:'array',default:['x',1],items:{type:'string'}}}} |"
                        + " schema.properties[a].default[1]: must be valid: Invalid value: \"integer\": schema.properties[a].default[1] in body must be of"
                        + " type string: \"integer\"",
                "{properties:{a:{type:'object',default:{b:1,c:2},properties:{b:{type:'integer'}}}}} |"
                        + " schema.properties[a].default: must not have unknown fields: schema.properties[a].default.c",
                "{properties:{a:{type:'object',default:{},required:['b'],properties:{b:{type:'integer'}}}}} |"
                        + " schema.properties[a].default.b: must be valid: Required value",
                "{properties:{a:{type:'string',default:'x',enum:['y']}}} | schema.properties[a].default: must be valid:"
                        + " Unsupported value: \"x\": supported values: \"y\"",
                "{properties:{a:{type:'string',default:'x',oneOf:[{minLength:2},{minLength:3}]}}} |"
                        + " schema.properties[a].default: must be valid: Invalid value: \"\":"
                        + " \"schema.properties[a].default\" must validate one and only one schema (oneOf). Found none"
                        + " valid",
                // lists and maps
                "{properties:{a:{type:'string',x-kubernetes-list-type:'set'}}} | schema.properties[a].type: must be array,"
                        + " because x-kubernetes-list-type is set",
                "{properties:{a:{type:'array',items:{type:'string'},x-kubernetes-list-type:'bag'}}} |"
                        + " schema.properties[a].x-kubernetes-list-type: must be one of atomic, map, set, not \"bag\"",
                "{x-kubernetes-map-type:'atomic'} | schema.type: must be object, because x-kubernetes-map-type is set",
                "{type:'object',x-kubernetes-map-type:'set'} | schema.x-kubernetes-map-type: must be one of atomic,"
                        + " granular, not \"set\"",
                "{properties:{a:{type:'array',items:{type:'object'},x-kubernetes-list-type:'map'}}} |"
                        + " schema.properties[a].x-kubernetes-list-map-keys: must not be empty, because"
                        + " x-kubernetes-list-type is map",
                "{properties:{a:{type:'array',items:{type:'object'},x-kubernetes-list-map-keys:['k']}}} |"
                        + " schema.properties[a].x-kubernetes-list-map-keys: must not be set, because"
                        + " x-kubernetes-list-type is not map",
                "{properties:{a:{type:'array',items:{type:'string'}," + MAP
                        + "}}} | schema.properties[a].items.type: must"
                        + " be object, because x-kubernetes-list-type is map",
                "{properties:{a:{type:'array',items:{type:'object'}," + MAP + "}}} |"
                        + " schema.properties[a].x-kubernetes-list-map-keys: must name properties of the items, not"
                        + " \"k\"",
                "{properties:{a:{type:'array',items:{type:'object',properties:{k:{type:'string'}}}," + MAP + "}}} |"
                        + " schema.properties[a].items.properties[k].default: must be set, or the property must be"
                        + " required, because it is one of x-kubernetes-list-map-keys",
                "{properties:{a:{type:'array',items:{type:'object',properties:{k:{type:'object'}}}," + MAP + "}}} |"
                        + " schema.properties[a].items.properties[k].type: must be a scalar, because it is one of"
                        + " x-kubernetes-list-map-keys",
                "{properties:{a:{type:'array',items:{type:'object',required:['k'],properties:{k:{type:'string',"
                        + "nullable:true}}}," + MAP
                        + "}}} | schema.properties[a].items.properties[k].nullable: must not be"
                        + " true, because it is one of x-kubernetes-list-map-keys",
                "{properties:{a:{type:'array',items:{type:'string',nullable:true},x-kubernetes-list-type:'set'}}} |"
                        + " schema.properties[a].items.nullable: must not be true, because x-kubernetes-list-type is set",
                "{properties:{a:{type:'array',items:{type:'object'},x-kubernetes-list-type:'set'}}} |"
                        + " schema.properties[a].items.x-kubernetes-map-type: must be atomic, because the list has"
                        + " x-kubernetes-list-type: set",
                "{properties:{a:{type:'object',x-kubernetes-embedded-resource:true,x-kubernetes-preserve-unknown-fields:true,"
                        + "default:{kind:'X'}}}} | schema.properties[a].default.apiVersion: must be valid: Required value",
                // embedded resources
                "{properties:{a:{type:'object',x-kubernetes-embedded-resource:true}}} | schema.properties[a].properties:"
                        + " must not be empty, because x-kubernetes-embedded-resource is true and"
                        + " x-kubernetes-preserve-unknown-fields is not",
                "{properties:{a:{type:'object',x-kubernetes-embedded-resource:true,properties:{kind:{type:'integer'}}}}} |"
                        + " schema.properties[a].properties[kind].type: must be string, because"
                        + " x-kubernetes-embedded-resource is true",
                // anyOf, oneOf, allOf and not
                "{anyOf:{}} | schema.anyOf: must be a list of schemas, not {}",
                "{allOf:['x']} | schema.allOf: must be a list of schemas, not [\"x\"]",
                "{not:[]} | schema.not: must be a schema, not []",
                "{properties:{a:{type:'string',anyOf:[{type:'string'}]}}} | schema.properties[a].anyOf[0].type: must not"
                        + " be set in anyOf, oneOf, allOf or not; declare it at schema.properties[a].type",
                "{properties:{a:{type:'string',anyOf:[{type:'string'},{type:'integer'}]}}} |"
                        + " schema.properties[a].anyOf[0].type: must not be set in anyOf, oneOf, allOf or not; declare it"
                        + " at schema.properties[a].type",
                "{properties:{a:{type:'string',oneOf:[{minLength:1},{default:'x'}]}}} |"
                        + " schema.properties[a].oneOf[1].default: must not be set in anyOf, oneOf, allOf or not; declare"
                        + " it at schema.properties[a].default",
                "{properties:{a:{type:'object',not:{additionalProperties:{type:'string'}}}}} |"
                        + " schema.properties[a].not.additionalProperties: must not be set in anyOf, oneOf, allOf or not;"
                        + " declare it at schema.properties[a].additionalProperties",
                "{properties:{a:{type:'string',allOf:[{not:{nullable:true}}]}}} |"
                        + " schema.properties[a].allOf[0].not.nullable: must not be set in anyOf, oneOf, allOf or not;"
                        + " declare it at schema.properties[a].nullable",
                "{properties:{a:{x-kubernetes-int-or-string:true,allOf:[{minLength:1},{" + IDIOM + "}]}}} |"
                        + " schema.properties[a].allOf[1].anyOf[0].type: must not be set in anyOf, oneOf, allOf or not;"
                        + " declare it at schema.properties[a].type",
                "{properties:{a:{type:'string',anyOf:[{pattern:'['}]}}} | schema.properties[a].anyOf[0].pattern: must be a"
                        + " regular expression: Unclosed character class in \"[\"",
                "{type:'object',properties:{metadata:{type:'object'}},anyOf:[{properties:{metadata:{}}}]} |"
                        + " schema.anyOf[0].properties[metadata]: must not be set in anyOf, oneOf, allOf or not",
            })
    void nonStructuralSchemaIsRejectedWithItsPathAndTheFix(String json, String message) {
        JsonObject declared = TestJson.object(quoted(json));

        assertThatThrownBy(() -> Schema.of(declared))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void longValueIsTruncatedInTheMessage() {
        JsonObject declared = TestJson.object("{required: '" + "x".repeat(10_000) + "'}");

        assertThatThrownBy(() -> Schema.of(declared))
                .hasMessage("schema.required: must be a list of strings, not \"" + "x".repeat(96) + "...");
    }

    @Test
    void tooDeeplyNestedPatternIsRejected() {
        JsonObject declared = TestJson.object(
                "{properties: {a: {type: 'string', pattern: '" + "(".repeat(200_000) + ")".repeat(200_000) + "'}}}");

        assertThatThrownBy(() -> Schema.of(declared))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("schema.properties[a].pattern: must be a regular expression: ")
                .hasMessageEndingWith("((((...");
    }

    @Test
    void schemasWithEqualDeclarationsAreEqual() {
        assertThat(Schema.of(TestJson.object("{type:'object',properties:{a:{type:'string'}}}")))
                .isEqualTo(Schema.of(TestJson.object("{properties:{a:{type:'string'}},type:'object'}")))
                .hasSameHashCodeAs(Schema.of(TestJson.object("{properties:{a:{type:'string'}},type:'object'}")))
                .isNotEqualTo(Schema.of(TestJson.object("{type:'object'}")));
    }

    /** Quotes names with a dash or a dollar sign. */
    private static String quoted(String json) {
        return json.replaceAll("([{,])(x-[-a-z]+|\\$[a-z]+):", "$1'$2':");
    }
}
