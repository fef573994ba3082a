package dev.chartroom.domain.version;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.schema.Schema;
import dev.chartroom.domain.schema.SchemaPruner;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the spec of a version becomes that of the stored one, and back. What no rule speaks of is in the same place of both;
 * what the other one's schema does not know is dropped, as kube-apiserver prunes what a conversion webhook answers. Specs
 * are without defaults.
 *
 * @param schema of the version
 * @param stored the schema of the stored version
 */
public record VersionConversion(Schema schema, Schema stored, List<ConversionRule> rules) {
    public VersionConversion {
        rules = List.copyOf(rules);
    }

    /**
     * What is stored. A rule whose fields did not change leaves what it is about as it was before, and what the version
     * does not show stays where it is.
     *
     * @param before the stored spec that this one takes the place of; null where there is none
     * @throws ConversionException where a rule has no answer
     */
    public JsonObject toStored(JsonObject spec, @Nullable JsonObject before) {
        if (before == null) {
            return made(spec, null, null);
        }
        JsonObject shown = fromStored(before);
        return HiddenFields.of(before, made(shown, shown, before)).in(made(spec, shown, before));
    }

    private JsonObject made(JsonObject spec, @Nullable JsonObject shown, @Nullable JsonObject before) {
        JsonObject made = spec;
        for (ConversionRule rule : rules) {
            made = rule.withoutInVersion(made);
        }
        for (ConversionRule rule : rules) {
            made = rule.toStored(made, spec, shown, before);
        }
        return SchemaPruner.pruneKeepingNulls(stored, made, "spec");
    }

    /** What the version shows of what is stored, whatever that is. */
    public JsonObject fromStored(JsonObject spec) {
        JsonObject made = spec;
        for (ConversionRule rule : rules) {
            made = rule.withoutStored(made);
        }
        for (ConversionRule rule : rules) {
            made = rule.fromStored(made, spec);
        }
        return SchemaPruner.pruneKeepingNulls(schema, made, "spec");
    }

    /** The path of a field of which more than one rule speaks; empty where there is none. */
    public Optional<String> twice() {
        Set<String> seen = new HashSet<>();
        return rules.stream()
                .flatMap(rule -> Stream.concat(
                        rule.inVersion().stream().map(path -> new Side(rule, path, false)),
                        rule.stored().stream().map(path -> new Side(rule, path, true))))
                .filter(side -> !seen.add(side.isStored() + side.path()))
                .map(Side::path)
                .findFirst();
    }

    /** Where the version has the values that are at a path of the stored spec. */
    List<String> pathsInVersion(String path) {
        Set<String> paths = new LinkedHashSet<>();
        boolean isMoved = false;
        for (ConversionRule rule : rules) {
            for (FieldPath field : rule.stored()) {
                String moved = rule.scope() + "." + field;
                boolean isBelow = isBelow(path, moved);
                if (isBelow || isBelow(moved, path)) {
                    // Of a value that is made of several fields nobody knows which part is where.
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
