package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The earlier versions of objects, as long as a store keeps them. Thread-safe. */
@FunctionalInterface
public interface ApplicationVersions {

    /**
     * A version of an object.
     *
     * @param time the time of the write; empty for the first version, whose time is that of the creation
     */
    record Version(Application application, Optional<Instant> time) {}

    /**
     * Returns the first version of each generation of an object, newest first. The list ends where the store has forgotten
     * earlier versions. A generation whose first version is forgotten has its first known one.
     *
     * @param kind the kind in its stored version
     * @param limit the most generations
     * @return empty if there is no such object
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the store cannot be read now
     */
    List<Version> generations(ApplicationKind kind, NamespacedName name, int limit);
}
