package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts the spec of a version to the stored version and back. A field without a rule has the same path in both
 * versions. A field that the target schema does not have is dropped. In the same way, kube-apiserver prunes the result
 * of a conversion webhook. Specs have no defaults.
 *
 * @param schema the schema of the version
 * @param stored the schema of the stored version
 */
public record VersionConversion(Schema schema, Schema stored, List<ConversionRule> rules) {
    public VersionConversion {
        rules = List.copyOf(rules);
    }

    /**
     * Converts a spec to the stored version. If the fields of a rule did not change, their stored values stay. A stored
     * field also stays if the version does not show it.
     *
     * @param before the stored spec that the result replaces; null if there is none
     * @throws ConversionException if a rule cannot convert the spec
     */
    public JsonObject toStored(JsonObject spec, @Nullable JsonObject before) {
        if (before == null) {
            return converted(spec, null, null);
        }
        JsonObject shown = fromStored(before);
        return HiddenFields.of(before, converted(shown, shown, before)).in(converted(spec, shown, before));
    }

    private JsonObject converted(JsonObject spec, @Nullable JsonObject shown, @Nullable JsonObject before) {
        JsonObject converted = spec;
        for (ConversionRule rule : rules) {
            converted = rule.withoutInVersion(converted);
        }
        for (ConversionRule rule : rules) {
            converted = rule.toStored(converted, spec, shown, before);
        }
        return SchemaPruner.pruneKeepingNulls(stored, converted, "spec");
    }

    /** Converts any stored spec to this version. Never fails. */
    public JsonObject fromStored(JsonObject spec) {
        JsonObject converted = spec;
        for (ConversionRule rule : rules) {
            converted = rule.withoutStored(converted);
        }
        for (ConversionRule rule : rules) {
            converted = rule.fromStored(converted, spec);
        }
        return SchemaPruner.pruneKeepingNulls(schema, converted, "spec");
    }

    /** Returns the path of a field that more than one rule uses; empty if there is none. */
    public Optional<String> duplicatePath() {
        Set<String> seen = new HashSet<>();
        return rules.stream()
                .flatMap(rule -> Stream.concat(
                        rule.inVersion().stream().map(path -> new Side(rule, path, false)),
                        rule.stored().stream().map(path -> new Side(rule, path, true))))
                .filter(side -> !seen.add(side.isStored() + side.path()))
                .map(Side::path)
                .findFirst();
    }

    /** Converts a path in the stored spec to the paths of the same values in the version. */
    List<String> pathsInVersion(String path) {
        Set<String> paths = new LinkedHashSet<>();
        boolean isMoved = false;
        for (ConversionRule rule : rules) {
            for (FieldPath field : rule.stored()) {
                String moved = rule.scope() + "." + field;
                boolean isBelow = isBelow(path, moved);
                if (isBelow || isBelow(moved, path)) {
                    // If a rule does more than move a value, each field of the rule can contain a part of the value.
                    String rest =
                            isBelow && rule.mapping() instanceof TranslatedValue ? path.substring(moved.length()) : "";
                    rule.inVersion().forEach(own -> paths.add(rule.scope() + "." + own + rest));
                }
                isMoved |= isBelow;
            }
        }
        if (!isMoved) {
            paths.add(path);
        }
        return List.copyOf(paths);
    }

    private static boolean isBelow(String path, String above) {
        return path.equals(above) || path.startsWith(above + ".") || path.startsWith(above + "[");
    }

    private record Side(ConversionRule rule, FieldPath field, boolean isStored) {
        String path() {
            return rule.scope() + "." + field;
        }
    }
}
