package dev.chartroom.e2e.harness;

import java.nio.file.Path;
import org.awaitility.Awaitility;

/** The CRD of KindDefinition that the project ships. */
public final class KindDefinitionCrd {
    static final String NAME = "kinddefinitions.chartroom.dev";

    private static final Path MANIFEST = ModuleDirectory.basedir().resolve("../deploy/crds/kinddefinitions.yaml");

    private KindDefinitionCrd() {}

    public static void install(Kubectl kubectl) {
        kubectl.succeed("apply", "-f", MANIFEST.toString());
        Awaitility.await("kinddefinitions can be listed")
                .until(() -> kubectl.run("get", "kinddefinitions").exitCode() == 0);
    }

    /** Removes the CRD with all its objects. */
    public static void remove(Kubectl kubectl) {
        kubectl.succeed("delete", "crd", NAME, "--ignore-not-found", "--wait");
    }
}
