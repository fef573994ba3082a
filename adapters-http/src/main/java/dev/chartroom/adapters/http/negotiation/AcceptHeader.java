package dev.chartroom.adapters.http.negotiation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an Accept header exactly as kube-apiserver does, oddities included (wire contract E2). */
final class AcceptHeader {
    /** In characters. kubectl sends about a hundred. */
    static final int MAX_LENGTH = 4096;
    /** Clauses are sorted by insertion, which is not linear; no client sends more than ten. */
    static final int MAX_CLAUSES = 32;

    private AcceptHeader() {}

    /**
     * One clause. Names keep their case, because upstream compares them exactly.
     *
     * @param parameters the parameters that have a value, without {@code q}
     */
    record Clause(String type, String subtype, double quality, Map<String, String> parameters) {

        /** True if this clause covers a media type such as {@code application/json}. */
        boolean covers(String mediaType) {
            int slash = mediaType.indexOf('/');
            boolean anySubtype = subtype.equals("*");
            return type.equals("*")
                    ? anySubtype
                    : type.equals(mediaType.substring(0, slash))
                            && (anySubtype || subtype.equals(mediaType.substring(slash + 1)));
        }

        String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }

        private boolean isBefore(Clause other) {
            return quality > other.quality
                    || (!type.equals("*") && other.type.equals("*"))
                    || (!subtype.equals("*") && other.subtype.equals("*"));
        }
    }

    /**
     * Returns the well-formed clauses, the most preferred one first. A header that exceeds a limit has no clauses. The
     * client then gets a 406, as for an unsupported type.
     */
    static List<Clause> parse(String header) {
        if (header.length() > MAX_LENGTH) {
            return List.of();
        }
        String[] texts = header.split(",", -1);
        if (texts.length > MAX_CLAUSES) {
            return List.of();
        }
        List<Clause> clauses = new ArrayList<>();
        for (String text : texts) {
            Clause clause = clause(trimmed(text));
            if (clause != null) {
                insert(clauses, clause);
            }
        }
        return clauses;
    }

    /**
     * Inserts a clause. Quality alone does not decide the order: a wildcard comes after a concrete type, whatever their
     * qualities are.
     */
    private static void insert(List<Clause> clauses, Clause clause) {
        int place = clauses.size();
        while (place > 0 && clause.isBefore(clauses.get(place - 1))) {
            place--;
        }
        clauses.add(place, clause);
    }

    private static @Nullable Clause clause(String text) {
        String[] parts = text.split(";", -1);
        String[] names = parts[0].split("/", -1);
        String type = trimmed(names[0]);
        String subtype = names.length == 2 ? trimmed(names[1]) : "";
        if (names.length > 2 || subtype.isEmpty()) {
            if (names.length > 2 || !type.equals("*")) {
                return null;
            }
            subtype = "*";
        }
        double quality = 1;
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].split("=", -1);
            if (pair.length != 2 || pair[1].isEmpty()) {
                continue;
            }
            String name = trimmed(pair[0]);
            if (name.equals("q")) {
                quality = quality(pair[1]);
            } else {
                parameters.put(name, trimmed(pair[1]));
            }
        }
        return new Clause(type, subtype, quality, parameters);
    }

    private static double quality(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** Removes spaces, but no other white space. */
    private static String trimmed(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && text.charAt(start) == ' ') {
            start++;
        }
        while (end > start && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(start, end);
    }
}
