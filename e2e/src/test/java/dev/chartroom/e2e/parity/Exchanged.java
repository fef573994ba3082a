package dev.chartroom.e2e.parity;

import org.jspecify.annotations.Nullable;

/**
 * A request that was sent and what it was answered.
 *
 * @param label the request as its case has it, with a counter where it is repeated
 * @param path where it went
 */
record Exchanged(
        String label, String method, String path, @Nullable String sent, Answer answer) {}
