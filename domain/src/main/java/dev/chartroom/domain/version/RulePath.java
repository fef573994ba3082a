package dev.chartroom.domain.version;

import java.util.ArrayList;
import java.util.List;

/**
 * The path of a field in a definition, such as {@code spec.users[*].name}. The part up to the last wildcard is the
 * scope.
 */
record RulePath(RuleScope scope, FieldPath field) {

    /**
     * @param text begins with {@code spec.}
     * @throws IllegalArgumentException if the text does not begin with {@code spec.} or does not end with the name of a
     *     field
     */
    static RulePath parse(String text) {
        List<String> steps = new ArrayList<>();
        for (String step : text.split("\\.", -1)) {
            String name = step;
            int lists = 0;
            while (name.endsWith(RuleScope.ITEMS)) {
                name = name.substring(0, name.length() - RuleScope.ITEMS.length());
                lists++;
            }
            steps.add(name);
            for (int i = 0; i < lists; i++) {
                steps.add(RuleScope.ITEMS);
            }
        }
        int wildcard = Math.max(steps.lastIndexOf(RuleScope.ITEMS), steps.lastIndexOf(RuleScope.MEMBERS));
        if (steps.size() < 2 || !steps.getFirst().equals("spec") || wildcard == steps.size() - 1) {
            throw new IllegalArgumentException("must be the path of a field below spec, not \"" + text + "\"");
        }
        int first = Math.max(wildcard + 1, 1);
        return new RulePath(
                new RuleScope(steps.subList(1, first)), new FieldPath(List.copyOf(steps.subList(first, steps.size()))));
    }

    @Override
    public String toString() {
        return scope + "." + field;
    }
}
