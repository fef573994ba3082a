package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonPointer;

/**
 * What would make a definition better that is good enough to be served.
 *
 * @param at the part of the definition that it is about
 * @param sentence what there is, and why that could be better
 */
public record Advice(JsonPointer at, String sentence) {}
