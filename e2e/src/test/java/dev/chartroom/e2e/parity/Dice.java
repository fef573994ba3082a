package dev.chartroom.e2e.parity;

import java.util.List;
import java.util.Random;

/** Pseudorandom choices from a seed, equal in every run. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        random = new Random(seed);
    }

    /** Returns true with a probability of {@code percent}. */
    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number from 0 to {@code bound} - 1. */
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
