package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fields that both versions share: their schemas are equal, and no rule applies to them. A conversion does not
 * change these fields, so they need no examples. A large schema therefore needs fewer examples.
 */
record SettledFields(Set<String> paths) {

    static SettledFields of(VersionConversion conversion) {
        Set<String> settled = new HashSet<>();
        if (conversion.rules().stream().anyMatch(rule -> rule.mapping() instanceof ComputedValue)) {
            // An expression can read any field.
            return new SettledFields(settled);
        }
        collect("spec", conversion.schema().json(), conversion.stored().json(), rulePaths(conversion), settled);
        return new SettledFields(settled);
    }

    boolean contains(String path) {
        return paths.contains(path);
    }

    private static void collect(
            String path, JsonObject schema, JsonObject stored, List<String> rules, Set<String> settled) {
        JsonObject others = stored.objectOrEmpty("properties");
        schema.objectOrEmpty("properties").members().forEach((name, field) -> {
            String below = path + "." + name;
            JsonValue other = others.get(name);
            if (other == null) {
                return;
            }
            if (field.equals(other) && rules.stream().noneMatch(rule -> concerns(rule, below))) {
                settled.add(below);
            } else if (field instanceof JsonObject own && other instanceof JsonObject same) {
                collect(below, own, same, rules, settled);
            }
        });
    }

    private static List<String> rulePaths(VersionConversion conversion) {
        return conversion.rules().stream()
                .flatMap(rule -> Stream.concat(rule.inVersion().stream(), rule.stored().stream())
                        .map(field -> rule.scope() + "." + field))
                .toList();
    }

    private static boolean concerns(String rule, String path) {
        return isWithin(rule, path) || isWithin(path, rule);
    }

    private static boolean isWithin(String path, String above) {
        return path.equals(above) || path.startsWith(above + ".") || path.startsWith(above + "[");
    }
}
