package dev.chartroom.adapters.http.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** The order in which Go's YAML writes the names of an object: numbers by their value, and before letters. */
final class YamlKeys {
    /** As many as Go sorts by insertion. */
    private static final int FEW = 12;

    private YamlKeys() {}

    /**
     * The names in order. The rule is no strict order, as {@code a1-} may come before and after {@code a01}, so this sorts
     * by hand: a sort of the JDK may refuse it.
     */
    static List<String> sorted(Collection<String> names) {
        String[] sorted = names.toArray(String[]::new);
        sort(sorted, 0, sorted.length);
        return List.of(sorted);
    }

    private static void sort(String[] names, int from, int to) {
        if (to - from <= FEW) {
            for (int i = from + 1; i < to; i++) {
                for (int j = i; j > from && compare(names[j], names[j - 1]) < 0; j--) {
                    String name = names[j];
                    names[j] = names[j - 1];
                    names[j - 1] = name;
                }
            }
            return;
        }
        int middle = (from + to) / 2;
        sort(names, from, middle);
        sort(names, middle, to);
        merge(names, from, middle, to);
    }

    private static void merge(String[] names, int from, int middle, int to) {
        String[] left = Arrays.copyOfRange(names, from, middle);
        int next = middle;
        int place = from;
        for (String name : left) {
            while (next < to && compare(names[next], name) < 0) {
                names[place++] = names[next++];
            }
            names[place++] = name;
        }
    }

    private static int compare(String left, String right) {
        int[] a = left.codePoints().toArray();
        int[] b = right.codePoints().toArray();
        for (int i = 0; i < a.length && i < b.length; i++) {
            if (a[i] != b[i]) {
                return compareAt(a, b, i);
            }
        }
        return Integer.compare(a.length, b.length);
    }

    private static int compareAt(int[] a, int[] b, int i) {
        boolean letter = Character.isLetter(a[i]);
        if (letter != Character.isLetter(b[i])) {
            return letter ? 1 : -1;
        }
        if (!letter) {
            long start = startsWithin(a, b, i) ? 1 : 0;
            int endOfA = endOfDigits(a, i);
            int endOfB = endOfDigits(b, i);
            int byValue = Long.compare(value(a, i, endOfA, start), value(b, i, endOfB, start));
            if (byValue != 0) {
                return byValue;
            }
            if (endOfA != endOfB) {
                return Integer.compare(endOfA, endOfB);
            }
        }
        return Integer.compare(a[i], b[i]);
    }

    /** A zero within a number counts: what came before is the same on both sides, and not nothing. */
    private static boolean startsWithin(int[] a, int[] b, int i) {
        if (a[i] != '0' && b[i] != '0') {
            return false;
        }
        for (int j = i - 1; j >= 0 && Character.isDigit(a[j]); j--) {
            if (a[j] != '0') {
                return true;
            }
        }
        return false;
    }

    private static int endOfDigits(int[] text, int from) {
        int end = from;
        while (end < text.length && Character.isDigit(text[end])) {
            end++;
        }
        return end;
    }

    private static long value(int[] text, int from, int to, long start) {
        long value = start;
        for (int i = from; i < to; i++) {
            value = value * 10 + (text[i] - '0');
        }
        return value;
    }
}
