package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.STRING;
import static dev.chartroom.adapters.cel.type.RuntimeTypes.FORMAT;

import dev.cel.common.types.ListType;
import dev.cel.common.types.OptionalType;
import dev.chartroom.adapters.cel.type.GoUrl;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.apimachinery.meta.NameFormats;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Kubernetes' library for named formats. */
public final class Formats {
    private static final Pattern UUID =
            Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
    private static final Map<String, NamedFormat> FORMATS = formats();

    private Formats() {}

    public static Library library() {
        Library library = new Library()
                .member(
                        "validate",
                        "format-validate",
                        a -> validate((NamedFormat) a[0], (String) a[1]),
                        OptionalType.create(ListType.create(STRING)),
                        FORMAT,
                        STRING)
                .global(
                        "format.named",
                        "format-named",
                        a -> Optional.ofNullable(FORMATS.get((String) a[0])),
                        OptionalType.create(FORMAT),
                        STRING);
        FORMATS.forEach((name, format) -> library.global("format." + name, "format." + name, _ -> format, FORMAT));
        return library;
    }

    private static Map<String, NamedFormat> formats() {
        Map<String, NamedFormat> formats = new LinkedHashMap<>();
        formats.put("dns1123Label", new NamedFormat("DNS1123Label", 30, NameFormats::dnsLabel));
        formats.put("dns1123Subdomain", new NamedFormat("DNS1123Subdomain", 60, NameFormats::dnsSubdomain));
        formats.put("dns1035Label", new NamedFormat("DNS1035Label", 30, NameFormats::dns1035Label));
        formats.put("qualifiedName", new NamedFormat("QualifiedName", 60, NameFormats::key));
        formats.put(
                "dns1123LabelPrefix", new NamedFormat("DNS1123LabelPrefix", 30, s -> NameFormats.dnsLabel(prefix(s))));
        formats.put(
                "dns1123SubdomainPrefix",
                new NamedFormat("DNS1123SubdomainPrefix", 60, s -> NameFormats.dnsSubdomain(prefix(s))));
        formats.put(
                "dns1035LabelPrefix",
                new NamedFormat("DNS1035LabelPrefix", 30, s -> NameFormats.dns1035Label(prefix(s))));
        formats.put("labelValue", new NamedFormat("LabelValue", 40, NameFormats::labelValue));
        formats.put("uri", new NamedFormat("URI", 500, Formats::uri));
        formats.put(
                "uuid",
                simple(
                        "uuid",
                        64,
                        "does not match the UUID format",
                        s -> UUID.matcher(s).matches()));
        formats.put("byte", simple("byte", 88, "invalid base64", Formats::isBase64));
        formats.put("date", simple("date", 96, "invalid date", s -> Timestamp.ofDate(s) != null));
        formats.put("datetime", simple("datetime", 96, "invalid datetime", Formats::isTime));
        return formats;
    }

    private static NamedFormat simple(String name, int regexSize, String problem, Predicate<String> test) {
        return new NamedFormat(name, regexSize, text -> test.test(text) ? List.of() : List.of(problem));
    }

    private static Object validate(NamedFormat format, String text) {
        List<String> problems = format.validate().apply(text);
        return problems.isEmpty() ? Optional.empty() : Optional.of(PlainList.of(problems));
    }

    private static List<String> uri(String text) {
        try {
            GoUrl.parse(text);
            return List.of();
        } catch (CelFailure e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean isBase64(String text) {
        try {
            return !text.isEmpty()
                    && text.length() % 4 == 0
                    && Base64.getDecoder().decode(text) != null;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isTime(String text) {
        return Timestamp.parse(text.replace('t', 'T').replace('z', 'Z')) != null;
    }

    /** Replaces a trailing dash, which is valid in a prefix: a generated name continues after the dash. */
    private static String prefix(String text) {
        return text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text;
    }
}
