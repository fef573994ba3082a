package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestYaml;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.FieldOptions;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cozystack's own definitions. The tests are skipped if the definitions are missing. */
class CozystackDefinitionsTest {
    private static final Path FOLDER = Path.of("../../shared/data/cozystack/definitions");

    private final Map<String, JsonObject> files = new TreeMap<>();
    private KindRegistry registry = KindRegistry.assemble(List.of());

    @BeforeEach
    void read() throws IOException {
        assumeTrue(Files.isDirectory(FOLDER), "no Cozystack definitions at hand");
        DefinitionReader reader = new DefinitionReader(Settings.DEFAULT, TestYaml::parse, SchemaExpressions.JDK);
        List<Declaration> declarations = new ArrayList<>();
        try (Stream<Path> paths = Files.list(FOLDER)) {
            paths.forEach(path -> files.put(path.getFileName().toString(), TestYaml.readObject(path)));
        }
        files.forEach((name, definition) -> declarations.add(reader.read(name, definition)));
        registry = KindRegistry.assemble(declarations);
    }

    @Test
    void allDefinitionsAreServed() {
        assertThat(registry.refusals()).isEmpty();
        assertThat(registry.kinds()).hasSize(20).hasSameSizeAs(files.values());
    }

    @Test
    void kindsHaveTheNamesAndReleasesOfTheirFiles() {
        files.forEach((name, definition) -> {
            JsonObject spec = definition.objectOrEmpty("spec");
            JsonObject application = spec.objectOrEmpty("application");
            JsonObject release = spec.objectOrEmpty("release");

            assertThat(registry.find("apps.cozystack.io", "v1alpha1", application.stringOrEmpty("plural")))
                    .as(name)
                    .hasValueSatisfying(kind -> {
                        assertThat(kind.names().kind()).isEqualTo(application.stringOrEmpty("kind"));
                        assertThat(kind.names().listKind()).isEqualTo(application.stringOrEmpty("kind") + "List");
                        assertThat(kind.names().singular()).isEqualTo(application.stringOrEmpty("singular"));
                        assertThat(kind.description()).isNotEmpty();
                        assertThat(kind.schema().json())
                                .isEqualTo(TestYaml.parse(application.stringOrEmpty("openAPISchema")));
                        assertThat(kind.release().prefix()).isEqualTo(release.stringOrEmpty("prefix"));
                        assertThat(kind.release().chartRef()).isEqualTo(release.objectOrEmpty("chartRef"));
                        assertThat(JsonObject.ofStrings(kind.release().labels()))
                                .isEqualTo(release.objectOrEmpty("labels"));
                        assertThat(kind.release().valuesFrom())
                                .hasToString("[{\"kind\":\"Secret\",\"name\":\"cozystack-values\"}]");
                    });
        });
    }

    @Test
    void fieldsOfStorageClassesHaveOptions() {
        assertThat(registry.find("apps.cozystack.io", "v1alpha1", "redises")
                        .orElseThrow()
                        .form()
                        .options())
                .containsExactly(new FieldOptions("spec.storageClass", FieldOptions.Source.STORAGE_CLASSES, ""));
        assertThat(registry.kinds().stream()
                        .filter(kind -> !kind.form().options().isEmpty()))
                .hasSizeGreaterThan(5);
    }

    @Test
    void onlyKubernetesAndTenantOverrideTimeouts() {
        for (ApplicationKind kind : registry.kinds()) {
            Settings expected = switch (kind.names().kind()) {
                case "Kubernetes" -> settings("20m", true);
                case "Tenant" -> settings("15m", false);
                default -> Settings.DEFAULT;
            };
            assertThat(kind.release().settings()).as(kind.names().kind()).isEqualTo(expected);
        }
    }

    @Test
    void emptyPrefixesProduceWarnings() {
        assertThat(registry.warnings())
                .containsExactlyElementsOf(Stream.of("bootboxes", "etcds", "externaldns", "infos", "ingresses")
                        .map(plural -> "the release prefix of " + plural
                                + ".apps.cozystack.io is empty and overlaps with the prefix of 19 other kinds")
                        .toList());
    }

    private static Settings settings(String timeout, boolean disableWait) {
        return new Settings(
                Settings.DEFAULT.interval(),
                Settings.DEFAULT.retryInterval(),
                GoDuration.parse(timeout),
                GoDuration.parse(timeout),
                Settings.DEFAULT.maxHistory(),
                disableWait);
    }
}
