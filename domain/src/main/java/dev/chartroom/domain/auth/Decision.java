package dev.chartroom.domain.auth;

/** The decision of an authorizer. NoOpinion of the last authorizer counts as a denial: nothing fails open. */
public sealed interface Decision {

    /** The request is allowed; the reason may say by which authorizer or rule. */
    record Allowed(String reason) implements Decision {
        public Allowed() {
            this("");
        }
    }

    /** The request is denied, and no other authorizer is called. */
    record Denied(String reason) implements Decision {}

    /** The request is neither allowed nor denied; the reason may say why. */
    record NoOpinion(String reason) implements Decision {}
}
