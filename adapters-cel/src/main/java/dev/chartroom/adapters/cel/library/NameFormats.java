package dev.chartroom.adapters.cel.library;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What makes a name of Kubernetes one, in apimachinery's words. */
final class NameFormats {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String LABEL_1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String KEY = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE = "(" + KEY + ")?";
    private static final Pattern IS_LABEL = Pattern.compile(LABEL);
    private static final Pattern IS_SUBDOMAIN = Pattern.compile(SUBDOMAIN);
    private static final Pattern IS_LABEL_1035 = Pattern.compile(LABEL_1035);
    private static final Pattern IS_KEY = Pattern.compile(KEY);
    private static final Pattern IS_VALUE = Pattern.compile(VALUE);
    private static final String KEY_RULE = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character";
    private static final int LABEL_LENGTH = 63;
    private static final int SUBDOMAIN_LENGTH = 253;

    private NameFormats() {}

    static List<String> label(String text) {
        List<String> problems = tooLong(text, LABEL_LENGTH, "characters");
        if (!IS_LABEL.matcher(text).matches()) {
            problems.add(
                    IS_SUBDOMAIN.matcher(text).matches()
                            ? "must not contain dots"
                            : mismatch(
                                    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                                            + " '-', and must start and end with an alphanumeric character",
                                    LABEL,
                                    "my-name",
                                    "123-abc"));
        }
        return problems;
    }

    static List<String> subdomain(String text) {
        List<String> problems = tooLong(text, SUBDOMAIN_LENGTH, "characters");
        if (!IS_SUBDOMAIN.matcher(text).matches()) {
            problems.add(mismatch(
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                            + " must start and end with an alphanumeric character",
                    SUBDOMAIN,
                    "example.com"));
        }
        return problems;
    }

    static List<String> label1035(String text) {
        List<String> problems = tooLong(text, LABEL_LENGTH, "characters");
        if (!IS_LABEL_1035.matcher(text).matches()) {
            problems.add(mismatch(
                    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                            + " alphabetic character, and end with an alphanumeric character",
                    LABEL_1035,
                    "my-name",
                    "abc-123"));
        }
        return problems;
    }

    static List<String> labelValue(String text) {
        List<String> problems = tooLong(text, LABEL_LENGTH, "bytes");
        if (!IS_VALUE.matcher(text).matches()) {
            problems.add(mismatch(
                    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and"
                            + " must start and end with an alphanumeric character",
                    VALUE,
                    "MyValue",
                    "my_value",
                    "12345"));
        }
        return problems;
    }

    static List<String> qualifiedName(String text) {
        List<String> problems = new ArrayList<>();
        String[] parts = text.split("/", -1);
        if (parts.length > 2) {
            problems.add("a valid label key " + keyMismatch()
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
            return problems;
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                subdomain(parts[0]).forEach(problem -> problems.add("prefix part " + problem));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else {
            tooLong(name, LABEL_LENGTH, "bytes").forEach(problem -> problems.add("name part " + problem));
        }
        if (!IS_KEY.matcher(name).matches()) {
            problems.add("name part " + keyMismatch());
        }
        return problems;
    }

    /** What is generated gets more letters behind it, so a dash at the end is right. */
    static String prefix(String text) {
        return text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text;
    }

    private static String keyMismatch() {
        return mismatch(KEY_RULE, KEY, "MyName", "my.name", "123-abc");
    }

    private static List<String> tooLong(String text, int most, String unit) {
        List<String> problems = new ArrayList<>();
        if (text.getBytes(StandardCharsets.UTF_8).length > most) {
            problems.add("must be no more than " + most + " " + unit);
        }
        return problems;
    }

    private static String mismatch(String rule, String regex, String... examples) {
        StringBuilder text = new StringBuilder(rule).append(" (e.g. ");
        for (int i = 0; i < examples.length; i++) {
            text.append(i == 0 ? "" : " or ").append('\'').append(examples[i]).append("', ");
        }
        return text.append("regex used for validation is '")
                .append(regex)
                .append("')")
                .toString();
    }
}
