package dev.chartroom.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.bootstrap.config.ConfigFile;
import dev.chartroom.bootstrap.config.ServerConfig;
import dev.chartroom.e2e.harness.ModuleDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real helm renders the chart. */
class ChartRenderTest {
    private static final Path DEPLOY =
            ModuleDirectory.basedir().resolve("../deploy").normalize();
    private static final String IMAGE = "image.repository=chartroom";
    private static final String ROLE = "ClusterRole//chartroom";

    private static Helm helm;

    @BeforeAll
    static void prepare() {
        helm = Helm.prepared();
    }

    @Test
    void strictLintFindsNothing() {
        assertThat(helm.succeed("lint", "--strict", Helm.CHART, "--set", IMAGE)).contains("0 chart(s) failed");
    }

    @Test
    void chartHasTheVersionOfTheProgram() throws IOException {
        String pom = Files.readString(DEPLOY.resolve("../pom.xml"));
        String version = pom.replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");

        assertThat(Files.readString(DEPLOY.resolve("chart/Chart.yaml")))
                .contains("\nversion: " + version + "\n", "\nappVersion: " + version + "\n");
    }

    @Test
    void allRightsTogether_areThoseOfRbacYaml() throws IOException {
        Manifest expected = Manifest.parse(Files.readString(DEPLOY.resolve("rbac.yaml")));
        Manifest rendered = render(
                "kinds.configMap.enabled=true",
                "rights.placements=true",
                "rights.restart=true",
                "rights.helmRecords=true",
                "rights.resources=true",
                "rights.credentials=true",
                "rights.logs=true",
                "rights.metrics=true",
                "rights.storageClasses=true",
                "rights.tenantSecrets=true");

        expected.objects().forEach((key, object) -> {
            if (!key.startsWith("Namespace/")) {
                assertThat(rendered.get(key)).as(key).isEqualTo(object);
            }
        });
        assertThat(rendered.objects().keySet().stream().filter(key -> key.contains("Role")))
                .as("further rights of the chart")
                .allMatch(key -> expected.objects().containsKey(key)
                        || key.contains("/chartroom-certificates")
                        || key.contains("/chartroom-unregister")
                        // Without the chart, the administrator binds these roles.
                        || key.equals("ClusterRoleBinding//chartroom-restart")
                        || key.equals("ClusterRoleBinding//chartroom-resources")
                        || key.equals("ClusterRoleBinding//chartroom-credentials")
                        || key.equals("ClusterRoleBinding//chartroom-logs")
                        || key.equals("ClusterRoleBinding//chartroom-metrics")
                        || key.equals("ClusterRoleBinding//chartroom-storage-classes")
                        || key.equals("ClusterRoleBinding//chartroom-tenant-secrets")
                        || key.equals("ClusterRoleBinding//chartroom-helm-records"));
    }

    @Test
    void flowControlAndPolicyAreThoseOfTheirFiles() throws IOException {
        Manifest rendered =
                render("releasePolicy.enabled=true", "releasePolicy.sources={OCIRepository/platform-charts/*}");

        for (String file : List.of("flowcontrol.yaml", "release-policy.yaml")) {
            Manifest.parse(Files.readString(DEPLOY.resolve(file))).objects().forEach((key, object) -> {
                if (!key.startsWith("ConfigMap/")) {
                    assertThat(rendered.get(key)).as(key).isEqualTo(object);
                }
            });
        }
        assertThat(rendered.get("ConfigMap/chartroom-policy/chart-sources")
                        .objectOrEmpty("data")
                        .stringOrEmpty("sources"))
                .isEqualTo("OCIRepository/platform-charts/*");
    }

    @Test
    void anotherReleaseName_isInEveryReferenceToTheAccount() {
        String text = helm.succeed(
                "template",
                "store",
                Helm.CHART,
                "--namespace=platform",
                "--set",
                IMAGE + ",releasePolicy.enabled=true,rights.placements=true");

        assertThat(text)
                .contains("system:serviceaccount:platform:store")
                .doesNotContain("system:serviceaccount:chartroom-system", "namespace: chartroom-system");
    }

    /** Helm reads only files inside the chart. {@code -Dcharts.write=true} copies them. */
    @ParameterizedTest
    @CsvSource({
        "flowcontrol.yaml, flowcontrol.yaml",
        "release-policy.yaml, release-policy.yaml",
        "crds/kinddefinitions.yaml, kinddefinitions.yaml",
        "monitoring/alerts.yaml, alerts.yaml",
        "monitoring/dashboard.json, dashboard.json"
    })
    void chartHasACopyOfTheFile(String original, String copy) throws IOException {
        Path file = DEPLOY.resolve(original);
        Path inChart = DEPLOY.resolve("chart/files").resolve(copy);

        if (Boolean.getBoolean("charts.write") && Files.exists(file)) {
            Files.copy(file, inChart, StandardCopyOption.REPLACE_EXISTING);
        }

        assertThat(Files.exists(inChart)).as("%s exists", inChart).isEqualTo(Files.exists(file));
        if (Files.exists(file)) {
            assertThat(inChart).hasSameTextualContentAs(file);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rights.chartSources, ClusterRole//chartroom, source.toolkit.fluxcd.io",
        "kinds.customResources, ClusterRole//chartroom, kinddefinitions",
        "rights.postgresPasswords, ClusterRole//chartroom, secrets",
        "rights.events, Role/chartroom-system/chartroom-events, events",
        "rights.eventMirror, ClusterRole//chartroom-event-mirror, events",
        "rights.eventMirror, Role/chartroom-system/chartroom-event-mirror, leases",
        "rights.quotas, ClusterRole//chartroom-quotas, resourcequotas",
        "rights.restart, ClusterRole//chartroom-restart, deployments",
        "rights.helmRecords, ClusterRole//chartroom-helm-records, secrets",
        "rights.resources, ClusterRole//chartroom-resources, pods",
        "rights.credentials, ClusterRole//chartroom-credentials, secrets",
        "rights.logs, ClusterRole//chartroom-logs, pods/log",
        "rights.metrics, ClusterRole//chartroom-metrics, pods",
        "rights.storageClasses, ClusterRole//chartroom-storage-classes, storageclasses",
        "rights.tenantSecrets, ClusterRole//chartroom-tenant-secrets, secrets",
        "rights.placements, Role/chartroom-system/chartroom-stores, leases",
        "kinds.configMap.enabled, Role/chartroom-system/chartroom-kinds, configmaps"
    })
    void optionalRight_isGrantedOnlyWithItsValue(String value, String role, String resource) {
        // Chartroom needs some source of definitions.
        String source = "config.kinds.folders={/kinds}";

        assertThat(render(source, value + "=true").get(role).toString()).contains(resource);
        JsonObject without = render(source, value + "=false").objects().getOrDefault(role, JsonObject.EMPTY);
        assertThat(without.toString()).doesNotContain('"' + resource + '"');
    }

    @Test
    void groups_haveAnApiServiceEachAndTheRightToChangeIt() throws IOException {
        Path values = Files.writeString(helm.directory().resolve("groups.yaml"), """
                groups: [{name: other.example.com, versions: [v1, v2], resources: [fans]}]
                kinds:
                  definitions:
                    lamps.yaml:
                      apiVersion: chartroom.dev/v1alpha1
                      kind: KindDefinition
                      metadata: {name: lamps.apps.example.com}
                      spec:
                        group: apps.example.com
                        names: {kind: Lamp, plural: lamps}
                        versions: [{name: v1, served: true, storage: true}, {name: v0, served: false}]
                """);
        Manifest rendered = Manifest.parse(
                helm.succeed("template", "chartroom", Helm.CHART, "--set", IMAGE, "--values", values.toString()));

        List<String> apiServices = rendered.objects().keySet().stream()
                .filter(key -> key.startsWith("APIService/"))
                .map(key -> key.substring("APIService//".length()))
                .toList();
        assertThat(apiServices)
                .containsExactlyInAnyOrder("v1.apps.example.com", "v1.other.example.com", "v2.other.example.com");
        assertThat(rendered.get("ClusterRole//chartroom-apiservices").toString())
                .contains(apiServices);
        assertThat(rendered.get("ClusterRole//chartroom:apps.example.com:view").toString())
                .contains("lamps");
        assertThat(rendered.get("ClusterRole//chartroom:other.example.com:edit").toString())
                .contains("fans");
        assertThat(rendered.get("APIService//v1.apps.example.com").toString()).doesNotContain("caBundle");
    }

    @Test
    void computedKinds_haveAnApiServiceAndTheRightToAsk() throws IOException {
        Manifest rendered = render("computedKinds=true");

        assertThat(rendered.get("APIService//v1alpha1.computed.chartroom.dev").toString())
                .contains("\"version\":\"v1alpha1\"");
        assertThat(rendered.get("ClusterRole//chartroom:computed.chartroom.dev:edit")
                        .arrayOrEmpty("rules")
                        .toString())
                .isEqualTo(
                        "[{\"apiGroups\":[\"computed.chartroom.dev\"],"
                                + "\"resources\":[\"applicationpreviews\", \"selfsubjectkindsreviews\"],\"verbs\":[\"create\"]}]");
        assertThat(rendered.get("ClusterRole//chartroom:computed.chartroom.dev:view")
                        .arrayOrEmpty("rules")
                        .toString())
                .contains("[\"applicationmetrics\", \"applicationoptions\"],\"verbs\":[\"get\", \"list\"]");
        assertThat(rendered.objects().toString()).contains("computedKinds: true");
        assertThat(render().objects().toString()).doesNotContain("computedKinds", "computed.chartroom.dev:edit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas=0 | /replicas",
                "rights.event=true | 'event'",
                "certificates.mode=none | /certificates/mode",
                "port=443 | /port",
                "groups[0].name=Apps | /groups/0",
                "releasePolicy.sources={all} | /releasePolicy/sources/0",
                "image.repository= | image.repository is required",
                "kinds.customResources=false | no source of kind definitions",
                "certificates.mode=existingSecret | certificates.secretName is required"
            })
    void badValue_isRefusedByItsName(String value, String message) {
        Helm.Result result = helm.run("template", "chartroom", Helm.CHART, "--set", IMAGE + "," + value);

        assertThat(result.exitCode()).isNotZero();
        assertThat(result.err()).contains(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"port=9443", "config.limits.kinds=5"})
    void changedConfiguration_restartsThePods(String value) {
        String deployment = "Deployment/chartroom-system/chartroom";

        assertThat(template(render(value).get(deployment)))
                .isNotEqualTo(template(render("replicas=3").get(deployment)));
        assertThat(template(render("replicas=2").get(deployment)))
                .isEqualTo(template(render("replicas=3").get(deployment)));
    }

    /** The server reads its configuration with the same code. */
    @Test
    void renderedConfiguration_isValid() throws IOException {
        Manifest rendered = render(
                "certificates.mode=existingSecret", "certificates.secretName=tls", "kinds.configMap.enabled=true");

        assertThat(read(rendered).toString()).contains("8443", "kinds");
    }

    private static ServerConfig read(Manifest rendered) throws IOException {
        JsonObject config = rendered.get("ConfigMap/chartroom-system/chartroom").objectOrEmpty("data");
        Path file =
                Files.writeString(helm.directory().resolve("chartroom.yaml"), config.stringOrEmpty("chartroom.yaml"));
        return ConfigFile.read(file, new JacksonCodec());
    }

    @Test
    void console_isOffByDefault() {
        assertThat(render().objects().values())
                .noneMatch(object -> object.toString().contains("\"console\""));
    }

    @Test
    void console_hasItsPortEverywhere() throws IOException {
        Manifest rendered = render(
                "console.enabled=true",
                "console.port=9443",
                "console.oidc.issuer=https://login.example.com",
                "console.oidc.clientId=chartroom",
                "console.ingressFrom[0].ipBlock.cidr=10.0.0.0/8",
                "networkPolicy.enabled=true");

        assertThat(rendered.get("Service/chartroom-system/chartroom")
                        .objectOrEmpty("spec")
                        .arrayOrEmpty("ports")
                        .objects())
                .last()
                .hasToString("{\"name\":\"console\",\"port\":9443,\"targetPort\":\"console\",\"protocol\":\"TCP\"}");
        assertThat(rendered.get("Deployment/chartroom-system/chartroom"))
                .asString()
                .contains("{\"name\":\"console\",\"containerPort\":9443,\"protocol\":\"TCP\"}");
        assertThat(rendered.get("NetworkPolicy/chartroom-system/chartroom")
                        .objectOrEmpty("spec")
                        .arrayOrEmpty("ingress")
                        .objects())
                .last()
                .hasToString("{\"ports\":[{\"port\":\"console\",\"protocol\":\"TCP\"}],"
                        + "\"from\":[{\"ipBlock\":{\"cidr\":\"10.0.0.0/8\"}}]}");
        assertThat(read(rendered).console()).asString().contains("9443", "https://login.example.com");
    }

    @Test
    void installPage_listsEachRightWithItsDefault() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `rights\\.(\\w+)` \\| `(\\w+)` \\|")
                .matcher(Files.readString(DEPLOY.resolve("../docs/tasks/install.md")));
        while (row.find()) {
            listed.put(row.group(1), row.group(2));
        }
        Map<String, String> values = new TreeMap<>();
        Manifest.parse(Files.readString(DEPLOY.resolve("chart/values.yaml")))
                .get("//")
                .objectOrEmpty("rights")
                .members()
                .forEach((name, value) -> values.put(name, value.toString()));

        assertThat(listed).isNotEmpty().isEqualTo(values);
    }

    private static String template(JsonObject deployment) {
        return deployment
                .objectOrEmpty("spec")
                .objectOrEmpty("template")
                .objectOrEmpty("metadata")
                .objectOrEmpty("annotations")
                .toString();
    }

    /** {@code -Dcharts.write=true} writes the file. */
    @Test
    void kustomizeBase_isTheRenderedChart() throws IOException {
        String rendered = "# helm renders this file from deploy/chart. \"./dev update goldens\" writes it.\n"
                + helm.succeed(
                                "template",
                                "chartroom",
                                Helm.CHART,
                                "--namespace=chartroom-system",
                                "--no-hooks",
                                "--set",
                                IMAGE)
                        .replaceAll("(?m)^ +(app.kubernetes.io/managed-by: Helm|helm.sh/chart: .*)\n", "");
        Path base = DEPLOY.resolve("kustomize/chartroom.yaml");
        if (Boolean.getBoolean("charts.write")) {
            Files.writeString(base, rendered);
        }

        assertThat(base).content().isEqualTo(rendered);
    }

    @Test
    void pods_haveTheSettingsOfRestrictedNamespaces() {
        Map<String, JsonObject> objects = render("groups[0].name=a.example.com", "groups[0].versions={v1}")
                .objects();

        assertThat(objects).containsKeys("Deployment/chartroom-system/chartroom", ROLE);
        for (String key : List.of(
                "Deployment/chartroom-system/chartroom",
                "Job/chartroom-system/chartroom-unregister",
                "Pod/chartroom-system/chartroom-test")) {
            assertThat(String.valueOf(objects.get(key)))
                    .as(key)
                    .contains("\"runAsNonRoot\":true", "\"runAsUser\":65532", "\"readOnlyRootFilesystem\":true");
        }
    }

    private static Manifest render(String... values) {
        List<String> words = new ArrayList<>(
                List.of("template", "chartroom", Helm.CHART, "--namespace=chartroom-system", "--set", IMAGE));
        for (String value : values) {
            words.add("--set");
            words.add(value);
        }
        return Manifest.parse(helm.succeed(words.toArray(String[]::new)));
    }
}
