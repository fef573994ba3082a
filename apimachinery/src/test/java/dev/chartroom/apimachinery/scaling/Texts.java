package dev.chartroom.apimachinery.scaling;

import java.util.List;
import java.util.stream.IntStream;

/** Texts for hostile inputs. */
public final class Texts {
    private static final int BITS = 20;

    private Texts() {}

    /** Returns different texts with the same {@link String#hashCode}. */
    public static List<String> allColliding(int count) {
        return IntStream.range(0, count).mapToObj(Texts::colliding).toList();
    }

    /** Returns the colliding text with the given number. */
    public static String colliding(int number) {
        StringBuilder text = new StringBuilder(2 * BITS);
        for (int bit = 0; bit < BITS; bit++) {
            text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return text.toString();
    }
}
