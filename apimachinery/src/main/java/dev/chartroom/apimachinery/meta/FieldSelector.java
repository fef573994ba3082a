package dev.chartroom.apimachinery.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A field selector on {@code metadata.name} and {@code metadata.namespace}, which every resource supports (D37). */
public record FieldSelector(List<Requirement> requirements) {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    public FieldSelector {
        requirements = List.copyOf(requirements);
    }

    /** The fields that a selector can refer to. */
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

    /** One condition: the field equals the value, or does not equal it. */
    public record Requirement(Field field, boolean equal, String value) {

        boolean matches(NamespacedName name) {
            String actual = switch (field) {
                case NAME -> name.name();
                case NAMESPACE -> name.namespace();
            };
            return actual.equals(value) == equal;
        }
    }

    /** Selects the object with a name. */
    public static FieldSelector ofName(String name) {
        return new FieldSelector(List.of(new Requirement(Field.NAME, true, name)));
    }

    /** Selects the objects outside of some namespaces. */
    public static FieldSelector notIn(List<String> namespaces) {
        return new FieldSelector(namespaces.stream()
                .map(namespace -> new Requirement(Field.NAMESPACE, false, namespace))
                .toList());
    }

    /**
     * Parses the string form, such as {@code metadata.name=a,metadata.namespace!=b}.
     *
     * @throws IllegalArgumentException if it is malformed or names another field
     */
    public static FieldSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String term : terms(text)) {
            if (!term.isEmpty()) {
                requirements.add(requirement(text, term));
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

    /** Returns the value that the field must have, if the selector requires one. */
    public Optional<String> required(Field field) {
        return requirements.stream()
                .filter(requirement -> requirement.field() == field && requirement.equal())
                .map(Requirement::value)
                .findFirst();
    }

    /** Splits the text at unescaped commas. */
    private static List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        return terms;
    }

    private static Requirement requirement(String text, String term) {
        int sign = term.indexOf('=');
        if (sign < 0) {
            throw new IllegalArgumentException("invalid selector: '" + text + "'; can't understand '" + term + "'");
        }
        boolean equal = sign == 0 || term.charAt(sign - 1) != '!';
        String path = term.substring(0, equal ? sign : sign - 1);
        String value = term.substring(equal && term.startsWith("==", sign) ? sign + 2 : sign + 1);
        for (Field field : Field.values()) {
            if (field.path().equals(path)) {
                return new Requirement(field, equal, unescape(value));
            }
        }
        throw new IllegalArgumentException("field label not supported: " + path);
    }

    private static String unescape(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '=') {
                throw new IllegalArgumentException("invalid field selector: unescaped character in value: " + (int) c);
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    throw new IllegalArgumentException("invalid field selector: invalid escape sequence: "
                            + value.substring(i - 1, Math.min(i + 1, value.length())));
                }
            }
            text.append(value.charAt(i));
        }
        return text.toString();
    }
}
