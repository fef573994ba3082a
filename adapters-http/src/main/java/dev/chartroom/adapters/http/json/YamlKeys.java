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

    /** Looks at no more of either name than the shorter one has, as a long name is compared with many. */
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

    /** A zero within a number counts: what came before is the same on both sides, and not nothing. */
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

    /** The digits that follow in a name: their value as Go's int64 has it, and their number. */
    private record Digits(long value, int count) {
        /** More than an int64 has, so that the order of longer numbers means nothing to anybody. */
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
