package dev.chartroom.core.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.ports.release.ReleaseDirectory;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReleaseRolloutsTest {
    private static final ApplicationKind SILENT = RolloutKinds.lamp("5m", null);
    private static final ApplicationKind ASKING = RolloutKinds.lamp("5m", new Rollout(6, 1, false));
    private static final ApplicationKind CHANGED = RolloutKinds.lamp("9m", new Rollout(6, 1, false));

    private final ReleaseDirectory directory = mock(ReleaseDirectory.class);
    private final ReleaseRollouts rollouts = new ReleaseRollouts(directory, Clock.systemUTC());

    @AfterEach
    void close() {
        rollouts.close();
    }

    @Test
    void releasesOfADefinitionWithoutRolloutAreNotRead() {
        rollouts.use(List.of(SILENT));

        assertThat(rollouts.progress(SILENT)).isEmpty();
        verifyNoInteractions(directory);
    }

    @Test
    void releasesAreReadForEachChangeOfADefinitionWithRollout() {
        rollouts.use(List.of(ASKING));
        verify(directory, timeout(5_000)).forEach(eq(ASKING), any());
        assertThat(rollouts.progress(ASKING)).isPresent();

        rollouts.use(List.of(ASKING));
        rollouts.use(List.of(CHANGED));
        verify(directory, timeout(5_000)).forEach(eq(CHANGED), any());
        verify(directory).forEach(eq(ASKING), any());
    }

    @Test
    void releasesOfAKindMovedToAnotherStoreAreNotRolledOut() {
        try (ReleaseRollouts elsewhere =
                new ReleaseRollouts(directory, _ -> Optional.of("postgres"), Clock.systemUTC())) {
            elsewhere.use(List.of(ASKING));

            assertThat(elsewhere.progress(ASKING)).isEmpty();
            verifyNoInteractions(directory);
        }
    }

    @Test
    void rolloutEndsIfItsDefinitionIsRemovedOrRequestsNoRollout() {
        rollouts.use(List.of(ASKING));
        rollouts.use(List.of(SILENT));
        assertThat(rollouts.progress(ASKING)).isEmpty();

        rollouts.use(List.of(ASKING));
        rollouts.use(List.of());
        assertThat(rollouts.progress(ASKING)).isEmpty();
    }

    @Test
    void failedRolloutIsRetried() {
        boolean[] failed = {false};
        doAnswer(_ -> {
                    if (!failed[0]) {
                        failed[0] = true;
                        throw new ApiException(ApiError.unavailable("down"));
                    }
                    return null;
                })
                .when(directory)
                .forEach(any(), any());

        rollouts.use(List.of(ASKING));

        Awaitility.await("the second try")
                .untilAsserted(() -> verify(directory, times(2)).forEach(any(), any()));
    }
}
