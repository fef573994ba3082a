package dev.chartroom.bootstrap.adoption;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.adoption.AdoptionPlan;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.adoption.HelmPlan;
import dev.chartroom.domain.adoption.ReturnPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes plans for releases.
 *
 * @param changes whether the plans were carried out; otherwise the text describes the effects that they would have
 */
public record AdoptionReport(ApplicationKind kind, boolean changes) {

    /** Describes the adoption of a HelmRelease. */
    public ReleaseReport of(NamespacedName release, AdoptionPlan plan) {
        return switch (plan) {
            case AdoptionPlan.Refused(String reason) -> refused(release, reason);
            case AdoptionPlan.Adopted(String name) -> adopted(release, name);
            case AdoptionPlan.Possible possible -> {
                if (changes) {
                    yield done(release, "is now " + object(possible.name()));
                }
                List<String> lines = new ArrayList<>();
                lines.add(release.key() + ": can become " + object(possible.name()));
                lines.addAll(new ObjectLines(kind, possible.object()).all());
                lines.add("  Flux does not upgrade the release, because labels do not change its generation");
                if (!possible.object().missing().isEmpty() && hasRunningRollout()) {
                    lines.add("  Flux reconciles the release again when the rollout changes it");
                }
                yield ReleaseReport.possible(lines);
            }
        };
    }

    /** Describes undoing an adoption. */
    public ReleaseReport of(NamespacedName release, ReturnPlan plan) {
        return switch (plan) {
            case ReturnPlan.Refused(String reason) -> refused(release, reason);
            case ReturnPlan.Plain() -> ReleaseReport.unchanged(release.key() + ": is a plain HelmRelease already");
            case ReturnPlan.Possible possible ->
                done(
                        release,
                        changes
                                ? "is a plain HelmRelease again"
                                : "can become a plain HelmRelease again; users then no longer see "
                                        + object(possible.name()));
        };
    }

    /** Describes the adoption of a chart that the helm command installed. */
    public ReleaseReport of(NamespacedName helmRelease, HelmPlan plan) {
        return switch (plan) {
            case HelmPlan.Refused(String reason) -> refused(helmRelease, reason);
            case HelmPlan.Adopted(String name) -> adopted(helmRelease, name);
            case HelmPlan.Possible possible -> {
                String release = possible.release().objectOrEmpty("metadata").stringOrEmpty("name");
                boolean suspended = possible.release().objectOrEmpty("spec").isTrue("suspend");
                String inRelease = ", in the " + (suspended ? "suspended " : "") + "HelmRelease " + release;
                if (changes) {
                    yield done(helmRelease, "is now " + object(possible.name()) + inRelease);
                }
                List<String> lines = new ArrayList<>();
                lines.add(helmRelease.key() + ": can become " + object(possible.name()) + inRelease);
                lines.addAll(new ObjectLines(kind, possible.object()).all());
                lines.add("  Flux upgrades the release " + (suspended ? "when you resume it" : "at once") + ", from "
                        + installed(possible.installation()) + " to the chart of the kind");
                yield ReleaseReport.possible(lines);
            }
        };
    }

    /** Describes an error of the cluster. */
    public static ReleaseReport failed(NamespacedName release, String message) {
        return refused(release, message);
    }

    private ReleaseReport adopted(NamespacedName release, String name) {
        return ReleaseReport.unchanged(release.key() + ": is " + object(name) + " already");
    }

    private static ReleaseReport done(NamespacedName release, String sentence) {
        return ReleaseReport.possible(List.of(release.key() + ": " + sentence));
    }

    private static ReleaseReport refused(NamespacedName release, String reason) {
        return ReleaseReport.refused(release.key() + ": " + reason);
    }

    private String object(String name) {
        return kind.names().kind() + " " + name;
    }

    private boolean hasRunningRollout() {
        return kind.release().rollout().filter(rollout -> !rollout.paused()).isPresent();
    }

    private static String installed(HelmInstallation installation) {
        return installation.chart() + (installation.chartVersion().isEmpty() ? "" : " " + installation.chartVersion());
    }
}
