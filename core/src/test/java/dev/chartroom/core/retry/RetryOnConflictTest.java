package dev.chartroom.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RetryOnConflictTest {
    private static final GroupResource PODS = new GroupResource("", "pods");
    private final ApiException conflict =
            new ApiException(new ApiError.Conflict(PODS, "a", ApiError.Conflict.MODIFIED));
    private final ApiException taken = new ApiException(new ApiError.AlreadyExists(PODS, "a", false));

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger pauses = new AtomicInteger();
    private final RetryOnConflict retries = new RetryOnConflict(3, pauses::incrementAndGet);

    @Test
    void conflictIsRetriedOnANewRead() {
        int written = retries.run(attempt -> {
            int read = reads.incrementAndGet();
            return attempt.write(() -> failing(read < 3, conflict, read));
        });

        assertThat(written).isEqualTo(3);
        assertThat(pauses).hasValue(2);
    }

    @Test
    void conflictOfTheLastAttemptIsThrown() {
        assertThatThrownBy(() -> retries.run(attempt -> {
                    reads.incrementAndGet();
                    return attempt.write(() -> failing(true, conflict, 0));
                }))
                .isSameAs(conflict);

        assertThat(reads).hasValue(3);
        assertThat(pauses).hasValue(2);
    }

    @Test
    void conflictBeforeTheWriteIsNotRetried() {
        assertThatThrownBy(() -> retries.run(attempt -> {
                    int read = failing(true, conflict, reads.incrementAndGet());
                    return attempt.write(() -> read);
                }))
                .isSameAs(conflict);

        assertThat(pauses).hasValue(0);
    }

    @Test
    void otherErrorOfTheWriteIsNotRetried() {
        assertThatThrownBy(() -> retries.run(attempt -> attempt.write(() -> failing(true, taken, 0))))
                .isSameAs(taken);
        assertThatThrownBy(() -> retries.run(attempt -> attempt.create(() -> failing(true, conflict, 0))))
                .isSameAs(conflict);

        assertThat(pauses).hasValue(0);
    }

    @Test
    void takenNameIsRetriedOnACreate() {
        int created = retries.run(attempt -> {
            int name = reads.incrementAndGet();
            return attempt.create(() -> failing(name < 2, taken, name));
        });

        assertThat(created).isEqualTo(2);
    }

    @Test
    void onlyTheLastAttemptIsTheLast() {
        boolean isLast = retries.run(attempt -> {
            reads.incrementAndGet();
            return Optional.of(attempt.isLast()).filter(last -> last);
        });

        assertThat(isLast).isTrue();
        assertThat(reads).hasValue(3);
    }

    @Test
    void emptyResultIsRetriedUntilTheAttemptsAreExhausted() {
        int written = retries.run(() -> Optional.of(reads.incrementAndGet()).filter(read -> read == 2), () -> taken);

        assertThat(written).isEqualTo(2);
        assertThatThrownBy(() -> retries.run(Optional::empty, () -> taken)).isSameAs(taken);
    }

    @Test
    void falseIsRetriedUntilTheAttemptsAreExhausted() {
        retries.runUntil(() -> reads.incrementAndGet() == 3, () -> taken);

        assertThat(reads).hasValue(3);
        assertThatThrownBy(() -> retries.runUntil(() -> false, () -> taken)).isSameAs(taken);
    }

    @Test
    void singleAttemptIsNotRetried() {
        assertThatThrownBy(() -> new RetryOnConflict(1).run(attempt -> attempt.write(() -> failing(true, conflict, 0))))
                .isSameAs(conflict);
    }

    private static int failing(boolean fails, ApiException failure, int result) {
        if (fails) {
            throw failure;
        }
        return result;
    }
}
