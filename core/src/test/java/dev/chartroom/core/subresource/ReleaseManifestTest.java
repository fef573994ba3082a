package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.release.HelmRecord;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.HelmRecords;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.storage.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ReleaseManifestTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final NamespacedName CART = new NamespacedName("shop", "cart");
    private static final UserInfo USER = UserInfo.of("tenant", List.of());
    private static final ClusterResources CLUSTER = version -> version.equals(new GroupVersion("", "v1"))
            ? Map.of(
                    "Secret", new ClusterResources.Resource("secrets", true),
                    "ConfigMap", new ClusterResources.Resource("configmaps", true),
                    "Namespace", new ClusterResources.Resource("namespaces", false))
            : Map.of();

    /** The rights of the user: resource, namespace and name; an empty name is the right on all names. */
    private final Set<String> rights = new HashSet<>();

    private final List<String> questions = new ArrayList<>();

    @Test
    void objectHasItsManifestOnlyIfTheUserMayGetIt() {
        rights.add("configmaps/shop/");
        rights.add("secrets/shop/shown");

        assertThat(shown(object("ConfigMap", "a", "") + object("Secret", "shown", "") + object("Secret", "hidden", "")))
                .containsExactly("ConfigMap shop/a in full", "Secret shop/shown in full", "Secret shop/hidden");
    }

    @Test
    void rightInTheNamespaceOfTheReleaseIsNoneInOthers() {
        rights.add("secrets/shop/");

        assertThat(shown(object("Secret", "a", "kube-system") + object("Secret", "a", "shop")))
                .containsExactly("Secret kube-system/a", "Secret shop/a in full");
    }

    /** The namespace in the manifest has no effect on an object that is in none. */
    @Test
    void objectWithoutANamespaceNeedsARightInTheCluster() {
        rights.add("namespaces/shop/");
        assertThat(shown(object("Namespace", "a", "shop"))).containsExactly("Namespace /a");

        rights.add("namespaces//");
        assertThat(shown(object("Namespace", "a", "shop"))).containsExactly("Namespace /a in full");
    }

    @Test
    void objectOfAnUnknownKindOrWithoutANameIsNotShownInFull() {
        rights.add("widgets/shop/");
        rights.add("secrets/shop/");

        assertThat(shown("""
                ---
                {apiVersion: 'example.com/v1', kind: 'Widget', metadata: {name: 'a'}}
                ---
                {apiVersion: 'v1', kind: 'Secret'}
                """)).containsExactly("Widget shop/a", "Secret shop/");
    }

    @Test
    void documentThatIsNoObjectIsLeftOutAndAListIsUnpacked() {
        rights.add("secrets/shop/");

        assertThat(shown("""
                # Source: a comment only
                ---
                ---  # Source: chart/templates/empty.yaml
                ---
                ['a list']
                ---
                {broken
                ---
                {kind: 'NoVersion'}
                ---
                {apiVersion: 'v1', kind: 'List', items: [
                  {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}},
                  {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'b'}}]}
                ---
                {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}, data: {text: '--- a ---'}}
                """)).containsExactly("Secret shop/a in full", "Secret shop/b in full", "ConfigMap shop/c");
    }

    @Test
    void questionsAreBounded() {
        String manifest = IntStream.range(0, 1000)
                .mapToObj(i -> object("Secret", "s" + i, ""))
                .collect(Collectors.joining());
        rights.add("secrets/shop/s99");
        rights.add("secrets/shop/s100");

        assertThat(shown(manifest))
                .hasSize(1000)
                .contains("Secret shop/s99 in full")
                .contains("Secret shop/s100");
        assertThat(questions).hasSize(101);
    }

    /** A Secret of 1 MiB can decompress to many times as much. */
    @Test
    void recordCountsAsMemoryOfTheRequest() {
        String manifest = "# comment\n".repeat(100_000);
        ServerCapacity small = new ServerCapacity(2, 2 << 20);
        ServerCapacity large = new ServerCapacity(2, 64 << 20);

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> small.during(() -> shown(manifest)))
                .satisfies(refused ->
                        assertThat(Status.of(refused.error()).reason()).isEqualTo(StatusReason.TOO_MANY_REQUESTS));
        large.during(() -> assertThat(shown(manifest)).isEmpty());
        // The memory is given back.
        for (int i = 0; i < 50; i++) {
            large.during(() -> assertThat(shown(manifest)).isEmpty());
        }
    }

    /** Whatever the rights are, the view shows nothing in full that a GET would refuse. */
    @RepeatedTest(50)
    void nothingIsShownThatAGetWouldRefuse(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<String> namespaces = List.of("shop", "other", "");
        List<String> kinds = List.of("Secret", "ConfigMap", "Namespace", "Widget");
        for (int i = 0; i < 8; i++) {
            String resource =
                    List.of("secrets", "configmaps", "namespaces", "widgets").get(random.nextInt(4));
            rights.add(resource + "/" + namespaces.get(random.nextInt(3)) + "/"
                    + (random.nextBoolean() ? "" : "o" + random.nextInt(4)));
        }
        StringBuilder manifest = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            manifest.append(
                    object(kinds.get(random.nextInt(4)), "o" + random.nextInt(4), namespaces.get(random.nextInt(3))));
        }

        assertThat(shown(manifest.toString())).allSatisfy(line -> {
            boolean isFull = line.endsWith(" in full");
            String[] words = line.split(" ");
            String right = words[0].toLowerCase(Locale.ROOT) + "s/" + words[1];
            String collection = right.substring(0, right.lastIndexOf('/') + 1);
            boolean mayGet = !words[0].equals("Widget") && (rights.contains(right) || rights.contains(collection));
            assertThat(isFull).as(line + " with " + rights).isEqualTo(mayGet);
        });
    }

    private List<String> shown(String manifest) {
        ReleaseDirectory releases = mock(ReleaseDirectory.class);
        when(releases.find(any(), any())).thenReturn(Optional.of(TestJson.object("""
                {metadata: {name: 'redis-cart', namespace: 'shop'},
                 status: {history: [{name: 'redis-cart', namespace: 'shop', version: 1}]}}
                """)));
        HelmRecords records = (_, revision) -> Optional.of(() -> new HelmRecord(
                revision, "deployed", JsonObject.EMPTY, JsonObject.EMPTY, JsonObject.EMPTY, manifest, ""));
        Authorizer authorizer = attributes -> {
            RequestAttributes.Resource resource = (RequestAttributes.Resource) attributes;
            assertThat(resource.user()).isEqualTo(USER);
            assertThat(resource.verb()).isEqualTo("get");
            String right = resource.resource() + "/" + resource.namespace() + "/" + resource.name();
            questions.add(right);
            String collection = resource.resource() + "/" + resource.namespace() + "/";
            return rights.contains(right) || rights.contains(collection)
                    ? new Decision.Allowed("")
                    : new Decision.NoOpinion("");
        };
        ViewedApplication viewed =
                new ReleaseManifest(releases, records, CLUSTER, authorizer, codec()).of(REDIS, CART, USER);
        assertThat(viewed.rows())
                .hasSameSizeAs(viewed.object().arrayOrEmpty("objects").values());
        return viewed.object().arrayOrEmpty("objects").objects().stream()
                .map(object -> object.stringOrEmpty("kind") + " " + object.stringOrEmpty("namespace") + "/"
                        + object.stringOrEmpty("name") + (object.has("manifest") ? " in full" : ""))
                .toList();
    }

    private static JsonCodec codec() {
        JsonCodec codec = mock(JsonCodec.class);
        when(codec.parseYaml(any())).thenAnswer(call -> {
            try {
                return TestJson.parse(new String(call.<byte[]>getArgument(0), StandardCharsets.UTF_8));
            } catch (RuntimeException e) {
                throw ApiException.badRequest(String.valueOf(e.getMessage()));
            }
        });
        return codec;
    }

    private static String object(String kind, String name, String namespace) {
        return """
                ---
                {apiVersion: '%s', kind: '%s', metadata: {name: '%s'%s}}
                """.formatted(
                        kind.equals("Widget") ? "example.com/v1" : "v1",
                        kind,
                        name,
                        namespace.isEmpty() ? "" : ", namespace: '" + namespace + "'");
    }
}
