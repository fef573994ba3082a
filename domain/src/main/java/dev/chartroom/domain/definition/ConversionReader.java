package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.TextRule;
import dev.chartroom.domain.version.ConversionRule;
import dev.chartroom.domain.version.ConversionRules;
import dev.chartroom.domain.version.RoundTrip;
import dev.chartroom.domain.version.VersionConversion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * Reads {@code spec.versions[].conversion}, the rules that convert a version to the stored version. In each rule,
 * {@code from} refers to the version, and {@code to} refers to the stored version.
 */
final class ConversionReader {
    private static final List<String> RULES = List.of("move", "split", "join", "default", "expressions");

    private final SchemaExpressions expressions;

    ConversionReader(SchemaExpressions expressions) {
        this.expressions = expressions;
    }

    /** Returns the conversion of a version. Notes a problem if the rules of the conversion lose values. */
    VersionConversion read(VersionReader.Version version, VersionReader.Version stored) {
        DefinitionFields conversion = version.fields().objectOrEmpty("conversion");
        ConversionRules rules = new ConversionRules(version.schema(), stored.schema(), expressions);
        List<ConversionRule> read = new ArrayList<>();
        List<DefinitionFields> declared = conversion.objects("rules");
        for (int i = 0; i < declared.size(); i++) {
            rule(conversion, "rules[" + i + "]", declared.get(i), rules).ifPresent(read::add);
        }
        VersionConversion result = new VersionConversion(version.schema(), stored.schema(), read);
        result.duplicatePath().ifPresent(path -> conversion.problem("rules", path + " is in more than one rule"));
        if (version.fields().problemCount() == 0) {
            RoundTrip.loss(result, version.name(), stored.name())
                    .ifPresent(
                            example -> version.fields().problem("conversion", "round-trip check failed: " + example));
        }
        return result;
    }

    private static Optional<ConversionRule> rule(
            DefinitionFields conversion, String element, DefinitionFields rule, ConversionRules rules) {
        List<String> given = RULES.stream().filter(rule::has).toList();
        if (given.size() != 1) {
            conversion.problem(element, "must have exactly one of " + String.join(", ", RULES));
            return Optional.empty();
        }
        String name = given.getFirst();
        int before = rule.problemCount();
        DefinitionFields fields = rule.objectOrEmpty(name);
        Supplier<ConversionRule> reading = switch (name) {
            case "move" -> move(fields, rules);
            case "split" -> split(fields, rules);
            case "join" -> join(fields, rules);
            case "default" -> onlyInOne(fields, rules);
            default -> expressions(fields, rules);
        };
        if (rule.problemCount() > before) {
            return Optional.empty();
        }
        try {
            return Optional.of(reading.get());
        } catch (IllegalArgumentException e) {
            rule.problem(name, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Supplier<ConversionRule> move(DefinitionFields fields, ConversionRules rules) {
        String from = fields.text("from", TextRule.RULE_PATH);
        String to = fields.textOr("to", from, TextRule.RULE_PATH);
        Map<JsonValue, JsonValue> values = new LinkedHashMap<>();
        for (DefinitionFields pair : fields.objects("values")) {
            Optional<JsonValue> stored = pair.rawValue("to");
            pair.rawValue("from")
                    .ifPresent(own -> stored.ifPresent(value -> {
                        if (values.putIfAbsent(own, value) != null) {
                            pair.problem("from", own + " is already converted to another value");
                        }
                    }));
        }
        return () -> rules.moved(from, to, values);
    }

    private static Supplier<ConversionRule> split(DefinitionFields fields, ConversionRules rules) {
        String from = fields.text("from", TextRule.RULE_PATH);
        List<String> to = fields.texts("to", TextRule.RULE_PATH);
        String separator = fields.text("separator");
        return () -> rules.split(from, to, separator);
    }

    private static Supplier<ConversionRule> join(DefinitionFields fields, ConversionRules rules) {
        List<String> from = fields.texts("from", TextRule.RULE_PATH);
        String to = fields.text("to", TextRule.RULE_PATH);
        String separator = fields.text("separator");
        return () -> rules.joined(from, to, separator);
    }

    private static Supplier<ConversionRule> onlyInOne(DefinitionFields fields, ConversionRules rules) {
        String from = fields.textOr("from", "", TextRule.RULE_PATH);
        String to = fields.textOr("to", "", TextRule.RULE_PATH);
        JsonValue value = fields.rawValue("value").orElse(JsonNull.NULL);
        return () -> {
            if (from.isEmpty() == to.isEmpty()) {
                throw new IllegalArgumentException(
                        "must have either from (a field of this version) or to (a field of the stored version)");
            }
            return from.isEmpty() ? rules.onlyStored(to, value) : rules.onlyInVersion(from, value);
        };
    }

    private static Supplier<ConversionRule> expressions(DefinitionFields fields, ConversionRules rules) {
        SequencedMap<String, String> from = expressions(fields, "from");
        SequencedMap<String, String> to = expressions(fields, "to");
        return () -> rules.computed(from, to);
    }

    private static SequencedMap<String, String> expressions(DefinitionFields fields, String name) {
        SequencedMap<String, String> expressions = new LinkedHashMap<>();
        for (DefinitionFields field : fields.objects(name)) {
            expressions.put(field.text("path", TextRule.RULE_PATH), field.text("expression"));
        }
        return expressions;
    }
}
