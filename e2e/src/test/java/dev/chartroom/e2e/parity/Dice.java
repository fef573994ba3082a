package dev.chartroom.e2e.parity;

import java.util.List;
import java.util.Random;

/** Chance from a seed: the same throws every time. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        random = new Random(seed);
    }

    /** True in {@code percent} of 100 throws. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** From 0 to {@code bound} - 1. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    final <T> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }

    <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
