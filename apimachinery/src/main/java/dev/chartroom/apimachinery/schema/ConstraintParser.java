package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.constraint.ArrayConstraint;
import dev.chartroom.apimachinery.schema.constraint.Constraints;
import dev.chartroom.apimachinery.schema.constraint.EnumConstraint;
import dev.chartroom.apimachinery.schema.constraint.NumberConstraint;
import dev.chartroom.apimachinery.schema.constraint.ObjectConstraint;
import dev.chartroom.apimachinery.schema.constraint.Quantifiers;
import dev.chartroom.apimachinery.schema.constraint.StringConstraint;
import dev.chartroom.apimachinery.schema.constraint.TypeConstraint;
import dev.chartroom.apimachinery.schema.format.StringFormat;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compiles the OpenAPI keywords of a schema. The form of the keywords is already checked. */
final class ConstraintParser {
    private static final Set<String> INTEGER_FORMATS = Set.of("int32", "int64");
    private static final Set<String> NUMBER_FORMATS = Set.of("float", "double");

    private static final NumberConstraint ANY_NUMBER = new NumberConstraint("", "", null, null, false, null, false);
    private static final ArrayConstraint ANY_ARRAY = new ArrayConstraint(null, null, null, List.of());
    private static final ObjectConstraint ANY_OBJECT =
            new ObjectConstraint(Map.of(), null, false, List.of(), null, null);
    private static final StringConstraint ANY_STRING = new StringConstraint(null, null, "", _ -> true);

    private final SchemaExpressions expressions;

    ConstraintParser(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /** Returns the constraints of a schema whose parts are already parsed. */
    Constraints parse(
            JsonObject schema,
            String path,
            Map<String, SchemaNode> properties,
            @Nullable SchemaNode additional,
            @Nullable SchemaNode items) {
        Map<String, Constraints> members = new LinkedHashMap<>();
        properties.forEach((name, node) -> members.put(name, node.constraints()));
        return parse(
                schema,
                path,
                members,
                additional == null || additional.isOpaque() ? null : additional.constraints(),
                items == null ? null : items.constraints());
    }

    private Constraints parse(
            JsonObject schema,
            String path,
            Map<String, Constraints> properties,
            @Nullable Constraints additional,
            @Nullable Constraints items) {
        List<String> types = types(schema);
        String type = types.size() == 1 ? types.getFirst() : "";
        String format = format(type, schema.stringOrEmpty("format"));
        return new Constraints(
                new TypeConstraint(types, schema.isTrue("nullable"), format),
                same(
                        new Quantifiers(
                                clauses(schema, path, "anyOf"),
                                clauses(schema, path, "oneOf"),
                                clauses(schema, path, "allOf"),
                                schema.get("not") instanceof JsonObject not ? clause(not, path + ".not") : null),
                        Quantifiers.NONE),
                strings(schema, path),
                StringFormat.of(format).orElse(null),
                same(numbers(schema, type, format), ANY_NUMBER),
                same(
                        new ArrayConstraint(
                                items, integer(schema, "minItems"), integer(schema, "maxItems"), mapKeys(schema)),
                        ANY_ARRAY),
                EnumConstraint.of(schema.arrayOrEmpty("enum")),
                same(
                        new ObjectConstraint(
                                properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(properties),
                                additional,
                                schema.get("additionalProperties") == JsonBoolean.FALSE && properties.isEmpty(),
                                texts(schema, "required"),
                                integer(schema, "minProperties"),
                                integer(schema, "maxProperties")),
                        ANY_OBJECT));
    }

    /** Shares one instance of an empty constraint, because most schemas lack most keywords. */
    private static <T> T same(T constraint, T nothing) {
        return constraint.equals(nothing) ? nothing : constraint;
    }

    private Constraints clause(JsonObject clause, String path) {
        Map<String, Constraints> properties = new LinkedHashMap<>();
        clause.objectOrEmpty("properties").members().forEach((name, member) -> {
            if (member instanceof JsonObject declared) {
                properties.put(name, clause(declared, path + ".properties[" + name + "]"));
            }
        });
        Constraints items =
                clause.get("items") instanceof JsonObject declared ? clause(declared, path + ".items") : null;
        return parse(clause, path, properties, null, items);
    }

    private List<Constraints> clauses(JsonObject schema, String path, String keyword) {
        JsonArray clauses = schema.arrayOrEmpty(keyword);
        Constraints[] parsed = new Constraints[clauses.size()];
        for (int i = 0; i < parsed.length; i++) {
            parsed[i] = clause((JsonObject) clauses.get(i), path + "." + keyword + "[" + i + "]");
        }
        return List.of(parsed);
    }

    private static List<String> types(JsonObject schema) {
        if (schema.isTrue(SchemaKeywords.INT_OR_STRING)) {
            return List.of("integer", "string");
        }
        return schema.string("type")
                .filter(type -> !type.isEmpty())
                .map(List::of)
                .orElse(List.of());
    }

    /** Returns the format if it has a meaning for the type; empty otherwise. */
    private static String format(String type, String format) {
        boolean known = switch (type) {
            case "integer" -> INTEGER_FORMATS.contains(format);
            case "number" -> NUMBER_FORMATS.contains(format);
            case "", "string" -> StringFormat.of(format).isPresent();
            default -> false;
        };
        return known ? format : "";
    }

    private StringConstraint strings(JsonObject schema, String path) {
        String pattern = schema.stringOrEmpty("pattern");
        return same(
                new StringConstraint(
                        integer(schema, "maxLength"), integer(schema, "minLength"), pattern, compile(pattern, path)),
                ANY_STRING);
    }

    private Predicate<String> compile(String pattern, String path) {
        try {
            return pattern.isEmpty() ? ANY_STRING.patternCheck() : expressions.pattern(pattern);
        } catch (IllegalArgumentException e) {
            throw SchemaKeywords.bad(
                    path + ".pattern",
                    "must be a regular expression: " + e.getMessage() + " in "
                            + SchemaKeywords.text(new JsonString(pattern)));
        }
    }

    private static NumberConstraint numbers(JsonObject schema, String type, String format) {
        boolean numeric = type.equals("integer") || type.equals("number");
        return new NumberConstraint(
                numeric ? type : "",
                numeric ? format : "",
                number(schema, "multipleOf"),
                number(schema, "minimum"),
                schema.isTrue("exclusiveMinimum"),
                number(schema, "maximum"),
                schema.isTrue("exclusiveMaximum"));
    }

    private static List<String> mapKeys(JsonObject schema) {
        return schema.stringOrEmpty(SchemaKeywords.LIST_TYPE).equals("map")
                ? texts(schema, SchemaKeywords.LIST_MAP_KEYS)
                : List.of();
    }

    private static @Nullable Long integer(JsonObject schema, String keyword) {
        return schema.get(keyword) instanceof JsonNumber number
                ? Long.valueOf(number.asLong().orElse(0))
                : null;
    }

    private static @Nullable Double number(JsonObject schema, String keyword) {
        return schema.get(keyword) instanceof JsonNumber number
                ? Double.valueOf(number.asDecimal().doubleValue())
                : null;
    }

    /** Returns the strings in the keyword's list. */
    static List<String> texts(JsonObject schema, String keyword) {
        return schema.arrayOrEmpty(keyword).values().stream()
                .filter(JsonString.class::isInstance)
                .map(text -> ((JsonString) text).value())
                .collect(Collectors.toUnmodifiableList());
    }

    /** Returns the value of a keyword. As in Go, a keyword whose value is null is treated as absent. */
    static @Nullable JsonValue keyword(JsonObject schema, String name) {
        JsonValue value = schema.get(name);
        return value == JsonNull.NULL ? null : value;
    }
}
