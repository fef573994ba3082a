package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.GoDuration;

/** What Flux does after a failed install or upgrade: the {@code strategy} of a HelmRelease's action. */
public sealed interface FailureStrategy {

    /** The name that Flux knows it by. */
    String name();

    /** It leaves what is there and tries again. */
    record RetryOnFailure(GoDuration retryInterval) implements FailureStrategy {
        @Override
        public String name() {
            return "RetryOnFailure";
        }
    }

    /**
     * It uninstalls or rolls back, and tries again as often as it may.
     *
     * @param remediation that of the HelmRelease's action; may be empty, which is no further try
     */
    record RemediateOnFailure(JsonObject remediation) implements FailureStrategy {
        @Override
        public String name() {
            return "RemediateOnFailure";
        }
    }
}
