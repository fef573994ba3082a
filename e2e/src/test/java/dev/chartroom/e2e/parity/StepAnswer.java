package dev.chartroom.e2e.parity;

import dev.chartroom.domain.json.JsonObject;

/**
 * A normalised answer, ready to be compared and recorded.
 *
 * @param step the request as its case has it
 */
record StepAnswer(String step, JsonObject answer) {}
