package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Finds the fields at which a schema's rules can reveal sensitive values. The message of a rule can contain any value
 * inside the field that has the rule. The {@code fieldPath} of the rule can be the path of another field.
 */
final class RuleMessages {
    private static final List<String> EACH = List.of("items", "additionalProperties");
    private static final Pattern SEGMENT = Pattern.compile("\\.([^.\\[\\]]+)|\\['((?:[^'\\\\]|\\\\.)*)'\\]");

    private RuleMessages() {}

    /** @param node the sensitive parts of a value of the schema */
    static MaskNode of(JsonObject schema, MaskNode node) {
        if (node.isEmpty()) {
            return MaskNode.NONE;
        }
        MaskNode found = MaskNode.NONE;
        for (JsonObject rule : schema.arrayOrEmpty("x-kubernetes-validations").objects()) {
            if (rule.has("messageExpression") && rule.has("fieldPath")) {
                found = found.and(MaskNode.of(segments(rule.stringOrEmpty("fieldPath"))));
            }
        }
        for (var property : schema.objectOrEmpty("properties").members().entrySet()) {
            if (property.getValue() instanceof JsonObject inner) {
                String name = property.getKey();
                found = found.and(MaskNode.under(name, of(inner, node.child(name))));
            }
        }
        for (String keyword : EACH) {
            MaskNode each = of(schema.objectOrEmpty(keyword), node.child(MaskNode.WILDCARD));
            found = found.and(MaskNode.under(MaskNode.WILDCARD, each));
        }
        return found;
    }

    private static List<String> segments(String fieldPath) {
        return SEGMENT.matcher(fieldPath).results().map(RuleMessages::name).toList();
    }

    private static String name(MatchResult segment) {
        String quoted = segment.group(2);
        return quoted == null ? segment.group(1) : quoted.replaceAll("\\\\(.)", "$1");
    }
}
