package dev.chartroom.ports.projection;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import dev.chartroom.ports.storage.WatchStream;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Keeps the releases of one kind as its objects say, in steps. It begins with a look at all of both, which writes nothing,
 * and goes on with what the watches of both tell; where one of these is over, it begins anew. Steps are taken by one thread.
 */
final class KindProjection implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(KindProjection.class.getName());

    /** After which is looked whether the kind is held by now. */
    static final Duration LOOK = Duration.ofMillis(200);
    /** After which it begins anew at the earliest. */
    static final Duration AGAIN = Duration.ofSeconds(1);
    /** The longest pause; whoever changes something ends it. */
    static final Duration REST = Duration.ofMinutes(10);
    /** Where more fail at a time, they do so for one reason. */
    private static final int MOST_TOLD = 20;
    /** What is no answer about the object. */
    private static final Set<Integer> LATER = Set.of(
            StatusReason.SERVICE_UNAVAILABLE.code(),
            StatusReason.TIMEOUT.code(),
            StatusReason.TOO_MANY_REQUESTS.code());

    private final ApplicationKind kind;
    private final ProjectedStores stores;
    private final Clock clock;
    private final Runnable wake;
    private final ObjectProjection objects;
    private final DueNames due;
    /** The objects that have a release and were not there when all were looked at, where these are too many to be true. */
    private final Set<NamespacedName> orphaned = ConcurrentHashMap.newKeySet();

    private final List<ChangedNames> watches = new ArrayList<>();
    /** Set where one of the watches is over. */
    private AtomicBoolean over = new AtomicBoolean(true);

    private Instant begun = Instant.EPOCH;

    /**
     * @param due what the projection before has left to do
     * @param wake ends the pause before the next step; of any thread
     */
    KindProjection(ApplicationKind kind, ProjectedStores stores, DueNames due, Clock clock, Runnable wake) {
        this.kind = kind;
        this.stores = stores;
        this.due = due;
        this.clock = clock;
        this.wake = wake;
        this.objects = new ObjectProjection(kind, stores);
    }

    /**
     * Looks at all objects, or brings one of them in line.
     *
     * @return after which time there is a next step
     * @throws ApiException where objects or releases cannot be reached
     */
    Duration step() {
        if (over.get()) {
            Duration pause = Duration.between(clock.instant(), begun.plus(AGAIN));
            if (pause.isPositive()) {
                return pause;
            }
            if (!stores.isHeld().test(kind)) {
                return LOOK;
            }
            begin();
        }
        NamespacedName name = due.take(clock.instant()).orElse(null);
        if (name == null) {
            return due.untilNext(clock.instant(), REST);
        }
        bringInLine(name);
        return Duration.ZERO;
    }

    ProjectionProgress progress() {
        return new ProjectionProgress(due.waiting(), due.failed(), orphaned.size());
    }

    private void begin() {
        close();
        begun = clock.instant();
        AtomicBoolean ended = new AtomicBoolean();
        over = ended;
        try {
            ApplicationPage page = stores.objects().list(kind, ListRequest.all(""));
            follow(stores.objects().watch(kind, WatchRequest.after("", page.resourceVersion())), ended, name -> {
                orphaned.remove(name);
                due.add(name);
            });
            follow(stores.watched().watch(kind, fromNow()), ended, due::add);
            survey(page.items());
        } catch (RuntimeException e) {
            ended.set(true);
            throw e;
        }
    }

    private static WatchRequest fromNow() {
        return new WatchRequest("", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, "", false, InitialEvents.SKIP);
    }

    private void follow(WatchStream stream, AtomicBoolean ended, Consumer<NamespacedName> changed) {
        watches.add(new ChangedNames(
                stream,
                name -> {
                    changed.accept(name);
                    wake.run();
                },
                () -> {
                    ended.set(true);
                    wake.run();
                }));
    }

    private void survey(List<ServedApplication> existing) {
        Set<NamespacedName> names = new HashSet<>();
        existing.forEach(object -> names.add(object.namespacedName()));
        Set<NamespacedName> unreleased = new HashSet<>(names);
        List<NamespacedName> gone = new ArrayList<>();
        long[] recorded = {0};
        stores.releases().forEach(kind, (name, release) -> {
            unreleased.remove(name);
            recorded[0] += objects.isKept(release) ? 1 : 0;
            if (!names.contains(name) && objects.isKept(release)) {
                gone.add(name);
            } else if (!objects.isInLine(name, release)) {
                due.add(name);
            }
        });
        unreleased.forEach(due::add);
        orphaned.clear();
        if (gone.size() * 2L > recorded[0]) {
            orphaned.addAll(gone);
            due.all().forEach(orphaned::remove);
            LOG.log(
                    Level.WARNING,
                    "{0}: {1} of {2} releases are left alone, although their objects are not there: so many are not lost"
                            + " by chance, and Flux would uninstall them",
                    kind.groupResource(),
                    gone.size(),
                    recorded[0]);
        } else {
            gone.forEach(due::add);
        }
        LOG.log(
                Level.INFO,
                "{0}: {1} of {2} objects have to be brought in line with their releases",
                kind.groupResource(),
                due.waiting(),
                existing.size());
    }

    private void bringInLine(NamespacedName name) {
        try {
            objects.bringInLine(name, !orphaned.contains(name));
            due.succeeded(name);
        } catch (ApiException e) {
            if (LATER.contains(Status.of(e.error()).code())) {
                due.add(name);
                throw e;
            }
            int times = due.failed(name, clock.instant());
            boolean isNews = times == 1 && due.failed() <= MOST_TOLD && !(e.error() instanceof ApiError.Conflict);
            LOG.log(
                    isNews ? Level.WARNING : Level.DEBUG,
                    "{0} {1}/{2}: it cannot be brought in line with its release: {3}",
                    kind.groupResource(),
                    name.namespace(),
                    name.name(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        watches.forEach(ChangedNames::close);
        watches.clear();
    }
}
