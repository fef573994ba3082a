package dev.chartroom.domain.schema;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compiled rules of one place of a schema, and of the places inside it. The whole structure is kept, not only where
 * rules are, because whether a value changed is decided by the list types and the known members of all of it.
 *
 * @param type the {@code type} keyword, empty where there is none: how errors show values that are not shown themselves
 * @param values the place of the members that {@code properties} does not name; null where there is none
 * @param ruled whether there is a rule here or inside
 */
record RuleNode(
        String type,
        List<CompiledRule> rules,
        Map<String, RuleNode> properties,
        @Nullable RuleNode values,
        @Nullable RuleNode items,
        List<String> mapKeys,
        boolean ruled)
        implements Correlatable {

    /** Most places are scalars without rules: one stands for all of a type. */
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
        boolean ruled = !rules.isEmpty()
                || (values != null && values.ruled)
                || (items != null && items.ruled)
                || properties.values().stream().anyMatch(RuleNode::ruled);
        return new RuleNode(
                type, List.copyOf(rules), Map.copyOf(properties), values, items, List.copyOf(mapKeys), ruled);
    }

    private static RuleNode plain(String type) {
        return new RuleNode(type, List.of(), Map.of(), null, null, List.of(), false);
    }

    @Override
    public @Nullable RuleNode member(String name) {
        RuleNode property = properties.get(name);
        return property == null ? values : property;
    }

    /** Whether values are too large to be shown in errors. */
    boolean isShownByType() {
        return type.equals("object") || type.equals("array");
    }
}
