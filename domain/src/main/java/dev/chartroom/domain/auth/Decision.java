package dev.chartroom.domain.auth;

/** An authorizer's answer. Whoever asks the last authorizer treats no opinion as a refusal: nothing fails open. */
public sealed interface Decision {

    /** Allowed; the reason may say by whom. */
    record Allowed(String reason) implements Decision {
        public Allowed() {
            this("");
        }
    }

    /** Refused, whatever another authorizer might say. */
    record Denied(String reason) implements Decision {}

    /** Neither allowed nor refused; the reason may say why. */
    record NoOpinion(String reason) implements Decision {}
}
