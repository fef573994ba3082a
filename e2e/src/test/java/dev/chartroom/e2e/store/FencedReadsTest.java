package dev.chartroom.e2e.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseListerWatcher;
import dev.chartroom.adapters.kubernetes.release.HelmReleaseStore;
import dev.chartroom.adapters.kubernetes.release.RecentReleases;
import dev.chartroom.adapters.kubernetes.release.ReleaseFences;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.core.watchcache.WatchCachingApplicationStore;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.Etcd;
import dev.chartroom.e2e.controlplane.OtherApiserver;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import dev.chartroom.e2e.harness.CuttableProxy;
import dev.chartroom.e2e.harness.Kubectl;
import dev.chartroom.e2e.harness.ModuleDirectory;
import dev.chartroom.e2e.harness.User;
import dev.chartroom.kubernetes.client.KubernetesClients;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.Kinds;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Long lists that are verified by a fence. The objects are watched through one kube-apiserver, whose answers all come
 * late. They are written through this kube-apiserver and through another one on the same etcd.
 */
@RequiresControlPlane
@Timeout(300)
class FencedReadsTest {
    /** More objects than those that are verified by a list of their versions instead of a fence. */
    private static final int OBJECTS = 160;

    private static final int WRITERS = 8;
    private static final Duration LATE = Duration.ofMillis(20);
    private static final String OWN = "chartroom-system";
    private static final String NAMESPACE = "fenced";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "test");
    private static final ApplicationKind REDIS = Kinds.redis();

    private static ControlPlane controlPlane;
    private static OtherApiserver other;
    private static CuttableProxy proxy;
    private static List<ApplicationStore> writers;

    private Replica replica;

    /**
     * The part of a server that reads lists. It gets the objects late, and writes its fences through the other
     * kube-apiserver.
     */
    private record Replica(ReleaseFences fences, WatchCachingApplicationStore lists) implements AutoCloseable {
        static Replica start(User user, String host) throws IOException {
            KubernetesHttp late = http(user, "https://127.0.0.1:" + proxy.port());
            ReleaseFences fences =
                    new ReleaseFences(http(user, other.url()), JacksonCodec.ofStored(), OWN, host, Clock.systemUTC());
            WatchCachingApplicationStore lists = WatchCachingApplicationStore.start(
                    new HelmReleaseStore(late, JacksonCodec.ofStored()),
                    new HelmReleaseListerWatcher(late, JacksonCodec.ofStored(), new RecentReleases(0), fences),
                    List.of(REDIS),
                    PendingChanges.ofHeap(),
                    Clock.systemUTC(),
                    new Random());
            Awaitility.await().until(() -> lists.problem().isEmpty());
            return new Replica(fences, lists);
        }

        void assertShown(String name, String version) {
            assertThat(lists.list(REDIS, ListRequest.all("")).items())
                    .filteredOn(item -> item.namespacedName().equals(new NamespacedName(NAMESPACE, name)))
                    .singleElement()
                    .satisfies(item -> assertThat(item.resourceVersion()).isEqualTo(version));
        }

        @Override
        public void close() {
            lists.close();
            fences.close();
        }
    }

    @BeforeAll
    static void start() throws IOException {
        controlPlane = ControlPlane.shared();
        controlPlane.installHelmReleaseCrd();
        controlPlane.kubectl().succeed("create", "namespace", NAMESPACE);
        Optional<OtherApiserver> started = controlPlane.startAnother();
        assumeTrue(started.isPresent(), "the control plane is not of processes of this test");
        other = started.get();
        URI first = URI.create(controlPlane.url());
        proxy = CuttableProxy.to(first.getHost(), first.getPort());
        proxy.delay(LATE);
        writers = List.of(
                new HelmReleaseStore(http(controlPlane.admin(), controlPlane.url()), JacksonCodec.ofStored()),
                new HelmReleaseStore(http(controlPlane.admin(), other.url()), JacksonCodec.ofStored()));
        IntStream.range(0, OBJECTS)
                .parallel()
                .forEach(i -> writers.get(i % 2).create(REDIS, application("app-" + i), OPTIONS));
    }

    @AfterAll
    static void stop() {
        if (other != null) {
            proxy.close();
            controlPlane.kubectl().succeed("delete", "helmreleases", "--all", "-n", NAMESPACE, "--wait=false");
            other.close();
        }
    }

    @BeforeEach
    void follow() throws IOException {
        replica = Replica.start(controlPlane.server(), "fenced-reads");
    }

    @AfterEach
    void unfollow() {
        replica.close();
    }

    @Test
    void listsContainEveryAcknowledgedWrite() throws Exception {
        tryLists(40);
    }

    @Test
    @Tag("soak")
    void tenThousandListsContainEveryAcknowledgedWrite() throws Exception {
        tryLists(10_000 / WRITERS);
    }

    private void tryLists(int each) throws Exception {
        try (ExecutorService running = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> tries = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                String name = "app-" + i;
                tries.add(running.submit(() -> {
                    for (int n = 0; n < each; n++) {
                        assertShown(name, written(writers.get(n % 2), name, n));
                    }
                }));
            }
            for (Future<?> task : tries) {
                task.get();
            }
        }
    }

    /** Without lists, no fence is written. */
    @Test
    void concurrentListsShareFenceWrites() throws Exception {
        int all = 300;
        assertShown("app-1", written(writers.getFirst(), "app-1", 1));
        long before = other.patches("chartroom-fence");
        written(writers.getLast(), "app-1", 2);
        assertThat(other.patches("chartroom-fence")).isEqualTo(before);
        long start = System.nanoTime();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < all; i++) {
                ListRequest request = new ListRequest(
                        "", LabelSelector.parse("!missing-" + i), FieldSelector.EVERYTHING, 0, "", "", "");
                answers.add(readers.submit(
                        () -> replica.lists().list(REDIS, request).items().size()));
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isGreaterThanOrEqualTo(OBJECTS);
            }
        }
        long seconds = (System.nanoTime() - start) / 1_000_000_000 + 1;

        assertThat(other.patches("chartroom-fence") - before).isBetween(1L, Math.min(all / 5, 20 + 20 * seconds));
    }

    @Test
    void listsAreUpToDateAfterTheFenceIsDeletedOrUnlabelled() {
        assertShown("app-1", written(writers.getFirst(), "app-1", 1));
        Kubectl kubectl = controlPlane.kubectl();

        kubectl.succeed("delete", "helmreleases", "-l", "chartroom.dev/fence", "-n", OWN);
        assertShown("app-1", written(writers.getLast(), "app-1", 2));

        kubectl.succeed(
                "label", "helmreleases", "-l", "chartroom.dev/fence", "-n", OWN, Kinds.GROUP + "/application.group-");
        kubectl.succeed(
                "patch",
                "helmreleases",
                kubectl.succeed("get", "helmreleases", "-n", OWN, "-o", "jsonpath={.items[0].metadata.name}"),
                "-n",
                OWN,
                "--type=merge",
                "-p",
                "{\"metadata\": {\"finalizers\": [\"finalizers.fluxcd.io\"]}}");
        assertShown("app-1", written(writers.getFirst(), "app-1", 3));

        replica.fences().close();
        assertThat(kubectl.succeed("get", "helmreleases", "-n", OWN, "-o", "name"))
                .isEmpty();
    }

    @Test
    void eachOfTwoReplicasHasAFenceOfItsOwnAndShowsEveryWrite() throws Exception {
        try (Replica second = Replica.start(controlPlane.server(), "fenced-reads-2");
                ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int n = 0; n < 20; n++) {
                String version = written(writers.get(n % 2), "app-5", n);
                Future<?> ofSecond = both.submit(() -> second.assertShown("app-5", version));
                replica.assertShown("app-5", version);
                ofSecond.get();
            }
            assertThat(fences()).hasSize(2);
        }
        assertThat(fences()).as("the other one's is left").hasSize(1);
    }

    private static List<String> fences() {
        return controlPlane
                .kubectl()
                .succeed("get", "helmreleases", "-l", "chartroom.dev/fence", "-n", OWN, "-o", "name")
                .lines()
                .toList();
    }

    /** Until the watch resumes, a list may fail, but it must not return an outdated state. */
    @Test
    void listDuringAWatchOutageFailsOrIsUpToDate() {
        proxy.cut();
        try {
            String version = written(writers.getLast(), "app-2", 7);
            try {
                assertShown("app-2", version);
            } catch (ApiException e) {
                assertThat(e.error().toString()).contains("cannot be reached");
            }
        } finally {
            proxy.restore();
        }
        String version = written(writers.getFirst(), "app-2", 8);
        Awaitility.await()
                .ignoreExceptionsInstanceOf(ApiException.class)
                .untilAsserted(() -> assertShown("app-2", version));
    }

    @Test
    void listsAreUpToDateWithoutTheRightToWriteFences() throws Exception {
        Kubectl kubectl = controlPlane.kubectl();
        kubectl.succeed("create", "clusterrole", "fenced-reader", "--verb=get,list,watch", "--resource=helmreleases");
        kubectl.succeed(
                "create", "clusterrolebinding", "fenced-reader", "--clusterrole=fenced-reader", "--user=reader");
        replica.close();
        replica = Replica.start(controlPlane.user("reader"), "fenced-reads");

        for (int i = 0; i < 3; i++) {
            assertShown("app-3", written(writers.get(i % 2), "app-3", i));
        }
        assertThat(kubectl.succeed("get", "helmreleases", "-n", OWN, "-o", "name"))
                .isEmpty();
    }

    @Test
    void listsAreUpToDateIfEtcdIsOutOfSpace() {
        Etcd etcd = controlPlane.etcd().orElseThrow();
        String version = written(writers.getFirst(), "app-4", 1);
        etcd.outOfSpace(true);
        try {
            assertShown("app-4", version);
            assertShown("app-4", version);
        } finally {
            etcd.outOfSpace(false);
        }
    }

    private void assertShown(String name, String version) {
        replica.assertShown(name, version);
    }

    /** Updates an object and returns its resource version after the update. */
    private static String written(ApplicationStore writer, String name, int replicas) {
        StoredApplication current = writer.current(REDIS, new NamespacedName(NAMESPACE, name));
        Application next = current.application().withSpec(Kinds.replicas(1000 + replicas));
        return writer.update(REDIS, current, next, OPTIONS).metadata().resourceVersion();
    }

    private static Application application(String name) {
        return new Application(REDIS.gvk(), ObjectMeta.of(NAMESPACE, name), Kinds.replicas(1), JsonObject.EMPTY);
    }

    private static KubernetesHttp http(User user, String url) throws IOException {
        Path kubeconfig = ModuleDirectory.newWorkDirectory("fenced").resolve("kubeconfig");
        Files.writeString(kubeconfig, Files.readString(user.kubeconfig()).replace(controlPlane.url(), url));
        return new KubernetesHttp(KubernetesClients.create(kubeconfig));
    }
}
