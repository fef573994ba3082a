package dev.chartroom.bootstrap.doctor;

import dev.chartroom.adapters.kubernetes.release.HelmReleaseInventory;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reports HelmReleases with the labels of an object that no kind claims, and those that two kinds claim. */
final class ReleaseClaims implements Examination {
    private static final String ALL_NAMESPACES = "";
    /** The report stays readable. The rest is counted. */
    private static final int MOST = 20;

    @Override
    public String name() {
        return "releases";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        if (installation.kinds().isEmpty()) {
            return List.of();
        }
        List<Problem> problems = new ArrayList<>();
        KindRegistry kinds = installation.kinds().get();
        Set<String> groups = kinds.kinds().stream().map(ApplicationKind::group).collect(Collectors.toSet());
        new HelmReleaseInventory(
                        installation.cluster().cluster().http(),
                        installation.cluster().cluster().stored())
                .forEach(ALL_NAMESPACES, release -> examine(release, groups, kinds, installation, problems));
        if (problems.size() > MOST) {
            Problem last = problems.get(MOST - 1);
            List<Problem> shown = new ArrayList<>(problems.subList(0, MOST));
            shown.add(Problem.error(
                    "HelmReleases",
                    (problems.size() - MOST) + " more releases have such a problem",
                    last.effect(),
                    installation.remedies().kubectl("get helmreleases -A --show-labels")));
            return shown;
        }
        return problems;
    }

    private static void examine(
            JsonObject release,
            Set<String> groups,
            KindRegistry kinds,
            Installation installation,
            List<Problem> problems) {
        List<String> labelled = groups.stream()
                .filter(group -> !ReleaseConverter.kindOf(group, release).isEmpty())
                .sorted()
                .toList();
        List<ApplicationKind> claiming = kinds.kinds().stream()
                .filter(ApplicationKind::hasReleases)
                .filter(kind -> ReleaseConverter.isOf(kind, release))
                .toList();
        if (claiming.size() > 1) {
            problems.add(Problem.error(
                    text(release),
                    "several kinds claim it: "
                            + claiming.stream()
                                    .map(kind -> kind.groupResource().toString())
                                    .collect(Collectors.joining(", ")),
                    "a change of one object changes the other, and deleting one deletes both",
                    unlabel(release, claiming.getLast().group(), installation)));
            return;
        }
        for (String group : labelled) {
            boolean isClaimed = claiming.stream().anyMatch(kind -> kind.group().equals(group));
            if (!isClaimed) {
                problems.add(Problem.error(
                        text(release),
                        "its labels name the kind " + ReleaseConverter.kindOf(group, release) + " of " + group
                                + ", but no kind of this name claims it",
                        "Flux maintains the release, but users of the kind cannot see it",
                        unlabel(release, group, installation)));
            }
        }
    }

    private static String unlabel(JsonObject release, String group, Installation installation) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return installation
                .remedies()
                .kubectl("-n " + metadata.stringOrEmpty("namespace") + " label helmrelease "
                        + metadata.stringOrEmpty("name") + " " + group + "/application.kind- " + group
                        + "/application.group- " + group + "/application.name-");
    }

    private static String text(JsonObject release) {
        JsonObject metadata = release.objectOrEmpty("metadata");
        return "HelmRelease " + metadata.stringOrEmpty("namespace") + "/" + metadata.stringOrEmpty("name");
    }
}
