package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.Program;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** A server whose objects are in the store of examples/files-store, which is not on the class path of the build. */
@RequiresControlPlane
class ProvidedStoreTest {
    private static final Path EXAMPLE = ModuleDirectory.basedir().resolve("../examples/files-store/src/main");
    private static final String GROUP = "files.example.com";

    private final ControlPlane controlPlane = ControlPlane.shared();

    @Test
    void storeFromASeparateJarContainsTheObjects() throws Exception {
        controlPlane.installHelmReleaseCrd();
        Path objects = ModuleDirectory.newWorkDirectory("files-store");
        Path definitions = ModuleDirectory.newWorkDirectory("files-kinds");
        Files.writeString(definitions.resolve("notes.yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: notes.files.example.com}
                spec:
                  group: files.example.com
                  names: {kind: Note, plural: notes, singular: note}
                  store: files
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema:
                      openAPIV3Schema:
                        type: object
                        properties: {spec: {type: object, properties: {text: {type: string}}}}
                """);
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "namespace", "files-store");
        try (URLClassLoader jar =
                        new URLClassLoader(new URL[] {compiled().toUri().toURL()});
                Program _ = startWith(jar, definitions, "{folder: \"" + objects + "\"}")) {
            kubectl.apply("""
                    apiVersion: files.example.com/v1
                    kind: Note
                    metadata: {name: first, namespace: files-store}
                    spec: {text: hello}
                    """);

            assertThat(kubectl.succeed("get", "notes", "-n", "files-store", "-o", "jsonpath={.items[*].spec.text}"))
                    .isEqualTo("hello");
            assertThat(objects.resolve("notes.files.example.com/files-store/first.json"))
                    .content()
                    .contains("\"text\":\"hello\"");
            kubectl.succeed("delete", "note", "first", "-n", "files-store");
            assertThat(objects.resolve("notes.files.example.com/files-store/first.json"))
                    .doesNotExist();
        }
    }

    @Test
    void serverDoesNotStartWithoutTheJarOrWithWrongSettings() throws Exception {
        Path definitions = ModuleDirectory.newWorkDirectory("no-kinds");

        assertThatThrownBy(() -> Program.startWith(controlPlane, definitions, "stores: {provided: {files: {}}}"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("stores.provided.files: no jar on the class path provides this store; found: none");
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {compiled().toUri().toURL()})) {
            assertThatThrownBy(() -> startWith(jar, definitions, "{}"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("stores.provided.files: folder: required");
        }
    }

    private Program startWith(ClassLoader jar, Path definitions, String settings) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(jar);
        try {
            Program program =
                    Program.startWith(controlPlane, definitions, "stores: {provided: {files: " + settings + "}}");
            return program.registered(GROUP, "v1");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Compiles the example, and returns the folder of its classes. */
    private static Path compiled() throws IOException {
        Path classes = ModuleDirectory.newWorkDirectory("files-store-classes");
        try (Stream<Path> sources = Files.walk(EXAMPLE.resolve("java"))) {
            List<String> arguments = Stream.concat(
                            Stream.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                            sources.filter(Files::isRegularFile).map(Path::toString))
                    .toList();
            int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
            assertThat(result).as("result of javac").isZero();
        }
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        String provider = "dev.chartroom.core.store.ApplicationStoreProvider";
        Files.copy(EXAMPLE.resolve("resources/META-INF/services").resolve(provider), services.resolve(provider));
        return classes;
    }
}
