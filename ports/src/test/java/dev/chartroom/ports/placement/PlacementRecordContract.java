package dev.chartroom.ports.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.placement.Placement.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every record of placements. */
public abstract class PlacementRecordContract {
    private static final GroupResource REDISES = new GroupResource("apps.example.com", "redises");
    private static final GroupResource LAMPS = new GroupResource("lights.example.com", "lamps");
    private static final int WRITERS = 8;

    private PlacementRecord record = new PlacementsInMemory();

    protected PlacementRecordContract() {}

    /** Returns a record without placements. */
    protected abstract PlacementRecord emptyRecord();

    @BeforeEach
    void open() {
        record = emptyRecord();
    }

    @AfterEach
    void close() {
        record.close();
    }

    @Test
    void newRecordIsEmpty() {
        assertThat(record.latest()).isEqualTo(Placements.NONE);
    }

    @Test
    void recordedPlacementsAreReadUnchanged() {
        Placements first = Placements.NONE.next(REDISES, "postgres", Phase.PAUSED);
        Placements second = first.next(LAMPS, "helmrelease", Phase.MOVED);
        Placements third = second.next(REDISES, "postgres", Phase.SETTLED);

        record.replace(Placements.NONE, first);
        assertThat(record.latest()).isEqualTo(first);
        record.replace(first, second);
        record.replace(second, third);

        assertThat(record.latest()).isEqualTo(third);
        assertThat(third.of(REDISES)).contains(new Placement("postgres", Phase.SETTLED, 3));
    }

    @Test
    void staleReplaceConflicts() {
        Placements first = Placements.NONE.next(REDISES, "postgres", Phase.PAUSED);
        record.replace(Placements.NONE, first);

        assertConflict(() -> record.replace(Placements.NONE, Placements.NONE.next()));
        assertConflict(() -> record.replace(Placements.NONE.next(), first.next()));

        assertThat(record.latest()).isEqualTo(first);
    }

    @Test
    void exactlyOneOfConcurrentReplacesSucceeds() throws Exception {
        Placements known = Placements.NONE;
        for (int round = 0; round < 3; round++) {
            List<Future<Boolean>> made = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < WRITERS; i++) {
                    Placements before = known;
                    Placements next = known.next(REDISES, "store-" + i, Phase.SETTLED);
                    made.add(threads.submit(() -> isMade(before, next)));
                }
            }
            List<String> winners = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                if (made.get(i).get()) {
                    winners.add("store-" + i);
                }
            }
            known = record.latest();
            assertThat(winners).containsExactly(known.of(REDISES).orElseThrow().store());
        }
        assertThat(known.number()).isEqualTo(3);
    }

    @Test
    void followerReceivesTheLatestPlacements() {
        List<Placements> told = new CopyOnWriteArrayList<>();
        record.follow(told::add);
        Placements known = Placements.NONE;
        for (int i = 0; i < 5; i++) {
            Placements next = known.next(REDISES, "store-" + i, Phase.SETTLED);
            record.replace(known, next);
            known = next;
        }

        Placements last = known;
        Awaitility.await().untilAsserted(() -> assertThat(told).endsWith(last));
    }

    private boolean isMade(Placements known, Placements next) {
        try {
            record.replace(known, next);
            return true;
        } catch (ApiException e) {
            assertThat(e.error()).isInstanceOf(ApiError.Conflict.class);
            return false;
        }
    }

    private static void assertConflict(ThrowingCallable call) {
        assertThat(catchThrowableOfType(ApiException.class, call).error()).isInstanceOf(ApiError.Conflict.class);
    }
}
