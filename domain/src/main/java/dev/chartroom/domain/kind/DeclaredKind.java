package dev.chartroom.domain.kind;

import java.util.List;

/**
 * A kind in all of its versions, as one definition declares it.
 *
 * @param stored the version in which objects are stored, served or not
 * @param served the versions that are served, at least one
 */
public record DeclaredKind(ApplicationKind stored, List<ApplicationKind> served) {
    public DeclaredKind {
        served = List.copyOf(served);
    }

    /** A kind with one version. */
    static DeclaredKind only(ApplicationKind kind) {
        return new DeclaredKind(kind, List.of(kind));
    }
}
