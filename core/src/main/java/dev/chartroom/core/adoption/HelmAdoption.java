package dev.chartroom.core.adoption;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.adoption.HelmPlan;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.kind.ChartNames;
import dev.chartroom.ports.release.HelmInstallations;
import dev.chartroom.ports.release.ReleaseInventory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes charts that the helm command installed Applications: creates a HelmRelease for each, from the template of the
 * kind. Errors are those of the ports.
 */
public final class HelmAdoption {
    private final ReleaseInventory releases;
    private final HelmInstallations installations;
    private final ChartNames charts;

    public HelmAdoption(ReleaseInventory releases, HelmInstallations installations, ChartNames charts) {
        this.releases = releases;
        this.installations = installations;
        this.charts = charts;
    }

    /**
     * Returns the effect of the adoption of an installed chart. Changes nothing.
     *
     * @param helmRelease the namespace and the name of the release in Helm
     */
    public HelmPlan plan(ApplicationKind kind, NamespacedName helmRelease, HelmPlan.Options options) {
        Optional<HelmInstallation> installed = installations.deployed(helmRelease);
        if (installed.isEmpty()) {
            return new HelmPlan.Refused("Helm has no deployed release of this name");
        }
        HelmInstallation installation = installed.get();
        Optional<HelmPlan> existing = existing(kind, installation);
        if (existing.isPresent()) {
            return existing.get();
        }
        return charts.of(kind.release().chart(), helmRelease.namespace())
                .map(chart -> HelmPlan.of(kind, installation, chart, options))
                .orElseGet(() -> new HelmPlan.Refused("the source of the chart of " + kind.groupResource()
                        + " does not contain the name of the chart," + " so the chart cannot be compared with \""
                        + installation.chart() + "\""));
    }

    /** Adopts an installed chart if that is possible. Returns the plan that was carried out. */
    public HelmPlan adopt(ApplicationKind kind, NamespacedName helmRelease, HelmPlan.Options options) {
        HelmPlan plan = plan(kind, helmRelease, options);
        if (plan instanceof HelmPlan.Possible possible) {
            releases.create(possible.release());
        }
        return plan;
    }

    /**
     * Returns the plan if a HelmRelease manages the installed chart already, or has the name of the new one. Looks in all
     * namespaces, because a HelmRelease can manage a release of Helm in another namespace than its own.
     */
    private Optional<HelmPlan> existing(ApplicationKind kind, HelmInstallation installation) {
        String name = HelmPlan.nameOf(kind, installation.id().name());
        String wanted = kind.release().releaseName(name);
        List<HelmPlan> found = new ArrayList<>();
        releases.forEach("", release -> {
            JsonObject metadata = release.objectOrEmpty("metadata");
            NamespacedName existing =
                    new NamespacedName(metadata.stringOrEmpty("namespace"), metadata.stringOrEmpty("name"));
            boolean isHere = existing.namespace().equals(installation.id().namespace());
            if (installation.isManagedBy(release)) {
                found.addFirst(isHere ? managed(kind, release, existing.name()) : managedElsewhere(existing));
            } else if (isHere && existing.name().equals(wanted)) {
                found.add(new HelmPlan.Refused(
                        "the HelmRelease " + existing.name() + " exists and manages another release"));
            }
        });
        return found.stream().findFirst();
    }

    private static HelmPlan managedElsewhere(NamespacedName release) {
        return new HelmPlan.Refused("the HelmRelease " + release.name() + " in the namespace " + release.namespace()
                + " manages it; delete that one first, while it is suspended");
    }

    private static HelmPlan managed(ApplicationKind kind, JsonObject release, String existing) {
        return ReleaseConverter.isOf(kind, release)
                ? new HelmPlan.Adopted(
                        existing.substring(kind.release().prefix().length()))
                : new HelmPlan.Refused("the HelmRelease " + existing + " manages it; adopt it without --helm");
    }
}
