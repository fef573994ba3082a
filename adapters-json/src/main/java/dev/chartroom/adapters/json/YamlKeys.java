package dev.chartroom.adapters.json;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The order in which Go's YAML library writes the names of an object. It compares sequences of digits as numbers, and
 * letters come last.
 */
final class YamlKeys {
    /** Go uses insertion sort for up to this number of names. */
    private static final int FEW = 12;

    private YamlKeys() {}

    /**
     * Returns the names in order. Go's rule is not transitive: {@code a01} precedes {@code a0b}, {@code a0b} precedes
     * {@code a1-}, but {@code a1-} precedes {@code a01}. The JDK's sort may reject such a rule, so this class has its
     * own sort.
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

    /** Compares no more characters than the shorter name has, because a long name is compared with many other names. */
    private static int compare(String left, String right) {
        int i = 0;
        while (i < left.length() && i < right.length()) {
            int a = left.codePointAt(i);
            if (a != right.codePointAt(i)) {
                return compareAt(left, right, i);
            }
            i += Character.charCount(a);
        }
        return Integer.compare(left.length(), right.length());
    }

    private static int compareAt(String left, String right, int i) {
        int a = left.codePointAt(i);
        int b = right.codePointAt(i);
        boolean letter = Character.isLetter(a);
        if (letter != Character.isLetter(b)) {
            return letter ? 1 : -1;
        }
        if (!letter) {
            long start = (a == '0' || b == '0') && followsNumber(left, i) ? 1 : 0;
            Digits ofLeft = Digits.of(left, i, start);
            Digits ofRight = Digits.of(right, i, start);
            int byValue = Long.compare(ofLeft.value, ofRight.value);
            if (byValue != 0) {
                return byValue;
            }
            if (ofLeft.count != ofRight.count) {
                return Integer.compare(ofLeft.count, ofRight.count);
            }
        }
        return Integer.compare(a, b);
    }

    /**
     * Returns whether a digit other than zero is among the digits directly before a position. If so, a zero at the
     * position is significant, because both names share the digits before it.
     */
    private static boolean followsNumber(String text, int end) {
        int i = end;
        while (i > 0 && Character.isDigit(text.codePointBefore(i))) {
            int c = text.codePointBefore(i);
            if (c != '0') {
                return true;
            }
            i -= Character.charCount(c);
        }
        return false;
    }

    /** The digits at a position of a name: their value in Go's int64, and their count. */
    private record Digits(long value, int count) {
        /**
         * The maximum number of digits read. An int64 overflows earlier, so the order of longer numbers has no meaning
         * anyway.
         */
        private static final int MAX = 64;

        private static Digits of(String text, int from, long start) {
            long value = start;
            int count = 0;
            for (int i = from; i < text.length() && count < MAX && Character.isDigit(text.codePointAt(i)); count++) {
                int c = text.codePointAt(i);
                value = value * 10 + (c - '0');
                i += Character.charCount(c);
            }
            return new Digits(value, count);
        }
    }
}
