package dev.chartroom.conformance.answer;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * A normalised answer for comparisons and recordings.
 *
 * @param step the request in its case
 */
public record StepAnswer(String step, JsonObject answer) {}
