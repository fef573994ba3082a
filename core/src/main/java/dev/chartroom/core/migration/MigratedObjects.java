package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ObjectVersions;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The objects of a kind in one of the two stores, without the defaults that readers see. */
final class MigratedObjects {
    private static final Selection EVERYTHING = new Selection("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    /** The number of objects that are read concurrently. */
    private static final int CHUNK = 32;
    /** The number of namespaces that are listed separately. */
    private static final int NAMESPACES = 16;
    /** The number of concurrent lists. */
    private static final int LISTS = 8;

    private final ApplicationKind kind;
    private final MigratedStore store;
    private final Predicate<Application> exists;

    /** @param exists returns false for an object that the migration treats as deleted */
    MigratedObjects(ApplicationKind kind, MigratedStore store, Predicate<Application> exists) {
        this.kind = kind;
        this.store = store;
        this.exists = exists;
    }

    /**
     * Returns whether a list of all objects is fast. It is fast if the store can number its states, because such a
     * store has an index of the versions of all objects.
     */
    boolean areListedFast() {
        return store.feed().latest(kind).isPresent();
    }

    /** Returns the resource versions of all objects, from one list with one state. */
    Map<NamespacedName, String> versions() {
        return merged(List.of(store.feed().versions(kind, EVERYTHING)));
    }

    /**
     * Returns the resource versions of all objects. If a list of all objects is slow, this method lists each large
     * namespace separately, because a kube-apiserver uses only one processor for each list. These lists can have
     * different states.
     *
     * @param known names of objects, from which the method determines the largest namespaces
     */
    Map<NamespacedName, String> versionsByNamespace(Collection<NamespacedName> known) {
        if (areListedFast()) {
            return versions();
        }
        Map<String, Long> sizes =
                known.stream().collect(Collectors.groupingBy(NamespacedName::namespace, Collectors.counting()));
        List<String> largest = sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(NAMESPACES)
                .map(Map.Entry::getKey)
                .toList();
        List<Selection> selections = new ArrayList<>();
        selections.add(new Selection("", LabelSelector.EVERYTHING, FieldSelector.notIn(largest)));
        largest.forEach(namespace ->
                selections.add(new Selection(namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING)));
        return merged(all(
                LISTS,
                selections.stream()
                        .<Callable<ObjectVersions>>map(
                                selection -> () -> store.feed().versions(kind, selection))
                        .toList()));
    }

    private static Map<NamespacedName, String> merged(List<ObjectVersions> lists) {
        Map<NamespacedName, String> versions = new HashMap<>();
        lists.forEach(list -> list.objects().forEach(object -> versions.put(object.name(), object.resourceVersion())));
        return versions;
    }

    /** Splits names into chunks, in their order. The objects of a chunk can be read concurrently. */
    static List<List<NamespacedName>> chunks(List<NamespacedName> names) {
        List<List<NamespacedName>> chunks = new ArrayList<>();
        for (int start = 0; start < names.size(); start += CHUNK) {
            chunks.add(names.subList(start, Math.min(names.size(), start + CHUNK)));
        }
        return chunks;
    }

    /** Returns the object for each name; empty if the object no longer exists. */
    List<Optional<StoredApplication>> read(List<NamespacedName> names) {
        return all(
                CHUNK,
                names.stream()
                        .<Callable<Optional<StoredApplication>>>map(name -> () -> read(name))
                        .toList());
    }

    /** Returns the objects with the given names. Skips names that have no object. */
    List<StoredApplication> found(List<NamespacedName> names) {
        return read(names).stream().flatMap(Optional::stream).toList();
    }

    private static <T> List<T> all(int atATime, List<Callable<T>> calls) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(atATime, Thread.ofVirtual().factory())) {
            List<T> results = new ArrayList<>();
            for (Future<T> result : calls.stream().map(threads::submit).toList()) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new MigrationException(String.valueOf(e.getCause()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new MigrationException("interrupted");
        }
    }

    private Optional<StoredApplication> read(NamespacedName name) {
        return store.store().find(kind, name).filter(object -> exists.test(object.application()));
    }
}
