package dev.chartroom.domain.kind;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The stores that a server has for the objects of its kinds.
 *
 * @param defaultStore the store of a kind if its definition names no store
 * @param all the names of all stores; if empty, the stores are unknown and every name is accepted
 */
public record StoreNames(String defaultStore, Set<String> all) {
    /** The default store, in which objects are Flux HelmReleases. */
    public static final String HELM_RELEASE = "helmrelease";

    /** The store in PostgreSQL, which keeps earlier versions of objects for a while. */
    public static final String POSTGRES = "postgres";

    /** The stores if there is no server to ask. */
    public static final StoreNames UNKNOWN = new StoreNames(HELM_RELEASE, Set.of());

    public StoreNames {
        all = Set.copyOf(all);
    }

    /** Returns the error for a name in a definition; empty if there is such a store. */
    public Optional<String> problem(String name) {
        return all.isEmpty() || all.contains(name)
                ? Optional.empty()
                : Optional.of("this server has no store \"" + name + "\"; its stores are "
                        + String.join(", ", new TreeSet<>(all)));
    }
}
