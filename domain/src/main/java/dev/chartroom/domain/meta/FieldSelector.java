package dev.chartroom.domain.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A field selector on {@code metadata.name} and {@code metadata.namespace}, the two that every resource has (D37). */
public record FieldSelector(List<Requirement> requirements) {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());
    private static final Pattern TERM = Pattern.compile("([^=!]+?)\\s*(==|!=|=)\\s*(.*)");

    public FieldSelector {
        requirements = List.copyOf(requirements);
    }

    /** The fields that can be selected on. */
    public enum Field {
        NAME("metadata.name"),
        NAMESPACE("metadata.namespace");

        private final String path;

        Field(String path) {
            this.path = path;
        }

        public String path() {
            return path;
        }
    }

    /** One condition: the field is the value, or is not. */
    public record Requirement(Field field, boolean equal, String value) {

        boolean matches(NamespacedName name) {
            String actual = switch (field) {
                case NAME -> name.name();
                case NAMESPACE -> name.namespace();
            };
            return actual.equals(value) == equal;
        }
    }

    /**
     * Parses the string form, such as {@code metadata.name=a,metadata.namespace!=b}.
     *
     * @throws IllegalArgumentException where it is malformed or names another field
     */
    public static FieldSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String term : text.split(",", -1)) {
            if (!term.isBlank()) {
                requirements.add(requirement(term.strip()));
            }
        }
        return requirements.isEmpty() ? EVERYTHING : new FieldSelector(requirements);
    }

    public boolean matches(NamespacedName name) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(name)) {
                return false;
            }
        }
        return true;
    }

    /** The one value that the field must have, where the selector says so. */
    public Optional<String> required(Field field) {
        return requirements.stream()
                .filter(requirement -> requirement.field() == field && requirement.equal())
                .map(Requirement::value)
                .findFirst();
    }

    private static Requirement requirement(String term) {
        Matcher matcher = TERM.matcher(term);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("invalid selector: '" + term + "'; can't understand '" + term + "'");
        }
        String path = matcher.group(1);
        for (Field field : Field.values()) {
            if (field.path().equals(path)) {
                return new Requirement(field, !matcher.group(2).equals("!="), matcher.group(3));
            }
        }
        throw new IllegalArgumentException(
                "\"" + path + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }
}
