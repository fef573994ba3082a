package dev.chartroom.apimachinery.auth;

/** The decision of an authorizer. If even the last authorizer returns NoOpinion, the request is denied. */
public sealed interface Decision {

    /** The request is allowed; the reason can name the authorizer or rule that allows it. */
    record Allowed(String reason) implements Decision {
        public Allowed() {
            this("");
        }
    }

    /** The request is denied, and no other authorizer is called. */
    record Denied(String reason) implements Decision {}

    /** The request is neither allowed nor denied; the reason can say why. */
    record NoOpinion(String reason) implements Decision {}
}
