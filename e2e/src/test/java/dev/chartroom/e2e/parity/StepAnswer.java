package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonObject;

/**
 * A normalised answer for comparisons and recordings.
 *
 * @param step the request in its case
 */
record StepAnswer(String step, JsonObject answer) {}
