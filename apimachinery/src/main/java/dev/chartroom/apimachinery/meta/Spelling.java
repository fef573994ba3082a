package dev.chartroom.apimachinery.meta;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that a user probably meant. */
public final class Spelling {
    /** Longer names are not compared. The comparison takes time in proportion to the product of the lengths. */
    private static final int LONGEST = 100;

    private Spelling() {}

    /** Returns the most similar name; empty if none is similar. A third of the characters may differ, ignoring case. */
    public static Optional<String> closest(String name, Collection<String> known) {
        if (name.isEmpty() || name.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .filter(candidate -> candidate.length() <= LONGEST)
                .filter(candidate -> distance(name, candidate) <= allowed(name, candidate))
                .min(Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the end of a message: a question with the most similar name; empty if there is none. */
    public static String question(String name, Collection<String> known) {
        return closest(name, known)
                .map(candidate -> "; did you mean \"" + candidate + "\"?")
                .orElse("");
    }

    private static int allowed(String name, String candidate) {
        return Math.max(1, Math.min(name.length(), candidate.length()) / 3);
    }

    /** Returns the number of insertions, deletions, replacements and swaps of neighbours between two names. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] distances = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                distances[i][j] = i == 0 || j == 0 ? i + j : cheapest(distances, a, b, i, j);
            }
        }
        return distances[a.length()][b.length()];
    }

    private static int cheapest(int[][] distances, String a, String b, int i, int j) {
        int replaced = distances[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int shortest = Math.min(replaced, Math.min(distances[i - 1][j], distances[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(shortest, distances[i - 2][j - 2] + 1) : shortest;
    }
}
