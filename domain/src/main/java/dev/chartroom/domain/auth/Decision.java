package dev.chartroom.domain.auth;

/** An authorizer's answer. Whoever asks the last authorizer treats no opinion as a refusal: nothing fails open. */
public sealed interface Decision {

    record Allowed() implements Decision {}

    /** Refused, whatever another authorizer might say. */
    record Denied(String reason) implements Decision {}

    /** Neither allowed nor refused; the reason may say why. */
    record NoOpinion(String reason) implements Decision {}
}
