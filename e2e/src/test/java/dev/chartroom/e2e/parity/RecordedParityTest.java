package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.bootstrap.dev.DevObjects;
import dev.chartroom.conformance.answer.ParityResponse;
import dev.chartroom.conformance.cases.CaseRun;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.e2e.hostile.HostileRequests;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sends every case to Chartroom with its store in memory, and compares the answers with the recorded answers of the
 * CRD. Before that, the same process receives every hostile request, which must not affect later requests. Half of the
 * writes begin with a stale state of the object, which must not be visible to clients.
 */
class RecordedParityTest {
    private static final AcceptedRules RULES = AcceptedRules.shipped("chartroom", "memory");
    private static final String HOSTILE_NAMESPACE = "hostile";

    private static List<CaseComparison> comparisons = List.of();
    private static @Nullable HalfStaleStore objects;
    /** The names of hostile requests with an unexpected answer, and these answers. */
    private static Map<String, String> unexpected = Map.of("no request", "");

    @BeforeAll
    static void run() {
        TestKinds kinds = TestKinds.of(CaseFiles.kinds());
        Recordings recordings = new Recordings(CaseFiles.FOLDER.resolve("recorded"));
        AtomicReference<@Nullable HalfStaleStore> store = new AtomicReference<>();
        DevObjects halfStale = (catalogue, pending, clock) -> {
            HalfStaleStore opened = new HalfStaleStore(DevObjects.MEMORY.open(catalogue, pending, clock));
            store.set(opened);
            return opened;
        };
        try (ChartroomSide chartroom = ChartroomSide.in(halfStale, kinds.all())) {
            unexpected = sendHostileRequests(chartroom.side());
            comparisons = Parallel.map(CaseFiles.wantedCases(), each -> {
                CrdSide.createNamespace(chartroom.side(), each.namespace());
                return CaseComparison.of(
                        each,
                        recordings.of(each).orElse(List.of()),
                        CaseRun.run(each, kinds.of(each).inCases(), chartroom.side()),
                        RULES);
            });
        }
        objects = store.get();
        report().publish("recorded");
    }

    @Test
    void manyWritesStartFromAStaleState() {
        HalfStaleStore store = Objects.requireNonNull(objects);
        assertThat(store.asked()).isGreaterThan(300);
        assertThat(store.stale()).as("of " + store.asked()).isGreaterThan(150);
    }

    /** Sent one after the other, each hostile request fits into the deadline of a request. */
    @Test
    void everyHostileRequestGetsItsExpectedCode() {
        assertThat(unexpected).isEmpty();
    }

    @Test
    void chartroomInMemoryAnswersAsTheCrdDid() {
        assertThat(comparisons.stream().filter(each -> !each.isExplained()).count())
                .as(report().places() + report().unexplained())
                .isZero();
    }

    @Test
    void everyAcceptedDifferenceOfTheMemoryStoreIsStillThere() {
        if (CaseFiles.allAreWanted()) {
            assertThat(RULES.unused("memory")).isEmpty();
        }
    }

    private static Map<String, String> sendHostileRequests(Side side) {
        CrdSide.createNamespace(side, HOSTILE_NAMESPACE);
        String apiVersion = TestGroups.OURS + "/" + TestKind.VERSION;
        String collection = "/apis/" + apiVersion + "/namespaces/" + HOSTILE_NAMESPACE + "/lists";
        side.send(
                "POST",
                collection,
                Map.of("Content-Type", "application/json"),
                "{\"metadata\":{\"name\":\"" + HostileRequests.EXISTING + "\"},\"spec\":{}}");
        Map<String, String> answers = new LinkedHashMap<>();
        new HostileRequests(apiVersion, "Lists").all().forEach(request -> {
            String body = request.body().isEmpty() ? null : request.body();
            ParityResponse answer = side.send(request.method(), collection + request.path(), request.headers(), body);
            if (!Objects.equals(answer.document().get("code"), JsonNumber.of(request.code()))) {
                answers.put(request.name(), String.valueOf(answer.document().get("code")));
            }
        });
        return answers;
    }

    private static ParityReport report() {
        return new ParityReport("Chartroom in memory beside what a CRD answered", comparisons);
    }
}
