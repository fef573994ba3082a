package dev.chartroom.apimachinery.meta;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A label selector in its string form (wire contract D37): all requirements must hold. */
public record LabelSelector(List<Requirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]{1,19}");

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * The operator of a requirement. The names are those of metav1.LabelSelectorOperator, plus Go's two numeric
     * operators.
     */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER_THAN,
        LESS_THAN
    }

    /**
     * One condition on one label.
     *
     * @param values the values, sorted and without duplicates; one value for a numeric operator, no value for existence
     */
    public record Requirement(String key, Operator operator, List<String> values) {
        public Requirement {
            values = values.stream().sorted().distinct().toList();
        }

        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && holds(value);
                case NOT_IN -> value == null || !holds(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER_THAN -> value != null && isInteger(value) && compare(value) > 0;
                case LESS_THAN -> value != null && isInteger(value) && compare(value) < 0;
            };
        }

        private boolean holds(String value) {
            return Collections.binarySearch(values, value) >= 0;
        }

        private int compare(String value) {
            return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
        }

        @Override
        public String toString() {
            return switch (operator) {
                case IN -> values.size() == 1 ? key + "=" + values.getFirst() : key + " in " + set();
                case NOT_IN -> values.size() == 1 ? key + "!=" + values.getFirst() : key + " notin " + set();
                case EXISTS -> key;
                case DOES_NOT_EXIST -> "!" + key;
                case GREATER_THAN -> key + ">" + values.getFirst();
                case LESS_THAN -> key + "<" + values.getFirst();
            };
        }

        private String set() {
            return "(" + String.join(",", values) + ")";
        }
    }

    /**
     * Parses the string form, such as {@code tier in (a,b),!old,app=x}.
     *
     * @throws IllegalArgumentException if it is malformed, or contains an invalid label key or value; the message is
     *     apimachinery's
     */
    public static LabelSelector parse(String text) {
        List<Requirement> requirements = new LabelSelectorParser(text).parse();
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements);
    }

    /**
     * Reads a metav1.LabelSelector: {@code matchLabels} and {@code matchExpressions}. An empty selector selects
     * everything.
     *
     * @throws IllegalArgumentException if an operator is unknown; the message is apimachinery's
     */
    public static LabelSelector ofJson(JsonObject json) {
        List<Requirement> requirements = new ArrayList<>();
        json.objectOrEmpty("matchLabels")
                .strings()
                .forEach((label, value) -> requirements.add(new Requirement(label, Operator.IN, List.of(value))));
        json.arrayOrEmpty("matchExpressions").objects().forEach(each -> requirements.add(requirement(each)));
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements);
    }

    private static Requirement requirement(JsonObject expression) {
        String operator = expression.stringOrEmpty("operator");
        return new Requirement(
                expression.stringOrEmpty("key"),
                switch (operator) {
                    case "In" -> Operator.IN;
                    case "NotIn" -> Operator.NOT_IN;
                    case "Exists" -> Operator.EXISTS;
                    case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
                    default ->
                        throw new IllegalArgumentException(
                                "\"" + operator + "\" is not a valid label selector operator");
                },
                expression.arrayOrEmpty("values").strings());
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a selector with the requirements of both selectors. */
    public LabelSelector and(LabelSelector other) {
        List<Requirement> both = new ArrayList<>(requirements);
        both.addAll(other.requirements);
        return new LabelSelector(both);
    }

    /** Returns a selector for one value of one label. */
    public static LabelSelector equal(String key, String value) {
        return new LabelSelector(List.of(new Requirement(key, Operator.IN, List.of(value))));
    }

    /** Returns the string form, which parses to an equal selector. */
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }

    static boolean isInteger(String value) {
        if (!INTEGER.matcher(value).matches()) {
            return false;
        }
        try {
            Long.parseLong(value);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
