package dev.chartroom.conformance.answer;

import org.jspecify.annotations.Nullable;

/**
 * A request and its answer.
 *
 * @param label the request in its case, with a counter if it is repeated
 * @param path the path to which the request was sent
 */
public record Exchanged(
        String label, String method, String path, @Nullable String sent, ParityResponse answer) {}
