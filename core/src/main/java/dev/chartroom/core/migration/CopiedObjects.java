package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.ObjectLifecycle;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.StoredApplication;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a kind in the source and the target of a migration: which objects were copied, in which state, and
 * whether the copies were read back. Copies are written in the order of the source's resource versions, so that the
 * target has the same order. Not thread-safe.
 */
final class CopiedObjects {
    private static final long SHORT_ROUND = 50;

    private final ApplicationKind kind;
    private final ApplicationTarget to;
    private final MigratedObjects sources;
    private final MigratedObjects targets;
    private final Map<NamespacedName, Copy> copies = new HashMap<>();
    /** The objects that the previous round has left for the next round. */
    private List<NamespacedName> unsettled = List.of();
    /** The greatest resource version of the copies in the target. */
    private ResourceVersion last = ResourceVersion.ZERO;

    /**
     * @param version the resource version in the metadata of the source object; it is only compared for equality
     * @param targetVersion the same for the target object
     */
    private record Copy(String version, ObjectDigest digest, String targetVersion, boolean verified) {
        Copy readBack(String latestVersion) {
            return new Copy(version, digest, latestVersion, true);
        }

        /** Returns this copy as an outdated one, so that the next round copies the object again. */
        Copy outdated() {
            return new Copy("", digest, targetVersion, false);
        }
    }

    CopiedObjects(ApplicationKind kind, MigratedStore from, MigratedStore to) {
        this.kind = kind;
        this.to = to.target();
        // If the target owns the status, it has no backend that would end a deletion. So the migration leaves out
        // terminating objects that wait only for the source's backend, such as Flux.
        this.sources =
                new MigratedObjects(kind, from, object -> !this.to.ownsStatus() || !ObjectLifecycle.isOver(object));
        this.targets = new MigratedObjects(kind, to, _ -> true);
    }

    /** Reads both stores, and counts equal objects as copied. */
    MigrationPlan plan() {
        Map<NamespacedName, String> targetVersions = targets.versions();
        Map<NamespacedName, String> sourceVersions = sources.versions();
        List<NamespacedName> sourceNames = inOrder(sourceVersions, _ -> true);
        List<NamespacedName> inTheWay = new ArrayList<>();
        Set<NamespacedName> found = new HashSet<>();
        // New copies get greater resource versions than all objects in the target. So an existing copy can stay only if
        // all objects before it in the source have copies in the same order.
        boolean stays = true;
        for (List<NamespacedName> chunk : MigratedObjects.chunks(sourceNames)) {
            List<StoredApplication> objects = sources.found(chunk);
            Map<NamespacedName, StoredApplication> targetOf =
                    targets
                            .found(chunk.stream()
                                    .filter(targetVersions::containsKey)
                                    .toList())
                            .stream()
                            .collect(Collectors.toMap(each -> each.metadata().namespacedName(), each -> each));
            for (StoredApplication source : objects) {
                StoredApplication target = targetOf.get(source.metadata().namespacedName());
                found.add(source.metadata().namespacedName());
                if (target != null
                        && !target.metadata().uid().equals(source.metadata().uid())) {
                    inTheWay.add(source.metadata().namespacedName());
                }
                ObjectDigest digest = ObjectDigest.of(source.application());
                stays = stays && target != null && version(target).isAfter(last) && isSame(digest, target);
                if (stays && target != null) {
                    last = version(target);
                    copied(source, digest, target, true);
                }
            }
        }
        // An object may have been deleted from the source since its name was listed. If the target has another object
        // of this name, only this check finds the object in the target.
        List<NamespacedName> foreign = foreign(targetVersions, found);
        return new MigrationPlan(sourceNames.size(), copies.size(), inTheWay, foreign);
    }

    /**
     * The result of a round.
     *
     * @param written the number of objects that were copied or removed
     * @param unsettled the number of objects that must be checked again
     */
    record Round(long written, long unsettled) {
        /** Returns whether the next round will have little to do. */
        boolean isShort() {
            return written + unsettled <= SHORT_ROUND;
        }
    }

    /** Copies the changes since the previous round. */
    Round round() {
        return round(copies.keySet(), sources.versions());
    }

    /**
     * Like {@link #round}, but with the fastest list. Must be called only in a pause of writes. In a pause, only the
     * backend of the store makes changes.
     */
    Round lastRound() {
        return round(copies.keySet(), sources.versionsByNamespace(copies.keySet()));
    }

    /** Copies the objects that the previous round has left. */
    Round roundOfUnsettled() {
        Map<NamespacedName, String> sourceVersions = new HashMap<>();
        MigratedObjects.chunks(unsettled)
                .forEach(chunk -> sources.found(chunk)
                        .forEach(source -> sourceVersions.put(
                                source.metadata().namespacedName(),
                                source.metadata().resourceVersion())));
        return round(unsettled, sourceVersions);
    }

    private Round round(Collection<NamespacedName> names, Map<NamespacedName, String> sourceVersions) {
        List<NamespacedName> gone = names.stream()
                .filter(name -> copies.containsKey(name) && !sourceVersions.containsKey(name))
                .toList();
        gone.forEach(this::remove);
        long written = gone.size();
        List<NamespacedName> left = new ArrayList<>();
        for (List<NamespacedName> chunk : MigratedObjects.chunks(changed(sourceVersions))) {
            List<Optional<StoredApplication>> found = sources.read(chunk);
            for (int i = 0; i < chunk.size(); i++) {
                NamespacedName name = chunk.get(i);
                switch (copy(name, found.get(i).orElse(null), sourceVersions)) {
                    case NOTHING -> {}
                    case WRITTEN -> written++;
                    case UNSETTLED -> left.add(name);
                }
            }
        }
        unsettled = List.copyOf(left);
        return new Round(written, left.size());
    }

    /**
     * Returns the names of objects that were not copied in their current state, in the order of their resource
     * versions.
     */
    private List<NamespacedName> changed(Map<NamespacedName, String> sourceVersions) {
        return inOrder(sourceVersions, name -> {
            Copy copy = copies.get(name);
            return copy == null || !copy.version().equals(sourceVersions.get(name));
        });
    }

    /** The result of a round for one object. */
    private enum Step {
        NOTHING,
        WRITTEN,
        UNSETTLED
    }

    private Step copy(NamespacedName name, @Nullable StoredApplication source, Map<NamespacedName, String> listed) {
        if (source == null) {
            if (!copies.containsKey(name)) {
                return Step.NOTHING;
            }
            remove(name);
            return Step.WRITTEN;
        }
        // If the object has changed since its version was listed, its new version comes after all listed versions. So
        // the next round copies the object.
        if (!source.metadata().resourceVersion().equals(listed.get(name))) {
            return Step.UNSETTLED;
        }
        try {
            put(source);
            return Step.WRITTEN;
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Conflict) {
                // An earlier object of that name is still being deleted.
                return Step.UNSETTLED;
            }
            throw e;
        }
    }

    /** Removes an object from the target. */
    void remove(NamespacedName name) {
        to.remove(kind, name);
        copies.remove(name);
    }

    private void put(StoredApplication source) {
        copied(source, ObjectDigest.of(source.application()), putLast(source.application()), false);
    }

    /**
     * Stores an object after all other objects. The target may already have an equal object out of order. If the target
     * only stores objects, this method removes the object and stores it again. In other targets, a removal would have
     * effects, so the object stays.
     */
    private StoredApplication putLast(Application application) {
        StoredApplication target = to.put(kind, application);
        if (!version(target).isAfter(last) && to.ownsStatus()) {
            to.remove(kind, application.metadata().namespacedName());
            target = to.put(kind, application);
        }
        last = last.orLater(version(target));
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
     * Reads back the copies that are not verified yet, and the copies that have changed in the target since they were
     * verified. If a copy differs, the next round copies the object again. Skips objects that the previous round has
     * left for the next round.
     *
     * @return a text about the differences and the objects that are only in the target; empty if there are none
     */
    String differences() {
        Map<NamespacedName, String> targetVersions = targets.versions();
        Set<NamespacedName> known = new HashSet<>(copies.keySet());
        known.addAll(unsettled);
        List<NamespacedName> foreign = foreign(targetVersions, known);
        List<NamespacedName> different = different(
                (name, copy) -> !copy.verified() || !copy.targetVersion().equals(targetVersions.get(name)));
        return Names.join(Names.of(different, "differ"), Names.of(foreign, "exist only there"));
    }

    /**
     * Like {@link #differences}. However, if the target lists its objects slowly, reads back only the copies that are
     * not verified yet.
     */
    String latestDifferences() {
        return targets.areListedFast() ? differences() : Names.of(different((_, copy) -> !copy.verified()), "differ");
    }

    private List<NamespacedName> different(BiPredicate<NamespacedName, Copy> unread) {
        List<NamespacedName> names = copies.entrySet().stream()
                .filter(copy -> unread.test(copy.getKey(), copy.getValue()) && !unsettled.contains(copy.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        List<NamespacedName> different = new ArrayList<>();
        for (List<NamespacedName> chunk : MigratedObjects.chunks(names)) {
            List<Optional<StoredApplication>> found = targets.read(chunk);
            for (int i = 0; i < chunk.size(); i++) {
                StoredApplication target = found.get(i).orElse(null);
                Copy copy = Objects.requireNonNull(copies.get(chunk.get(i)));
                if (target != null && isSame(copy.digest(), target)) {
                    copies.put(chunk.get(i), copy.readBack(target.metadata().resourceVersion()));
                } else {
                    copies.put(chunk.get(i), copy.outdated());
                    different.add(chunk.get(i));
                }
            }
        }
        return different;
    }

    /**
     * Returns the objects that are only in the target. If the target does not own the status, terminating objects are
     * left out, because they will soon be deleted.
     */
    private List<NamespacedName> foreign(Map<NamespacedName, String> targetVersions, Set<NamespacedName> known) {
        List<NamespacedName> foreign = targetVersions.keySet().stream()
                .filter(name -> !known.contains(name))
                .sorted()
                .toList();
        return to.ownsStatus()
                ? foreign
                : MigratedObjects.chunks(foreign).stream()
                        .flatMap(chunk -> targets.found(chunk).stream())
                        .map(StoredApplication::metadata)
                        .filter(metadata -> !metadata.isTerminating())
                        .map(ObjectMeta::namespacedName)
                        .toList();
    }

    /** Returns the objects that were changed or deleted in the source after they were copied. */
    List<NamespacedName> leftBehind() {
        Map<NamespacedName, String> sourceVersions = sources.versions();
        List<NamespacedName> leftBehind = new ArrayList<>();
        for (List<NamespacedName> chunk : MigratedObjects.chunks(changed(sourceVersions))) {
            for (StoredApplication source : sources.found(chunk)) {
                Copy copy = copies.get(source.metadata().namespacedName());
                if (copy == null || !copy.digest().matches(ObjectDigest.of(source.application()), false)) {
                    leftBehind.add(source.metadata().namespacedName());
                }
            }
        }
        copies.keySet().stream()
                .filter(name -> !sourceVersions.containsKey(name))
                .forEach(leftBehind::add);
        return leftBehind;
    }

    long count() {
        return copies.size();
    }

    /** Returns the SHA-256, in hex, of the names and digests of all copied objects, in list order. */
    String digest() {
        MessageDigest digest = ObjectDigest.sha256();
        new TreeMap<>(copies)
                .forEach((name, copy) -> ObjectDigest.add(
                        digest,
                        name.key() + " "
                                + (to.ownsStatus()
                                        ? copy.digest().whole()
                                        : copy.digest().content())
                                + "\n"));
        return ObjectDigest.hex(digest);
    }

    private boolean isSame(ObjectDigest digest, StoredApplication target) {
        return digest.matches(ObjectDigest.of(target.application()), to.ownsStatus());
    }

    private static List<NamespacedName> inOrder(
            Map<NamespacedName, String> versions, Predicate<NamespacedName> wanted) {
        return versions.entrySet().stream()
                .filter(version -> wanted.test(version.getKey()))
                .sorted(Comparator.comparingLong(version -> ResourceVersion.numberOf(version.getValue())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static ResourceVersion version(StoredApplication object) {
        return ResourceVersion.of(object.metadata().resourceVersion());
    }
}
