package dev.chartroom.e2e.survive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two or three replicas behind one address and the aggregator, under reads, writes and many watches of two kinds, while faults happen
 * in turn. One kind has its objects in PostgreSQL. The properties {@code survive.minutes}, {@code survive.watches}, {@code survive.replicas}, {@code survive.seed} and {@code survive.faults} change the run. The
 * same seed draws the same number of replicas and the same faults.
 */
@Tag("survive")
@RequiresControlPlane
class SurviveTest {
    private static final int MINUTES = Integer.getInteger("survive.minutes", 10);
    private static final int WATCHES = Integer.getInteger("survive.watches", 1_000);
    private static final long SEED =
            Long.getLong("survive.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final int REPLICAS = Integer.getInteger("survive.replicas", 2 + Math.floorMod(SEED, 2));
    /** The faults to draw from. */
    private static final List<Fault> FAULTS = Optional.ofNullable(System.getProperty("survive.faults"))
            .map(names -> Arrays.stream(names.split(",")).map(Fault::valueOf).toList())
            .orElse(List.of(Fault.values()));

    private static final Duration RECOVERY = Duration.ofSeconds(15);
    private static final Duration QUIET = Duration.ofSeconds(3);

    private final Random random = new Random(SEED);
    private final SurviveReport report = new SurviveReport(SEED);
    private final List<String> discovery = new ArrayList<>();
    private final List<String> unexpected = new ArrayList<>();

    @Test
    void noFaultLosesAWriteOrAnEvent() throws InterruptedException {
        System.out.println("survive: the seed is " + SEED + " (-Dsurvive.seed=" + SEED + ")");
        try (Environment environment = Environment.start(REPLICAS, WATCHES, SEED)) {
            long end = System.nanoTime() + Duration.ofMinutes(MINUTES).toNanos();
            List<Fault> next = List.of();
            while (System.nanoTime() < end) {
                if (next.isEmpty()) {
                    next = shuffled();
                }
                Fault fault = next.getFirst();
                next = next.subList(1, next.size());
                // Each fault takes the same numbers from the seed, also one that cannot happen here.
                int replica = random.nextInt(REPLICAS);
                Duration longest =
                        fault.longest().multipliedBy(50 + random.nextInt(51)).dividedBy(100);
                if (fault.isPossible(environment)) {
                    happen(
                            fault,
                            environment,
                            environment.deployment().replicas().get(replica),
                            longest);
                } else {
                    System.out.println("survive: " + fault + " is not possible");
                }
            }
            judge(environment.loads());
        }
    }

    /** Each fault happens once before any happens twice. */
    private List<Fault> shuffled() {
        List<Fault> faults = new ArrayList<>(FAULTS);
        Collections.shuffle(faults, random);
        return faults;
    }

    private void happen(Fault fault, Environment environment, Replica replica, Duration held) {
        List<Load> loads = environment.loads();
        loads.forEach(load ->
                load.discoveryFailures().forEach(failure -> discovery.add("before " + fault + ": " + failure.what())));
        long requests = requests(loads);
        long begin = System.nanoTime();
        fault.begin(environment, replica);
        await(held);
        fault.end(environment, replica);
        long end = System.nanoTime();
        List<CompletableFuture<Duration>> recoveries = loads.stream()
                .map(load -> CompletableFuture.supplyAsync(() -> recovery(load, end), Thread::startVirtualThread))
                .toList();
        Duration recovery = recoveries.stream()
                .map(CompletableFuture::join)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        List<History.Failure> failures = failures(loads, begin);
        long last = failures.stream().mapToLong(History.Failure::end).max().orElse(begin);
        report.add(new SurviveReport.Result(
                fault,
                Duration.ofNanos(end - begin),
                requests(loads) - requests,
                failures.size(),
                Duration.ofNanos(last - begin),
                recovery));
        failures.stream()
                .collect(Collectors.groupingBy(History.Failure::kind, TreeMap::new, Collectors.counting()))
                .forEach((kind, count) -> System.out.println("survive:   " + count + " times " + kind));
        loads.stream()
                .filter(load -> fault.isHarmlessFor(load.resource()))
                .flatMap(load -> load.history().failuresSince(begin).stream())
                .filter(History.Failure::isRepeated)
                .forEach(failure -> unexpected.add(fault + ": " + failure.kind()));
        if (!fault.leavesDiscovery()) {
            loads.forEach(load -> Awaitility.await("discovery is complete again")
                    .atMost(RECOVERY)
                    .until(load::isDiscovered));
        }
        loads.forEach(load -> load.discoveryFailures().stream()
                .filter(failure -> fault.leavesDiscovery() && (failure.isRepeated() || !fault.cutsConnections()))
                .forEach(failure -> discovery.add(fault + ": " + failure.what())));
    }

    private static long requests(List<Load> loads) {
        return loads.stream().mapToLong(load -> load.history().requests()).sum();
    }

    private static List<History.Failure> failures(List<Load> loads, long since) {
        return loads.stream()
                .flatMap(load -> load.history().failuresSince(since).stream())
                .toList();
    }

    /** Waits until no request has failed for a while and all watches have a write after the fault. */
    private static Duration recovery(Load load, long end) {
        long[] upToDate = new long[1];
        Awaitility.await("the clients recover")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> load.mark()
                        .map(version -> reached(load, version, upToDate))
                        .orElse(false));
        Awaitility.await("no request fails")
                .atMost(Duration.ofSeconds(90))
                .until(() -> load.history()
                        .failuresSince(System.nanoTime() - QUIET.toNanos())
                        .isEmpty());
        long last = load.history().failuresSince(end).stream()
                .mapToLong(History.Failure::end)
                .max()
                .orElse(end);
        return Duration.ofNanos(Math.max(last, upToDate[0]) - end);
    }

    private static boolean reached(Load load, long version, long[] upToDate) {
        Awaitility.await("all watches are up to date")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> load.watches().stream().allMatch(watch -> watch.position() >= version));
        upToDate[0] = System.nanoTime();
        return true;
    }

    private static void await(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        Awaitility.await().atMost(time.plusSeconds(10)).until(() -> System.nanoTime() >= until);
    }

    private void judge(List<Load> loads) throws InterruptedException {
        for (Load load : loads) {
            load.stopWrites();
            Optional<Long> last = load.mark();
            assertThat(last).as("a write after all faults").isPresent();
            reached(load, last.orElseThrow(), new long[1]);
        }
        List<History> histories = loads.stream().map(Load::history).toList();
        report.publish(
                "%d replicas, %d watches, %d minutes: %d requests, %d operations on objects, %d acknowledged writes."
                        .formatted(
                                REPLICAS,
                                WATCHES,
                                MINUTES,
                                requests(loads),
                                histories.stream()
                                        .mapToLong(History::operations)
                                        .sum(),
                                histories.stream()
                                        .mapToLong(history -> history.writes().size())
                                        .sum()));
        // Each check of a long run counts, also after another one has failed.
        SoftAssertions softly = new SoftAssertions();
        loads.forEach(load -> judge(load, softly));
        softly.assertThat(discovery)
                .as("discovery while the kube-apiserver can serve it")
                .isEmpty();
        softly.assertThat(report.results())
                .as("recovery")
                .allSatisfy(
                        result -> assertThat(result.recovery()).as("%s", result).isLessThan(RECOVERY));
        softly.assertThat(unexpected)
                .as("repeated failures by faults that the clients of this kind may not notice")
                .isEmpty();
        softly.assertAll();
    }

    private static void judge(Load load, SoftAssertions softly) {
        History history = load.history();
        softly.assertThat(history.violations())
                .as("histories that are not linearizable")
                .isEmpty();
        softly.assertThat(load.watches().stream()
                        .flatMap(watch -> watch.problems().stream())
                        .toList())
                .as("events twice, out of order or impossible")
                .isEmpty();
        softly.assertThat(load.watches().stream()
                        .flatMap(watch -> watch.lost(history.writes()).stream())
                        .toList())
                .as("acknowledged writes without an event")
                .isEmpty();
        softly.assertThat(load.watches())
                .as("the objects as of the watches")
                .extracting(WatchClient::objects)
                .containsOnly(load.objects());
        // Otherwise the run would show little.
        softly.assertThat(history.writes().size()).as("acknowledged writes").isGreaterThan(20 * MINUTES);
        softly.assertThat(history.operations()).as("operations").isGreaterThan(100L * MINUTES);
    }
}
