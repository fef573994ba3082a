package dev.chartroom.core.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.adoption.AdoptionCandidate;
import dev.chartroom.domain.adoption.AdoptionPlan;
import dev.chartroom.domain.adoption.ReturnPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseInventory;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes existing HelmReleases Applications, and undoes this. Only labels of a HelmRelease change. Both changes are
 * idempotent. Errors are those of {@link ReleaseInventory}.
 */
public final class ReleaseAdoption {
    /** Flux writes the status of a release often. Each attempt plans again from the current state. */
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(5);

    private static final String MISSING = "there is no such HelmRelease";

    private final ReleaseInventory releases;

    public ReleaseAdoption(ReleaseInventory releases) {
        this.releases = releases;
    }

    /**
     * Finds the plain HelmReleases that have the chart of a kind.
     *
     * @param namespace the namespace; empty for all
     * @param served all kinds whose objects are HelmReleases
     */
    public void candidates(String namespace, List<ApplicationKind> served, Consumer<AdoptionCandidate> found) {
        releases.forEach(
                namespace, release -> AdoptionCandidate.of(served, release).forEach(found));
    }

    /** Returns the effect of the adoption of a release. Changes nothing. */
    public AdoptionPlan plan(ApplicationKind kind, NamespacedName release) {
        return releases.find(release)
                .map(found -> AdoptionPlan.of(kind, found))
                .orElseGet(() -> new AdoptionPlan.Refused(MISSING));
    }

    /** Adopts a release if that is possible. Returns the plan that was carried out. */
    public AdoptionPlan adopt(ApplicationKind kind, NamespacedName release) {
        return ATTEMPTS.run(attempt -> {
            Optional<JsonObject> found = releases.find(release);
            if (found.isEmpty()) {
                return Optional.of(new AdoptionPlan.Refused(MISSING));
            }
            AdoptionPlan plan = AdoptionPlan.of(kind, found.get());
            return switch (plan) {
                case AdoptionPlan.Possible possible -> labelled(attempt, found.get(), possible.labels(), plan);
                case AdoptionPlan.Adopted _, AdoptionPlan.Refused _ -> Optional.of(plan);
            };
        });
    }

    /** Returns the effect of undoing the adoption of a release. Changes nothing. */
    public ReturnPlan returnPlan(ApplicationKind kind, NamespacedName release) {
        return releases.find(release)
                .map(found -> ReturnPlan.of(kind, found))
                .orElseGet(() -> new ReturnPlan.Refused(MISSING));
    }

    /** Undoes the adoption of a release if that is possible. Returns the plan that was carried out. */
    public ReturnPlan undo(ApplicationKind kind, NamespacedName release) {
        return ATTEMPTS.run(attempt -> {
            Optional<JsonObject> found = releases.find(release);
            if (found.isEmpty()) {
                return Optional.of(new ReturnPlan.Refused(MISSING));
            }
            ReturnPlan plan = ReturnPlan.of(kind, found.get());
            return switch (plan) {
                case ReturnPlan.Possible possible -> labelled(attempt, found.get(), possible.labels(), plan);
                case ReturnPlan.Plain _, ReturnPlan.Refused _ -> Optional.of(plan);
            };
        });
    }

    private <P> Optional<P> labelled(RetryOnConflict.Attempt attempt, JsonObject release, JsonObject labels, P plan) {
        return attempt.write(() -> {
            releases.label(release, labels);
            return plan;
        });
    }
}
