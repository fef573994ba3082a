package dev.chartroom.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.FieldTables;
import dev.chartroom.bootstrap.GeneratedDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The JSON Schema of the configuration file has the fields, limits and defaults of the program. The page
 * docs/reference/configuration-fields.md is made of it; with {@code -Ddocs.write=true}, it is rewritten.
 */
class ConfigurationSchemaTest {
    private static final Path FILE = Path.of("../deploy/schemas/configuration.schema.json");
    private static final JacksonCodec CODEC = new JacksonCodec();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String HEADER = """
            # Fields of the configuration

            This page lists every field of the file that `chartroom serve --config` reads. A test generates it from
            [a JSON Schema](../../deploy/schemas/configuration.schema.json), which editors can use, and checks that the program
            has the same fields, limits and defaults. [Configuration](../configuration.md) has an example with every field,
            and explains what belongs together.

            `[]` after a name means a list of such objects. A `duration` is written as in Go: `30s`, `5m`, `1h30m`. A relative
            `path` is relative to the folder of the file. A field whose default is empty has none. The schema is stricter than the
            program in two points: it permits neither null for an absent field nor quotes around numbers.
            """;

    /** Every field, except that a file cannot have both kinds of certificates. */
    private static final String FULL = """
            listen: {address: 127.0.0.1, port: 8443}
            tls: {certificateFile: tls.crt, keyFile: tls.key}
            kubeconfig: kubeconfig
            namespace: own
            kinds:
              folders: [kinds]
              configMap: {namespace: platform, name: kinds}
              customResources: true
            releases:
              {interval: 1m, retryInterval: 2m, installTimeout: 3m, upgradeTimeout: 4m, maxHistory: 7, events: false}
            stores:
              default: postgres
              postgres:
                url: jdbc:postgresql://db.example.com/chartroom
                user: user
                passwordFile: password
                caFile: ca.crt
                schema: kinds
                owner: {user: owner, passwordFile: owner-password}
                connections: 3
                history: 7m
              postgresResources:
                url: jdbc:postgresql://db.example.com/postgres
                user: admin
                passwordFile: password
                caFile: ca.crt
                namespace: databases
                allowed: [{namespaces: [shop], roles: [readers], databases: [stock], schemas: [till]}]
              placements: {namespace: platform, name: stores}
              provided: {files: {folder: data}}
            anonymous: false
            quotas: false
            computedKinds: true
            cozystackKinds: true
            apiAudiences: [chartroom]
            apiServices: [v1alpha1.apps.example.com]
            limits: {readsInFlight: 30, writesInFlight: 20, watches: 50, kinds: 7}
            audit: {policyFile: policy.yaml, logFile: audit.log, maxSizeMiB: 7, maxBackups: 8}
            metrics: {applications: true}
            log: {format: json, access: true}
            traces: {endpoint: "https://collector:4318/v1/traces", samplingRatePerMillion: 10, caFile: ca.crt}
            console:
              listen: {address: 127.0.0.1, port: 8444}
              oidc: {issuer: "https://login.example.com/realm", clientId: console}
              branding: brand
            """;

    private static final String OWN_CERTIFICATE = "{selfManaged: {secret: own-secret, service: own-service}}";

    /** The values that the program uses if a field is absent. */
    private static final Map<String, Function<ServerConfig, Object>> EFFECTIVE = new TreeMap<>(Map.ofEntries(
            Map.entry("tls.selfManaged.secret", config -> selfManaged(config).secretName()),
            Map.entry("tls.selfManaged.service", config -> selfManaged(config).serviceName()),
            Map.entry("kinds.customResources", config -> config.kinds().areCustomResources()),
            Map.entry("releases.interval", config -> ConfigFile.settings(config).interval()),
            Map.entry(
                    "releases.retryInterval",
                    config -> ConfigFile.settings(config).retryInterval()),
            Map.entry(
                    "releases.installTimeout",
                    config -> ConfigFile.settings(config).installTimeout()),
            Map.entry(
                    "releases.upgradeTimeout",
                    config -> ConfigFile.settings(config).upgradeTimeout()),
            Map.entry(
                    "releases.maxHistory", config -> ConfigFile.settings(config).maxHistory()),
            Map.entry("releases.events", ServerConfig::mirrorsEvents),
            Map.entry("stores.default", config -> config.storeNames().defaultStore()),
            Map.entry("stores.postgres.schema", config -> postgres(config).schema()),
            Map.entry("stores.postgres.connections", config -> postgres(config).connections()),
            Map.entry(
                    "stores.postgres.history",
                    config -> new GoDuration(postgres(config).history())),
            Map.entry("anonymous", ServerConfig::allowsAnonymous),
            Map.entry("quotas", ServerConfig::enforcesQuotas),
            Map.entry("computedKinds", config -> !config.servedComputedKinds().isEmpty()),
            Map.entry("cozystackKinds", config -> !config.servedComputedKinds().isEmpty()),
            Map.entry("limits.readsInFlight", config -> config.limitsOrDefault().reads()),
            Map.entry(
                    "limits.writesInFlight", config -> config.limitsOrDefault().writes()),
            Map.entry("limits.watches", config -> config.limitsOrDefault().openWatches()),
            Map.entry("limits.kinds", config -> config.limitsOrDefault().servedKinds()),
            Map.entry("audit.maxSizeMiB", config -> audit(config).maxBytes() >> 20),
            Map.entry("audit.maxBackups", config -> audit(config).backups()),
            Map.entry("metrics.applications", ServerConfig::measuresApplications),
            Map.entry(
                    "log.format",
                    config -> config.logOrDefault().isJson() ? ServerConfig.Log.JSON : ServerConfig.Log.TEXT),
            Map.entry("log.access", config -> config.logOrDefault().hasAccess()),
            Map.entry(
                    "traces.samplingRatePerMillion",
                    config -> Objects.requireNonNull(config.traces()).perMillion())));

    @TempDir
    private Path folder;

    /** A field of the schema, with its path in a configuration that has every field. */
    private record Field(List<String> path, JsonNode schema, boolean isRequired) {
        String name() {
            return String.join(".", path).replace(".0", "[0]");
        }
    }

    /** A configuration with a wrong field, or one at a limit. */
    record Variant(String title, String field, JsonNode config) {
        @Override
        public String toString() {
            return field + " " + title;
        }
    }

    @Test
    void schemaHasTheFieldsAndTypesOfTheProgram() throws IOException {
        Set<String> declared = new TreeSet<>();
        addComponents(ServerConfig.class, "", declared);

        assertThat(fields().stream()
                        .filter(field -> !field.name().endsWith("[0]"))
                        .map(field ->
                                field.name() + " " + field.schema().path("type").asText()))
                .hasSizeGreaterThan(80)
                .containsExactlyInAnyOrderElementsOf(declared);
    }

    @Test
    void aConfigurationWithEveryFieldIsValid() throws IOException {
        for (JsonNode config : List.of(config("listen"), config("tls.selfManaged"))) {
            assertThat(schema().validate(config)).isEmpty();
            assertThat(ConfigFile.read(written(config), CODEC)).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource
    void schemaAndProgramRefuse(Variant wrong) throws IOException {
        assertThat(schema().validate(wrong.config())).isNotEmpty();
        Path file = written(wrong.config());
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> ConfigFile.read(file, CODEC))
                .satisfies(refused -> assertThat(refused.problems())
                        .anySatisfy(problem -> assertThat(problem)
                                .containsPattern(": \\Q" + wrong.field().replaceFirst("\\[0]$", "") + "\\E[:.\\[]")));
    }

    static Stream<Variant> schemaAndProgramRefuse() throws IOException {
        return fields().stream().flatMap(field -> wrong(field).stream());
    }

    @ParameterizedTest
    @MethodSource
    void schemaAndProgramAcceptTheLimit(Variant atLimit) throws IOException {
        assertThat(schema().validate(atLimit.config())).isEmpty();
        assertThat(ConfigFile.read(written(atLimit.config()), CODEC)).isNotNull();
    }

    static Stream<Variant> schemaAndProgramAcceptTheLimit() throws IOException {
        List<Variant> variants = new ArrayList<>();
        for (Field field : fields()) {
            for (String limit : List.of("minimum", "maximum")) {
                if (field.schema().has(limit)) {
                    variants.add(variant(field, limit, field.schema().get(limit)));
                }
            }
            field.schema().path("enum").forEach(value -> variants.add(variant(field, "one of the values", value)));
        }
        return variants.stream();
    }

    /** Each text is one that is nearly right, or right although it looks odd. */
    @ParameterizedTest
    @CsvSource({
        "releases.interval, 500us, false",
        "releases.interval, 5.m, false",
        "releases.interval, 1.5h, true",
        "releases.interval, 1h30m10s5ms, true",
        "stores.postgres.history, 1000000000ns, false",
        "apiServices[0], v1.apps/x, false",
        "apiServices[0], v1, false",
        "apiServices[0], v1.a-b.example, true",
        "namespace, a.b, false",
        "namespace, a-1, true",
        "stores.placements.name, a.b, true",
        "stores.placements.name, a..b, false",
        "stores.placements.namespace, a.b, false",
        "kinds.configMap.name, a_b, false",
        "tls.selfManaged.secret, a.b, true",
        "tls.selfManaged.service, a.b, false",
        "console.oidc.issuer, http://login.example.com, false",
        "console.oidc.issuer, https://login.example.com:8443/realm, true",
        "console.oidc.issuer, https://login.example.com/?a=b, false",
        "traces.endpoint, ftp://collector, false",
        "stores.postgres.url, postgresql://db, false"
    })
    void schemaAndProgramAgreeOnTexts(String name, String text, boolean isRight) throws IOException {
        assertThat(fields()).extracting(Field::name).contains(name);
        for (Field field : fields()) {
            if (field.name().equals(name)) {
                JsonNode config = variant(
                                field, "is " + text, MAPPER.getNodeFactory().textNode(text))
                        .config();
                assertThat(schema().validate(config).isEmpty()).as("the schema").isEqualTo(isRight);
                assertThat(isAccepted(config)).as("the program").isEqualTo(isRight);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " => ",
            quoteCharacter = '`',
            value = {
                "kinds => {folders: []} => false",
                "kinds => {customResources: false} => false",
                "kinds => {customResources: true} => true",
                "kinds => {folders: [], customResources: true} => true",
                "tls => {certificateFile: a, keyFile: b, selfManaged: {}} => false",
                "tls => {certificateFile: a} => false",
                "tls => {selfManaged: {}} => true"
            })
    void schemaAndProgramAgreeOnCombinations(String name, String object, boolean isRight) throws IOException {
        ObjectNode config = (ObjectNode) config(name);
        config.set(name, yaml(object));

        assertThat(schema().validate(config).isEmpty()).as("the schema").isEqualTo(isRight);
        assertThat(isAccepted(config)).as("the program").isEqualTo(isRight);
    }

    private boolean isAccepted(JsonNode config) throws IOException {
        try {
            ConfigFile.read(written(config), CODEC);
            return true;
        } catch (ConfigException _) {
            return false;
        }
    }

    @Test
    void defaultsAreThoseOfTheProgram() throws IOException {
        Map<String, Object> presets = new TreeMap<>();
        Map<String, Object> used = new TreeMap<>();
        for (Field field : fields()) {
            JsonNode preset = field.schema().get("default");
            if (preset != null) {
                boolean isDuration = field.schema().path("format").asText().equals("go-duration");
                presets.put(
                        field.name(),
                        isDuration ? GoDuration.parse(preset.asText()).toString() : preset.asText());
                ServerConfig config = ConfigFile.read(written(withoutDefaults(field.name())), CODEC);
                used.put(
                        field.name(),
                        String.valueOf(EFFECTIVE
                                .getOrDefault(field.name(), _ -> "unknown")
                                .apply(config)));
            }
        }

        assertThat(presets.keySet()).isEqualTo(EFFECTIVE.keySet());
        assertThat(used).isEqualTo(presets);
    }

    @Test
    void pageHasEveryFieldOfTheSchema() throws IOException {
        FieldTables tables = FieldTables.of(
                (JsonObject) CODEC.parse(Files.readAllBytes(FILE)),
                path -> path.matches("\\w+|stores[.]postgres(Resources)?"));

        assertThat(tables.size()).isGreaterThan(80);
        GeneratedDocument.assertIs("reference/configuration-fields.md", tables.text(HEADER, "The file"));
    }

    private static List<Variant> wrong(Field field) {
        List<Variant> wrong = new ArrayList<>();
        JsonNode schema = field.schema();
        if (field.isRequired()) {
            wrong.add(variant(field, "is missing", null));
        }
        JsonNode otherType = schema.path("type").asText().equals("string")
                ? MAPPER.createObjectNode()
                : MAPPER.getNodeFactory().textNode("text");
        wrong.add(variant(field, "has the wrong type", otherType));
        if (schema.has("minimum")) {
            wrong.add(
                    variant(field, "is too small", number(schema.get("minimum").asLong() - 1)));
        }
        if (schema.has("maximum")) {
            wrong.add(
                    variant(field, "is too large", number(schema.get("maximum").asLong() + 1)));
        }
        if (schema.has("enum") || schema.has("pattern")) {
            wrong.add(variant(
                    field, "is none of the texts", MAPPER.getNodeFactory().textNode("~ ~")));
        }
        if (schema.has("minLength")) {
            wrong.add(variant(field, "is empty", MAPPER.getNodeFactory().textNode("")));
        }
        if (schema.has("minItems")) {
            wrong.add(variant(field, "has no items", MAPPER.createArrayNode()));
        }
        if (schema.has("not")) {
            wrong.add(variant(field, "is reserved", MAPPER.getNodeFactory().textNode("none")));
            wrong.add(variant(
                    field, "has a reserved prefix", MAPPER.getNodeFactory().textNode("pg_monitor")));
        }
        if (schema.has("properties")) {
            Field unknown = new Field(
                    Stream.concat(field.path().stream(), Stream.of("unheardOf")).toList(), schema, false);
            wrong.add(variant(unknown, "is unknown", otherType));
        }
        return wrong;
    }

    private static JsonNode number(long number) {
        return MAPPER.getNodeFactory().numberNode(number);
    }

    /** Returns the configuration with every field, in which one field has another value; null for none. */
    private static Variant variant(Field field, String title, @Nullable JsonNode value) {
        JsonNode config = config(field.name());
        JsonNode parent = config.at(pointer(field.path().subList(0, field.path().size() - 1)));
        String last = field.path().getLast();
        if (parent instanceof ObjectNode object) {
            object.remove(last);
            if (value != null) {
                object.set(last, value);
            }
        } else {
            ((ArrayNode) parent).set(Integer.parseInt(last), value);
        }
        return new Variant(title, field.name(), config);
    }

    /** Returns the configuration that has every field, with the kind of certificate that a field belongs to. */
    private static JsonNode config(String field) {
        ObjectNode config = (ObjectNode) yaml(FULL);
        if (field.startsWith("tls.selfManaged")) {
            config.set("tls", yaml(OWN_CERTIFICATE));
        }
        return config;
    }

    /** Returns a configuration without the fields that have a default. Nothing reads the files that it names. */
    private static JsonNode withoutDefaults(String field) throws IOException {
        JsonNode config = config(field);
        for (Field each : fields()) {
            JsonNode parent =
                    config.at(pointer(each.path().subList(0, each.path().size() - 1)));
            if (parent instanceof ObjectNode object
                    && (each.schema().has("default") || each.name().endsWith("passwordFile"))) {
                object.remove(each.path().getLast());
            }
        }
        return config;
    }

    private static String pointer(List<String> path) {
        return path.stream().map(name -> "/" + name).collect(Collectors.joining());
    }

    private static List<Field> fields() throws IOException {
        List<Field> fields = new ArrayList<>();
        addFields(MAPPER.readTree(FILE.toFile()), List.of(), fields);
        return fields;
    }

    private static void addFields(JsonNode schema, List<String> path, List<Field> fields) {
        Set<String> required = new TreeSet<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        schema.path("properties").properties().forEach(member -> {
            List<String> inner =
                    Stream.concat(path.stream(), Stream.of(member.getKey())).toList();
            fields.add(new Field(inner, member.getValue(), required.contains(member.getKey())));
            addFields(member.getValue(), inner, fields);
        });
        if (schema.has("items")) {
            List<String> first = Stream.concat(path.stream(), Stream.of("0")).toList();
            fields.add(new Field(first, schema.get("items"), false));
            addFields(schema.get("items"), first, fields);
        }
    }

    /** Adds the path and the JSON type of each component of a record, and of the records in it. */
    private static void addComponents(Class<?> type, String path, Set<String> components) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = path + BoundRecord.name(component);
            Type declared = component.getGenericType();
            components.add(name + " " + jsonType(component.getType()));
            Class<?> item = declared instanceof ParameterizedType list && component.getType() == List.class
                    ? (Class<?>) list.getActualTypeArguments()[0]
                    : component.getType();
            if (item.isRecord() && item != JsonObject.class) {
                addComponents(item, name + (component.getType() == List.class ? "[0]." : "."), components);
            }
        }
    }

    private static String jsonType(Class<?> type) {
        return Map.<Class<?>, String>of(
                        String.class, "string",
                        Boolean.class, "boolean",
                        Integer.class, "integer",
                        Long.class, "integer",
                        List.class, "array")
                .getOrDefault(type, "object");
    }

    private static JsonSchema schema() throws IOException {
        return JsonSchemaFactory.getInstance(VersionFlag.V7).getSchema(MAPPER.readTree(FILE.toFile()));
    }

    private static JsonNode yaml(String text) {
        try {
            return MAPPER.readTree(
                    CODEC.parseYaml(text.getBytes(StandardCharsets.UTF_8)).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path written(JsonNode config) throws IOException {
        return Files.writeString(folder.resolve("config.yaml"), config.toString());
    }

    private static ServerConfig.SelfManaged selfManaged(ServerConfig config) {
        return Objects.requireNonNull(config.tls().selfManaged());
    }

    private static ServerConfig.Audit audit(ServerConfig config) {
        return Objects.requireNonNull(config.audit());
    }

    private static PostgresSettings postgres(ServerConfig config) {
        return StoreSettings.postgres(config).orElseThrow();
    }
}
