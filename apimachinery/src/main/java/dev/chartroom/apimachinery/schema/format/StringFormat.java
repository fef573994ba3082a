package dev.chartroom.apimachinery.schema.format;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A value of the {@code format} keyword for strings. Hyphens in its name are ignored. */
public record StringFormat(String name, Predicate<String> check) {
    private static final String SHORT_NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

    private static final Map<String, Predicate<String>> CHECKS = Map.ofEntries(
            Map.entry("bsonobjectid", whole("[0-9a-fA-F]{24}")),
            Map.entry("uri", Uri::isRequestUri),
            Map.entry("email", EmailAddress::isValid),
            Map.entry("hostname", Network::isHostname),
            Map.entry("ipv4", Network::isIpv4),
            Map.entry("ipv6", Network::isIpv6),
            Map.entry("cidr", Network::isCidr),
            Map.entry("mac", Network::isMac),
            Map.entry("uuid", uuid("[0-9a-f]{4}-?[0-9a-f]{4}")),
            Map.entry("uuid3", uuid("3[0-9a-f]{3}-?[0-9a-f]{4}")),
            Map.entry("uuid4", uuid("4[0-9a-f]{3}-?[89ab][0-9a-f]{3}")),
            Map.entry("uuid5", uuid("5[0-9a-f]{3}-?[89ab][0-9a-f]{3}")),
            Map.entry("isbn", text -> CheckDigits.isIsbn10(text) || CheckDigits.isIsbn13(text)),
            Map.entry("isbn10", CheckDigits::isIsbn10),
            Map.entry("isbn13", CheckDigits::isIsbn13),
            Map.entry("creditcard", CheckDigits::isCreditCard),
            Map.entry("ssn", text -> text.length() == 11 && matches("[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}", text)),
            Map.entry("hexcolor", whole("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")),
            Map.entry("rgbcolor", rgb()),
            Map.entry("byte", StringFormat::isBase64),
            Map.entry("password", _ -> true),
            Map.entry("date", TimeFormats::isDate),
            Map.entry("duration", TimeFormats::isDuration),
            Map.entry("datetime", TimeFormats::isDateTime),
            Map.entry("k8sshortname", upTo(63, whole(SHORT_NAME))),
            Map.entry("k8slongname", upTo(253, whole(SHORT_NAME + "(\\." + SHORT_NAME + ")*"))));

    /**
     * Returns the format with a name such as {@code date-time}; empty if Kubernetes does not know the format and
     * therefore does not check it.
     */
    public static Optional<StringFormat> of(String name) {
        return Optional.ofNullable(CHECKS.get(name.replace("-", ""))).map(check -> new StringFormat(name, check));
    }

    /** Returns the names of all formats, without hyphens. */
    static Stream<String> names() {
        return CHECKS.keySet().stream();
    }

    public boolean admits(String text) {
        return check.test(text);
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static boolean matches(String regex, String text) {
        return Pattern.matches(regex, text);
    }

    private static Predicate<String> whole(String regex) {
        return Pattern.compile(regex).asMatchPredicate();
    }

    private static Predicate<String> upTo(int length, Predicate<String> check) {
        return text -> text.length() <= length && check.test(text);
    }

    private static Predicate<String> uuid(String middle) {
        return whole("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?" + middle + "-?[0-9a-f]{12}");
    }

    private static Predicate<String> rgb() {
        String space = "[\\t\\n\\f\\r ]*";
        String part = space + "(0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])" + space;
        return whole("rgb\\(" + part + "," + part + "," + part + "\\)");
    }

    /**
     * Requires at least one group of four characters. Does not use a regular expression: matching would need a stack
     * that grows with the text.
     */
    private static boolean isBase64(String text) {
        int length = text.length();
        int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
        return length > 0
                && length % 4 == 0
                && text.substring(0, length - padding)
                        .chars()
                        .allMatch(c -> (c >= 'A' && c <= 'Z')
                                || (c >= 'a' && c <= 'z')
                                || (c >= '0' && c <= '9')
                                || c == '+'
                                || c == '/');
    }
}
