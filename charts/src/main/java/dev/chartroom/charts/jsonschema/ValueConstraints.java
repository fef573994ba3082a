package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All constraints on one value.
 *
 * @param parts the schemas, all of which the value must fit. An annotation comes from the first part that has it
 * @param unions the unions of alternatives. The value must fit an alternative of each union
 * @param impossible whether no value fits
 * @param open whether a part is unknown; if so, any value might fit
 */
record ValueConstraints(List<Part> parts, List<Union> unions, boolean impossible, boolean open) {
    private static final String PROPERTIES = "properties";
    private static final String ADDITIONAL = "additionalProperties";

    /** Returns the value of the keyword in the first part that has it. */
    Optional<JsonValue> first(String keyword) {
        return parts.stream().flatMap(part -> part.keyword(keyword).stream()).findFirst();
    }

    /** Returns the distinct values of the keyword in all parts. */
    List<JsonValue> all(String keyword) {
        return parts.stream()
                .flatMap(part -> part.keyword(keyword).stream())
                .distinct()
                .toList();
    }

    boolean has(String keyword) {
        return first(keyword).isPresent();
    }

    boolean hasAny(Set<String> keywords) {
        return keywords.stream().anyMatch(this::has);
    }

    /** Returns the values of the keyword in all parts as schemas. */
    List<Located> schemas(String keyword) {
        return parts.stream()
                .flatMap(part -> part.keyword(keyword).map(part::within).stream())
                .toList();
    }

    /** Returns the names of all declared members. */
    Set<String> members() {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(
                part -> names.addAll(part.schema().objectOrEmpty(PROPERTIES).names()));
        return names;
    }

    /**
     * Returns the constraints on a member. If a part does not declare the member, the part's {@code
     * additionalProperties} apply, unless the part has {@code patternProperties}.
     */
    List<Located> member(String name) {
        List<Located> member = new ArrayList<>();
        for (Part part : parts) {
            JsonObject properties = part.schema().objectOrEmpty(PROPERTIES);
            JsonValue declared =
                    properties.has(name) ? properties.get(name) : part.schema().get(ADDITIONAL);
            if (declared != null && (properties.has(name) || !part.schema().has("patternProperties"))) {
                member.add(part.within(declared));
            }
        }
        return member;
    }

    Set<String> required() {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(
                part -> names.addAll(part.schema().arrayOrEmpty("required").strings()));
        return names;
    }

    /** Returns whether a part forbids undeclared members. */
    boolean isClosed() {
        return parts.stream().anyMatch(part -> part.schema().get(ADDITIONAL) == JsonBoolean.FALSE);
    }

    /** Returns the values that every {@code const} and {@code enum} admits; empty if there is no such keyword. */
    Optional<List<JsonValue>> listed() {
        Optional<List<JsonValue>> listed = Optional.empty();
        for (Part part : parts) {
            List<JsonValue> constants = part.schema().has("const")
                    ? List.of(Objects.requireNonNull(part.schema().get("const")))
                    : List.of();
            List<JsonValue> values =
                    part.schema().get("enum") instanceof JsonArray(var admitted) ? admitted : List.of();
            for (List<JsonValue> list : List.of(constants, values)) {
                if (!list.isEmpty()) {
                    listed = Optional.of(
                            listed.map(before -> common(before, list)).orElse(distinct(list)));
                }
            }
        }
        return listed;
    }

    /** Returns these constraints and the other ones, without the resolved union. */
    ValueConstraints and(ValueConstraints other, Union resolved) {
        List<Part> both = new ArrayList<>(parts);
        both.addAll(other.parts);
        List<Union> rest = new ArrayList<>(unions);
        rest.remove(resolved);
        rest.addAll(other.unions);
        return new ValueConstraints(both, rest, impossible || other.impossible, open || other.open);
    }

    private static List<JsonValue> common(List<JsonValue> one, List<JsonValue> other) {
        return one.stream().filter(other::contains).toList();
    }

    private static List<JsonValue> distinct(List<JsonValue> values) {
        return values.stream().distinct().toList();
    }
}
