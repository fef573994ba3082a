package dev.chartroom.domain.kind;

import java.util.List;
import java.util.Optional;

/**
 * A kind in all its versions, as one definition declares it.
 *
 * @param stored the version in which objects are stored, served or not
 * @param served the versions that are served, at least one
 */
public record DeclaredKind(ApplicationKind stored, List<ApplicationKind> served) {
    public DeclaredKind {
        served = List.copyOf(served);
    }

    /** Returns the kind in a version; empty if this version is not served. */
    public Optional<ApplicationKind> served(String version) {
        return served.stream().filter(kind -> kind.version().equals(version)).findFirst();
    }

    /** Returns a kind with one version. */
    public static DeclaredKind only(ApplicationKind kind) {
        return new DeclaredKind(kind, List.of(kind));
    }
}
