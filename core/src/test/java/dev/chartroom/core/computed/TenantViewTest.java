package dev.chartroom.core.computed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.computed.TenantObject;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantViewTest {
    private static final UserInfo KIM = UserInfo.of("kim", List.of());

    private final Map<NamespacedName, JsonObject> cluster = new LinkedHashMap<>();
    /** Objects that are deleted after a list. */
    private final Set<NamespacedName> gone = new HashSet<>();
    /** Each as verb, resource, namespace and name. */
    private final Set<String> allowed = new HashSet<>();

    private final Map<TenantObject, ComputedApplicationStore> stores = new EnumMap<>(TenantObject.class);
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    private boolean isUnreadable;
    private int lists;

    @Test
    void secretIsShownWithItsContentsAndWithoutItsLabel() {
        secret("tenant-a", "db", "'internal.cozystack.io/tenantresource': 'true', team: 'x'");
        allowed.add("get tenantsecrets tenant-a/db");

        assertThat(get(TenantObject.SECRET, new NamespacedName("tenant-a", "db")))
                .hasToString("{\"apiVersion\":\"core.cozystack.io/v1alpha1\",\"kind\":\"TenantSecret\",\"metadata\":"
                        + "{\"name\":\"db\",\"namespace\":\"tenant-a\",\"uid\":\"u-db\",\"resourceVersion\":\"7\","
                        + "\"labels\":{\"team\":\"x\"}},\"type\":\"Opaque\",\"data\":{\"password\":\"aHVzaA==\"}}");
    }

    @Test
    void moduleHasTheVersionAndTheTwoConditions() {
        put(TestJson.object("""
                {metadata: {name: 'etcd', namespace: 'tenant-a', labels: {'internal.cozystack.io/tenantmodule': 'true'},
                   annotations: {'kubectl.kubernetes.io/last-applied-configuration': '{"password": "hush"}', note: 'a'}},
                 spec: {values: {password: 'hush'}},
                 status: {lastAttemptedRevision: '1.2.0', observedGeneration: 3, conditions: [
                   {type: 'Ready', status: 'True', observedGeneration: 3}, {type: 'Stalled', status: 'False'}]}}"""));
        allowed.add("get tenantmodules tenant-a/etcd");

        assertThat(get(TenantObject.MODULE, new NamespacedName("tenant-a", "etcd")))
                .hasToString("{\"apiVersion\":\"core.cozystack.io/v1alpha1\",\"kind\":\"TenantModule\",\"metadata\":"
                        + "{\"name\":\"etcd\",\"namespace\":\"tenant-a\",\"annotations\":{\"note\":\"a\"}},\"spec\":{},\"status\":{\"version\":\"1.2.0\","
                        + "\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
    }

    /** The roles of Cozystack let every user get all TenantNamespaces. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            |false
            get namespaces tenant-a/tenant-a|true
            get namespaces tenant-b/tenant-b|false
            list tenantmodules tenant-a/|true
            list tenantmodules tenant-b/|false
            list tenantsecrets tenant-a/|false
            """)
    void namespaceNeedsARightInIt(String right, boolean isVisible) {
        namespace("tenant-a");
        allowed.add("get tenantnamespaces /tenant-a");
        allowed.add(String.valueOf(right));

        assertThat(list(TenantObject.NAMESPACE, "", 0)).hasSize(isVisible ? 1 : 0);
        if (isVisible) {
            assertThat(get(TenantObject.NAMESPACE, new NamespacedName("", "tenant-a")))
                    .hasToString("{\"apiVersion\":\"core.cozystack.io/v1alpha1\",\"kind\":\"TenantNamespace\","
                            + "\"metadata\":{\"name\":\"tenant-a\",\"labels\":{\"a\":\"b\"}},\"spec\":{}}");
        } else {
            assertThat(error(TenantObject.NAMESPACE, "", "tenant-a")).isInstanceOf(ApiError.Forbidden.class);
            assertThat(error(TenantObject.NAMESPACE, "", "tenant-none")).isInstanceOf(ApiError.Forbidden.class);
        }
    }

    @Test
    void otherObjectsDoNotExistHere() {
        secret("tenant-a", "own", "a: 'b'");
        secret("tenant-a", "false", "'internal.cozystack.io/tenantresource': 'false'");
        namespace("kube-system");
        allowed.addAll(List.of(
                "get tenantsecrets tenant-a/own",
                "get tenantsecrets tenant-a/false",
                "get tenantnamespaces /kube-system",
                "get namespaces kube-system/kube-system"));

        assertThat(error(TenantObject.SECRET, "tenant-a", "own")).isInstanceOf(ApiError.NotFound.class);
        assertThat(error(TenantObject.SECRET, "tenant-a", "false")).isInstanceOf(ApiError.NotFound.class);
        assertThat(error(TenantObject.NAMESPACE, "", "kube-system")).isInstanceOf(ApiError.NotFound.class);
        assertThat(list(TenantObject.SECRET, "tenant-a", 0)).isEmpty();
        assertThat(list(TenantObject.NAMESPACE, "", 0)).isEmpty();
    }

    @Test
    void objectThatIsDeletedDuringAListIsLeftOut() {
        for (String name : List.of("a", "b", "c")) {
            secret("tenant-a", name, "'internal.cozystack.io/tenantresource': 'true'");
            allowed.add("get tenantsecrets tenant-a/" + name);
        }
        gone.add(new NamespacedName("tenant-a", "b"));

        assertThat(list(TenantObject.SECRET, "tenant-a", 0)).containsExactly("tenant-a/a", "tenant-a/c");
    }

    @Test
    void missingRightOfTheServerIsAnError() {
        isUnreadable = true;
        allowed.add("get tenantsecrets tenant-a/db");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> get(TenantObject.SECRET, new NamespacedName("tenant-a", "db")))
                .withMessageContaining("the server has no permission to get secrets");
    }

    /** The rights are random, and so are the labels. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void listHasExactlyTheObjectsThatAGetAllows(long seed) {
        Random random = new Random(seed);
        for (TenantObject shown : TenantObject.values()) {
            cluster.clear();
            allowed.clear();
            for (String namespace : shown == TenantObject.NAMESPACE ? List.of("") : List.of("tenant-a", "tenant-b")) {
                IntStream.range(0, 90).forEach(i -> {
                    String name = (random.nextInt(4) == 0 ? "other-" : "tenant-") + i;
                    object(namespace, name, random.nextInt(4) > 0, shown);
                    if (random.nextBoolean()) {
                        allowed.add("get " + shown.kind().names().plural() + " " + namespace + "/" + name);
                    }
                    if (random.nextBoolean()) {
                        allowed.add("get namespaces " + name + "/" + name);
                    }
                });
            }
            List<String> readable = new ArrayList<>();
            cluster.keySet().forEach(name -> {
                try {
                    get(shown, name);
                    readable.add(name.key());
                } catch (ApiException e) {
                    assertThat(e.error()).isInstanceOfAny(ApiError.Forbidden.class, ApiError.NotFound.class);
                }
            });

            assertThat(readable).isNotEmpty();
            assertThat(list(shown, "", random.nextInt(60)))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(readable);
        }
    }

    @Test
    void laterPagesReadTheNamesAgainOnlyAfterTenSeconds() {
        for (int i = 100; i < 110; i++) {
            namespace("tenant-" + i);
            allowed.add("get tenantnamespaces /tenant-" + i);
            allowed.add("get namespaces tenant-" + i + "/tenant-" + i);
        }

        ApplicationPage first = page("", 2);
        namespace("tenant-999");
        now.set(Instant.EPOCH.plusSeconds(9));
        ApplicationPage second = page(first.continueToken(), 2);

        assertThat(lists).isOne();
        assertThat(second.items())
                .extracting(item -> item.namespacedName().name())
                .containsExactly("tenant-102", "tenant-103");

        now.set(Instant.EPOCH.plusSeconds(10));
        page(second.continueToken(), 2);
        assertThat(lists).isEqualTo(2);
    }

    @Test
    void firstPageIsNeverOlderThanTheRequest() {
        namespace("tenant-a");
        allowed.addAll(List.of(
                "get tenantnamespaces /tenant-a",
                "get namespaces tenant-a/tenant-a",
                "get tenantnamespaces /tenant-b",
                "get namespaces tenant-b/tenant-b"));
        list(TenantObject.NAMESPACE, "", 0);
        namespace("tenant-b");

        assertThat(list(TenantObject.NAMESPACE, "", 0)).containsExactly("/tenant-a", "/tenant-b");
    }

    private ApplicationPage page(String token, long limit) {
        ListRequest request = ListRequest.all("").withLimit(limit);
        ListRequest of = token.isEmpty() ? request : request.withContinue(token);
        return during(() -> store(TenantObject.NAMESPACE).list(TenantObject.NAMESPACE.kind(), of));
    }

    @ParameterizedTest
    @EnumSource(TenantObject.class)
    void kindCanOnlyBeRead(TenantObject shown) {
        assertThat(shown.kind().verbs()).containsExactly("get", "list");
    }

    private void object(String namespace, String name, boolean isMarked, TenantObject shown) {
        String marker = shown.selector().replace("=true", "");
        put(TestJson.object("{metadata: {name: '" + name + "', namespace: '" + namespace + "', labels: {"
                + (isMarked && !marker.isEmpty() ? "'" + marker + "': 'true'" : "") + "}}}"));
    }

    private void namespace(String name) {
        put(TestJson.object("{metadata: {name: '" + name + "', labels: {a: 'b'}}}"));
    }

    private void secret(String namespace, String name, String labels) {
        put(TestJson.object("{metadata: {name: '" + name + "', namespace: '" + namespace + "', uid: 'u-" + name
                + "', resourceVersion: '7', labels: {" + labels
                + "}, finalizers: ['a']}, type: 'Opaque', data: {password: 'aHVzaA=='}}"));
    }

    private void put(JsonObject object) {
        cluster.put(ObjectMeta.fromJson(object.objectOrEmpty("metadata")).namespacedName(), object);
    }

    private List<String> list(TenantObject shown, String namespace, long limit) {
        List<String> names = new ArrayList<>();
        String next = "";
        do {
            ListRequest request = ListRequest.all(namespace).withLimit(limit);
            ListRequest of = next.isEmpty() ? request : request.withContinue(next);
            ApplicationPage page = during(() -> store(shown).list(shown.kind(), of));
            page.items().forEach(item -> names.add(item.namespacedName().key()));
            next = page.continueToken();
        } while (!next.isEmpty());
        return names;
    }

    private JsonObject get(TenantObject shown, NamespacedName name) {
        ServedApplication read = during(() -> store(shown).get(shown.kind(), name, ""));
        return (JsonObject) new TextCodec().parse(read.json());
    }

    private ApiError error(TenantObject shown, String namespace, String name) {
        List<ApiError> errors = new ArrayList<>();
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> get(shown, new NamespacedName(namespace, name)))
                .satisfies(e -> errors.add(e.error()));
        return errors.getFirst();
    }

    private static <T> T during(Supplier<T> read) {
        return RequestUser.during(KIM, read);
    }

    private ComputedApplicationStore store(TenantObject shown) {
        return stores.computeIfAbsent(
                shown,
                _ -> new ComputedApplicationStore(
                        Map.of(),
                        Map.of(
                                shown.kind().names().plural(),
                                new TenantView(shown, new Cluster(), this::metadata, this::decide, now::get)),
                        new TextCodec()));
    }

    private Decision decide(RequestAttributes attributes) {
        RequestAttributes.Resource resource = (RequestAttributes.Resource) attributes;
        return allowed.contains(resource.verb() + " " + resource.resource() + " " + resource.namespace() + "/"
                        + resource.name())
                ? new Decision.Allowed("")
                : new Decision.NoOpinion("");
    }

    /** A server that ignores the selector would be a leak, so this one does. */
    private List<ObjectMeta> metadata(
            GroupVersion version, String plural, String namespace, String selector, Predicate<ObjectMeta> wanted) {
        lists++;
        return cluster.values().stream()
                .map(object -> ObjectMeta.fromJson(object.objectOrEmpty("metadata")))
                .filter(object -> namespace.isEmpty() || object.namespace().equals(namespace))
                .filter(wanted)
                .toList();
    }

    private final class Cluster implements ClusterObjects {
        @Override
        public Result get(GroupVersion version, String plural, String namespace, String name) {
            if (isUnreadable) {
                return new Result.Unreadable();
            }
            NamespacedName key = new NamespacedName(namespace, name);
            JsonObject found = gone.contains(key) ? null : cluster.get(key);
            return found == null ? new Result.Missing() : new Result.Found(found);
        }

        @Override
        public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
            throw new UnsupportedOperationException();
        }
    }
}
