package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonPointer;

/**
 * A suggested improvement of a valid definition.
 *
 * @param at the part of the definition to which the suggestion applies
 * @param sentence the current state, and why it could be better
 */
public record Advice(JsonPointer at, String sentence) {}
