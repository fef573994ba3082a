package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;

/** Flux's handling of a failed install or upgrade: the {@code strategy} of a HelmRelease's action. */
public sealed interface FailureStrategy {

    /** Returns the name of the strategy in Flux. */
    String name();

    /** Flux leaves the failed release in place and retries. */
    record RetryOnFailure(GoDuration retryInterval) implements FailureStrategy {
        @Override
        public String name() {
            return "RetryOnFailure";
        }
    }

    /**
     * Flux uninstalls or rolls back, then retries up to the limit.
     *
     * @param remediation the {@code remediation} of the HelmRelease's action; if it is empty, Flux does not retry
     */
    record RemediateOnFailure(JsonObject remediation) implements FailureStrategy {
        @Override
        public String name() {
            return "RemediateOnFailure";
        }
    }
}
