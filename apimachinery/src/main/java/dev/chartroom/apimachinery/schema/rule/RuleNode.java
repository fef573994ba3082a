package dev.chartroom.apimachinery.schema.rule;

import dev.chartroom.apimachinery.schema.constraint.Correlatable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compiled rules of one place in a schema and of the places inside it. Places without rules are kept as well: their
 * list types and known members decide whether a value changed.
 *
 * @param type the {@code type} keyword, empty if there is none; some errors contain it in place of the value
 * @param values the node of the members that {@code properties} does not name; null if there is none
 * @param containsRules whether this node or a node inside it has a rule
 */
record RuleNode(
        String type,
        List<CompiledRule> rules,
        Map<String, RuleNode> properties,
        @Nullable RuleNode values,
        @Nullable RuleNode items,
        List<String> mapKeys,
        boolean containsRules)
        implements Correlatable {

    /** Shared nodes, one for each type, because most places are scalars without rules. */
    private static final Map<String, RuleNode> PLAIN = Stream.of(
                    "", "object", "array", "string", "integer", "number", "boolean")
            .collect(Collectors.toUnmodifiableMap(type -> type, RuleNode::plain));

    static RuleNode of(
            String type,
            List<CompiledRule> rules,
            Map<String, RuleNode> properties,
            @Nullable RuleNode values,
            @Nullable RuleNode items,
            List<String> mapKeys) {
        RuleNode plain = PLAIN.get(type);
        if (plain != null
                && rules.isEmpty()
                && properties.isEmpty()
                && values == null
                && items == null
                && mapKeys.isEmpty()) {
            return plain;
        }
        boolean containsRules = !rules.isEmpty()
                || (values != null && values.containsRules)
                || (items != null && items.containsRules)
                || properties.values().stream().anyMatch(RuleNode::containsRules);
        return new RuleNode(
                type, List.copyOf(rules), Map.copyOf(properties), values, items, List.copyOf(mapKeys), containsRules);
    }

    private static RuleNode plain(String type) {
        return new RuleNode(type, List.of(), Map.of(), null, null, List.of(), false);
    }

    @Override
    public @Nullable RuleNode member(String name) {
        RuleNode property = properties.get(name);
        return property == null ? values : property;
    }

    /** Returns whether errors omit the values of this type, which may be large. */
    boolean errorsOmitValue() {
        return type.equals("object") || type.equals("array");
    }
}
