package dev.chartroom.bootstrap.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.catalogue.PostgresResources;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.postgres.database.PostgresSettings;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.StoreNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
    private static final String COMPLETE = """
            listen: {address: 127.0.0.1, port: 8443}
            tls: {certificateFile: tls/tls.crt, keyFile: /etc/tls.key}
            kubeconfig: kubeconfig
            namespace: own
            kinds:
              folders: [kinds, /etc/kinds]
              configMap: {namespace: chartroom-system, name: kinds}
              customResources: true
            releases: {interval: 42s, retryInterval: 17s, installTimeout: 11m, upgradeTimeout: 13m, maxHistory: 0, events: false}
            anonymous: true
            quotas: false
            apiAudiences: [chartroom, https://chartroom.example.com]
            apiServices: [v1.a.example.com, v1beta1.b.example.com]
            limits: {readsInFlight: 300, writesInFlight: 2, watches: 5, kinds: 7}
            audit: {policyFile: policy.yaml, logFile: /var/log/audit.log, maxSizeMiB: 7, maxBackups: 0}
            metrics: {applications: true}
            log: {format: json, access: true}
            traces: {endpoint: "https://collector:4318/v1/traces", samplingRatePerMillion: 10, caFile: collector.pem}
            console: {listen: {address: 127.0.0.1, port: 8444}, oidc: {issuer: "https://login.example.com/realm", clientId: console}, branding: brand}
            """;

    @TempDir
    private Path folder;

    @Test
    void metricsAndLogAreOptional() throws IOException {
        ServerConfig config = read(COMPLETE);
        ServerConfig without = read(COMPLETE.substring(0, COMPLETE.indexOf("metrics:")));

        assertThat(config.measuresApplications()).isTrue();
        assertThat(config.logOrDefault().isJson()).isTrue();
        assertThat(config.logOrDefault().hasAccess()).isTrue();
        assertThat(without.measuresApplications()).isFalse();
        assertThat(without.logOrDefault().isJson()).isFalse();
        assertThat(without.logOrDefault().hasAccess()).isFalse();
        assertThat(config.traces())
                .isEqualTo(new ServerConfig.Traces(
                        "https://collector:4318/v1/traces",
                        10,
                        folder.resolve("collector.pem").toString()));
        assertThat(without.traces()).isNull();
    }

    @Test
    void consoleIsOptionalAndSoIsItsIssuer() throws IOException {
        ServerConfig.Listen listen = new ServerConfig.Listen("127.0.0.1", 8444);

        assertThat(read(COMPLETE).console())
                .isEqualTo(new ServerConfig.Console(
                        listen,
                        new ServerConfig.Oidc("https://login.example.com/realm", "console"),
                        folder.resolve("brand").toString()));
        assertThat(read(COMPLETE.replaceAll(", oidc: .*", "}")).console())
                .isEqualTo(new ServerConfig.Console(listen, null, null));
        assertThat(read(COMPLETE.substring(0, COMPLETE.indexOf("console:"))).console())
                .isNull();
    }

    @Test
    void quotedAndUnquotedScalarsAreEquivalent() throws IOException {
        ServerConfig config = read(COMPLETE.replace("port: 8443", "port: \"8443\"")
                .replace("anonymous: true", "anonymous: \"true\"")
                .replace("[chartroom, https", "[42, https"));

        assertThat(config.listen().port()).isEqualTo(8443);
        assertThat(config.allowsAnonymous()).isTrue();
        assertThat(config.audiences()).startsWith("42");
    }

    @Test
    void everyFieldIsReadAndPathsAreRelativeToTheFile() throws IOException {
        ServerConfig config = read(COMPLETE);

        assertThat(config.listen()).isEqualTo(new ServerConfig.Listen("127.0.0.1", 8443));
        assertThat(config.tls())
                .isEqualTo(new ServerConfig.Tls(folder.resolve("tls/tls.crt").toString(), "/etc/tls.key", null));
        assertThat(config.namespace()).isEqualTo("own");
        assertThat(config.kubeconfig()).isEqualTo(folder.resolve("kubeconfig").toString());
        assertThat(config.kinds().folders())
                .containsExactly(folder.resolve("kinds").toString(), "/etc/kinds");
        assertThat(config.kinds().configMap()).isEqualTo(new ServerConfig.ConfigMapName("chartroom-system", "kinds"));
        assertThat(config.kinds().areCustomResources()).isTrue();
        assertThat(config.allowsAnonymous()).isTrue();
        assertThat(config.audiences()).containsExactly("chartroom", "https://chartroom.example.com");
        assertThat(config.registeredVersions())
                .containsExactlyInAnyOrder(
                        new GroupVersion("a.example.com", "v1"), new GroupVersion("b.example.com", "v1beta1"));
        assertThat(config.limitsOrDefault()).isEqualTo(new ServerConfig.Limits(300, 2, 5, 7));
        assertThat(config.audit())
                .isEqualTo(
                        new ServerConfig.Audit(folder.resolve("policy.yaml").toString(), "/var/log/audit.log", 7, 0));
        ReleaseTemplate.Settings settings = ConfigFile.settings(config);
        assertThat(settings.interval()).hasToString("42s");
        assertThat(settings.retryInterval()).hasToString("17s");
        assertThat(settings.installTimeout()).hasToString("11m0s");
        assertThat(settings.upgradeTimeout()).hasToString("13m0s");
        assertThat(settings.maxHistory()).isZero();
        assertThat(config.mirrorsEvents()).isFalse();
        assertThat(config.enforcesQuotas()).isFalse();
    }

    @Test
    void omittedFieldsHaveTheirDefaults() throws IOException {
        ServerConfig config = read("""
                listen: {address: 0.0.0.0, port: 443}
                tls: {certificateFile: a, keyFile: b}
                kinds: {folders: [c]}
                """);

        assertThat(config.namespace()).isNull();
        assertThat(config.kubeconfig()).isNull();
        assertThat(config.kinds().configMap()).isNull();
        assertThat(config.kinds().areCustomResources()).isFalse();
        assertThat(config.allowsAnonymous()).isTrue();
        assertThat(config.audiences()).isEmpty();
        assertThat(config.registeredVersions()).isEmpty();
        assertThat(config.limitsOrDefault().reads()).isEqualTo(400);
        assertThat(config.limitsOrDefault().writes()).isEqualTo(200);
        assertThat(config.limitsOrDefault().openWatches()).isEqualTo(10_000);
        assertThat(config.limitsOrDefault().servedKinds()).isEqualTo(2_000);
        assertThat(config.audit()).isNull();
        assertThat(config.mirrorsEvents()).isTrue();
        assertThat(config.enforcesQuotas()).isTrue();
        assertThat(ConfigFile.settings(config)).isEqualTo(ReleaseTemplate.Settings.DEFAULT);
    }

    @Test
    void auditLogMayBeStandardOutput() throws IOException {
        String stdout = COMPLETE.replace("/var/log/audit.log, maxSizeMiB: 7, maxBackups: 0", "'-'");
        ServerConfig.Audit audit = Objects.requireNonNull(read(stdout).audit());

        assertThat(audit.logFile()).isEqualTo("-");
        assertThat(audit.maxBytes()).isEqualTo(100 * 1024 * 1024);
        assertThat(audit.backups()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen: {address: 127.0.0.1, port: 8443} | listen: {} | listen.address",
                "port: 8443 | '' | listen.port",
                "port: 8443 | port: 70000 | listen.port",
                "namespace: own | namespace: Own_1 | namespace: must be the name of a namespace",
                "maxHistory: 0 | maxHistory: -1 | releases.maxHistory",
                "certificateFile: tls/tls.crt, | '' | tls: certificateFile and keyFile",
                "certificateFile: tls/tls.crt, | selfManaged: {}, | tls: selfManaged excludes certificateFile and keyFile",
                "'certificateFile: tls/tls.crt, keyFile: /etc/tls.key' | 'selfManaged: {secret: A_b}' | tls.selfManaged.secret",
                "'certificateFile: tls/tls.crt, keyFile: /etc/tls.key' | 'selfManaged: {service: a.b}' | tls.selfManaged.service",
                "namespace: chartroom-system, | '' | kinds.configMap.namespace: required",
                "', name: kinds}' | ', name: \"\"}' | kinds.configMap.name: required",
                "customResources: true | customResource: true | customResource",
                "interval: 42s | interval: soon | releases.interval",
                "interval: 42s | interval: 0s | releases.interval: must be greater than zero",
                "writesInFlight: 2 | writesInFlight: 1 | limits.writesInFlight: must be at least 2",
                "kinds: 7} | kinds: 0} | limits.kinds: must be at least 1",
                "watches: 5 | watches: 1 | limits.watches: must be at least 2",
                "policyFile: policy.yaml, | '' | audit.policyFile: required",
                "logFile: /var/log/audit.log, | '' | audit.logFile: required",
                "maxSizeMiB: 7 | maxSizeMiB: 0 | audit.maxSizeMiB: must be at least 1",
                "format: json | format: xml | log.format: must be text or json",
                "maxBackups: 0 | maxBackups: -1 | audit.maxBackups: must be at least 0",
                "anonymous: true | anonymus: true | anonymus",
                "apiAudiences: [chartroom, | apiAudiences: ['', | apiAudiences: must name at least one",
                "'[chartroom, https://chartroom.example.com]' | '[]' | apiAudiences: must name at least one",
                "port: 8443 | port: eight | listen.port: must be a whole number",
                "port: 8443 | prot: 8443 | listen.prot: unknown field",
                "anonymous: true | anonymous: yes | anonymous: must be true or false",
                "https://collector:4318/v1/traces | collector:4317 | traces.endpoint: must be an http or https URL",
                "samplingRatePerMillion: 10 | samplingRatePerMillion: 1000001 | traces.samplingRatePerMillion: must be from 0",
                "samplingRatePerMillion: 10 | samplingRatePerMillion: -1 | traces.samplingRatePerMillion: must be from 0",
                "'listen: {address: 127.0.0.1, port: 8444}, ' | '' | console.listen.address: required",
                "'127.0.0.1, port: 8444' | 127.0.0.1 | console.listen.port: must be from 0 to 65535",
                "port: 8444 | port: 65536 | console.listen.port: must be from 0 to 65535",
                "https://login.example.com/realm | http://login.example.com | console.oidc.issuer: must be an https URL",
                "https://login.example.com/realm | https://user@login.example.com | console.oidc.issuer: must be an https URL",
                "https://login.example.com/realm | https://login.example.com/?a=b | console.oidc.issuer: must be an https URL",
                "'issuer: \"https://login.example.com/realm\", ' | '' | console.oidc.issuer: must be an https URL",
                "', clientId: console' | '' | console.oidc.clientId: required",
                "quotas: false | quotas: never | quotas: must be true or false",
                "anonymous: true | anonymous: 1 | anonymous: must be true or false",
                "maxSizeMiB: 7, | maxSizeMiB: 7.5, | audit.maxSizeMiB: must be a whole number",
                "maxSizeMiB: 7, | maxSizeMiB: 3000000000, | audit.maxSizeMiB: must be a whole number",
                "'apiServices: [v1.a' | 'apiServices: [v1, v1.a' | apiServices: must be names of APIServices, such as v1alpha1.apps.example.com: v1",
                "'apiServices: [v1.a' | 'apiServices: [V1.a' | apiServices: must be names of APIServices, such as v1alpha1.apps.example.com: V1.a",
                "apiAudiences: [chartroom, | apiAudiences: [{}, | apiAudiences[0]: must be a string",
                "apiAudiences: [chartroom, | apiAudiences: [null, | apiAudiences[0]: must be a value",
                "'[chartroom, https://chartroom.example.com]' | chartroom | apiAudiences: must be a list",
                "policyFile: policy.yaml, | policyFile: [], | audit.policyFile: must be a string",
                "anonymous: true | 'anonymous: [' | YAML",
            })
    void invalidConfigurationNamesTheField(String right, String wrong, String named) {
        assertThatThrownBy(() -> read(COMPLETE.replace(right, wrong)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(named);
    }

    @Test
    void selfManagedCertificateNeedsOnlyANamespace() throws IOException {
        String managed = COMPLETE.replace("certificateFile: tls/tls.crt, keyFile: /etc/tls.key", "selfManaged: {}");

        ServerConfig.SelfManaged tls =
                Objects.requireNonNull(read(managed).tls().selfManaged());
        assertThat(tls.secretName()).isEqualTo("chartroom-certificates");
        assertThat(tls.serviceName()).isEqualTo("chartroom");
        assertThatThrownBy(() -> read(managed.replace("namespace: own", "")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("namespace: required outside of a pod");
    }

    @ParameterizedTest
    @ValueSource(strings = {"folders: [c]", "configMap: {namespace: a, name: b}", "customResources: true"})
    void anySourceOfKindsIsEnough(String kinds) {
        assertThatCode(() -> read(withKinds("{" + kinds + "}"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{folders: []}", "{customResources: false}", "null"})
    void configurationWithoutASourceOfKindsIsRefused(String kinds) {
        assertThatThrownBy(() -> read(withKinds(kinds)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("kinds: at least one of folders, configMap and customResources is required");
    }

    private static final String STORES = """
            stores:
              default: postgres
              postgres:
                url: jdbc:postgresql://db.example.com/chartroom
                user: chartroom
                passwordFile: password
                caFile: ca.crt
                schema: kinds
                owner: {user: owner, passwordFile: password}
                connections: 3
                history: 7m
              postgresResources:
                url: "jdbc:postgresql:postgres"
                user: admin
                passwordFile: password
                caFile: ca.crt
                namespace: databases
                allowed:
                  - {namespaces: [shop], roles: [readers], databases: [stock], schemas: [till]}
              placements: {namespace: platform, name: placements}
            """;

    @Test
    void everyFieldOfStoresIsReadAndPasswordsComeFromFiles() throws IOException {
        Files.writeString(folder.resolve("password"), "s3cret\n");

        ServerConfig config = read(COMPLETE + STORES);

        assertThat(config.storeNames())
                .isEqualTo(new StoreNames("postgres", Set.of("helmrelease", "postgres", "postgres-resources")));
        PostgresSettings settings = StoreSettings.postgres(config).orElseThrow();
        assertThat(settings.url()).isEqualTo("jdbc:postgresql://db.example.com/chartroom");
        assertThat(settings.user()).isEqualTo("chartroom");
        assertThat(settings.password()).isEqualTo("s3cret");
        assertThat(settings.schema()).isEqualTo("kinds");
        assertThat(settings.migrations()).isEqualTo(new PostgresSettings.Credentials("owner", "s3cret"));
        assertThat(settings.connections()).isEqualTo(3);
        assertThat(settings.history()).isEqualTo(Duration.ofMinutes(7));
        assertThat(settings.properties())
                .containsEntry("sslmode", "verify-full")
                .containsEntry("sslrootcert", folder.resolve("ca.crt").toString());
        PostgresResources.Settings resources =
                StoreSettings.postgresResources(config).orElseThrow();
        assertThat(resources)
                .isEqualTo(new PostgresResources.Settings(
                        "jdbc:postgresql:postgres",
                        "admin",
                        "s3cret",
                        folder.resolve("ca.crt").toString(),
                        "databases",
                        List.of(new PostgresResources.Allowed(
                                Set.of("shop"), Set.of("readers"), Set.of("stock"), Set.of("till"))),
                        Set.of("admin", "chartroom", "owner")));
        assertThat(settings + " " + resources + " " + config).doesNotContain("s3cret");
        assertThat(StoreSettings.placements(config)).contains(new NamespacedName("platform", "placements"));
    }

    @Test
    void withoutStoresAllObjectsAreHelmReleases() throws IOException {
        ServerConfig config = read(COMPLETE);

        assertThat(config.storeNames()).isEqualTo(new StoreNames("helmrelease", Set.of("helmrelease")));
        assertThat(StoreSettings.postgres(config)).isEmpty();
        assertThat(StoreSettings.postgresResources(config)).isEmpty();
        assertThat(StoreSettings.placements(config)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "default: postgres | default: elsewhere | stores.default: the store \"elsewhere\" is not configured",
                "jdbc:postgresql://db.example.com/chartroom | db.example.com | stores.postgres.url: required",
                "com/chartroom | com/chartroom?password=x | stores.postgres.url: must not contain a password",
                "user: chartroom | user: '' | stores.postgres.user: required",
                "owner: {user: owner, | 'owner: {' | stores.postgres.owner.user: required",
                "connections: 3 | connections: 0 | stores.postgres.connections: must be at least 1",
                "history: 7m | history: soon | stores.postgres.history: must be a duration",
                "history: 7m | history: 10ms | stores.postgres.history: must be at least a second",
                "'url: \"jdbc:postgresql:postgres\"' | '' | stores.postgresResources.url: required",
                "namespaces: [shop] | namespaces: [] | stores.postgresResources.allowed[0].namespaces: at least one",
                "roles: [readers] | roles: [pg_monitor] | stores.postgresResources.allowed[0].roles: \"pg_monitor\" is reserved",
                "schemas: [till] | schemas: [pg_catalog] | stores.postgresResources.allowed[0].schemas: \"pg_catalog\" is",
                "roles: [readers] | roles: [none] | stores.postgresResources.allowed[0].roles: \"none\" is reserved",
                "name: placements | names: placements | names",
                "name: placements | name: '' | stores.placements.name: required",
                "namespace: platform | namespace: a/b | stores.placements.namespace: must be the name of a namespace",
                "schema: kinds | schemas: kinds | schemas",
            })
    void invalidStoreConfigurationNamesTheField(String right, String wrong, String problem) {
        assertThat(STORES).contains(right);
        assertThatThrownBy(() -> read(COMPLETE + STORES.replace(right, wrong)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void placementsWithoutASecondStoreAreRefused() {
        assertThatThrownBy(() -> read(COMPLETE + "stores: {placements: {namespace: a, name: b}}"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("stores.placements: requires stores.postgres");
    }

    @Test
    void missingPasswordFileIsReported() throws IOException {
        ServerConfig config = read(COMPLETE + STORES);

        assertThatThrownBy(() -> StoreSettings.postgres(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("stores.postgres.passwordFile: cannot be read");
    }

    @Test
    void allProblemsAreReportedAtOnceWithTheirPlaces() {
        assertThatThrownBy(() -> read("""
                listen:
                  adress: 127.0.0.1
                  port: 99999
                tls: {certificateFile: a}
                kinds:
                  folders: [c]
                  configMap: {name: d}
                releases: {interval: soon, upgradeTimeout: 0s, maxHistory: -1}
                namespace: Own_1
                storez: {}
                limits: {readsInFlight: many}
                """))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        invalid -> assertThat(invalid.problems())
                                .extracting(problem -> problem.replace(folder + "/config.yaml", "FILE"))
                                .satisfiesExactly(
                                        problem -> assertThat(problem)
                                                .isEqualTo(
                                                        "FILE:2:3: listen.adress: unknown field; did you mean \"address\"?"),
                                        problem -> assertThat(problem)
                                                .startsWith("FILE:3:3: listen.port: must be from 0 to 65535"),
                                        problem -> assertThat(problem)
                                                .isEqualTo(
                                                        "FILE:4:1: tls: certificateFile and keyFile are required, or selfManaged"),
                                        problem -> assertThat(problem)
                                                .isEqualTo("FILE:7:3: kinds.configMap.namespace: required"),
                                        problem -> assertThat(problem).startsWith("FILE:8:12: releases.interval: "),
                                        problem -> assertThat(problem)
                                                .isEqualTo(
                                                        "FILE:8:28: releases.upgradeTimeout: must be greater than zero"),
                                        problem -> assertThat(problem)
                                                .isEqualTo("FILE:8:48: releases.maxHistory: must not be negative"),
                                        problem -> assertThat(problem)
                                                .isEqualTo("FILE:9:1: namespace: must be the name of a namespace"),
                                        problem -> assertThat(problem)
                                                .isEqualTo(
                                                        "FILE:10:1: storez: unknown field; did you mean \"stores\"?"),
                                        problem -> assertThat(problem)
                                                .isEqualTo(
                                                        "FILE:11:10: limits.readsInFlight: must be a whole number")));
    }

    @Test
    void missingFileIsReported() {
        assertThatThrownBy(() -> ConfigFile.read(folder.resolve("missing.yaml"), new JacksonCodec()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("missing.yaml: does not exist");
    }

    private static String withKinds(String kinds) {
        return """
                listen: {address: 0.0.0.0, port: 443}
                tls: {certificateFile: a, keyFile: b}
                kinds: %s
                """.formatted(kinds);
    }

    private ServerConfig read(String text) throws IOException {
        return ConfigFile.read(Files.writeString(folder.resolve("config.yaml"), text), new JacksonCodec());
    }
}
