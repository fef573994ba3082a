package dev.chartroom.domain.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class VersionPriorityTest {
    /** The example of the Kubernetes documentation on version priority. */
    private static final List<String> ORDERED =
            List.of("v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10");

    @RepeatedTest(20)
    void versionsAreSortedByKubernetesVersionPriority(RepetitionInfo repetition) {
        List<String> versions = new ArrayList<>(ORDERED);
        Collections.shuffle(versions, new Random(repetition.getCurrentRepetition()));

        versions.sort(VersionPriority.ORDER);

        assertThat(versions).isEqualTo(ORDERED);
    }
}
