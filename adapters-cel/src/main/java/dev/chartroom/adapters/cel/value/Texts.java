package dev.chartroom.adapters.cel.value;

/** Measures and compares strings by code points, as cel-go does. */
public final class Texts {
    private Texts() {}

    public static int size(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Compares strings by their code points. This is the order of UTF-8, but not of UTF-16. */
    public static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                return Character.isSurrogate(x) == Character.isSurrogate(y)
                        ? Character.compare(x, y)
                        : Character.isSurrogate(x) ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
