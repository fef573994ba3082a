package dev.chartroom.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.command.CommandRun;
import dev.chartroom.bootstrap.config.ConfigException;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.FieldName;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.definition.FromChart;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the statements of the documents about files, types and formats. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path README = ROOT.resolve("README.md");
    private static final Path CONFIGURATION = ROOT.resolve("docs/configuration.md");
    private static final Path CONTRIBUTING = ROOT.resolve("CONTRIBUTING.md");
    private static final Path DECISIONS = ROOT.resolve("docs/adr");
    private static final JacksonCodec CODEC = new JacksonCodec();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Za-z0-9]*)(?:\\.(\\w+))?`");

    /** The schema that stands for the one of any chart that a definition follows. */
    private static final JsonObject ANYTHING = (JsonObject)
            CODEC.parse("{\"type\":\"object\",\"properties\":{\"spec\":{}}}".getBytes(StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    static List<Path> documents() throws IOException {
        List<Path> documents = new ArrayList<>(List.of(README, CONTRIBUTING));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyRelativeLinkResolves(Path document) throws IOException {
        assertThat(deadLinks(document, Files.readString(document))).isEmpty();
    }

    @Test
    void everyPageIsInTheIndex() throws IOException {
        Path docs = ROOT.resolve("docs");
        Set<String> pages = documents().stream()
                .filter(page -> page.startsWith(docs) && !page.startsWith(DECISIONS))
                .map(page -> docs.relativize(page).toString())
                .collect(Collectors.toCollection(TreeSet::new));
        pages.remove("README.md");
        pages.add("adr/README.md");

        assertThat(links(Files.readString(docs.resolve("README.md")))).containsExactlyInAnyOrderElementsOf(pages);
    }

    @Test
    void brokenLinksAreReported() throws IOException {
        String text = "[a](docs/nowhere.md) [b](README.md#nowhere) [c](README.md#modules) [d](https://example.com/x)";

        assertThat(deadLinks(README, text)).containsExactly("docs/nowhere.md", "README.md#nowhere");
    }

    @Test
    void contributingListsExactlyTheCommandsOfTheScript() throws IOException {
        Set<String> shown = new TreeSet<>();
        matches(Pattern.compile("(?m)^\\| `\\./dev ([a-z0-9-]+)"), Files.readString(CONTRIBUTING))
                .forEach(command -> shown.add(command.group(1)));
        Set<String> known = new TreeSet<>();
        matches(Pattern.compile("(?m)^  ([a-z0-9-]+)\\)"), Files.readString(ROOT.resolve("dev")))
                .forEach(label -> known.add(label.group(1)));

        assertThat(shown).hasSizeGreaterThan(4).isEqualTo(known);
    }

    @Test
    void everyTypeAndMemberInTheArchitectureExists() throws IOException {
        Map<String, Path> sources = sources();
        Set<String> named = new TreeSet<>();
        Set<String> missing = new TreeSet<>();
        for (MatchResult name : matches(TYPE, Files.readString(ROOT.resolve("docs/architecture.md")))) {
            named.add(name.group(1));
            Path source = sources.get(name.group(1));
            if (source == null || (name.group(2) != null && !hasWord(source, name.group(2)))) {
                missing.add(name.group());
            }
        }

        assertThat(missing).isEmpty();
        assertThat(named).hasSizeGreaterThan(40).contains("HelmReleaseStore", "ApiError");
    }

    @Test
    void everyTestInTheDocumentsExists() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Path document : documents()) {
            matches(Pattern.compile("`(\\w+Test)`"), Files.readString(document))
                    .forEach(name -> named.add(name.group(1) + ".java"));
        }
        try (Stream<Path> files = Files.walk(ROOT)) {
            Set<String> tests = files.filter(file -> file.toString().contains("/src/test/"))
                    .map(file -> file.getFileName().toString())
                    .collect(Collectors.toSet());

            assertThat(named).hasSizeGreaterThan(60).isSubsetOf(tests);
        }
    }

    @Test
    void everyTestThatShowsTheEndOfAFaultExists() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/tasks/take-over-cozystack.md"));
        List<MatchResult> named = matches(Pattern.compile("`(\\w+(?:Test|Contract))\\.(\\w+)`"), page);
        Map<String, Path> sources = sources();

        assertThat(named).hasSizeGreaterThan(20).allSatisfy(test -> {
            Path source = Objects.requireNonNull(sources.get(test.group(1)), test.group());
            assertThat(Files.readString(source)).contains(" void " + test.group(2) + "(");
        });
    }

    /** An attacker who takes over the server has the rights of the server. */
    @Test
    void serverRolesHaveNoWildcardAndNoEscalatingRights() throws IOException {
        // Of all Secrets, only the one with Chartroom's own certificate.
        String rights = Files.readString(ROOT.resolve("deploy/rbac.yaml"))
                .replaceAll("(?m)#.*$", "")
                .replace("resources: [secrets]\n    resourceNames: [chartroom-certificates]\n", "");
        // Only an administrator binds these roles.
        for (String optional : List.of(
                "name: chartroom-helm-records", "name: chartroom-credentials", "name: chartroom-tenant-secrets")) {
            assertThat(matches(Pattern.compile(optional), rights)).hasSize(1);
            rights = Arrays.stream(rights.split("\n---\n"))
                    .filter(object -> !object.contains(optional))
                    .collect(Collectors.joining("\n---\n"));
        }

        assertThat(rights).contains("resources: [helmreleases]");
        assertThat(rights)
                .doesNotContain(
                        "*",
                        "secrets",
                        "impersonate",
                        "escalate",
                        "bind]",
                        "bind,",
                        "cluster-admin",
                        "serviceaccounts");
    }

    /** A FlowSchema that matches another name would leave the reviews in the queue of all service accounts. */
    @Test
    void reviewRequestsByTheServerHaveTheirOwnPriorityLevel() throws IOException {
        Map<String, JsonObject> objects = objects("deploy/flowcontrol.yaml");
        JsonObject level = objects.getOrDefault("PriorityLevelConfiguration", JsonObject.EMPTY);
        JsonObject schema = objects.getOrDefault("FlowSchema", JsonObject.EMPTY).objectOrEmpty("spec");
        JsonObject account = objects("deploy/rbac.yaml")
                .getOrDefault("ServiceAccount", JsonObject.EMPTY)
                .objectOrEmpty("metadata");

        assertThat(schema.objectOrEmpty("priorityLevelConfiguration").stringOrEmpty("name"))
                .isNotEmpty()
                .isEqualTo(level.objectOrEmpty("metadata").stringOrEmpty("name"));
        assertThat(schema.arrayOrEmpty("rules").objects()).singleElement().satisfies(rule -> {
            assertThat(rule.arrayOrEmpty("subjects").objects())
                    .singleElement()
                    .satisfies(subject ->
                            assertThat(subject.objectOrEmpty("serviceAccount")).isEqualTo(account));
            assertThat(rule.arrayOrEmpty("resourceRules").objects())
                    .extracting(
                            reviews -> reviews.arrayOrEmpty("apiGroups"), reviews -> reviews.arrayOrEmpty("resources"))
                    .containsExactlyInAnyOrder(
                            tuple(
                                    JsonArray.ofStrings(List.of("authorization.k8s.io")),
                                    JsonArray.ofStrings(List.of("subjectaccessreviews"))),
                            tuple(
                                    JsonArray.ofStrings(List.of("authentication.k8s.io")),
                                    JsonArray.ofStrings(List.of("tokenreviews"))));
        });
    }

    /** Returns the first object of each kind in a manifest. */
    private static Map<String, JsonObject> objects(String manifest) throws IOException {
        Map<String, JsonObject> byKind = new TreeMap<>();
        for (String document : Files.readString(ROOT.resolve(manifest)).split("(?m)^---$")) {
            JsonObject object = (JsonObject) CODEC.parseYaml(document.getBytes(StandardCharsets.UTF_8));
            byKind.putIfAbsent(object.stringOrEmpty("kind"), object);
        }
        return byKind;
    }

    /** If an APIService has no certificate authority, an impostor of the server can read all requests. */
    @Test
    void shippedFilesDoNotDisableCertificateVerification() throws IOException {
        for (String shipped : List.of("deploy", "examples", "docs", "README.md")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(shipped))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(file).content().doesNotContainIgnoringCase("insecureSkipTLSVerify: true");
                    assertThat(file).content().doesNotContainIgnoringCase("insecure-skip-tls-verify");
                }
            }
        }
    }

    @Test
    void decisionIndexListsExactlyTheExistingDecisions() throws IOException {
        try (Stream<Path> files = Files.list(DECISIONS)) {
            List<String> decisions = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .sorted()
                    .toList();

            assertThat(links(Files.readString(DECISIONS.resolve("README.md")))).containsExactlyElementsOf(decisions);
            for (String decision : decisions) {
                assertThat(Files.readString(DECISIONS.resolve(decision)))
                        .startsWith("# " + decision.substring(0, 4) + " ");
            }
        }
    }

    @Test
    void theReadmeListsTheModulesOfTheBuild() throws IOException {
        List<String> modules =
                matches(Pattern.compile("<module>(.*)</module>"), Files.readString(ROOT.resolve("pom.xml"))).stream()
                        .map(module -> module.group(1))
                        .toList();
        List<String> listed =
                matches(Pattern.compile("(?m)^\\| `([a-z0-9/-]+)` \\|"), Files.readString(README)).stream()
                        .map(module -> module.group(1))
                        .toList();

        assertThat(listed).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void readmeHasOneBlockOfShellCommands() throws IOException {
        assertThat(blocks(README, "sh"))
                .singleElement()
                .asString()
                .contains("kubectl create -f examples/redis.yaml", "kubectl delete redis cart");
        assertThat(ROOT.resolve("examples/redis.yaml")).exists();
    }

    @Test
    void documentedConfigurationIsValidAndHasTheDefaults() throws IOException {
        ServerConfig config = ConfigFile.read(written(configuration()), CODEC);

        assertThat(config.listen().port()).isEqualTo(8443);
        assertThat(config.tls().keyFile())
                .isEqualTo(folder.resolve("tls/tls.key").toString());
        assertThat(ConfigFile.settings(config)).isEqualTo(ReleaseTemplate.Settings.DEFAULT);
    }

    @Test
    void optionalFieldsOfTheDocumentedConfigurationMayBeOmitted() throws IOException {
        String configuration = configuration();
        ServerConfig config =
                ConfigFile.read(written(configuration.substring(0, configuration.indexOf("releases:"))), CODEC);

        assertThat(config.kubeconfig()).isNull();
        assertThat(config.allowsAnonymous()).isTrue();
        assertThat(ConfigFile.settings(config)).isEqualTo(ReleaseTemplate.Settings.DEFAULT);
    }

    @Test
    void documentedConfigurationHasEveryField() throws IOException {
        String configuration = configuration();

        assertThat(fields(ServerConfig.class))
                .contains("kubeconfig", "maxHistory")
                .allSatisfy(field -> assertThat(configuration).contains(field + ":"));
    }

    @Test
    void misspeltConfigurationFieldIsRefused() throws IOException {
        Path file = written(configuration().replace("maxHistory", "history"));

        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> ConfigFile.read(file, CODEC));
    }

    @Test
    void documentedKindDefinitionsAreValid() throws IOException {
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        List<String> kinds = new ArrayList<>();
        JsonObject first = JsonObject.EMPTY;
        List<String> blocks = new ArrayList<>();
        for (String page : List.of(
                "kind-definitions.md",
                "tasks/shape-a-kind.md",
                "reference/subresources.md",
                "tasks/protect-objects.md",
                "tasks/limit-costs.md",
                "tasks/restrict-releases.md",
                "tasks/follow-a-chart.md",
                "versions.md")) {
            blocks.addAll(blocks(ROOT.resolve("docs").resolve(page), "yaml"));
        }
        for (String block : blocks) {
            JsonObject written = (JsonObject) CODEC.parseYaml(block.getBytes(StandardCharsets.UTF_8));
            JsonObject definition = written.has("kind") ? written : withParts(first, written);
            first = first.isEmpty() ? definition : first;
            kinds.add(String.join(",", written.has("kind") ? List.of(written.stringOrEmpty("kind")) : written.names()));

            JsonObject completed = FromChart.completed(definition, _ -> Optional.of(ANYTHING));
            assertThat(reader.read("the document", completed)).isInstanceOf(Declaration.Valid.class);
        }

        assertThat(kinds)
                .containsExactly(
                        "KindDefinition",
                        "ApplicationDefinition",
                        "additionalPrinterColumns",
                        "status",
                        "icon",
                        "form",
                        "form",
                        "subresources",
                        "deletion",
                        "costs",
                        "release",
                        "KindDefinition",
                        "versions");
    }

    /** Adds an excerpt to a definition: columns belong to a version, all other parts to the spec. */
    private static JsonObject withParts(JsonObject definition, JsonObject parts) {
        JsonObject spec = definition.objectOrEmpty("spec");
        JsonObject version = spec.arrayOrEmpty("versions").objects().getFirst();
        return definition.with(
                "spec",
                parts.has("additionalPrinterColumns")
                        ? spec.with(
                                "versions",
                                JsonArray.of(version.toBuilder().putAll(parts).build()))
                        : spec.toBuilder().putAll(parts).build());
    }

    /** Runs the commands on the pages about definitions, in their order. Each command gives the output on the page. */
    @Test
    void documentedKindCommandsHaveTheDocumentedOutput() throws IOException {
        int commands = 0;
        for (String page : List.of("tasks/write-a-definition.md", "tasks/change-a-definition.md")) {
            for (String block : blocks(ROOT.resolve("docs").resolve(page), "console")) {
                for (String command : block.substring("$ ".length()).split("(?m)^\\$ ")) {
                    commands++;
                    int end = command.replace("\\\n", "  ").indexOf('\n');

                    assertThat(run(command.substring(0, end).replace("\\\n", "")))
                            .as(command)
                            .isEqualTo(command.substring(end + 1));
                }
            }
        }

        assertThat(commands).isGreaterThan(4);
    }

    /** Runs a command in this JVM, and returns what a terminal would show. Files of the command are in a new folder. */
    private String run(String command) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.strip().split(" +")));
        assertThat(words.removeFirst()).isEqualTo("./chartroom");
        CommandRun run = CommandRun.of(words.stream()
                .takeWhile(word -> !word.equals(">"))
                .map(word -> word.replaceFirst("^examples/", "../examples/"))
                .map(word -> word.endsWith(".yaml") ? folder.resolve(word).toString() : word)
                .toArray(String[]::new));
        if (words.contains(">")) {
            Files.writeString(folder.resolve(words.getLast()), run.out());
        }
        return (run.err() + (words.contains(">") ? "" : run.out())).replace(folder + "/", "");
    }

    private static List<String> deadLinks(Path document, String text) throws IOException {
        List<String> dead = new ArrayList<>();
        for (String link : links(text)) {
            if (!link.contains("://") && !leadsSomewhere(document, link)) {
                dead.add(link);
            }
        }
        return dead;
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file);
        return Files.exists(target)
                && (hash < 0
                        || matches(HEADING, Files.readString(target)).stream()
                                .map(heading -> anchor(heading.group(1)))
                                .anyMatch(link.substring(hash + 1)::equals));
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
    }

    private static List<String> links(String text) {
        return matches(LINK, BLOCK.matcher(text).replaceAll("")).stream()
                .map(link -> link.group(1))
                .toList();
    }

    private static List<String> blocks(Path document, String language) throws IOException {
        return matches(BLOCK, Files.readString(document)).stream()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private static String configuration() throws IOException {
        return blocks(CONFIGURATION, "yaml").stream()
                .filter(block -> block.contains("certificateFile:"))
                .findFirst()
                .orElseThrow();
    }

    private Path written(String configuration) throws IOException {
        return Files.writeString(folder.resolve("chartroom.yaml"), configuration);
    }

    /** Returns the fields of a record and of its nested records. */
    private static Set<String> fields(Class<?> type) {
        Set<String> fields = new TreeSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            FieldName named = component.getAnnotation(FieldName.class);
            fields.add(named == null ? component.getName() : named.value());
            if (component.getType().isRecord()) {
                fields.addAll(fields(component.getType()));
            }
        }
        return fields;
    }

    /** Returns the source files of all modules by the name of their type. */
    private static Map<String, Path> sources() throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        try (Stream<Path> files =
                Files.find(ROOT, 20, (file, _) -> file.toString().matches(".*/src/(main|test)/java/.*\\.java"))) {
            files.forEach(file -> sources.put(file.getFileName().toString().replace(".java", ""), file));
        }
        return sources;
    }

    private static boolean hasWord(Path source, String word) throws IOException {
        return Pattern.compile("\\b" + word + "\\b")
                .matcher(Files.readString(source))
                .find();
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }
}
