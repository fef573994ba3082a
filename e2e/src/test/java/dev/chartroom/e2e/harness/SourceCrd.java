package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The kinds of Flux's source-controller, in CRDs that accept any content. */
public enum SourceCrd {
    HELM_REPOSITORY("HelmRepository", "helmrepositories"),
    HELM_CHART("HelmChart", "helmcharts"),
    OCI_REPOSITORY("OCIRepository", "ocirepositories"),
    EXTERNAL_ARTIFACT("ExternalArtifact", "externalartifacts"),
    GIT_REPOSITORY("GitRepository", "gitrepositories"),
    BUCKET("Bucket", "buckets");

    private final String kind;
    private final String plural;

    SourceCrd(String kind, String plural) {
        this.kind = kind;
        this.plural = plural;
    }

    /** Returns when objects of these kinds can be listed. */
    public static void install(Kubectl kubectl, Collection<SourceCrd> crds) {
        kubectl.apply(crds.stream().map(SourceCrd::manifest).collect(Collectors.joining("---\n")));
        Awaitility.await("sources can be listed")
                .until(() -> kubectl.run("get", names(crds, ","), "-A").exitCode() == 0);
    }

    /** Removes the CRDs with all their objects. */
    public static void remove(Kubectl kubectl, Collection<SourceCrd> crds) {
        String[] command = ("delete crd " + names(crds, " ") + " --ignore-not-found --wait").split(" ");
        kubectl.succeed(command);
    }

    private static String names(Collection<SourceCrd> crds, String separator) {
        return crds.stream().map(SourceCrd::fullName).collect(Collectors.joining(separator));
    }

    private String fullName() {
        return plural + ".source.toolkit.fluxcd.io";
    }

    private String manifest() {
        try (var resource = SourceCrd.class.getResourceAsStream("/source-crd.yaml")) {
            return new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8)
                    .replace("KIND", kind)
                    .replace("PLURAL", plural)
                    .replace("SINGULAR", kind.toLowerCase(Locale.ROOT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
