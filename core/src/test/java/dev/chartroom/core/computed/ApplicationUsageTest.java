package dev.chartroom.core.computed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.subresource.ReleasePods;
import dev.chartroom.core.subresource.TestReleasePods;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.computed.PodUsage;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.RequestUser;
import dev.chartroom.ports.release.ReleaseMetrics;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** There are 40 Redises and 40 Postgreses in each of two namespaces. */
class ApplicationUsageTest {
    private static final UserInfo KIM = UserInfo.of("kim", List.of());
    private static final List<ApplicationKind> KINDS = List.of(Kinds.redis(), Kinds.postgres());
    private static final KindRegistry REGISTRY = KindRegistry.assemble(KINDS.stream()
            .<Declaration>map(kind -> new Declaration.Valid(kind.toString(), kind))
            .toList());
    private static final ApplicationKind METRICS = ComputedKinds.APPLICATION_METRICS;
    private static final NamespacedName CART = new NamespacedName("shop", "a0");

    private final ApplicationStore applications = mock(ApplicationStore.class);
    private final Set<String> allowed = new HashSet<>();
    private int questions;

    ApplicationUsageTest() {
        for (ApplicationKind kind : KINDS) {
            List<StoredApplication> objects = new ArrayList<>();
            for (String namespace : List.of("shop", "till")) {
                for (int i = 0; i < 40; i++) {
                    objects.add(new StoredApplication(
                            kind,
                            new Application(
                                    kind.gvk(),
                                    ObjectMeta.of(namespace, "a" + i).toBuilder()
                                            .labels(Map.of("number", String.valueOf(i)))
                                            .build(),
                                    null,
                                    JsonObject.EMPTY),
                            new TextCodec()));
                }
            }
            when(applications.list(eq(kind), any())).thenAnswer(call -> {
                String namespace = call.<ListRequest>getArgument(1).namespace();
                return new ApplicationPage(
                        "1",
                        objects.stream()
                                .map(StoredApplication::served)
                                .filter(object -> namespace.isEmpty()
                                        || object.namespacedName().namespace().equals(namespace))
                                .toList(),
                        "",
                        null);
            });
            when(applications.find(eq(kind), any()))
                    .thenAnswer(call -> objects.stream()
                            .filter(object -> object.metadata().namespacedName().equals(call.getArgument(1)))
                            .findFirst());
        }
    }

    /** The rights are random: on some kinds in some namespaces, and on some single objects. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void listHasExactlyTheObjectsThatAGetAllows(long seed) {
        Random random = new Random(seed);
        for (ApplicationKind kind : KINDS) {
            for (String namespace : List.of("shop", "till")) {
                if (random.nextInt(3) == 0) {
                    allowed.add(kind.names().plural() + " " + namespace + "/");
                }
                for (int i = 0; i < 40; i++) {
                    if (random.nextInt(4) == 0) {
                        allowed.add(kind.names().plural() + " " + namespace + "/a" + i);
                    }
                }
            }
        }
        for (String namespace : List.of("", "shop", "till")) {
            List<String> listed = list(new ListRequest(
                    namespace, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, random.nextInt(70), "", "", ""));
            assertThat(listed)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(readable(namespace));
        }
    }

    @Test
    void listOfAUserWithoutRightsIsEmptyAndEndsInPages() {
        assertThat(list(ListRequest.all(""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "e30", "bnVsbA", "eyJwYXNzZWQiOi0xfQ", "!", "eyJwYXNzZWQiOiIxIn0"})
    void otherTextIsNoContinueToken(String token) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> during(
                        () -> store().list(METRICS, ListRequest.all("shop").withContinue(token))))
                .withMessageContaining("continue key is not valid");
    }

    /** Otherwise the number of objects after any name would tell the names of hidden ones. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 39})
    void tokenWithTheNameOfAHiddenObjectIsRejected(int passed) {
        allowed.add("redises shop/a7");
        String token = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"namespace\":\"shop\",\"name\":\"a3.redises." + Kinds.GROUP + "\",\"passed\":"
                                + passed + "}")
                        .getBytes(StandardCharsets.UTF_8));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> during(
                        () -> store().list(METRICS, ListRequest.all("shop").withContinue(token))))
                .satisfies(e -> assertThat(e.error()).isInstanceOf(ApiError.Expired.class));
    }

    @Test
    void pageEndsBeforeTheObjectForWhichTheRequestHasNoMemory() {
        allowed.add("redises shop/");
        int[] reads = {0};
        ReleasePods pods = TestReleasePods.failing("shop", () -> {
            reads[0]++;
            if (reads[0] % 4 == 0) {
                throw new ApiException(ApiError.tooManyRequests());
            }
        });
        List<String> names = new ArrayList<>();
        String next = "";
        do {
            ListRequest of = next.isEmpty()
                    ? ListRequest.all("shop")
                    : ListRequest.all("shop").withContinue(next);
            ApplicationPage page =
                    during(() -> store(_ -> Optional.of(Map.of()), pods).list(METRICS, of));
            assertThat(page.items()).hasSizeBetween(1, 3);
            page.items().forEach(item -> names.add(item.namespacedName().key()));
            next = page.continueToken();
        } while (!next.isEmpty());

        assertThat(names).containsExactlyInAnyOrderElementsOf(readable("shop"));
    }

    @Test
    void selectorsSelectByTheLabelsOfTheApplication() {
        allowed.add("redises shop/");

        assertThat(list(new ListRequest(
                        "shop", LabelSelector.parse("number=7"), FieldSelector.EVERYTHING, 0, "", "", "")))
                .containsExactly("shop/a7.redises." + Kinds.GROUP);
        assertThat(list(new ListRequest(
                        "shop",
                        LabelSelector.EVERYTHING,
                        FieldSelector.parse("metadata.name=a8.redises." + Kinds.GROUP),
                        0,
                        "",
                        "",
                        "")))
                .containsExactly("shop/a8.redises." + Kinds.GROUP);
    }

    @Test
    void getOfAnObjectThatTheUserMayNotGetDoesNotTellWhetherItExists() {
        assertThat(error("a0.redises." + Kinds.GROUP)).isInstanceOf(ApiError.Forbidden.class);
        assertThat(error("gone.redises." + Kinds.GROUP)).isInstanceOf(ApiError.Forbidden.class);
        assertThat(error("a0.secrets")).isInstanceOf(ApiError.Forbidden.class);
        assertThat(error("a0")).isInstanceOf(ApiError.Forbidden.class);
        allowed.add("redises shop/");
        assertThat(error("gone.redises." + Kinds.GROUP)).isInstanceOf(ApiError.NotFound.class);
    }

    @Test
    void userHasAtMostHalfOfTheReadsThatAreComputed() throws Exception {
        allowed.add("redises shop/");
        CountDownLatch busy = new CountDownLatch(8);
        CountDownLatch end = new CountDownLatch(1);
        ComputedApplicationStore slow = store(
                _ -> {
                    busy.countDown();
                    try {
                        end.await(10, TimeUnit.SECONDS);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    return Optional.empty();
                },
                TestReleasePods.of("shop"));
        NamespacedName name = new NamespacedName("shop", "a0.redises." + Kinds.GROUP);
        List<Future<ServedApplication>> reads = new ArrayList<>();
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (int i = 0; i < 8; i++) {
                reads.add(clients.submit(() -> during(() -> slow.get(METRICS, name, ""))));
            }
            assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();

            assertThatExceptionOfType(ApiException.class)
                    .isThrownBy(() -> RequestDeadline.in(Duration.ofMillis(20))
                            .during(() -> during(() -> slow.get(METRICS, name, ""))))
                    .satisfies(e -> assertThat(Status.of(e.error()).code()).isEqualTo(504));
        } finally {
            end.countDown();
            clients.close();
        }
        for (Future<ServedApplication> read : reads) {
            assertThat(read.get().namespacedName()).isEqualTo(name);
        }
        assertThat(during(() -> slow.get(METRICS, name, "")).namespacedName()).isEqualTo(name);
    }

    @Test
    void usageIsTheSumOverThePodsThatTheReleaseOwns() {
        allowed.add("redises shop/");
        Map<String, PodUsage> usage = Map.of(
                "own",
                PodUsage.of(
                        TestJson.object(
                                "{containers: [{usage: {cpu: '250m', memory: '100Mi'}}, {usage: {cpu: '1', memory: '28Mi'}}]}")),
                "other",
                PodUsage.of(TestJson.object("{containers: [{usage: {cpu: '9', memory: '9Gi'}}]}")));

        assertThat(status(_ -> Optional.of(usage)))
                .hasToString("{\"application\":{\"group\":\"" + Kinds.GROUP
                        + "\",\"kind\":\"Redis\",\"name\":\"a0\"},\"pods\":2,\"measuredPods\":1,\"cpu\":\"1250m\","
                        + "\"memory\":\"128Mi\"}");
        assertThat(status(_ -> Optional.of(Map.of())))
                .hasToString("{\"application\":{\"group\":\"" + Kinds.GROUP
                        + "\",\"kind\":\"Redis\",\"name\":\"a0\"},\"pods\":2,\"measuredPods\":0}");
        assertThat(status(ReleaseMetrics.NONE).stringOrEmpty("message"))
                .isEqualTo("the cluster has no metrics of pods");
    }

    private JsonObject status(ReleaseMetrics metrics) {
        ServedApplication read = during(() -> store(metrics, TestReleasePods.of("shop", "own", "starting"))
                .get(METRICS, new NamespacedName("shop", CART.name() + ".redises." + Kinds.GROUP), ""));
        return ((JsonObject) new TextCodec().parse(read.json())).objectOrEmpty("status");
    }

    private ApiError error(String name) {
        List<ApiError> errors = new ArrayList<>();
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> during(() -> store().get(METRICS, new NamespacedName("shop", name), "")))
                .satisfies(e -> errors.add(e.error()));
        return errors.getFirst();
    }

    /** Returns the names of all pages, and checks the limits of each page. */
    private List<String> list(ListRequest request) {
        List<String> names = new ArrayList<>();
        String next = "";
        do {
            questions = 0;
            ListRequest of = next.isEmpty() ? request : request.withContinue(next);
            ApplicationPage page = during(() -> store().list(METRICS, of));
            page.items().forEach(item -> names.add(item.namespacedName().key()));
            next = page.continueToken();
            String token = new String(Base64.getUrlDecoder().decode(next), StandardCharsets.UTF_8);
            assertThat(token.isEmpty()
                            || names.isEmpty() && token.contains("\"name\":\"\"")
                            || !names.isEmpty() && token.contains(nameOf(names.getLast())))
                    .as("a token has only the name of an object that was read: " + token)
                    .isTrue();
            // The last object of a page can cost two questions.
            assertThat(questions).isLessThanOrEqualTo(ComputedPages.MOST_QUESTIONS + 1);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(ComputedPages.MOST_OBJECTS);
        } while (!next.isEmpty());
        return names;
    }

    private static String nameOf(String key) {
        return "\"name\":\"" + key.substring(key.indexOf('/') + 1) + "\"";
    }

    private List<String> readable(String namespace) {
        List<String> readable = new ArrayList<>();
        for (ApplicationKind kind : KINDS) {
            for (String each : List.of("shop", "till")) {
                for (int i = 0; i < 40; i++) {
                    NamespacedName name = new NamespacedName(each, "a" + i + "." + kind.groupResource());
                    if (namespace.isEmpty() || namespace.equals(each)) {
                        try {
                            during(() -> store().get(METRICS, name, ""));
                            readable.add(name.key());
                        } catch (ApiException e) {
                            assertThat(e.error()).isInstanceOf(ApiError.Forbidden.class);
                        }
                    }
                }
            }
        }
        return readable;
    }

    private static <T> T during(Supplier<T> read) {
        return RequestUser.during(KIM, read);
    }

    private ComputedApplicationStore store() {
        return store(ReleaseMetrics.NONE, TestReleasePods.of("shop"));
    }

    private ComputedApplicationStore store(ReleaseMetrics metrics, ReleasePods pods) {
        Authorizer authorizer = attributes -> {
            questions++;
            return attributes instanceof RequestAttributes.Resource resource
                            && resource.verb().equals("get")
                            && allowed.contains(
                                    resource.resource() + " " + resource.namespace() + "/" + resource.name())
                    ? new Decision.Allowed("")
                    : new Decision.NoOpinion("");
        };
        return new ComputedApplicationStore(
                Map.of(),
                Map.of(
                        METRICS.names().plural(),
                        new ApplicationUsage(() -> REGISTRY, applications, authorizer, pods, metrics)),
                new TextCodec());
    }
}
