package dev.chartroom.domain.subresource;

import java.util.Arrays;
import java.util.Optional;

/** A kind of objects at whose addresses an application can be reached. */
public enum EndpointKind {
    SERVICE("Service"),
    INGRESS("Ingress"),
    GATEWAY("Gateway"),
    HTTP_ROUTE("HTTPRoute");

    private final String kind;

    EndpointKind(String kind) {
        this.kind = kind;
    }

    /** Returns the kind with this name; empty if it is no kind of endpoints. */
    public static Optional<EndpointKind> of(String kind) {
        return Arrays.stream(values()).filter(each -> each.kind.equals(kind)).findFirst();
    }
}
