package dev.chartroom.domain.chart.jsonschema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * All that is demanded of one value.
 *
 * @param parts the value fits each of them; where they say something for people, the first one counts
 * @param unions and of each of these it fits an alternative
 * @param impossible whether no value fits
 * @param open whether a part is not known, so that any value may fit
 */
record Demand(List<Part> parts, List<Union> unions, boolean impossible, boolean open) {
    private static final String PROPERTIES = "properties";
    private static final String ADDITIONAL = "additionalProperties";

    /** The first value that a part has for the keyword. */
    Optional<JsonValue> first(String keyword) {
        return parts.stream().flatMap(part -> part.keyword(keyword).stream()).findFirst();
    }

    /** The different values that the parts have for the keyword. */
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

    /** The schemas that the parts have for the keyword. */
    List<Located> schemas(String keyword) {
        return parts.stream()
                .flatMap(part -> part.keyword(keyword).map(part::within).stream())
                .toList();
    }

    /** The names of the members that a part declares. */
    Set<String> members() {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(
                part -> names.addAll(part.schema().objectOrEmpty(PROPERTIES).names()));
        return names;
    }

    /** What is demanded of a member: where a part does not declare it, what that says of all others. */
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

    /** True where a part admits no members but those that it declares. */
    boolean isClosed() {
        return parts.stream().anyMatch(part -> part.schema().get(ADDITIONAL) == JsonBoolean.FALSE);
    }

    /** The values that are admitted, where they are listed. */
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

    /** This demand and further ones. */
    Demand and(Demand other, Union resolved) {
        List<Part> both = new ArrayList<>(parts);
        both.addAll(other.parts);
        List<Union> rest = new ArrayList<>(unions);
        rest.remove(resolved);
        rest.addAll(other.unions);
        return new Demand(both, rest, impossible || other.impossible, open || other.open);
    }

    private static List<JsonValue> common(List<JsonValue> one, List<JsonValue> other) {
        return one.stream().filter(other::contains).toList();
    }

    private static List<JsonValue> distinct(List<JsonValue> values) {
        return values.stream().distinct().toList();
    }
}
