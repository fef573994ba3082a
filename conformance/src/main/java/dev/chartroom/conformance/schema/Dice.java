package dev.chartroom.conformance.schema;

import java.util.List;
import java.util.Random;

/** Pseudorandom choices from a seed, equal in every run. */
public final class Dice {
    private final Random random;

    public Dice(long seed) {
        random = new Random(seed);
    }

    /** Returns true with a probability of {@code percent}. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number from 0 to {@code bound} - 1. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    public final <T> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }

    public <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
