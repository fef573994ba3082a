package dev.chartroom.core.write;

import java.util.random.RandomGenerator;

/** Generates the names of objects with a {@code generateName} (wire contract D26). */
final class NameGenerator {
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int MAX_BASE = 58;
    private static final int SUFFIX = 5;

    private final RandomGenerator random;

    NameGenerator(RandomGenerator random) {
        this.random = random;
    }

    String generate(String base) {
        StringBuilder name = new StringBuilder(base.length() > MAX_BASE ? base.substring(0, MAX_BASE) : base);
        for (int i = 0; i < SUFFIX; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
