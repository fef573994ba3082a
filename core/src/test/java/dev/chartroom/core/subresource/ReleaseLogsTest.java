package dev.chartroom.core.subresource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.FairShares;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.ports.release.ClusterObjects;
import dev.chartroom.ports.release.ClusterResources;
import dev.chartroom.ports.release.PodLogs;
import dev.chartroom.ports.storage.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ReleaseLogsTest {
    private static final UserInfo TENANT = UserInfo.of("tenant", List.of());
    private static final int STREAMS = 20;
    private static final FollowedLog.Pace PACE = new FollowedLog.Pace(
            Duration.ofMillis(20), new Backoff(Duration.ofMillis(10), 1, Duration.ofMillis(10), 0));

    /** Ends a log; a broken one ends with an error. */
    private static final String END = "end";

    private static final String BROKEN = "broken";

    private final Map<String, BlockingQueue<String>> printed = new ConcurrentHashMap<>();
    private final Map<String, String> missing = new ConcurrentHashMap<>();
    private final List<String> open = new CopyOnWriteArrayList<>();
    private final List<JsonObject> pods = new CopyOnWriteArrayList<>();
    private final FairShares streams = new FairShares(STREAMS);
    private volatile boolean forbidden;
    private volatile boolean podsAreForbidden;
    /** The latest options for each log. */
    private final Map<String, LogOptions> asked = new ConcurrentHashMap<>();
    /** The number of lists of pods. */
    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicInteger refusedReads = new AtomicInteger();
    /** The memory that a list of pods needs. */
    private final AtomicInteger bytesOfPods = new AtomicInteger();

    @Test
    void logsOfOwnPodsFollowEachOther() {
        pod("web-1", "rs", "main", "side");
        pod("forged", "another", "main");
        print("web-1/main", "a", "b", END);
        print("web-1/side", END);
        print("single/main", "c", END);

        assertThat(all(LogOptions.DEFAULT))
                .containsExactly("[pod/web-1/main] a", "[pod/web-1/main] b", "[pod/single/main] c");
        assertThat(open).isEmpty();
    }

    @Test
    void linesNeedNoPrefix() {
        print("single/main", "", "b", END);

        assertThat(all(new LogOptions("", "", false, false, false, false, OptionalLong.empty(), OptionalLong.empty())))
                .containsExactly("", "b");
    }

    @Test
    void podAndContainerAreSelected() {
        pod("web-1", "rs", "main", "side");
        print("web-1/main", "a", END);
        print("web-1/side", "b", END);
        print("single/main", "c", END);

        assertThat(all(chosen("web-1", "", false))).containsExactly("[pod/web-1/main] a", "[pod/web-1/side] b");
        print("web-1/main", "a", END);
        print("single/main", "c", END);
        assertThat(all(chosen("", "main", false))).containsExactly("[pod/web-1/main] a", "[pod/single/main] c");
        assertBadRequest(chosen("", "mian", false), "no container of the release with the name mian has started yet");
        assertBadRequest(chosen("web-2", "", false), "no container of the release in the pod web-2 has started yet");
    }

    /** A running init container has a log, but only its name shows it. */
    @Test
    void containerThatHasNotStartedHasNoLog() {
        pods.add(TestJson.object("""
                {metadata: {name: 'new', ownerReferences: [{uid: 'rs', controller: true}]},
                 status: {initContainerStatuses: [{name: 'init', state: {running: {}}}],
                   containerStatuses: [{name: 'main', state: {waiting: {}}},
                     {name: 'crashing', state: {waiting: {}}, lastState: {terminated: {}}}]}}
                """));
        print("new/init", "i", END);
        print("new/crashing", "c", END);

        assertThat(all(chosen("new", "", false))).containsExactly("[pod/new/crashing] c");
        assertThat(all(chosen("new", "init", false))).containsExactly("[pod/new/init] i");
        assertBadRequest(chosen("new", "main", false), "has started yet");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void reasonOfAMissingOrBrokenLogIsALine(boolean follow) {
        pod("web-1", "rs", "main");
        missing.put("web-1/main", "previous terminated container not found");
        print("single/main", "a", BROKEN, END);

        assertThat(all(chosen("", "", follow)))
                .containsExactlyInAnyOrder(
                        "[pod/web-1/main] chartroom: previous terminated container not found",
                        "[pod/single/main] a",
                        "[pod/single/main] chartroom: the connection to the log broke, so lines can be missing");
    }

    @Test
    void followedLogsAreMergedAsTheyCome() throws InterruptedException {
        pod("web-1", "rs", "main");
        try (ApplicationLog log = log(chosen("", "", true))) {
            for (String line : List.of("web-1/main a", "single/main b", "web-1/main c")) {
                print(line.substring(0, line.length() - 2), line.substring(line.length() - 1));
                assertThat(next(log)).isEqualTo("[pod/" + line.replace(" ", "] "));
            }
            assertThat(log.isIdle()).isTrue();

            pods.clear();
            print("web-1/main", END);
            print("single/main", "last", END);
            assertThat(next(log)).isEqualTo("[pod/single/main] last");
            assertThat(next(log)).isNull();
        }
        assertEverythingIsGivenBack();
    }

    @Test
    void followedLogHasThePodsThatStartLater() throws InterruptedException {
        print("single/main", END);
        running("web-1", "", "main");
        try (ApplicationLog log = log(chosen("", "", true))) {
            print("web-1/main", "old");
            assertThat(next(log)).isEqualTo("[pod/web-1/main] old");
            running("web-2", "", "main", "side");
            pod("forged", "another", "main");
            print("forged/main", "forged", END);
            print("web-2/main", "new");
            assertThat(next(log)).isEqualTo("[pod/web-2/main] new");
            print("web-2/side", "side");
            assertThat(next(log)).isEqualTo("[pod/web-2/side] side");

            pods.clear();
            print("web-1/main", END);
            print("web-2/main", "last", END);
            assertThat(next(log)).isEqualTo("[pod/web-2/main] last");
            print("web-2/side", END);
            assertThat(next(log)).isNull();
        }
        assertEverythingIsGivenBack();
        assertThat(asked).containsEntry("web-2/main", chosen("", "", true));
    }

    /** Otherwise a user with many streams could fill the memory of the server. */
    @Test
    void searchForLaterPodsCountsItsMemoryForTheUser() throws InterruptedException {
        print("single/main", END);
        running("web-1", "", "main");
        ServerCapacity capacity = new ServerCapacity(2, 20L * 64 * 1024);
        AtomicReference<@Nullable ApplicationLog> opened = new AtomicReference<>();
        capacity.during(() -> {
            ServerCapacity.current().orElseThrow().countFor("tenant");
            opened.set(log(chosen("", "", true)));
        });
        try (ApplicationLog log = Objects.requireNonNull(opened.get())) {
            bytesOfPods.set(11 * 64 * 1024);
            int before = reads.get();
            Awaitility.await().until(() -> reads.get() > before + 3);
            assertThat(refusedReads).as("more than half of the memory").hasPositiveValue();
            running("web-2", "", "main");
            print("web-2/main", "new");
            bytesOfPods.set(5 * 64 * 1024);
            assertThat(next(log)).isEqualTo("[pod/web-2/main] new");
        }
        capacity.during(() -> {
            ServerCapacity.Share share = ServerCapacity.current().orElseThrow();
            share.countFor("tenant");
            share.keep(10 * 64 * 1024);
        });
        assertEverythingIsGivenBack();
    }

    /** A rollout that recreates its pods has none for a while. */
    @Test
    void followedLogGoesOnWhileAPodHasNotStarted() throws InterruptedException {
        print("single/main", END);
        pods.add(TestJson.object("{metadata: {name: 'web-1', ownerReferences: [{uid: 'rs', controller: true}]},"
                + " status: {phase: 'Pending'}}"));
        try (ApplicationLog log = log(chosen("", "", true))) {
            Awaitility.await().until(() -> reads.get() > 5);
            pods.clear();
            running("web-1", "", "main");
            print("web-1/main", "begins");
            assertThat(next(log)).isEqualTo("[pod/web-1/main] begins");
        }
        assertEverythingIsGivenBack();
    }

    /** The options that select a part of the output do not apply to a new instance. */
    @Test
    void restartedContainerIsShownFromItsStart() throws InterruptedException {
        print("single/main", END);
        running("web-1", "first", "main");
        LogOptions tail = new LogOptions("", "", true, true, false, false, OptionalLong.of(60), OptionalLong.of(1));
        try (ApplicationLog log = log(tail)) {
            print("web-1/main", "ends", END);
            assertThat(next(log)).isEqualTo("[pod/web-1/main] ends");
            int before = reads.get();
            Awaitility.await().until(() -> reads.get() > before + 3);
            assertThat(asked).containsEntry("web-1/main", tail);
            pods.clear();
            running("web-1", "second", "main");
            print("web-1/main", "begins");
            assertThat(next(log)).isEqualTo("[pod/web-1/main] begins");
        }
        assertEverythingIsGivenBack();
        assertThat(asked).containsEntry("web-1/main", chosen("", "", true));
    }

    @Test
    void brokenLogIsOpenedAgainAtItsEnd() throws InterruptedException {
        print("single/main", END);
        running("web-1", "first", "main");
        try (ApplicationLog log = log(chosen("", "", true))) {
            print("web-1/main", BROKEN);
            assertThat(next(log)).endsWith("the connection to the log broke, so lines can be missing");
            print("web-1/main", "goes on");
            assertThat(next(log)).isEqualTo("[pod/web-1/main] goes on");
        }
        assertEverythingIsGivenBack();
        assertThat(asked.get("web-1/main")).extracting(LogOptions::tailLines).isEqualTo(OptionalLong.of(0));
    }

    @Test
    void previousOutputHasNoLaterContainers() {
        running("web-1", "first", "main");
        print("single/main", END);
        print("web-1/main", "a", END);

        assertThat(all(new LogOptions("", "", true, true, true, false, OptionalLong.empty(), OptionalLong.empty())))
                .containsExactly("[pod/web-1/main] a");
    }

    @Test
    void laterContainerWithoutAPermitIsNamed() throws InterruptedException {
        print("single/main", END);
        IntStream.range(0, 9).forEach(i -> running("web-" + i, "", "main"));
        try (ApplicationLog log = log(chosen("", "", true))) {
            running("late", "", "main");

            assertThat(next(log)).startsWith("[pod/late/main] chartroom: ").contains("Too many requests");
        }
        assertEverythingIsGivenBack();
    }

    @Test
    void laterContainerThatCannotBeOpenedIsTriedAgain() throws InterruptedException {
        print("single/main", END);
        running("web-1", "", "main");
        try (ApplicationLog log = log(chosen("", "", true))) {
            forbidden = true;
            running("web-2", "", "main");
            assertThat(next(log)).startsWith("[pod/web-2/main] chartroom: ").contains("no permission");
            int before = reads.get();
            Awaitility.await().until(() -> reads.get() > before + 3);
            print("web-2/main", "opened");
            forbidden = false;
            assertThat(next(log)).isEqualTo("[pod/web-2/main] opened");
        }
        assertEverythingIsGivenBack();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {phase: 'Running'}   | ''                   | ''   | true
            {phase: 'Succeeded'} | ''                   | ''   | false
            {phase: 'Failed'}    | ''                   | ''   | false
            {phase: 'Succeeded'} | 2026-01-01T00:00:00Z | ''   | true
            {phase: 'Running', initContainerStatuses: [{name: 'init', state: {terminated: {exitCode: 0}}}]} | '' | init | false
            {phase: 'Running', initContainerStatuses: [{name: 'init', state: {terminated: {exitCode: 1}}}]} | '' | init | true
            {phase: 'Running', initContainerStatuses: [{name: 'init', state: {terminated: {exitCode: 0}}}]} | '' | main | true
            """)
    void furtherContainersAreExpectedUntilAPodHasEnded(
            String status, String deleted, String container, boolean areExpected) {
        JsonObject pod = TestJson.object("{metadata: {name: 'a'"
                + (deleted.isEmpty() ? "" : ", deletionTimestamp: '" + deleted + "'") + "}, status: " + status + "}");

        assertThat(StartedContainers.of(List.of(pod), "shop", chosen("", container, true))
                        .areMoreExpected())
                .isEqualTo(areExpected);
    }

    /** The right of the server, or the cluster, can be missing for a while. */
    @Test
    void failedSearchIsRepeated() throws InterruptedException {
        print("single/main", END);
        running("web-1", "", "main");
        try (ApplicationLog log = log(chosen("", "", true))) {
            podsAreForbidden = true;
            print("web-1/main", END);
            int before = reads.get();
            Awaitility.await().until(() -> reads.get() > before + 3);
            podsAreForbidden = false;
            running("web-2", "", "main");
            print("web-2/main", "found");
            assertThat(next(log)).isEqualTo("[pod/web-2/main] found");
        }
        assertEverythingIsGivenBack();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void cancelEndsALogThatIsWaitedFor(boolean follow) throws InterruptedException {
        try (ApplicationLog log = log(chosen("", "", follow))) {
            Thread.startVirtualThread(() -> {
                Awaitility.await().until(() -> open.size() == 1);
                log.cancel();
            });

            assertThat(next(log)).isNull();
            log.cancel();
        }
        assertEverythingIsGivenBack();
    }

    /** Otherwise a user whose right was revoked could follow a log that always has a next line. */
    @Test
    void followedLogEndsInTimeAlthoughThereAreLines() throws InterruptedException {
        print("web-1/main", "a", "b");
        ContainerLog talkative = ContainerLog.open(
                this::opened,
                new ContainerLog.Container(new NamespacedName("shop", "web-1"), "main"),
                LogOptions.DEFAULT);
        try (FollowedLog log = new FollowedLog(
                List.of(talkative),
                Duration.ZERO,
                (broken, _) -> new FollowedLog.Found(List.of(), broken, true),
                PACE)) {
            Awaitility.await().until(() -> !log.isIdle());

            assertThat(log.next()).isNull();
        }
        assertEverythingIsGivenBack();
    }

    /** A client that does not read must not fill the memory. */
    @Test
    void unreadLinesStayWhereTheyAre() {
        for (int i = 0; i < 1000; i++) {
            print("single/main", "line " + i);
        }
        try (ApplicationLog log = log(chosen("", "", true))) {
            Awaitility.await().until(() -> !log.isIdle());
            Awaitility.await()
                    .during(Duration.ofMillis(100))
                    .untilAsserted(() -> assertThat(queue("single/main").size()).isGreaterThan(950));
        }
        assertEverythingIsGivenBack();
    }

    @Test
    void manyContainersAndManyLogsAreRejected() {
        IntStream.range(0, 60).forEach(i -> pod("web-" + i, "rs", "main"));
        assertBadRequest(LogOptions.DEFAULT, "the release has 61 containers, and a request can show the logs of 50");

        pods.clear();
        IntStream.range(0, 12).forEach(i -> pod("web-" + i, "rs", "main"));
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> log(chosen("", "", true)))
                .satisfies(e -> assertThat(e.error()).isEqualTo(ApiError.tooManyRequests()));
        assertEverythingIsGivenBack();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void missingRightIsAnErrorAndGivesEverythingBack(boolean follow) {
        forbidden = true;

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> log(chosen("", "", follow)))
                .withMessageContaining("no permission");
        assertEverythingIsGivenBack();
    }

    /** Otherwise it would seem that there is no pod. */
    @Test
    void missingRightToListPodsIsAnError() {
        podsAreForbidden = true;

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> log(LogOptions.DEFAULT))
                .withMessageContaining("the server has no permission to list objects of the kind Pod");
    }

    @Test
    void invalidOptionsAreNamed() {
        LogOptions options = new LogOptions("", "", true, false, false, false, OptionalLong.of(0), OptionalLong.of(-1));

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> log(options))
                .withMessageContaining("sinceSeconds: Invalid value: 0: must be greater than 0")
                .withMessageContaining("tailLines: Invalid value: -1: must be greater than or equal to 0");
        assertThat(new LogOptions("", "", true, false, false, false, OptionalLong.of(1), OptionalLong.of(0)).problems())
                .isEmpty();
    }

    private void assertBadRequest(LogOptions options, String message) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> log(options))
                .withMessageContaining(message);
        assertEverythingIsGivenBack();
    }

    private void assertEverythingIsGivenBack() {
        Awaitility.await().until(open::isEmpty);
        streams.take("another", STREAMS / 2).close();
    }

    private static LogOptions chosen(String pod, String container, boolean follow) {
        return new LogOptions(pod, container, true, follow, false, false, OptionalLong.empty(), OptionalLong.empty());
    }

    private void pod(String name, String controller, String... containers) {
        pods.add(pod(name, controller, "Succeeded", "", List.of(containers)));
    }

    /** @param instance the id of the containers, which differs after a restart */
    private void running(String name, String instance, String... containers) {
        pods.add(pod(name, "rs", "Running", instance, List.of(containers)));
    }

    private static JsonObject pod(
            String name, String controller, String phase, String instance, List<String> containers) {
        StringBuilder statuses = new StringBuilder();
        for (String container : containers) {
            statuses.append("{name: '")
                    .append(container)
                    .append("', containerID: '")
                    .append(instance)
                    .append("', state: {running: {}}},");
        }
        statuses.setLength(statuses.length() - 1);
        return TestJson.object("{metadata: {name: '" + name + "', ownerReferences: [{uid: '" + controller
                + "', controller: true}]}, status: {phase: '" + phase + "', containerStatuses: [" + statuses + "]}}");
    }

    private void print(String container, String... lines) {
        queue(container).addAll(List.of(lines));
    }

    private BlockingQueue<String> queue(String container) {
        return printed.computeIfAbsent(container, _ -> new LinkedBlockingQueue<>());
    }

    private List<String> all(LogOptions options) {
        List<String> lines = new ArrayList<>();
        try (ApplicationLog log = log(options)) {
            for (String line = next(log); line != null; line = next(log)) {
                lines.add(line);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return lines;
    }

    private static @Nullable String next(ApplicationLog log) throws InterruptedException {
        byte[] line = log.next();
        if (line == null) {
            return null;
        }
        assertThat(line).endsWith('\n');
        return new String(line, 0, line.length - 1, StandardCharsets.UTF_8);
    }

    private ApplicationLog log(LogOptions options) {
        return new ReleaseLogs(own(), this::opened, streams, PACE)
                .open(Kinds.redis(), TestRelease.CART, TENANT, options);
    }

    private PodLogs.Result opened(NamespacedName pod, String container, LogOptions options) {
        if (forbidden) {
            throw new ApiException(ApiError.internal("the server has no permission to get the logs of pods"));
        }
        String name = pod.name() + "/" + container;
        asked.put(name, options);
        if (missing.containsKey(name)) {
            return new PodLogs.Result.Missing(missing.get(name));
        }
        open.add(name);
        BlockingQueue<String> lines = queue(name);
        return new PodLogs.Result.Opened(new PodLogs.Output() {
            @Override
            public byte @Nullable [] next() throws IOException {
                try {
                    String line = lines.take();
                    if (line.equals(BROKEN)) {
                        throw new IOException("broken");
                    }
                    return line.equals(END) ? null : line.getBytes(StandardCharsets.UTF_8);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void cancel() {
                lines.add(BROKEN);
            }

            @Override
            public void close() {
                open.remove(name);
            }
        });
    }

    /** A release of a Deployment, which owns a ReplicaSet, and of a Pod. */
    private OwnObjects own() {
        ClusterResources resources = version -> version.group().isEmpty()
                ? Map.of("Pod", new ClusterResources.Resource("pods", true))
                : Map.of("Deployment", new ClusterResources.Resource("deployments", true));
        String manifest = """
                {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'}}
                ---
                {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'single'}}
                """;
        return TestRelease.own(manifest, resources, new Cluster(pods, () -> podsAreForbidden, this::podsAreRead));
    }

    private void podsAreRead() {
        reads.incrementAndGet();
        try {
            ServerCapacity.current().ifPresent(share -> share.keep(bytesOfPods.get()));
        } catch (ApiException e) {
            refusedReads.incrementAndGet();
            throw e;
        }
    }

    private record Cluster(List<JsonObject> pods, BooleanSupplier podsAreForbidden, Runnable podsAreRead)
            implements ClusterObjects {
        @Override
        public Result get(GroupVersion version, String plural, String namespace, String name) {
            return new Result.Found(TestJson.object("""
                    {metadata: {name: '%s', uid: '%s', annotations:
                       {'meta.helm.sh/release-name': 'redis-cart', 'meta.helm.sh/release-namespace': 'shop'}},
                     status: {phase: 'Succeeded', containerStatuses: [{name: 'main', state: {terminated: {}}}]}}
                    """.formatted(name, plural)));
        }

        @Override
        public Optional<List<JsonObject>> list(GroupVersion version, String plural, String namespace, int limit) {
            return switch (plural) {
                case "replicasets" ->
                    Optional.of(
                            List.of(
                                    TestJson.object(
                                            "{metadata: {name: 'web-1', uid: 'rs', ownerReferences: [{uid: 'deployments', controller: true}]}}")));
                case "pods" -> {
                    podsAreRead.run();
                    yield podsAreForbidden.getAsBoolean() ? Optional.empty() : Optional.of(List.copyOf(pods));
                }
                default -> Optional.of(List.of());
            };
        }
    }
}
