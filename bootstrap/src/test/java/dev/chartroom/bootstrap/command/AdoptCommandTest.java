package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.bootstrap.config.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests without a cluster. AdoptionTest of the module e2e uses one. */
class AdoptCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            | a kind and at least one release are required, or --list
            Lamp | a kind and at least one release are required, or --list
            --list Lamp lamp-a | --list: cannot be combined with releases, --undo, --helm or --yes
            --list --yes | --list: cannot be combined with releases, --undo, --helm or --yes
            --undo --helm Lamp a | --undo: cannot be combined with --helm
            --suspend Lamp a | --suspend: requires --helm
            --allow-invalid Lamp a | --allow-invalid: requires --helm
            Lantern lamp-a | no definition declares the kind "Lantern"
            Stored lamp-a | the objects of storeds.apps.example.com are in the store "postgres", and not HelmReleases
            lamps lamp-a | the backing store cannot be reached
            LAMP lamp-a | the backing store cannot be reached
            lamps.apps.example.com lamp-a | the backing store cannot be reached
            """)
    void wrongOptionsOrKinds_exitTwoWithOneLine(String arguments, String problem) throws IOException {
        CommandRun run = run(arguments == null ? "" : arguments);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).singleElement().asString().startsWith("chartroom: " + problem);
        assertThat(run.out()).isEmpty();
    }

    /** A tenant could otherwise erase lines on the terminal of an administrator. */
    @Test
    void controlCharactersArePrintedEscaped() {
        assertThat(TerminalText.escaped("hidden: spec.a\n\u001b[2Kb\u202ec"))
                .isEqualTo("hidden: spec.a\\u000a\\u001b[2Kb\\u202ec");
    }

    @Test
    void eitherAConfigurationOrDefinitionsAreRequired() {
        CommandRun neither = CommandRun.of("adopt", "Lamp", "lamp-a");
        CommandRun both = CommandRun.of("adopt", "--config", "a", "-f", "b", "Lamp", "lamp-a");

        assertThat(neither.exitCode()).isEqualTo(2);
        assertThat(neither.err()).contains("chartroom: either --config or --definition is required");
        assertThat(both).isEqualTo(neither);
    }

    @Test
    void refusedDefinitionIsNamedIfTheKindIsMissing() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "kind: KindDefinition");

        CommandRun run = CommandRun.of(
                "adopt", "-f", bad.toString(), "--kubeconfig", kubeconfig().toString(), "Lamp", "lamp-a");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no definition declares the kind \"Lamp\"; refused: ", "bad.yaml: ");
    }

    private CommandRun run(String arguments) throws IOException {
        String[] given = ("adopt -f " + definition("lamps", "Lamp", "helmrelease") + " -f "
                        + definition("storeds", "Stored", "postgres") + " --kubeconfig " + kubeconfig() + " "
                        + arguments)
                .strip()
                .split(" +");
        return CommandRun.of(given);
    }

    private Path kubeconfig() throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: a, user: {}}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                current-context: a
                """);
    }

    private Path definition(String plural, String kind, String store) throws IOException {
        return Files.writeString(folder.resolve(plural + ".yaml"), """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$s.apps.example.com}
                spec:
                  group: apps.example.com
                  store: %3$s
                  names: {kind: %2$s, plural: %1$s}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {type: object, properties: {spec: {type: object}}}
                  release: {prefix: lamp-, chartRef: {kind: OCIRepository, name: lamp}}
                """.formatted(plural, kind, store));
    }
}
