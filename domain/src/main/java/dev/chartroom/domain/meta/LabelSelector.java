package dev.chartroom.domain.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A label selector in its string form (wire contract D37): all requirements must hold. */
public record LabelSelector(List<Requirement> requirements) {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private static final String KEY = "[A-Za-z0-9][-A-Za-z0-9_./]*";
    private static final String VALUE = "[-A-Za-z0-9_.]*";
    private static final Pattern EXISTS = Pattern.compile("(!?)\\s*(" + KEY + ")");
    private static final Pattern EQUALITY = Pattern.compile("(" + KEY + ")\\s*(==|!=|=|<|>)\\s*(" + VALUE + ")");
    private static final Pattern SET = Pattern.compile("(" + KEY + ")\\s+(in|notin)\\s*\\(([-A-Za-z0-9_.,\\s]*)\\)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]{1,19}");
    private static final int MAX_NAME = 63;
    private static final int MAX_SUBDOMAIN = 253;

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /** How a requirement compares; the names are those of metav1.LabelSelectorOperator, plus Go's two numeric ones. */
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
     * @param values sorted and without duplicates, as they are a set; one for the numeric operators, none for existence
     */
    public record Requirement(String key, Operator operator, List<String> values) {
        public Requirement {
            values = values.stream().sorted().distinct().toList();
        }

        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER_THAN -> value != null && isInteger(value) && compare(value) > 0;
                case LESS_THAN -> value != null && isInteger(value) && compare(value) < 0;
            };
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
     * @throws IllegalArgumentException where it is malformed, or names a key or value that no label can have
     */
    public static LabelSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String term : terms(text)) {
            Requirement requirement = requirement(term);
            check(term, requirement);
            requirements.add(requirement);
        }
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements);
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** The requirements of both. */
    public LabelSelector and(LabelSelector other) {
        List<Requirement> both = new ArrayList<>(requirements);
        both.addAll(other.requirements);
        return new LabelSelector(both);
    }

    /** A selector for one value of one label. */
    public static LabelSelector equal(String key, String value) {
        return new LabelSelector(List.of(new Requirement(key, Operator.IN, List.of(value))));
    }

    /** The string form, which parses to an equal selector. */
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }

    private static List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : ',';
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == text.length())) {
                terms.add(text.substring(start, i).strip());
                start = i + 1;
            }
        }
        return terms.equals(List.of("")) ? List.of() : terms;
    }

    private static Requirement requirement(String term) {
        Matcher exists = EXISTS.matcher(term);
        if (exists.matches()) {
            Operator operator = exists.group(1).isEmpty() ? Operator.EXISTS : Operator.DOES_NOT_EXIST;
            return new Requirement(exists.group(2), operator, List.of());
        }
        Matcher equality = EQUALITY.matcher(term);
        if (equality.matches()) {
            return equality(term, equality.group(1), equality.group(2), equality.group(3));
        }
        Matcher set = SET.matcher(term);
        if (set.matches()) {
            List<String> values = List.of(set.group(3).split(",", -1)).stream()
                    .map(String::strip)
                    .toList();
            return new Requirement(set.group(1), set.group(2).equals("in") ? Operator.IN : Operator.NOT_IN, values);
        }
        throw new IllegalArgumentException("unable to parse requirement: \"" + term + "\"");
    }

    private static Requirement equality(String term, String key, String operator, String value) {
        return switch (operator) {
            case "!=" -> new Requirement(key, Operator.NOT_IN, List.of(value));
            case "<", ">" -> {
                if (!isInteger(value)) {
                    throw new IllegalArgumentException(
                            "unable to parse requirement: for 'Gt', 'Lt' operators, the value must be an integer: \""
                                    + term + "\"");
                }
                Operator numeric = operator.equals("<") ? Operator.LESS_THAN : Operator.GREATER_THAN;
                yield new Requirement(key, numeric, List.of(value));
            }
            default -> new Requirement(key, Operator.IN, List.of(value));
        };
    }

    private static void check(String term, Requirement requirement) {
        String key = requirement.key();
        int slash = key.indexOf('/');
        if (slash >= 0 && !matches(SUBDOMAIN, MAX_SUBDOMAIN, key.substring(0, slash))
                || !matches(NAME, MAX_NAME, key.substring(slash + 1))) {
            throw new IllegalArgumentException("unable to parse requirement: \"" + key + "\" in \"" + term
                    + "\" is not a label key, which is a name of at most 63 letters, digits, \"-\", \"_\" and \".\","
                    + " with an optional DNS subdomain and \"/\" before it");
        }
        for (String value : requirement.values()) {
            if (!value.isEmpty() && !matches(NAME, MAX_NAME, value)) {
                throw new IllegalArgumentException("unable to parse requirement: \"" + value + "\" in \"" + term
                        + "\" is not a label value, which is at most 63 letters, digits, \"-\", \"_\" and \".\", with a"
                        + " letter or digit at both ends");
            }
        }
    }

    private static boolean matches(Pattern pattern, int length, String text) {
        return text.length() <= length && pattern.matcher(text).matches();
    }

    private static boolean isInteger(String value) {
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
