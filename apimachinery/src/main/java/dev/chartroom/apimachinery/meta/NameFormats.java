package dev.chartroom.apimachinery.meta;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The formats of names in Kubernetes. Each check returns the problems in apimachinery's words; empty if there are none.
 */
public final class NameFormats {
    private static final int LABEL_MAX = 63;
    private static final int SUBDOMAIN_MAX = 253;
    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final String DNS_SUBDOMAIN_RULE = DNS_LABEL + "(\\." + DNS_LABEL + ")*";
    /** The quantifier is possessive. Otherwise the JDK recurses for each label, and a long text overflows the stack. */
    private static final Pattern DNS_SUBDOMAIN = Pattern.compile(DNS_SUBDOMAIN_RULE + "+");

    private static final Pattern DNS_1035_LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern KEY = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern VALUE = Pattern.compile("(" + KEY + ")?");
    private static final String KEY_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                    + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
                    + " validation is '" + KEY + "')";

    private NameFormats() {}

    /** Checks the key of a label or the name of a finalizer. */
    public static List<String> key(String key) {
        List<String> problems = new ArrayList<>();
        String[] parts = key.split("/", -1);
        if (parts.length > 2) {
            return List.of("a valid label key " + KEY_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (parts.length == 2) {
            if (parts[0].isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                dnsSubdomain(parts[0], "bytes").forEach(problem -> problems.add("prefix part " + problem));
            }
        }
        String name = parts[parts.length - 1];
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (bytes(name) > LABEL_MAX) {
            problems.add("name part " + tooLong(LABEL_MAX, "bytes"));
        }
        if (!KEY.matcher(name).matches()) {
            problems.add("name part " + KEY_RULE);
        }
        return problems;
    }

    public static List<String> labelValue(String value) {
        return check(
                value,
                LABEL_MAX,
                "bytes",
                VALUE,
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                        + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345',"
                        + " regex used for validation is '" + VALUE + "')");
    }

    public static List<String> dnsSubdomain(String name) {
        return dnsSubdomain(name, "characters");
    }

    /** @param unit the unit in messages: upstream always counts bytes, but says so only for keys */
    private static List<String> dnsSubdomain(String name, String unit) {
        return check(
                name,
                SUBDOMAIN_MAX,
                unit,
                DNS_SUBDOMAIN,
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                        + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation"
                        + " is '" + DNS_SUBDOMAIN_RULE + "')");
    }

    public static List<String> dnsLabel(String name) {
        return check(
                name,
                LABEL_MAX,
                "characters",
                DNS_LABEL,
                DNS_SUBDOMAIN.matcher(name).matches()
                        ? "must not contain dots"
                        : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must"
                                + " start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex"
                                + " used for validation is '" + DNS_LABEL + "')");
    }

    public static List<String> dns1035Label(String name) {
        return check(
                name,
                LABEL_MAX,
                "characters",
                DNS_1035_LABEL,
                "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                        + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used"
                        + " for validation is '" + DNS_1035_LABEL + "')");
    }

    /** Checks that a name can be a path segment. An update checks nothing else about the name. */
    public static List<String> pathSegment(String name) {
        if (name.equals(".") || name.equals("..")) {
            return List.of("may not be '" + name + "'");
        }
        return pathSegmentPrefix(name);
    }

    public static List<String> pathSegmentPrefix(String name) {
        List<String> problems = new ArrayList<>();
        for (String forbidden : List.of("/", "%")) {
            if (name.contains(forbidden)) {
                problems.add("may not contain '" + forbidden + "'");
            }
        }
        return problems;
    }

    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static List<String> check(String text, int longest, String unit, Pattern pattern, String rule) {
        List<String> problems = new ArrayList<>();
        if (bytes(text) > longest) {
            problems.add(tooLong(longest, unit));
        }
        if (!pattern.matcher(text).matches()) {
            problems.add(rule);
        }
        return problems;
    }

    private static String tooLong(int longest, String unit) {
        return "must be no more than " + longest + " " + unit;
    }
}
