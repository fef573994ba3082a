package dev.chartroom.e2e.clients;

import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * Serves the kind on both sides of the shared control plane. It starts with the first test class that uses it. It ends
 * only with the JVM, because controllers whose watches failed would continue with outdated caches.
 */
final class TwoSides implements BeforeAllCallback {
    private static final Namespace STORE = Namespace.create(TwoSides.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(StoreScope.LAUNCHER_SESSION, STORE).computeIfAbsent(Program.class, _ -> start());
    }

    private static Program start() {
        ControlPlane controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.apply(Gadget.crd());
        kubectl.succeed("wait", "--for=condition=Established", "--timeout=30s", "crd/" + Side.CRD.resource());
        Path definitions = ModuleDirectory.newWorkDirectory("gadget");
        try {
            Files.writeString(definitions.resolve("gadgets.yaml"), Gadget.kindDefinition());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Program program = Program.start(controlPlane, definitions).registered(Side.CHARTROOM.group(), Gadget.VERSION);
        for (Side side : Side.values()) {
            // served, and in the merged OpenAPI document that clients read
            Awaitility.await("gadgets of " + side)
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> kubectl.run("explain", Gadget.PLURAL + ".spec", "--api-version=" + side.apiVersion())
                                    .exitCode()
                            == 0);
        }
        return program;
    }

    /** Creates namespaces with one command. */
    static void createNamespaces(Collection<String> names) {
        ControlPlane.shared()
                .kubectl()
                .succeedWithInput(
                        names.stream()
                                .map(name -> "apiVersion: v1\nkind: Namespace\nmetadata: {name: " + name + "}\n")
                                .collect(Collectors.joining("---\n")),
                        "create",
                        "-f",
                        "-");
    }
}
