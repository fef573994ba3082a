package dev.chartroom.charts;

import java.util.Locale;
import java.util.regex.Pattern;

/** Derives the names of a kind from the name of a chart. */
final class DerivedNames {
    private static final Pattern SEPARATORS = Pattern.compile("[^A-Za-z0-9]+");
    private static final Pattern HISSING = Pattern.compile(".*(?:s|x|z|ch|sh)");
    private static final Pattern CONSONANT_AND_Y = Pattern.compile(".*[^aeiou]y");

    private DerivedNames() {}

    /** Converts {@code http-cache} to {@code HttpCache}. */
    static String kind(String chart) {
        StringBuilder kind = new StringBuilder();
        for (String word : SEPARATORS.split(chart)) {
            if (!word.isEmpty()) {
                kind.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
            }
        }
        boolean named = !kind.isEmpty() && !Character.isDigit(kind.charAt(0));
        return named ? kind.toString() : "Chart" + kind;
    }

    /** Converts {@code Redis} to {@code redises}, {@code Policy} to {@code policies}. */
    static String plural(String kind) {
        String singular = kind.toLowerCase(Locale.ROOT);
        if (CONSONANT_AND_Y.matcher(singular).matches()) {
            return singular.substring(0, singular.length() - 1) + "ies";
        }
        return singular + (HISSING.matcher(singular).matches() ? "es" : "s");
    }

    /** Returns the prefix of release names. */
    static String prefix(String chart) {
        return SEPARATORS
                        .matcher(chart.toLowerCase(Locale.ROOT))
                        .replaceAll("-")
                        .replaceAll("^-+|-+$", "") + "-";
    }
}
