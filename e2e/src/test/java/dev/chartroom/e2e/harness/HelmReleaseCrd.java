package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;

/** The CRD of HelmRelease: Flux's own if it is beside the repository, otherwise a minimal one with the same names. */
public final class HelmReleaseCrd {
    public static final String NAME = "helmreleases.helm.toolkit.fluxcd.io";

    private static final Path FLUX = ModuleDirectory.basedir().resolve("../../shared/data/flux/helmreleases-crd.yaml");

    private HelmReleaseCrd() {}

    /** Installs the CRD. Returns when HelmReleases can be listed. */
    public static void install(Kubectl kubectl) {
        apply(kubectl, Files.exists(FLUX) ? flux() : minimal());
        // kubectl refuses to wait for a condition that does not exist yet.
        Awaitility.await("helmreleases are established")
                .atMost(Duration.ofSeconds(30))
                .until(() -> kubectl.run("wait", "--for=condition=Established", "--timeout=30s", "crd/" + NAME)
                                .exitCode()
                        == 0);
        // The condition Established becomes true shortly before the storage is ready; until then every request is a
        // 429.
        Awaitility.await("helmreleases can be listed")
                .until(() -> kubectl.run("get", "helmreleases", "-A").exitCode() == 0);
    }

    /** Returns the manifest in the test resources. */
    public static String minimal() {
        try (var resource = HelmReleaseCrd.class.getResourceAsStream("/helmreleases-crd.yaml")) {
            return new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String flux() {
        try {
            return Files.readString(FLUX);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void apply(Kubectl kubectl, String manifest) {
        // server-side: the definition is too large for the annotation of a client-side apply
        kubectl.succeedWithInput(manifest, "apply", "--server-side", "--force-conflicts", "-f", "-");
    }
}
