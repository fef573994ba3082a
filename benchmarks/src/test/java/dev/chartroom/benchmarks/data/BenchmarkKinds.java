package dev.chartroom.benchmarks.data;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.e2e.harness.Definitions;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kinds that are served during a measurement: those of the example catalogue, and further ones up to 31. */
public final class BenchmarkKinds {
    /** The number of kinds to which the goals refer. */
    public static final int COUNT = 31;

    private static final Path POSTGRES = Definitions.EXAMPLES.resolve("postgreses.yaml");

    private static final String CRD_GROUP = "crd.example.com";

    private BenchmarkKinds() {}

    /** Returns the kind of all measured objects. */
    public static ApplicationKind postgres() {
        return kind(POSTGRES.toString(), read(POSTGRES));
    }

    /** The kind that a definition declares. */
    static ApplicationKind kind(String source, String yaml) {
        JacksonCodec codec = new JacksonCodec();
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> codec.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        JsonObject definition = (JsonObject) codec.parseYaml(yaml.getBytes(StandardCharsets.UTF_8));
        return switch (reader.read(source, definition)) {
            case Declaration.Valid valid -> valid.kind();
            case Declaration.Refused refused -> throw new IllegalStateException(refused.message());
        };
    }

    /** Returns the same kind in its own group, for which {@link #crd} returns a CRD. */
    public static ApplicationKind postgresAsCrd() {
        ApplicationKind kind = postgres();
        return ApplicationKind.builder(CRD_GROUP, kind.version(), kind.names(), kind.schema(), kind.release())
                .build();
    }

    /**
     * Returns a CustomResourceDefinition of the shape of {@link #postgres}, which the kube-apiserver serves itself.
     */
    public static String crd() {
        JsonObject spec = ((JsonObject)
                        new JacksonCodec().parseYaml(read(POSTGRES).getBytes(StandardCharsets.UTF_8)))
                .objectOrEmpty("spec");
        JsonObject names = spec.objectOrEmpty("names");
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", names.stringOrEmpty("plural") + "." + CRD_GROUP)
                                .build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", CRD_GROUP)
                                .put("scope", "Namespaced")
                                .put("names", names)
                                .put(
                                        "versions",
                                        JsonArray.of(spec.arrayOrEmpty("versions")
                                                .objects()
                                                .getFirst()))
                                .build())
                .build()
                .toString();
    }

    /** Creates a folder with the definitions of all {@link #COUNT} kinds. */
    public static Path folder() {
        Path folder = ModuleDirectory.newWorkDirectory("kinds");
        try (Stream<Path> examples = Files.list(Definitions.EXAMPLES)) {
            List<Path> catalogue = examples.toList();
            for (Path example : catalogue) {
                Files.copy(example, folder.resolve(example.getFileName()));
            }
            for (int number = catalogue.size(); number < COUNT; number++) {
                Files.writeString(folder.resolve("databases-" + number + ".yaml"), renamed(read(POSTGRES), number));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return folder;
    }

    private static String renamed(String definition, int number) {
        String name = "database" + number;
        return definition
                .replace("name: postgreses.", "name: " + name + "s.")
                .replace("kind: Postgres\n", "kind: Database" + number + "\n")
                .replace("listKind: PostgresList", "listKind: Database" + number + "List")
                .replace("plural: postgreses", "plural: " + name + "s")
                .replace("singular: postgres", "singular: " + name)
                .replace("shortNames: [pg]", "shortNames: []")
                .replace("prefix: postgres-", "prefix: " + name + "-");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
