package dev.chartroom.adapters.http.negotiation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type or, in an Accept header, a media range.
 *
 * @param type lower case, such as {@code application/json}
 * @param parameters by lower-case name, without {@code q}
 */
public record MediaType(String type, Map<String, String> parameters, double quality) {

    /** Parses one media type with its parameters; what makes no sense is skipped. */
    public static MediaType parse(String text) {
        String[] parts = text.split(";", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        double quality = 1;
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 0) {
                continue;
            }
            String name = parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT);
            String value = unquoted(parts[i].substring(equals + 1).strip());
            if (name.equals("q")) {
                quality = quality(value);
            } else {
                parameters.put(name, value);
            }
        }
        return new MediaType(parts[0].strip().toLowerCase(Locale.ROOT), parameters, quality);
    }

    /** The clauses of an Accept header, the best first; of equal quality, the first first (wire contract E2). */
    public static List<MediaType> parseAccept(List<String> headers) {
        List<MediaType> clauses = new ArrayList<>();
        for (String header : headers) {
            for (String clause : header.split(",", -1)) {
                if (!clause.isBlank()) {
                    clauses.add(parse(clause));
                }
            }
        }
        clauses.sort(Comparator.comparingDouble((MediaType clause) -> -clause.quality()));
        return clauses;
    }

    /** True where this range covers a concrete type. */
    public boolean covers(String concrete) {
        return type.equals(concrete)
                || type.equals("*/*")
                || (type.endsWith("/*") && concrete.startsWith(type.substring(0, type.length() - 1)));
    }

    public String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    private static String unquoted(String value) {
        return value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1)
                : value;
    }

    private static double quality(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException _) {
            return 1;
        }
    }
}
