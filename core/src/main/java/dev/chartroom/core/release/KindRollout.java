package dev.chartroom.core.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.domain.conversion.TemplatedRelease;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Updates the releases of one kind to its definition, one by one, in steps. The releases contain all persistent state:
 * which releases are outdated, which are awaited (updated, but not Ready yet), and when the last release was updated.
 * So a rollout continues after a restart. Replicas that update at the same time, in the same order, keep to one common
 * rate. If two replicas update the same release, the kube-apiserver rejects the second update. The second replica then
 * reads the time of the first update. Not thread-safe.
 */
final class KindRollout implements Upkeep<RolloutProgress> {
    private static final System.Logger LOG = System.getLogger(KindRollout.class.getName());

    /** The interval between full checks of all releases. */
    static final Duration SURVEY_INTERVAL = Duration.ofMinutes(10);
    /** The interval between checks of awaited releases. */
    static final Duration POLL_INTERVAL = Duration.ofSeconds(3);
    /** The pause before the rollout reads a release again after a change by another client. */
    static final Duration CONFLICT_DELAY = Duration.ofMillis(200);

    private static final int GONE = StatusReason.NOT_FOUND.code();
    private static final int CHANGED = StatusReason.CONFLICT.code();
    /** The codes of errors whose cause is not the update itself. */
    private static final Set<Integer> RETRIABLE_CODES = Set.of(
            StatusReason.SERVICE_UNAVAILABLE.code(),
            StatusReason.TIMEOUT.code(),
            StatusReason.TOO_MANY_REQUESTS.code());

    /**
     * The number of consecutive rejections after which the rollout expects more rejections, and stops until the next
     * full check.
     */
    private static final int MAX_CONSECUTIVE_REFUSALS = 3;

    private final ApplicationKind kind;
    private final Rollout rule;
    private final ReleaseDirectory directory;
    private final Clock clock;

    private @Nullable Instant surveyed;
    private long releases;
    private final SequencedSet<NamespacedName> outdated = new LinkedHashSet<>();
    private final SequencedSet<NamespacedName> awaited = new LinkedHashSet<>();
    private Instant updatedLast = Instant.EPOCH;
    private final Set<NamespacedName> refused = new HashSet<>();
    private int consecutiveRefusals;

    KindRollout(ApplicationKind kind, Rollout rule, ReleaseDirectory directory, Clock clock) {
        this.kind = kind;
        this.rule = rule;
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Makes at most one update.
     *
     * @return the pause before the next step
     * @throws ApiException if the releases cannot be read; the next step starts over
     */
    @Override
    public Duration step() {
        Instant now = clock.instant();
        Instant begun = surveyed;
        if (begun == null || Duration.between(begun, now).compareTo(SURVEY_INTERVAL) >= 0) {
            surveyed = null;
            survey();
            surveyed = begun = now;
        }
        Duration rest = SURVEY_INTERVAL.minus(Duration.between(begun, now));
        if (rule.paused()) {
            return rest;
        }
        List.copyOf(awaited).forEach(this::refresh);
        if (outdated.isEmpty()) {
            return awaited.isEmpty() ? rest : POLL_INTERVAL;
        }
        Optional<NamespacedName> next = next();
        if (next.isEmpty()) {
            return POLL_INTERVAL;
        }
        Duration pause = pause();
        return pause.isPositive() ? pause : update(next.get());
    }

    @Override
    public RolloutProgress progress() {
        return new RolloutProgress(releases, outdated.size(), awaited.size(), refused.size());
    }

    private void survey() {
        outdated.clear();
        awaited.clear();
        refused.clear();
        consecutiveRefusals = 0;
        releases = 0;
        directory.forEach(kind, (name, release) -> {
            releases++;
            learn(name, TemplatedRelease.of(kind, release));
        });
        if (!outdated.isEmpty()) {
            LOG.log(
                    Level.INFO,
                    "{0}: {1} of {2} releases must be updated",
                    kind.groupResource(),
                    outdated.size(),
                    releases);
        }
    }

    private void learn(NamespacedName name, TemplatedRelease release) {
        if (release.isOutdated()) {
            outdated.add(name);
        } else {
            outdated.remove(name);
        }
        if (release.isAwaited()) {
            awaited.add(name);
        } else {
            awaited.remove(name);
        }
        release.updatedAt().filter(updatedLast::isBefore).ifPresent(at -> updatedLast = at);
    }

    /** Reads the current release of an object; returns null if there is no release. */
    private @Nullable TemplatedRelease refresh(NamespacedName name) {
        Optional<JsonObject> found = directory.find(kind, name);
        if (found.isEmpty()) {
            outdated.remove(name);
            awaited.remove(name);
            return null;
        }
        TemplatedRelease release = TemplatedRelease.of(kind, found.get());
        learn(name, release);
        return release;
    }

    /**
     * Returns the next release to update. If too many releases are awaited, returns only an awaited release, because
     * the update may make it Ready.
     */
    private Optional<NamespacedName> next() {
        return awaited.size() < rule.maxUnready()
                ? Optional.of(outdated.getFirst())
                : outdated.stream().filter(awaited::contains).findFirst();
    }

    private Duration pause() {
        Instant now = clock.instant();
        // Another replica's clock may be ahead.
        Instant last = updatedLast.isAfter(now) ? now : updatedLast;
        return Duration.between(now, last.plus(rule.pace()));
    }

    private Duration update(NamespacedName name) {
        TemplatedRelease release = refresh(name);
        // Another replica may have updated the release; the next step uses the time of that update.
        if (release == null || !release.isOutdated()) {
            return Duration.ZERO;
        }
        try {
            JsonObject stored = directory.replace(kind, name, release.updated(clock.instant()));
            consecutiveRefusals = 0;
            learn(name, TemplatedRelease.of(kind, stored));
        } catch (ApiException e) {
            return notUpdated(name, e);
        }
        return rule.pace();
    }

    private Duration notUpdated(NamespacedName name, ApiException failure) {
        int code = Status.of(failure.error()).code();
        if (code == CHANGED) {
            return CONFLICT_DELAY;
        }
        if (RETRIABLE_CODES.contains(code)) {
            throw failure;
        }
        outdated.remove(name);
        if (code == GONE) {
            return Duration.ZERO;
        }
        LOG.log(
                Level.WARNING,
                "{0} {1}/{2}: Chartroom cannot update its release: {3}",
                kind.groupResource(),
                name.namespace(),
                name.name(),
                failure.getMessage());
        refused.add(name);
        consecutiveRefusals++;
        return consecutiveRefusals < MAX_CONSECUTIVE_REFUSALS ? rule.pace() : giveUp();
    }

    private Duration giveUp() {
        outdated.clear();
        return SURVEY_INTERVAL;
    }
}
