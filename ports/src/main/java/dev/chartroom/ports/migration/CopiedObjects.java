package dev.chartroom.ports.migration;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.ObjectLifecycle;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.meta.ObjectMeta;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.storage.Selection;
import dev.chartroom.ports.storage.StoredApplication;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a kind in two stores: which of them were copied, in which state, and whether that was read back. They are
 * written in the order of their resource versions, so that these have the same order afterwards. Not thread-safe.
 */
final class CopiedObjects {
    private static final Selection EVERYTHING = new Selection("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    /** How many objects are read at a time. */
    private static final int CHUNK = 32;

    private final ApplicationKind kind;
    private final MigratedStore from;
    private final MigratedStore to;
    private final Map<NamespacedName, Copy> copies = new HashMap<>();
    /** The last resource version there of what was copied. */
    private long last;

    /** @param version in the store it is copied from */
    private record Copy(String version, ObjectDigest digest, String targetVersion, boolean verified) {}

    CopiedObjects(ApplicationKind kind, MigratedStore from, MigratedStore to) {
        this.kind = kind;
        this.from = from;
        this.to = to;
    }

    /** Looks at both stores, and takes what is there already for copied. */
    MigrationPlan plan() {
        Map<NamespacedName, String> there = versions(to);
        Map<NamespacedName, String> now = versions(from);
        List<NamespacedName> here = inOrder(now, _ -> true);
        List<NamespacedName> inTheWay = new ArrayList<>();
        Set<NamespacedName> found = new HashSet<>();
        // What is written from now on comes after all that is there, so that only the beginning may stay.
        boolean stays = true;
        for (List<NamespacedName> chunk : chunks(here)) {
            List<Optional<StoredApplication>> sources = read(from, chunk);
            List<Optional<StoredApplication>> targets =
                    read(to, chunk.stream().filter(there::containsKey).toList());
            Map<NamespacedName, StoredApplication> targetOf = targets.stream()
                    .flatMap(Optional::stream)
                    .collect(Collectors.toMap(each -> each.metadata().namespacedName(), each -> each));
            for (StoredApplication source :
                    sources.stream().flatMap(Optional::stream).toList()) {
                StoredApplication target = targetOf.get(source.metadata().namespacedName());
                found.add(source.metadata().namespacedName());
                if (target != null
                        && !target.metadata().uid().equals(source.metadata().uid())) {
                    inTheWay.add(source.metadata().namespacedName());
                }
                long version = target == null ? 0 : number(target);
                ObjectDigest digest = ObjectDigest.of(source.application());
                stays = stays && target != null && version > last && isSame(digest, target);
                if (stays && target != null) {
                    last = version;
                    copied(source, digest, target, true);
                }
            }
        }
        // What was deleted since the list may have had another object in its place, which nobody would look at again.
        List<NamespacedName> foreign = foreign(there, found);
        return new MigrationPlan(here.size(), copies.size(), inTheWay, foreign);
    }

    /**
     * What a round did.
     *
     * @param written objects that were copied, or removed
     * @param changed how many of them had changed in more than their status
     */
    record Round(long written, long changed) {}

    /** Copies what has changed since the round before. */
    Round round() {
        Map<NamespacedName, String> now = versions(from);
        List<NamespacedName> gone =
                copies.keySet().stream().filter(name -> !now.containsKey(name)).toList();
        gone.forEach(this::remove);
        long written = gone.size();
        long changed = gone.size();
        List<NamespacedName> stale = inOrder(now, name -> {
            Copy copy = copies.get(name);
            return copy == null || !copy.version().equals(now.get(name));
        });
        for (List<NamespacedName> chunk : chunks(stale)) {
            List<Optional<StoredApplication>> sources = read(from, chunk);
            for (int i = 0; i < chunk.size(); i++) {
                Step step = step(chunk.get(i), sources.get(i).orElse(null), now);
                written += step == Step.NONE ? 0 : 1;
                changed += step == Step.CHANGED ? 1 : 0;
            }
        }
        return new Round(written, changed);
    }

    /** What became of one object in a round. */
    private enum Step {
        /** There is nothing to copy. */
        NONE,
        /** Only its status is another one. */
        UPDATED,
        /** It is another one, or has to be looked at again. */
        CHANGED
    }

    private Step step(NamespacedName name, @Nullable StoredApplication source, Map<NamespacedName, String> listed) {
        if (source == null) {
            if (!copies.containsKey(name)) {
                return Step.NONE;
            }
            remove(name);
            return Step.CHANGED;
        }
        // What has moved on since the list comes after what is in it, and so in the next round.
        if (!source.metadata().resourceVersion().equals(listed.get(name))) {
            return Step.CHANGED;
        }
        try {
            return put(source) ? Step.CHANGED : Step.UPDATED;
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Conflict) {
                // An earlier object of that name is still being deleted.
                return Step.CHANGED;
            }
            throw e;
        }
    }

    /** Removes objects from the store that is copied to. */
    void remove(NamespacedName name) {
        to.target().remove(kind, name);
        copies.remove(name);
    }

    /** True where more than the status is another than before. */
    private boolean put(StoredApplication source) {
        Copy before = copies.get(source.metadata().namespacedName());
        ObjectDigest digest = ObjectDigest.of(source.application());
        copied(source, digest, putLast(source.application()), false);
        return before == null || !before.digest().matches(digest, false);
    }

    /** What is there already as it is to be, but out of order, is put there anew, unless that would do more than store it. */
    private StoredApplication putLast(Application application) {
        StoredApplication target = to.target().put(kind, application);
        if (number(target) <= last && to.target().ownsStatus()) {
            to.target().remove(kind, application.metadata().namespacedName());
            target = to.target().put(kind, application);
        }
        last = Math.max(last, number(target));
        return target;
    }

    private void copied(StoredApplication source, ObjectDigest digest, StoredApplication target, boolean verified) {
        copies.put(
                source.metadata().namespacedName(),
                new Copy(
                        source.metadata().resourceVersion(),
                        digest,
                        target.metadata().resourceVersion(),
                        verified));
    }

    /**
     * Reads back what was copied since it was read back last. What is not as it was copied is copied again by the next round.
     *
     * @return what there is else than was copied, in words; empty for nothing
     */
    String differences() {
        Map<NamespacedName, String> there = versions(to);
        List<NamespacedName> foreign = foreign(there, copies.keySet());
        List<NamespacedName> different = new ArrayList<>();
        List<NamespacedName> unread = copies.entrySet().stream()
                .filter(copy -> !copy.getValue().verified()
                        || !copy.getValue().targetVersion().equals(there.get(copy.getKey())))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        for (List<NamespacedName> chunk : chunks(unread)) {
            List<Optional<StoredApplication>> found = read(to, chunk);
            for (int i = 0; i < chunk.size(); i++) {
                NamespacedName name = chunk.get(i);
                Copy copy = copies.get(name);
                if (copy != null
                        && found.get(i)
                                .filter(target -> isSame(copy.digest(), target))
                                .isPresent()) {
                    String version = found.get(i).orElseThrow().metadata().resourceVersion();
                    copies.put(name, new Copy(copy.version(), copy.digest(), version, true));
                } else {
                    different.add(name);
                }
            }
        }
        different.forEach(copies::remove);
        return Names.join(Names.of(different, "differ"), Names.of(foreign, "are there only"));
    }

    /** What is there besides; but for what is being deleted, of which it is a matter of time. */
    private List<NamespacedName> foreign(Map<NamespacedName, String> there, Set<NamespacedName> known) {
        List<NamespacedName> foreign = there.keySet().stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .toList();
        return to.target().ownsStatus()
                ? foreign
                : chunks(foreign).stream()
                        .flatMap(chunk -> read(to, chunk).stream())
                        .flatMap(Optional::stream)
                        .map(StoredApplication::metadata)
                        .filter(metadata -> !metadata.isTerminating())
                        .map(ObjectMeta::namespacedName)
                        .toList();
    }

    /** The objects that were written where they were copied from, after they were copied. */
    List<NamespacedName> leftBehind() {
        Map<NamespacedName, String> now = versions(from);
        List<NamespacedName> moved = inOrder(now, name -> {
            Copy copy = copies.get(name);
            return copy == null || !copy.version().equals(now.get(name));
        });
        List<NamespacedName> leftBehind = new ArrayList<>();
        for (List<NamespacedName> chunk : chunks(moved)) {
            for (StoredApplication source :
                    read(from, chunk).stream().flatMap(Optional::stream).toList()) {
                Copy copy = copies.get(source.metadata().namespacedName());
                if (copy == null || !copy.digest().matches(ObjectDigest.of(source.application()), false)) {
                    leftBehind.add(source.metadata().namespacedName());
                }
            }
        }
        copies.keySet().stream().filter(name -> !now.containsKey(name)).forEach(leftBehind::add);
        return leftBehind;
    }

    long count() {
        return copies.size();
    }

    /** SHA-256, in hex, of the names and digests of all objects that were copied, in the order of lists. */
    String digest() {
        MessageDigest digest = ObjectDigest.sha256();
        new TreeMap<>(copies)
                .forEach((name, copy) -> ObjectDigest.add(
                        digest,
                        name.key() + " "
                                + (to.target().ownsStatus()
                                        ? copy.digest().whole()
                                        : copy.digest().content())
                                + "\n"));
        return ObjectDigest.hex(digest);
    }

    private boolean isSame(ObjectDigest digest, StoredApplication target) {
        return digest.matches(ObjectDigest.of(target.application()), to.target().ownsStatus());
    }

    private Map<NamespacedName, String> versions(MigratedStore store) {
        Map<NamespacedName, String> versions = new HashMap<>();
        store.feed()
                .versions(kind, EVERYTHING)
                .objects()
                .forEach(object -> versions.put(object.name(), object.resourceVersion()));
        return versions;
    }

    private static List<NamespacedName> inOrder(
            Map<NamespacedName, String> versions, Predicate<NamespacedName> wanted) {
        return versions.entrySet().stream()
                .filter(version -> wanted.test(version.getKey()))
                .sorted(Comparator.comparingLong(version -> Long.parseLong(version.getValue())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<List<NamespacedName>> chunks(List<NamespacedName> names) {
        List<List<NamespacedName>> chunks = new ArrayList<>();
        for (int start = 0; start < names.size(); start += CHUNK) {
            chunks.add(names.subList(start, Math.min(names.size(), start + CHUNK)));
        }
        return chunks;
    }

    /**
     * Objects without the defaults that readers see; empty where one is gone. What waits only for somebody behind the first
     * store, such as Flux, would wait for nobody in the other one: it is as good as gone.
     */
    private List<Optional<StoredApplication>> read(MigratedStore store, List<NamespacedName> names) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<StoredApplication>>> reads = names.stream()
                    .map(name -> threads.submit(() -> read(store, name)))
                    .toList();
            List<Optional<StoredApplication>> found = new ArrayList<>();
            for (Future<Optional<StoredApplication>> each : reads) {
                found.add(each.get());
            }
            return found;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ApiException failure
                    ? failure
                    : new MigrationException(String.valueOf(e.getCause()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new MigrationException("interrupted");
        }
    }

    private Optional<StoredApplication> read(MigratedStore store, NamespacedName name) {
        try {
            return Optional.of(store.store().current(kind, name))
                    .filter(object -> !store.name().equals(from.name())
                            || !to.target().ownsStatus()
                            || !ObjectLifecycle.isOver(object.application()));
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static long number(StoredApplication object) {
        return Long.parseLong(object.metadata().resourceVersion());
    }
}
