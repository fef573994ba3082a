package dev.chartroom.domain.kind;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which stores a server has for the objects of its kinds.
 *
 * @param usual the one of kinds whose definition names none
 * @param all the names of all of them; empty where nobody knows, so that any may be named
 */
public record StoreNames(String usual, Set<String> all) {
    /** Objects are Flux HelmReleases: the store of kinds, unless somebody says otherwise. */
    public static final String HELM_RELEASE = "helmrelease";

    /** Those of a server that is not there to be asked. */
    public static final StoreNames UNKNOWN = new StoreNames(HELM_RELEASE, Set.of());

    public StoreNames {
        all = Set.copyOf(all);
    }

    /** What is wrong with a name that a definition gives; empty where there is such a store. */
    Optional<String> problem(String name) {
        return all.isEmpty() || all.contains(name)
                ? Optional.empty()
                : Optional.of(
                        "this server has no store \"" + name + "\", but " + String.join(", ", new TreeSet<>(all)));
    }
}
