package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import java.util.Set;

/** Converts the types of cozyvalues-gen, which resemble Go's, to JSON Schema. */
final class CozyTypes {
    private static final String QUANTITY = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))"
            + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";
    private static final Set<String> FORMATS = Set.of(
            "bsonobjectid",
            "uri",
            "email",
            "hostname",
            "ipv4",
            "ipv6",
            "cidr",
            "mac",
            "uuid",
            "uuid3",
            "uuid4",
            "uuid5",
            "isbn",
            "isbn10",
            "isbn13",
            "creditcard",
            "ssn",
            "hexcolor",
            "rgbcolor",
            "byte",
            "password",
            "date");
    private static final JsonObject INT_OR_STRING =
            JsonObject.builder().put("x-kubernetes-int-or-string", true).build();

    private CozyTypes() {}

    /** Returns the schema of a type such as {@code map[string]User}; a named type becomes a reference. */
    static JsonObject schema(String type) {
        String text = type.strip();
        if (text.startsWith("*")) {
            return schema(text.substring(1));
        }
        if (text.startsWith("[]")) {
            return type("array").with("items", schema(text.substring(2)));
        }
        if (text.startsWith("map[") && text.contains("]")) {
            return type("object").with("additionalProperties", schema(text.substring(text.indexOf(']') + 1)));
        }
        return switch (text) {
            case "string", "duration" -> type("string");
            case "bool" -> type("boolean");
            case "int", "int32", "int64" -> type("integer");
            case "float", "float32", "float64", "number" -> type("number");
            case "quantity" -> INT_OR_STRING.with("pattern", new JsonString(QUANTITY));
            case "intOrString" -> INT_OR_STRING;
            case "time" -> type("string").with("format", new JsonString("date-time"));
            case "object", "emptyobject" -> type("object");
            case "any" -> JsonObject.EMPTY;
            default ->
                FORMATS.contains(text)
                        ? type("string").with("format", new JsonString(text))
                        : JsonObject.of("$ref", new JsonString("#/$defs/" + text));
        };
    }

    /**
     * Returns whether every member of the type is optional, because Go omits empty values of the type. A member of
     * another type is optional only if its name is in brackets.
     */
    static boolean isOptional(String type) {
        String text = type.strip();
        return text.startsWith("*") || text.startsWith("[]") || text.startsWith("map[");
    }

    static JsonObject type(String name) {
        return JsonObject.of("type", new JsonString(name));
    }
}
