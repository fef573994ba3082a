package dev.chartroom.bootstrap.doctor;

import dev.chartroom.adapters.kubernetes.release.HelmReleaseInventory;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.doctor.installation.Deployed;
import dev.chartroom.bootstrap.doctor.installation.Installation;
import dev.chartroom.bootstrap.doctor.installation.RemedyCommands;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.SourceRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Examines the parts of Flux that install the releases, and the flags that change how. */
final class FluxControllers implements Examination {
    private static final String ALL_NAMESPACES = "";
    private static final String CRD =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/helmreleases.helm.toolkit.fluxcd.io";
    private static final String ACCOUNT = "--default-service-account";
    private static final String NO_CROSSING = "--no-cross-namespace-refs";
    private static final String INSTALL =
            "apply -f https://github.com/fluxcd/flux2/releases/latest/download/install.yaml";

    @Override
    public String name() {
        return "flux";
    }

    @Override
    public List<Problem> problems(Installation installation) {
        RemedyCommands remedies = installation.remedies();
        boolean served = installation.cluster().find(CRD).stream()
                .flatMap(crd -> crd.objectOrEmpty("spec").arrayOrEmpty("versions").objects().stream())
                .anyMatch(version -> version.stringOrEmpty("name").equals("v2") && version.isTrue("served"));
        if (!served) {
            return List.of(Problem.error(
                    "CustomResourceDefinition helmreleases.helm.toolkit.fluxcd.io",
                    "the cluster does not serve HelmReleases v2",
                    "the server cannot store objects",
                    remedies.kubectl(INSTALL)));
        }
        Optional<HelmController> controller = HelmController.of(installation.cluster());
        if (controller.isEmpty()) {
            return List.of(Problem.error(
                    "Deployment helm-controller",
                    "no Deployment of the cluster runs Flux's helm-controller",
                    "users can create objects, but nothing installs their charts",
                    remedies.kubectl(INSTALL)));
        }
        List<Problem> problems = new ArrayList<>();
        if (!controller.get().isAvailable()) {
            problems.add(stopped(controller.get(), remedies));
        }
        crossing(controller.get(), installation).ifPresent(problems::add);
        problems.addAll(accounts(controller.get(), installation));
        return problems;
    }

    private static Problem stopped(HelmController controller, RemedyCommands remedies) {
        boolean isScaledDown = Deployed.number(controller.deployment().objectOrEmpty("spec"), "replicas", 1) == 0;
        return Problem.error(
                text(controller),
                isScaledDown ? "it is scaled to zero" : "none of its pods is available",
                "nothing installs or upgrades the charts of objects",
                remedies.kubectl("-n " + controller.namespace()
                        + (isScaledDown
                                ? " scale deployment " + controller.name() + " --replicas=1"
                                : " rollout restart deployment " + controller.name())));
    }

    /** Reports a controller that refuses sources of other namespaces, if definitions have such sources. */
    private static Optional<Problem> crossing(HelmController controller, Installation installation) {
        if (controller.position(NO_CROSSING) < 0
                || controller.value(NO_CROSSING).equals("false")) {
            return Optional.empty();
        }
        String sources = installation.kinds().stream()
                .flatMap(kinds -> kinds.kinds().stream())
                .flatMap(kind -> source(kind).stream().map(source -> kind.groupResource() + " (" + source + ")"))
                .distinct()
                .collect(Collectors.joining(", "));
        return sources.isEmpty()
                ? Optional.empty()
                : Optional.of(Problem.error(
                        text(controller),
                        "it has the flag " + NO_CROSSING + ", but kinds have chart sources with a namespace: "
                                + sources,
                        "Flux refuses the chart of each release in another namespace than its source",
                        controller.withoutFlag(NO_CROSSING, installation.remedies())));
    }

    private static Optional<SourceRef> source(ApplicationKind kind) {
        JsonObject release = JsonObject.of(
                kind.release().chart().field(), kind.release().chart().json());
        return SourceRef.ofReleases(JsonObject.of("spec", JsonObject.of("release", release)));
    }

    /** Reports the namespaces whose releases need the default service account of the controller and do not have it. */
    private static List<Problem> accounts(HelmController controller, Installation installation) {
        String account = controller.value(ACCOUNT);
        if (account.isEmpty()) {
            return List.of();
        }
        TreeSet<String> namespaces = new TreeSet<>();
        // Skips releases that cannot be read. Any tenant can make one.
        new HelmReleaseInventory(
                        installation.cluster().cluster().http(),
                        installation.cluster().cluster().stored())
                .forEach(ALL_NAMESPACES, release -> {
                    if (release.objectOrEmpty("spec")
                            .stringOrEmpty("serviceAccountName")
                            .isEmpty()) {
                        namespaces.add(release.objectOrEmpty("metadata").stringOrEmpty("namespace"));
                    }
                });
        return namespaces.stream()
                .filter(namespace -> installation
                        .cluster()
                        .find("/api/v1/namespaces/" + namespace + "/serviceaccounts/" + account)
                        .isEmpty())
                .map(namespace -> Problem.error(
                        "ServiceAccount " + namespace + "/" + account,
                        "it is missing, but the " + text(controller) + " has the flag " + ACCOUNT + "=" + account,
                        "Flux does not install releases in the namespace " + namespace,
                        grant(namespace, account, installation.remedies())))
                .toList();
    }

    private static String grant(String namespace, String account, RemedyCommands remedies) {
        return remedies.kubectl("-n " + namespace + " create serviceaccount " + account) + " && "
                + remedies.kubectl("-n " + namespace + " create rolebinding " + account
                        + " --clusterrole=admin --serviceaccount=" + namespace + ":" + account);
    }

    private static String text(HelmController controller) {
        return "Deployment " + controller.namespace() + "/" + controller.name();
    }
}
