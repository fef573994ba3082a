package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Creates the rules that a definition declares for the conversion between a version and the stored version. A path
 * refers to a field below spec, such as {@code spec.size} or {@code spec.users[*].name}. All paths of a rule must go
 * through the same lists and maps. If a rule is invalid, the method that creates it throws an IllegalArgumentException
 * with the reason.
 */
public final class ConversionRules {
    private final Schema version;
    private final Schema stored;
    private final SchemaExpressions expressions;

    public ConversionRules(Schema version, Schema stored, SchemaExpressions expressions) {
        this.version = version;
        this.stored = stored;
        this.expressions = expressions;
    }

    /**
     * A field that has another path or other values.
     *
     * @param values maps values of the version to stored values; all other values are the same in both versions
     */
    public ConversionRule moved(String inVersion, String inStored, Map<JsonValue, JsonValue> values) {
        return rule(List.of(inVersion), List.of(inStored), new TranslatedValue(values));
    }

    /** A string of the version that joins several fields of the stored version. */
    public ConversionRule split(String inVersion, List<String> inStored, String separator) {
        return rule(List.of(inVersion), inStored, text(inStored, stored, separator, true));
    }

    /** Several fields of the version that are joined to one string in the stored version. */
    public ConversionRule joined(List<String> inVersion, String inStored, String separator) {
        return rule(inVersion, List.of(inStored), text(inVersion, version, separator, false));
    }

    /** A field that only the stored version has, and its value in an object that is created in this version. */
    public ConversionRule onlyStored(String inStored, JsonValue value) {
        requireOutsideOfLists(inStored);
        return rule(
                List.of(),
                List.of(inStored),
                new FixedValue(value, true, RulePath.parse(inStored).field()));
    }

    /** A field that only this version has, and its only value. */
    public ConversionRule onlyInVersion(String inVersion, JsonValue value) {
        return rule(
                List.of(inVersion),
                List.of(),
                new FixedValue(value, false, RulePath.parse(inVersion).field()));
    }

    /**
     * Fields that are computed by expressions in CEL, in which {@code self} is the whole object.
     *
     * @param inVersion maps the path of each field of the version to the expression that computes the field from the
     *     stored object
     * @param inStored maps the path of each stored field to the expression that computes the field from the version's
     *     object
     */
    public ConversionRule computed(SequencedMap<String, String> inVersion, SequencedMap<String, String> inStored) {
        if (inVersion.isEmpty() || inStored.isEmpty()) {
            throw new IllegalArgumentException("must have expressions for both directions");
        }
        inVersion.keySet().forEach(ConversionRules::requireOutsideOfLists);
        inStored.keySet().forEach(ConversionRules::requireOutsideOfLists);
        return rule(
                List.copyOf(inVersion.keySet()),
                List.copyOf(inStored.keySet()),
                new ComputedValue(
                        compiled(inVersion, stored),
                        compiled(inStored, version),
                        RulePath.parse(inVersion.firstEntry().getKey()).field()));
    }

    private List<ComputedValue.Expression> compiled(SequencedMap<String, String> texts, Schema self) {
        return texts.values().stream()
                .map(text -> new ComputedValue.Expression(text, self.json(), expressions))
                .toList();
    }

    private ConversionRule rule(List<String> inVersion, List<String> inStored, ValueMapping mapping) {
        List<RulePath> own = inVersion.stream().map(RulePath::parse).toList();
        List<RulePath> others = inStored.stream().map(RulePath::parse).toList();
        own.forEach(path -> requireDeclared(path, version, "this version"));
        others.forEach(path -> requireDeclared(path, stored, "the stored version"));
        RuleScope scope = (own.isEmpty() ? others : own).getFirst().scope();
        own.forEach(path -> requireScope(path, scope));
        others.forEach(path -> requireScope(path, scope));
        return new ConversionRule(
                scope,
                own.stream().map(RulePath::field).toList(),
                others.stream().map(RulePath::field).toList(),
                mapping);
    }

    private static JoinedText text(List<String> paths, Schema schema, String separator, boolean areStored) {
        if (paths.size() < 2) {
            throw new IllegalArgumentException("must name at least two fields");
        }
        return new JoinedText(
                separator,
                paths.stream()
                        .map(RulePath::parse)
                        .map(path -> {
                            DeclaredField field = DeclaredField.of(schema, path);
                            return new JoinedText.Part(path.field(), field.type(), field.fallback());
                        })
                        .toList(),
                areStored);
    }

    private static void requireDeclared(RulePath path, Schema schema, String which) {
        if (!DeclaredField.of(schema, path).isDeclared()) {
            throw new IllegalArgumentException(path + " is not in the schema of " + which);
        }
    }

    private static void requireScope(RulePath path, RuleScope scope) {
        if (!path.scope().equals(scope)) {
            throw new IllegalArgumentException(path + " is not in " + scope
                    + ": all fields of a rule must be in the same object, item of a list or member of a map");
        }
    }

    private static void requireOutsideOfLists(String path) {
        if (!RulePath.parse(path).scope().equals(RuleScope.SPEC)) {
            throw new IllegalArgumentException(path + " must not be in a list or map");
        }
    }
}
